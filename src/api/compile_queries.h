// api/compile_queries.h
//
// Questions as queries of a program: each of their expressions is parsed by itself, and lowered against the finished
// program of the pack (check::Questions), which is copied and never compiled again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"
#include "spoils/odds.h"
#include "text/source.h"

namespace spoils::api {

/// Returns the error for a condition that reads `name`, where the pack has nothing of that name.
[[nodiscard]] Error name_in_condition();

/// The source of a query, with every value that is set. Expressions are as the caller wrote them.
struct QuerySource {
  struct Value {
    std::string name;
    std::string text;  // an expression; for a symbol the word
    bool is_symbol = false;

    friend bool operator==(const Value&, const Value&) = default;
  };
  std::string rule;
  std::vector<Value> arguments;
  std::vector<Value> settings;  // of inputs
  std::vector<std::string> by;
  std::string where;           // "": no condition
  std::string count;           // instead of `by`: counts the things that satisfy this
  std::string pick;            // instead of a rule and `by`: the expression to draw from
  std::string mean;            // instead of all these: an expression whose mean is computed
  bool counts_things = false;  // likewise: counts all things

  /// Returns it in the syntax of `expect`, for people and to distinguish questions.
  [[nodiscard]] std::string to_text() const;
};

/// A query source, or the error.
using QueryOrError = Result<QuerySource, Error>;

/// Returns the query about the named rule with all its values; except for an input that is `left_out`, whose value is
/// set when the query is answered. Errors: as Roller::make; BadValue.
[[nodiscard]] QueryOrError query_source(const Pack& pack, const Question& question, const std::string& left_out);

/// Returns the query for the mean of a value, for the rule and the values of `question`. Errors: as Roller::make.
[[nodiscard]] QueryOrError mean_source(const Pack& pack, const OddsSettings& question, const std::string& value);

/// Queries and the program that they are part of.
struct CompiledQueries {
  std::shared_ptr<const text::Sources> sources;
  program::Program program;
  /// One per question: the number of its query in the program, or the error.
  std::vector<Result<std::uint32_t, Error>> query_of;
};

/// How a program is written: as the pack is, or so that odds tell fewer states apart (odds/written_for_odds.h).
enum class Written : std::uint8_t { AsInPack, ForOdds };

/// Adds queries to a copy of the pack's program. A wrong question is left out and does not affect the others.
/// Errors, in Asked::query_of: those of `posed`; BadValue with the finding of the parser or the checker.
/// Cost: that of check::Questions.
[[nodiscard]] CompiledQueries compile_queries(const Pack& pack, const std::vector<QueryOrError>& posed,
                                              Written written = Written::AsInPack);

}  // namespace spoils::api
