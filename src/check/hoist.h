// check/hoist.h
//
// What hangs on inputs alone: a level's depth gives the same chances for every thing on it.
#pragma once

#include "program/program.h"

namespace spoils::check {

/// Finds the greatest expressions that draw nothing, read only inputs, one or two of them, and take longer to work out
/// than to look up: Program::kept. Looks from `first` on, past those that it has looked at before; call it once these
/// are whole. Cost: linear in them and what they reach.
void find_hoisted(program::Program& program, std::size_t first);

}  // namespace spoils::check
