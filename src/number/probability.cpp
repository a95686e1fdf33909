// number/probability.cpp
//
// Rounds a probability to four significant digits in integer arithmetic and places the point; doubles are rounded to
// twelve digits first, so that a fraction and the double beside it give the same text.
#include "number/probability.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string_view>

#include "number/wide.h"

namespace spoils::number {
namespace {

constexpr std::uint64_t kTenThousand = 10'000;       // four significant digits are less
constexpr std::uint64_t kLeastPercents = 1'000'000;  // 1 / this is 0.0001%, the least probability that is written in
                                                     // digits
constexpr int kPercentDecimals = 7;                  // the decimals of four digits in 0.0001234%
constexpr int kOneInDecimals = 1;                    // "1 in 142.9"; N is always above 100

constexpr std::string_view kTooSmall = "<0.0001%";
constexpr std::string_view kAlmostSure = ">99.99%";

// Returns `digits` with the point `decimals` places from the right, or with zeros added if negative.
std::string place_point(std::uint64_t digits, int decimals) {
  auto text = fmt::format("{}", digits);
  if (decimals <= 0) { return digits == 0 ? text : text.append(static_cast<std::size_t>(-decimals), '0'); }
  const auto places = static_cast<std::size_t>(decimals);
  if (text.size() <= places) { text.insert(0, places + 1 - text.size(), '0'); }
  text.insert(text.size() - places, ".");
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') { text.pop_back(); }
  return text;
}

// Returns numerator / denominator, halves up, to four significant digits but at most so many decimals.
// Requires: numerator * 10^decimals fits in 124 bits.
std::string quotient_text(UnsignedWide numerator, UnsignedWide denominator, int decimals) {
  for (int i = 0; i < decimals; ++i) { numerator *= 10; }
  while (true) {
    const auto rounded = numerator / denominator + (numerator % denominator >= denominator - denominator / 2 ? 1U : 0U);
    if (rounded < kTenThousand) { return place_point(static_cast<std::uint64_t>(rounded), decimals); }
    denominator *= 10;
    --decimals;
  }
}

std::string percent_of_magnitude(std::uint64_t numerator, std::uint64_t denominator) {
  if (numerator == 0) { return "0%"; }
  const UnsignedWide hundredfold = UnsignedWide{numerator} * 100;
  if (hundredfold >= denominator) {
    const auto text = quotient_text(hundredfold, denominator, kPercentDecimals) + '%';
    return text == "100%" && numerator < denominator ? std::string(kAlmostSure) : text;
  }
  const bool written_out = UnsignedWide{numerator} * kLeastPercents >= denominator;
  const auto text =
      written_out ? quotient_text(hundredfold, denominator, kPercentDecimals) + '%' : std::string(kTooSmall);
  return fmt::format("{} (1 in {})", text, quotient_text(denominator, numerator, kOneInDecimals));
}

// The same for doubles. Twelve digits first: what a fraction shows as a half in the fifth digit is one here too,
// although the double beside it may be a little less.
std::string four_digits(double value) {
  constexpr std::uint64_t kDropped = 100'000'000;         // eight of the twelve digits
  const auto scientific = fmt::format("{:.11e}", value);  // d.ddddddddddde+xx
  const auto exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  const auto digits = std::stoull(scientific.substr(0, 1) + scientific.substr(2, 11));
  return place_point((digits + kDropped / 2) / kDropped, 3 - exponent);
}

std::string percent_of_magnitude(double probability) {
  if (probability == 0) { return "0%"; }
  if (probability * 100 >= 1) {
    auto text = four_digits(probability * 100) + '%';
    return text == "100%" && probability < 1 ? std::string(kAlmostSure) : text;
  }
  const bool written_out = probability * static_cast<double>(kLeastPercents) >= 1;
  auto text = written_out ? four_digits(probability * 100) + '%' : std::string(kTooSmall);
  constexpr double kLeastWithReciprocal = 1e-18;  // a larger N has more digits than are useful
  if (probability < kLeastWithReciprocal) { return text; }
  return fmt::format("{} (1 in {})", text, four_digits(1 / probability));
}

}  // namespace

std::string percent(const Rational& probability) {
  const auto numerator = probability.numerator();
  const auto bits = static_cast<std::uint64_t>(numerator);
  const auto magnitude = numerator < 0 ? std::uint64_t{0} - bits : bits;
  const auto text = percent_of_magnitude(magnitude, static_cast<std::uint64_t>(probability.denominator()));
  return numerator < 0 ? '-' + text : text;
}

std::string percent(double probability) {
  if (!std::isfinite(probability * 100)) { return fmt::format("{}%", probability); }
  return probability < 0 ? '-' + percent_of_magnitude(-probability) : percent_of_magnitude(probability);
}

}  // namespace spoils::number
