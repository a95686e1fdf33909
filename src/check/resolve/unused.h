// check/resolve/unused.h
//
// Warns of tables of the pack that nothing names, and of a word that is set as a value although a table of that name
// exists that no `pick` uses, of words that other languages have for values, and of ranges that are written as
// differences. Reads the trees of the pack itself, once, after everything else has found no error.
// Skips packs without rules, whose declarations are for their users, and overrides, which are for the pack that they
// change. Pinned by the goldens of W0507, W0508, W0510 and W0511.
#pragma once

#include <vector>

#include "check/resolve/scope.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Files a warning for each such word and each such table of the last pack. `program` is what the packs compiled to.
void lint_unused(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report);

}  // namespace spoils::check
