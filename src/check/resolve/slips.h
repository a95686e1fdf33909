// check/resolve/slips.h
//
// Warns of slips that only the whole pack shows: an input that nothing reads, a state that nothing reads or sets, a
// field whose name is nearly that of a state and which nothing reads, a field that is only ever all of a set where one
// of its words was probably meant, and what has a meaning, but hardly the one that is meant: weighted outcomes that
// share a condition, a misspelt name as a value, a condition that `count` does not read. Collects the names that the
// trees mention, as a linter for unused variables does. Reads the trees of all packs, since a used pack may read what
// its user declares; reports places of the pack itself alone, once, after everything else has found no error. Inputs
// and fields of packs without rules are skipped: they are for their users. Also reports ranges that end before they
// begin. Pinned by the goldens of W0514, W0515, W0517, W0519 to W0522, W0528 and W0529.
#pragma once

#include <vector>

#include "check/resolve/scope.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Files a warning for each such name of the last pack. `program` is what the packs compiled to.
void lint_slips(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report);

}  // namespace spoils::check
