// check/ranges.h
//
// Quantities checked before use: what each weight, chance, divisor and range can be, over all inputs.
// Files only what is certain: a combination of inputs, in their declared ranges, for which a value is surely bad.
#pragma once

#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Walks every rule with every value of the inputs that it reads, within a fixed budget.
/// Errors: E05xx with the inputs that make it so; warnings for chances outside of 0..1; a note if the budget ends first.
/// Cost: the statements of the rules times the combinations of the inputs that they read, within the budget.
void check_ranges(const program::Program& program, text::Report& report);

}  // namespace spoils::check
