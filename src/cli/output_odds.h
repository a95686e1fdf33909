// cli/output_odds.h
//
// Odds as bars for people, and as CSV for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/odds_heading.h"
#include "spoils/odds.h"

namespace spoils::cli {

/// Requires: an answer with probabilities; output_each.h has those of expected numbers.
[[nodiscard]] inline const OddsTable& table_of(const Answer& answer) { return *probabilities(answer); }

/// Returns a hint how to explore more: "more with --max-states".
[[nodiscard]] std::string more_with(OddsLimit limit);

/// Returns an estimate with half of its interval, "12.31% +- 0.004%", or its limit, if no roll had the outcome.
[[nodiscard]] std::string estimate_text(const EstimatedShare& share);
[[nodiscard]] std::string estimate_text(const EstimatedNumber& number);

/// Returns a line that says how the estimates of a table were made, or why there are none. `unlisted`: words before the
/// limit of what has no row.
[[nodiscard]] std::string estimate_note(const OddsEstimate& estimate,
                                        const std::string& unlisted = "an outcome that is not listed has");

/// Returns rows with bars, the most likely first, and notes on the whole table.
[[nodiscard]] std::string odds_text(const OddsHeading& heading, const Answer& answer);

/// Returns a header and a line per outcome.
[[nodiscard]] std::string odds_csv(const Answer& answer, bool fractions);

/// A sweep: outcomes as rows, values of the input as columns, as many as the screen has room for.
/// Returns a table with a column for each value. `what` says in the legend what the probabilities are of.
[[nodiscard]] std::string sweep_text(const OddsHeading& heading, const std::string& input,
                                     const std::vector<Swept<Answer>>& rows, const std::string& what = {});
[[nodiscard]] std::string sweep_csv(const std::string& input, const std::vector<Swept<Answer>>& rows, bool fractions);

}  // namespace spoils::cli
