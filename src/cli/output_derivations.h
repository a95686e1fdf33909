// cli/output_derivations.h
//
// Where a probability comes from: its ways for people, and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/odds_heading.h"
#include "spoils/why.h"

namespace spoils::cli {

/// Returns the ways to an outcome with these values, the largest first, each with its decisions and their places.
[[nodiscard]] std::string derivations_text(const OddsHeading& heading, const std::vector<std::string>& values,
                                           const Derivations& ways);

/// Returns one JSON object (schema spoils.ways).
[[nodiscard]] std::string derivations_json(const OddsHeading& heading, const std::vector<std::string>& values,
                                           const Derivations& ways);

/// Returns the decisions of a way on one line: `class -> weapon > kind -> mace`.
[[nodiscard]] std::string way_line(const std::vector<WayStep>& steps);

}  // namespace spoils::cli
