// program/facts/input_slice.h
//
// The inputs on which odds depend: a backward slice (Weiser 1981) of a rule, insensitive to the order of its
// statements, that gives the inputs, the states and the parameters which some fields or the made things of a rule may
// depend on. It lists too much rather than too little. Books and diffs compute odds at some values, and name those that
// the odds may depend on. Pinned by tests/program/facts/input_slice_test.cpp.
#pragma once

#include <map>
#include <vector>

#include "program/facts/rule_effects.h"
#include "program/program.h"

namespace spoils::program {

class InputSlice {
 public:
  /// Requires: as RuleEffects.
  explicit InputSlice(const Program& program) : program_(program), effects_(program) {}

  enum class Of : std::uint8_t {
    Slots,   // the slots alone, as they are in the rule's own thing
    Things,  // also which things it makes, and the slots in each of them
  };

  /// Returns the inputs, states and parameters of the rule that the values of these slots may depend on, ascending. A
  /// slot that is one of them itself is in the result. Cost: linear in the statements of what the rule runs, times the
  /// length of the longest chain of assignments; what a statement reads is memoised.
  [[nodiscard]] std::vector<SlotId> of(RuleId rule, const std::vector<SlotId>& slots, Of what = Of::Slots);

 private:
  const std::vector<SlotId>& reads_of(std::uint32_t statement);

  const Program& program_;
  RuleEffects effects_;
  std::map<std::uint32_t, std::vector<SlotId>> reads_;  // by statement, of the expressions that it has itself
};

}  // namespace spoils::program
