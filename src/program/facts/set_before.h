// program/facts/set_before.h
//
// Finds the fields that a rule may find set on its thing: by itself it begins with nothing set, where another rule runs
// it with what that one has set. Books say so. Tests: tests/book/scope_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace spoils::program {

class SetBefore {
 public:
  /// Requires: the program outlives this. Cost: linear in the statements, and in the rules of each dispatch.
  explicit SetBefore(const Program& program);

  /// Returns the fields and scratch values that a rule, or what it runs on its thing, reads, and that the rules which
  /// run it may have set before, ascending. Too much rather than too little. Cost: linear in the program.
  [[nodiscard]] std::vector<SlotId> of(RuleId rule) const;

 private:
  [[nodiscard]] std::vector<RuleId> runners_of(RuleId rule) const;

  const Program& program_;
  std::vector<std::vector<RuleId>> run_by_;                // by rule: the rules with a statement that runs it
  std::vector<std::vector<std::uint32_t>> dispatches_of_;  // by rule: those that name it
  std::vector<std::vector<RuleId>> dispatched_by_;         // by dispatch: the rules with a statement that uses it
};

}  // namespace spoils::program
