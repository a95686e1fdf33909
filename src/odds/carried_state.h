// odds/carried_state.h
//
// The state of a world that goes on from roll to roll, as far as a question depends on it. Used by odds/repeated.cpp;
// tests/api/repeated_test.cpp pins it.
#pragma once

#include <algorithm>
#include <vector>

#include "odds/interpreter.h"

namespace spoils::odds {

/// Returns the state on which later rolls of a question depend: what one roll reads, and through what it makes of other
/// state the next ones do. From now on the interpreter's answers tell it, and its `reads` of the question are those of
/// all rolls.
template <class Mass>
std::vector<program::SlotId> carry_state(Interpreter<Mass>& interpreter, const program::Program& program,
                                         const program::Query& query) {
  std::vector<program::SlotId> carried;
  if (program.settles) { carried.push_back(program.world_memo); }
  for (bool grows = true; grows;) {
    interpreter.add_outputs(carried);
    grows = false;
    for (const auto slot : interpreter.reads(query)) {
      const bool is_state = program.slots[slot].kind == program::Slot::Kind::State;
      if (!is_state || std::find(carried.begin(), carried.end(), slot) != carried.end()) { continue; }
      carried.push_back(slot);
      grows = true;
    }
  }
  return carried;
}

}  // namespace spoils::odds
