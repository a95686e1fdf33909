// text/plain/figures.h
//
// Numbers for people: four significant digits, whole numbers with all of theirs, halves up, and probabilities that
// rounding never makes a lie.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace spoils::text {

/// Returns a probability; below 1, to which a double may round it, if something else has one, too.
[[nodiscard]] inline double below_certainty(double probability, bool has_others) {
  constexpr double kMost = 1 - std::numeric_limits<double>::epsilon() / 2;
  return has_others ? std::min(probability, kMost) : probability;
}

/// Returns the probability of what is possible: above 0, to which a double may round it.
[[nodiscard]] inline double above_impossibility(double probability) {
  return std::max(probability, std::numeric_limits<double>::denorm_min());
}

/// Returns a number with four significant digits, without an exponent from 1e-9 on: "12350000", "0.001235", "1.5e-12".
[[nodiscard]] std::string four_digits(double value);

/// Which way a figure is rounded: a lower bound down and an upper one up, else they would not hold what they bound.
enum class Rounding : std::uint8_t { Nearest, Down, Up };

/// Returns a number of things, rolls or the like: as above, from 10,000 on rounded to a whole number: "12346",
/// "0.001235". So whole numbers below 10^12 have all their digits. Down, 1/3 is "0.3333" and 2/3 "0.6666".
[[nodiscard]] std::string amount(double value, Rounding rounding = Rounding::Nearest);

/// Returns the mean of integers: as amount(), but a whole number with all its digits as long as a double holds it.
[[nodiscard]] std::string mean(double value);

/// Returns a probability: "12.5%", "3.333%", "0.04167% (1 in 2400)"; "0%" for exactly 0 and "100%" for exactly 1 only.
/// Possible, but below a ten-millionth of a percent, is "<0.0000001% (1 in 12350000000)"; uncertain, but rounding to
/// 100%, is ">99.99%". Rounding errors count: 1 - 1e-16 is ">99.99%". A number outside of 0..1 is shown unchanged:
/// "150%", "-25%".
[[nodiscard]] std::string percent(double probability, Rounding rounding = Rounding::Nearest);

/// Returns the same without the part in parentheses.
[[nodiscard]] std::string percent_alone(double probability, Rounding rounding = Rounding::Nearest);

/// Returns "12.34% to 15.71%", rounded outwards: the bounds as they read hold what the given ones do. Bounds that
/// differ by rounding errors alone, and have the same four digits, are these: "12.34%".
[[nodiscard]] std::string percent_between(double low, double high);

/// How the figure of an estimate reads: as a percentage, or as an amount.
enum class Unit : std::uint8_t { Share, Amount };

/// Returns an estimate with half of its interval, "12.31% +- 0.011%", or "below 0.01%" of what was never seen. A figure
/// has more than four digits if its interval tells more, and `+-` holds what rounding took: the interval as it reads
/// holds the given one.
[[nodiscard]] std::string estimate(double value, double low, double high, Unit unit);

/// Returns "1 in 2400", from 1e15 on "1 in 1.235 x 10^21". `log10` is that of the probability, which may be too small
/// for a double. The number is rounded so that the probability it says is rounded as wanted.
[[nodiscard]] std::string one_in(double probability, double log10, Rounding rounding = Rounding::Nearest);

}  // namespace spoils::text
