// check/unused.h
//
// Warns of tables of the pack that nothing names, and of a word that is set as a value while its table waits for a
// `pick`. Reads the trees of the pack itself, once, after everything else has found no error. What a pack without rules
// declares is for its users, and an override is for the pack that it changes, so neither is looked at. Pinned by the
// goldens of W0507 and W0508.
#pragma once

#include <vector>

#include "check/scope.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Files a warning for each such word and each such table of the last pack. `program` is what the packs compiled to.
void lint_unused(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report);

}  // namespace spoils::check
