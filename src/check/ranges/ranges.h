// check/ranges/ranges.h
//
// Quantities checked before use: no weight below 0, no table that is empty where it is picked from, no division by 0,
// for any value of any input. Filed is only what is certain: some roll with values that the message names goes wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "check/ranges/abstract_interpreter.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Walks every rule with all values of its inputs and parameters at once, and where that leaves something open with
/// ever fewer, until each value that goes wrong is known.
///
/// Returns the statements, ascending, in which it could not be ruled out that a roll fails, for Program::may_fail. Left
/// out are numbers and weights that leave 64 bits, the limits of one roll, and what is reported by N0502.
/// `interpreter` is a new one; what rows and loops do in the rules is in its marks afterwards.
/// Errors: E05xx; W0501 for chances outside of 0..1; N0502 where the values were too many to try.
/// Cost:   linear in what the rules do if nothing is open; else times the values that are tried, within fixed limits.
[[nodiscard]] std::vector<std::uint32_t> check_ranges(const program::Program& program, text::Report& report,
                                                      AbstractInterpreter& interpreter);

/// Files W0518 only: states that leave their range in some roll. A rule that others run is looked at with them alone,
/// since they may keep the state inside. Tested by tests/check/ranges_test.cpp.
/// Requires: Program::may_fail is filled. Cost: each rule that may fail, with all that it runs, and that no other one
/// runs, is interpreted twice for each state with a range that it reads, and up to eight times where something may fail
/// then.
void lint_states(const program::Program& program, text::Report& report, AbstractInterpreter& interpreter);

}  // namespace spoils::check
