// api/query.h
//
// What all answers about odds have in common: defaults, budgets, what is wrong, and how values are written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/compile_queries.h"
#include "odds/question.h"

namespace spoils::api {

/// Returns the question with a `by` if it has none: the field `kind`, else the name.
[[nodiscard]] Question with_default_by(const Pack& pack, Question question);

/// Returns the budget that a question asks for; the question must outlive it.
[[nodiscard]] odds::Budget budget_of(const Question& question);

/// Returns what is wrong if a column is a bare word that is no field.
[[nodiscard]] std::optional<RollError> unknown_field(const program::Program& program, const program::Query& query);

/// Returns the same, or what is wrong if a question has a word that is no field or input, and that the pack does not
/// know either: compared with anything it would be unlike it. Requires: no other question was compiled with it.
[[nodiscard]] std::optional<RollError> unknown_word(const Pack& pack, const program::Program& program,
                                                    const program::Query& query);

/// Returns the input or state of that name.
[[nodiscard]] std::optional<program::SlotId> input_or_state(const program::Program& program, const std::string& name);

/// Has the things of a query counted apart by Question::each; returns what is wrong with these fields.
[[nodiscard]] std::optional<RollError> count_apart(const Question& question, std::uint32_t query,
                                                   program::Program& program);

/// Returns what is said of a fault on some way of rolling.
[[nodiscard]] RollError fault_error(const CompiledQueries& asked, const program::Fault& fault);

/// Returns what is said where the condition never holds.
[[nodiscard]] RollError never_holds(const Question& question);

/// Returns the columns of a question; a count is called so.
[[nodiscard]] std::vector<std::string> columns(const Question& question, const program::Query& query);

/// The values of an outcome, one a column, as OddsRow has them.
struct WrittenValues {
  std::vector<std::string> texts;
  std::vector<bool> is_number;
  std::vector<bool> is_text;
};

[[nodiscard]] WrittenValues values_of(const program::Program& program, const program::Heap& heap,
                                      const program::Query& query, const std::vector<program::Word>& words);

}  // namespace spoils::api
