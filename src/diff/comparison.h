// diff/comparison.h
//
// Compares two packs: chooses the questions for both, and turns their answers into differences.
#pragma once

#include "diff/side.h"
#include "spoils/diff.h"

namespace spoils::diff {

/// `is_same_text`: both packs have the same files, so that only the figures of each field are compared, not what they
/// leave open.
[[nodiscard]] Result<Difference, Error> compare_sides(Side& before, Side& after, const DiffOptions& options,
                                                      bool is_same_text);

}  // namespace spoils::diff
