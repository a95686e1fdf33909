// check/link/named_drops.h
//
// `drop do e` and `hold do e`: once it is known which rules e may name, the statement becomes an `if` for each of them,
// so that no reading of a program has to know it.
#pragma once

#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Replaces every RunNamed from statement `first` on that makes things of their own. Requires: dispatches are filled.
/// Reports a statement that may name more than kMaxCases rules. Cost: linear in the statements, and in the rules that
/// each may name.
void lay_out_named_drops(program::Program& program, text::Report& report, std::size_t first);

}  // namespace spoils::check
