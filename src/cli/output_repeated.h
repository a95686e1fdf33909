// cli/output_repeated.h
//
// Odds of many rolls as a table for people, and as JSON and CSV for programs.
#pragma once

#include <string>

#include "cli/odds_heading.h"
#include "spoils/repeated.h"

namespace spoils::cli {

[[nodiscard]] std::string repeated_text(const OddsHeading& heading, const RepeatedOdds& odds);

/// Returns one JSON object (schema spoils.repeated); null for waits that never end or take too long to tell.
[[nodiscard]] std::string repeated_json(const OddsHeading& heading, const RepeatedOdds& odds);

/// Returns a header and a line an outcome; an empty cell for such waits.
[[nodiscard]] std::string repeated_csv(const RepeatedOdds& odds);

}  // namespace spoils::cli
