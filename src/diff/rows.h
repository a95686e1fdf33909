// diff/rows.h
//
// From the odds of one question before and after to the rows that differ.
#pragma once

#include <vector>

#include "spoils/diff.h"
#include "spoils/odds.h"

namespace spoils::diff {

/// Returns the outcomes whose odds moved beyond the thresholds, new ones first, then those that are gone, then by how
/// far they moved. Tables of one value of a swept input are compared with each other.
[[nodiscard]] std::vector<DiffRow> moved(const std::vector<SweepRow>& before, const std::vector<SweepRow>& after,
                                         const DiffOptions& options);

/// The name of everything that a rule makes.
inline constexpr std::string_view kAllThings = "all things";

/// Returns the same for numbers of things that these rules made, counted apart.
[[nodiscard]] std::vector<DiffRow> moved_means(const std::vector<SweepRow>& before, const std::vector<SweepRow>& after,
                                               const std::vector<std::string>& names, const DiffOptions& options);

}  // namespace spoils::diff
