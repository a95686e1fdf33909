// check/ranges/lints.h
//
// Warnings about code that is valid but surely not intended: rows that no draw can choose, loops that never run, keys
// that are not set yet, comparisons that never hold, percentages that do not add up.
#pragma once

#include "check/ranges/abstract_interpreter.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Files warnings and notes only: W0502 to W0504, W0512, W0518, W0523 to W0527, N0501. `interpreter` is the one of
/// check_ranges, and Program::may_fail what that gave. Cost: linear in the program, and that of lint_states().
void lint(const program::Program& program, text::Report& report, AbstractInterpreter& interpreter);

}  // namespace spoils::check
