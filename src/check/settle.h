// check/settle.h
//
// What need not be worked out anew each time: the parts of a choice's condition that read no lists, and folds and defs
// that hang on little. Only speed depends on it.
#pragma once

#include "program/program.h"

namespace spoils::check {

/// Takes apart the conditions of choices and finds what is worth remembering. Requires: the reads of choices are known,
/// and nothing goes too deep. Cost: linear.
void settle(program::Program& program);

}  // namespace spoils::check
