// check/link/draws.h
//
// Which expressions of a finished program draw. While statements are lowered a node learns this from operands that may
// not be complete yet (a def or the cells of a table further down); every reading relies on the flag, so it is computed
// once more when the program is whole.
#pragma once

#include "program/program.h"

namespace spoils::check {

/// Sets Expression::draws of every expression from `first` on: whether it draws itself, or anything that it evaluates
/// does. Those before `first` know already.
/// Requires: check_depth() found no expression too deep. Cost: linear in expressions and cells.
void mark_draws(program::Program& program, std::size_t first);

}  // namespace spoils::check
