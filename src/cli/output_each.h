// cli/output_each.h
//
// Expected numbers of the things of one roll, as a table for people and as CSV.
#pragma once

#include <string>
#include <vector>

#include "cli/odds_heading.h"
#include "spoils/odds.h"

namespace spoils::cli {

/// Returns a line for each kind of thing, sorted by its largest expected number; with a swept `input` a column for each
/// of its values. Without one `rows` has one element.
[[nodiscard]] std::string each_text(const OddsHeading& heading, const std::string& input,
                                    const std::vector<Swept<Answer>>& rows);

/// Returns a header and a line for each kind of thing and each value of the input.
[[nodiscard]] std::string each_csv(const std::string& input, const std::vector<Swept<Answer>>& rows);

}  // namespace spoils::cli
