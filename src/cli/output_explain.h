// cli/output_explain.h
//
// One roll, decision by decision, for people; documents/explain.h has the JSON.
#pragma once

#include <string>

#include "cli/roll_writer.h"
#include "spoils/explain.h"

namespace spoils::cli {

/// Returns a probability in four digits: "23.08%", below 1% "1 in 2400", far below "1 in 3.162 x 10^20". `log10` is its
/// decimal logarithm, for probabilities below the range of a double.
[[nodiscard]] std::string odds_in_words(double probability, double log10);

/// Writes the steps, indented by nesting, the product of their probabilities and the things; ends where no more is
/// wanted. `all`: every alternative and rejected try in full, otherwise as many of them as fit on a line each.
void write_explanation_text(const RollHeading& heading, const Explanation& told, bool all, RollText& out);

}  // namespace spoils::cli
