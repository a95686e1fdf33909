// check/link/links.h
//
// Links the parts of a lowered program: builds the call graph, finds which rules `do` may run, rejects recursion, and
// computes which fields a thing of a rule may have and which slots the weights of a table depend on.
#pragma once

#include <optional>
#include <set>

#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Fills in dispatches, the fields of rules, the slots that tables read and the expressions that interpreters may
/// memoise; for everything after `linked`, the part that was linked before and does not refer to the rest. Cost:
/// linear in the rest and in what it reaches.
/// Errors: `do` without a rule, recursion, calls that nest too deep.
void link(program::Program& program, text::Report& report, const program::Program::Sizes& linked = {});

/// Computes the set of symbols that an expression may give; nothing if the set is unknown. kUnset represents none.
class PossibleSymbols {
 public:
  explicit PossibleSymbols(const program::Program& program);

  [[nodiscard]] std::optional<std::set<program::Word>> of(program::ExpressionId id);
  /// For a field, let or parameter: everything that is assigned to it anywhere.
  [[nodiscard]] std::optional<std::set<program::Word>> of_slot(program::SlotId slot);

  /// Returns how many expressions were visited so far, for callers with a budget.
  [[nodiscard]] std::size_t work() const { return work_; }

 private:
  std::optional<std::set<program::Word>> collect();
  bool look_at(program::ExpressionId id);
  bool look_at_slot(program::SlotId slot);
  void add(program::ExpressionId id);
  void add_table(const program::Table& table);

  const program::Program& program_;
  std::vector<std::vector<program::ExpressionId>> assigned_;  // by slot
  std::vector<bool> is_parameter_;                            // by slot: of a rule, so that anybody may set it
  std::vector<bool> seen_slots_;                              // in this search, as all below
  std::vector<program::SlotId> found_slots_;                  // those that are seen
  std::vector<bool> seen_;                                    // by expression
  std::vector<program::ExpressionId> found_;                  // those that are seen
  std::size_t next_ = 0;                                      // the first of them that was not looked at
  std::set<program::Word> symbols_;
  std::size_t work_ = 0;
};

}  // namespace spoils::check
