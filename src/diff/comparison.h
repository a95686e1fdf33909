// diff/comparison.h
//
// Compares two packs: chooses the questions for both, and turns their answers into differences.
#pragma once

#include "diff/side.h"
#include "spoils/diff.h"

namespace spoils::diff {

[[nodiscard]] Result<Difference, Error> compare_sides(Side& before, Side& after, const DiffOptions& options);

}  // namespace spoils::diff
