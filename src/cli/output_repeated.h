// cli/output_repeated.h
//
// Odds of many rolls, or of the long run, as a table for people, and as JSON and CSV for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/odds_heading.h"
#include "spoils/odds.h"
#include "spoils/repeated.h"

namespace spoils::cli {

[[nodiscard]] std::string repeated_text(const OddsHeading& heading, const RepeatedOdds& odds);

/// Returns one JSON object (schema spoils.repeated); null for waits that never end, and for those that are not known,
/// whose keys are listed in `unknown`.
[[nodiscard]] std::string repeated_json(const OddsHeading& heading, const RepeatedOdds& odds);

/// Returns a header and a line per outcome; an empty cell for waits that never end, `?` for those that are not known.
[[nodiscard]] std::string repeated_csv(const RepeatedOdds& odds);

/// The same for each value of an input or state. As text it is a grid of the probabilities of at least one occurrence.
[[nodiscard]] std::string repeated_sweep_text(const OddsHeading& heading, const std::string& input,
                                              const std::vector<Swept<RepeatedOdds>>& rows);
[[nodiscard]] std::string repeated_sweep_json(const OddsHeading& heading, const std::string& input,
                                              const std::vector<Swept<RepeatedOdds>>& rows);
[[nodiscard]] std::string repeated_sweep_csv(const std::string& input, const std::vector<Swept<RepeatedOdds>>& rows);

/// Likewise; the grid has the rates in the long run.
[[nodiscard]] std::string long_run_sweep_text(const OddsHeading& heading, const std::string& input,
                                              const std::vector<Swept<LongRunOdds>>& rows);
[[nodiscard]] std::string long_run_sweep_json(const OddsHeading& heading, const std::string& input,
                                              const std::vector<Swept<LongRunOdds>>& rows, bool fractions);
[[nodiscard]] std::string long_run_sweep_csv(const OddsHeading& heading, const std::string& input,
                                             const std::vector<Swept<LongRunOdds>>& rows);

[[nodiscard]] std::string long_run_text(const OddsHeading& heading, const LongRunOdds& odds, bool fractions);

/// Returns one JSON object (schema spoils.long_run), as repeated_json does.
[[nodiscard]] std::string long_run_json(const OddsHeading& heading, const LongRunOdds& odds, bool fractions);
[[nodiscard]] std::string long_run_csv(const OddsHeading& heading, const LongRunOdds& odds);

}  // namespace spoils::cli
