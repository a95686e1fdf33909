// text/plain/figures.cpp
//
// Rounds in decimal: twelve digits of the double first, then four of those or the whole number, halves up.
#include "text/plain/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace spoils::text {
namespace {

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

enum class Digits { Four, Whole };  // four significant ones; those, and all of the whole part
enum class Rounding { HalvesUp, Down };

std::string rounded(double value, Digits wanted, Rounding rounding) {
  if (!std::isfinite(value)) { return fmt::format("{}", value); }
  if (value == 0) { return "0"; }
  const bool is_down = rounding == Rounding::Down;
  if (std::abs(value) < 1e-9) { return is_down && value > 0 ? "0" : fmt::format("{:.4g}", value); }
  // Twelve digits first: what a fraction shows as a half in the fifth digit is one here, too, although the double
  // beside it may be a little less.
  constexpr int kDigits = 12;
  const auto scientific = fmt::format("{:.{}e}", std::abs(value), kDigits - 1);  // d.ddddddddddde+xx
  const auto exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  const auto digits = std::stoull(scientific.substr(0, 1) + scientific.substr(2, kDigits - 1));
  const int kept = wanted == Digits::Four ? 4 : std::clamp(exponent + 1, 4, kDigits);
  std::uint64_t unit = 1;
  for (int i = kept; i < kDigits; ++i) { unit *= 10; }
  const auto added = !is_down ? unit / 2 : value < 0 ? unit - 1 : 0;
  const auto text = place_point((digits + added) / unit, kept - 1 - exponent);
  return value < 0 ? '-' + text : text;
}

}  // namespace

std::string four_digits(double value) { return rounded(value, Digits::Four, Rounding::HalvesUp); }

std::string amount(double value) { return rounded(value, Digits::Whole, Rounding::HalvesUp); }

std::string amount_at_least(double value) { return rounded(value, Digits::Whole, Rounding::Down); }

std::string percent_alone(double probability) {
  if (probability > 0 && probability < 1e-9) { return "<0.0000001%"; }
  const auto text = four_digits(probability * 100) + '%';
  return text == "100%" && probability < 1 ? ">99.99%" : text;
}

double half_width(double figure, double low, double high) {
  const double half = std::max(high - figure, figure - low);
  const double unit = half > 0 ? std::pow(10, std::floor(std::log10(half)) - 1) : 1;
  return std::ceil(half / unit - 1e-9) * unit;
}

std::string estimate(double value, double low, double high, std::string (*text)(double)) {
  if (!(value > 0) && low <= 0) { return "below " + text(high); }
  return text(value) + " +- " + text(half_width(value, low, high));
}

std::string one_in(double probability, double log10) {
  constexpr double kWrittenOut = 1e15;
  const double every = 1 / probability;
  if (probability > 0 && every < kWrittenOut) { return "1 in " + four_digits(every); }
  const double exponent = std::floor(-log10);
  const std::string digits = four_digits(std::pow(10, -log10 - exponent));
  if (digits == "10") { return fmt::format("1 in 10^{:.0f}", exponent + 1); }
  return digits == "1" ? fmt::format("1 in 10^{:.0f}", exponent) : fmt::format("1 in {} x 10^{:.0f}", digits, exponent);
}

std::string percent(double probability) {
  constexpr double kLeastPrecise = 1e-300;
  auto text = percent_alone(probability);
  if (probability <= 0 || probability >= 0.01) { return text; }
  // Such a double has lost digits, or is the next one to what none can hold.
  if (probability < kLeastPrecise) { return fmt::format("{} (less than 1 in 10^300)", text); }
  return fmt::format("{} ({})", text, one_in(probability, std::log10(probability)));
}

}  // namespace spoils::text
