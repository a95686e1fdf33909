// check/lints.h
//
// What is legal and yet surely not meant: comparisons that never hold, percentages that do not add up.
#pragma once

#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Files warnings and notes only.
void lint(const program::Program& program, text::Report& report);

}  // namespace spoils::check
