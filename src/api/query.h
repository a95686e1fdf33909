// api/query.h
//
// Parts that all answers about odds share: default columns, budgets, errors, and the text of values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/cells.h"
#include "api/compile_queries.h"
#include "odds/mass.h"
#include "odds/question.h"

namespace spoils::api {

/// Returns the question, a Marginal without columns with its default: the field `kind`, else the name.
[[nodiscard]] Question with_default_by(const Pack& pack, Question question);

/// Converts the limits of a question to a budget; the question must outlive it.
[[nodiscard]] odds::Budget budget_of(const OddsSettings& question);

/// Returns the condition of a question, "" without one.
[[nodiscard]] std::string condition_of(const Question& question);

/// Returns whether a question wants exact fractions.
[[nodiscard]] bool wants_fractions(const Question& question);

/// Returns an error if a column is a bare word that is not a field.
[[nodiscard]] std::optional<Error> unknown_field(const program::Program& program, const program::Query& query);

/// Returns an error as unknown_field() does, or if a question has a word that is neither a field nor an input, and that
/// the pack does not contain either: a comparison with such a word would never be true. Requires: no other question was
/// compiled with it.
[[nodiscard]] std::optional<Error> unknown_word(const Pack& pack, const program::Program& program,
                                                const program::Query& query);

/// Returns the input or state of that name.
[[nodiscard]] std::optional<program::SlotId> input_or_state(const program::Program& program, const std::string& name);

/// Adds the fields of ExpectedCounts::by to a query, so that its things are counted by their values; returns an error
/// if these fields are wrong.
[[nodiscard]] std::optional<Error> count_apart(const Question& question, std::uint32_t query,
                                               program::Program& program);

/// Completes a compiled question by count_apart() and returns what is wrong with it besides its settings, if anything:
/// the errors of the functions above. `is_strict`: with those of unknown_word().
[[nodiscard]] std::optional<Error> completed(const Pack& pack, const Question& question, std::uint32_t query,
                                             bool is_strict, program::Program& program);

/// Returns the error for a fault on some path of the roll.
[[nodiscard]] Error fault_error(const CompiledQueries& asked, const program::Fault& fault);

/// Returns the error for a condition that never holds.
[[nodiscard]] Error never_holds(const Question& question);

/// Returns the columns of a question; the column of a count is `count`.
[[nodiscard]] std::vector<std::string> columns(const Question& question, const program::Query& query);

/// Returns a fraction in decimal digits.
[[nodiscard]] ExactFraction fraction_of(const odds::Exact& value);

/// Returns the values of an outcome, one for each column.
[[nodiscard]] Cells cells_of(const program::Program& program, const program::Heap& heap, const program::Query& query,
                             const std::vector<program::Word>& words);

}  // namespace spoils::api
