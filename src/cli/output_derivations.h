// cli/output_derivations.h
//
// The derivations of a probability, its paths: for people, and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/odds_heading.h"
#include "documents/check.h"
#include "spoils/why.h"

namespace spoils::cli {

/// Returns the paths to an outcome with these values, the most likely first, each with its decisions and their places.
[[nodiscard]] std::string derivations_text(const OddsHeading& heading, const std::vector<std::string>& values,
                                           const Derivations& derivations);

/// Returns one JSON object (schema spoils.ways).
[[nodiscard]] std::string derivations_json(const OddsHeading& heading, const std::vector<std::string>& values,
                                           const Derivations& derivations);

using documents::derivation_line;
using documents::step_text;

}  // namespace spoils::cli
