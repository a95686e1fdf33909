// check/ranges/never.h
//
// Warnings about what each declaration by itself rules out: comparisons with numbers outside of a declared range, words
// that are no outcome of the table in which they are looked up, places past the end of a list that is written out,
// names where they do not hold. Pinned by the goldens of W0523 to W0526.
#pragma once

#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Files W0523 to W0526, one a place. Conditions of rows are left to W0502. Cost: linear in the program.
void lint_never(const program::Program& program, text::Report& report);

}  // namespace spoils::check
