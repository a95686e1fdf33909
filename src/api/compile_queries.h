// api/compile_queries.h
//
// Questions as queries of a program: each of their expressions is parsed by itself, and lowered against the finished
// program of the pack (check::add_question), which is copied and never compiled again.
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

/// What is asked, with every value that is set. Expressions are as the caller wrote them.
struct QuerySource {
  struct Value {
    std::string name;
    std::string text;  // an expression; of a symbol the word
    bool is_symbol = false;
  };
  std::string rule;
  std::vector<Value> arguments;
  std::vector<Value> settings;  // of inputs
  std::vector<std::string> by;
  std::string where;           // "": always
  std::string count;           // instead of `by`: how many things satisfy this
  std::string pick;            // instead of a rule and `by`: what is drawn from
  std::string mean;            // instead of all these: a value, whose mean is asked for
  bool counts_things = false;  // likewise: how many things there are

  /// Returns it as `expect` would write it, for people and to tell questions apart.
  [[nodiscard]] std::string to_text() const;
};

/// A question, or why there is none.
using QueryOrError = Result<QuerySource, RollError>;

/// Returns the question about the named rule with all its values; but for an input that is `left_out`, whose value is
/// set when the question is answered. Errors: as Roller::make; BadValue.
[[nodiscard]] QueryOrError query_source(const Pack& pack, const Question& question, const std::string& left_out);

/// Returns the question what a value is on average, for the rule and the values of `question`. Errors: as Roller::make.
[[nodiscard]] QueryOrError mean_source(const Pack& pack, const Question& question, const std::string& value);

/// Questions and the program that they are part of.
struct CompiledQueries {
  std::shared_ptr<const text::Sources> sources;
  program::Program program;
  /// One a question: which query of the program it is, or why it is none.
  std::vector<Result<std::uint32_t, RollError>> query_of;
};

/// Adds queries to a copy of the pack's program. A question that is wrong is left out and does not harm the others.
/// Errors, in Asked::query_of: those of `posed`; BadValue with what the parser or the checker finds.
/// Cost: check::add_question, for each.
[[nodiscard]] CompiledQueries compile_queries(const Pack& pack, const std::vector<QueryOrError>& posed);

}  // namespace spoils::api
