// check/plan_filters.h
//
// What need not be worked out anew each time: the parts of a choice's condition that read no lists, and folds and defs
// that hang on little. Only speed depends on it.
#pragma once

#include "program/program.h"

namespace spoils::check {

/// Takes apart the conditions of choices and finds what is worth remembering. Requires: the reads of choices are known,
/// and nothing goes too deep. Looks at what lies past `done`, at which it has looked before. Cost: linear in that and
/// what it reaches.
void plan_filters(program::Program& program, const program::Program::Sizes& done);

}  // namespace spoils::check
