// diff/comparison.h
//
// Which questions are asked of both packs, and what comes of their answers.
#pragma once

#include "diff/side.h"
#include "spoils/diff.h"

namespace spoils::diff {

[[nodiscard]] Result<Difference, RollError> compare_sides(Side& before, Side& after, const DiffOptions& options);

}  // namespace spoils::diff
