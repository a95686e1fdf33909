// odds/picks_as_choices.h
//
// Writes a pick whose member a list gets as a choice among rows (`pick c in card where ...`): of these a loop finds out
// which are alike (odds/exchange.h). Used by odds/draws_one_by_one.h, whose tests cover it, as do
// tests/odds/drawn_answers_test.cpp and tests/mutants/draws_one_by_one.toml.
#pragma once

#include <functional>

#include "odds/program_writer.h"
#include "program/program.h"

namespace spoils::odds {

/// Returns the choice that `pick TABLE` is, or `pick list(n in 1..80 where not n in drawn)`: of as many rows as the
/// table has, or of one for each integer; the expression itself if it is no such pick. `add_variable` adds a slot of
/// the rule. The place for parts to come is that of the pick. Cost: linear in the rows, 1,000 integers at most.
[[nodiscard]] program::ExpressionId pick_as_choice(
    program::Program& program, ProgramWriter& out, program::ExpressionId pick,
    const std::function<program::SlotId(program::ValueType)>& add_variable);

}  // namespace spoils::odds
