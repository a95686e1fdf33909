// number/probability.h
//
// Formats a probability for people: a percentage of four significant digits, "1 in N" below 1%, never 0% for a possible
// outcome nor 100% for an uncertain one.
#pragma once

#include <string>

#include "number/rational.h"

namespace spoils::number {

/// Returns "12.5%", "3.333%", "0.04167% (1 in 2400)"; "0%" for exactly 0 and "100%" for exactly 1 only. Possible, but
/// below a ten-thousandth of a percent, is "<0.0001% (1 in 12350000)"; uncertain, but rounding to 100%, is ">99.99%".
/// The N of "1 in N" has four significant digits too. A number outside of 0..1 is shown unchanged: "150%", "-25%".
[[nodiscard]] std::string percent(const Rational& probability);

/// Returns the same for a computed probability. Rounding errors count: 1 - 1e-16 is ">99.99%".
[[nodiscard]] std::string percent(double probability);

}  // namespace spoils::number
