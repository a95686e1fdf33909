// text/plain/figures.cpp
//
// Rounds in decimal: twelve digits of the double first, then four of those or the whole number, halves up.
#include "text/plain/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

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

// The place of the first digit: 0 for 1 to 9.99, -1 for 0.1.
int first_place(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); }

std::string rounded(double value, Digits wanted, Rounding rounding) {
  if (!std::isfinite(value)) { return fmt::format("{}", value); }
  if (value == 0) { return "0"; }
  if (std::abs(value) < 1e-9) {
    if (rounding == Rounding::Nearest) { return fmt::format("{:.4g}", value); }
    if (rounding == Rounding::Down && value > 0) { return "0"; }
    const auto place = first_place(value);
    return fmt::format("{}e{}", rounded(value / std::pow(10, place), wanted, rounding), place);
  }
  // Twelve digits first: what a fraction shows as a half in the fifth digit is one here, too, although the double
  // beside it may be a little less.
  constexpr int kDigits = 12;
  const auto scientific = fmt::format("{:.{}e}", std::abs(value), kDigits - 1);  // d.ddddddddddde+xx
  const auto exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  const auto digits = std::stoull(scientific.substr(0, 1) + scientific.substr(2, kDigits - 1));
  const int kept = wanted == Digits::Four ? 4 : std::clamp(exponent + 1, 4, kDigits);
  std::uint64_t unit = 1;
  for (int i = kept; i < kDigits; ++i) { unit *= 10; }
  const bool is_away = (rounding == Rounding::Up) == (value > 0);  // from zero
  const auto added = rounding == Rounding::Nearest ? unit / 2 : is_away ? unit - 1 : 0;
  const auto text = place_point((digits + added) / unit, kept - 1 - exponent);
  return value < 0 ? '-' + text : text;
}

// Half of an interval in the unit of its figure, rounded up to two digits: more say nothing about a width.
double rounded_up(double half) {
  const double unit = half > 0 ? std::pow(10, std::floor(std::log10(half)) - 1) : 1;
  return std::ceil(half / unit - 1e-9) * unit;
}

}  // namespace

std::string four_digits(double value) { return rounded(value, Digits::Four, Rounding::Nearest); }

std::string amount(double value, Rounding rounding) { return rounded(value, Digits::Whole, rounding); }

std::string mean(double value) {
  constexpr double kWrittenOut = 1e12;  // by amount()
  constexpr double kMostWhole = 9007199254740992;
  const bool has_all_digits =
      std::abs(value) >= kWrittenOut && std::abs(value) < kMostWhole && std::floor(value) == value;
  return has_all_digits ? fmt::format("{:.0f}", value) : amount(value);
}

std::string percent_alone(double probability, Rounding rounding) {
  constexpr double kLeastShown = 1e-9 * (1 - 1e-11);  // what rounding took from a sum does not count
  if (probability > 0 && probability < kLeastShown) { return "<0.0000001%"; }
  const auto text = rounded(probability * 100, Digits::Four, rounding) + '%';
  return text == "100%" && probability < 1 ? ">99.99%" : text;
}

std::string percent_between(double low, double high) {
  constexpr double kNoise = 1e-11;
  if (high - low <= kNoise * low && percent(low) == percent(high)) { return percent(low); }
  return percent(low, Rounding::Down) + " to " + percent(high, Rounding::Up);
}

std::string estimate(double value, double low, double high, Unit unit) {
  constexpr int kMost = 11;        // places after the first digit
  constexpr double kLittle = 0.1;  // of the half of an interval
  const bool is_share = unit == Unit::Share;
  const auto text = [&](double of, Rounding rounding) {
    return is_share ? percent_alone(of, rounding) : amount(of, rounding);
  };
  if (!(value > 0) && low <= 0) { return "below " + text(high, Rounding::Up); }
  const double scale = is_share ? 100 : 1;
  const double figure = value * scale;
  const double half = std::max(high - value, value - low) * scale;
  auto shown = text(value, Rounding::Nearest);
  // How much is lost by rounding; a sign says on which side the figure is.
  const auto off_of = [&](const std::string& of) {
    const bool has_sign = of.front() == '<' || of.front() == '>';
    return has_sign ? 0 : std::abs(figure - std::strtod(of.c_str(), nullptr));
  };
  if (half > 0 && (shown.front() == '>' || off_of(shown) > half * kLittle)) {
    const auto places = std::clamp(-first_place(half), 0, kMost - first_place(figure));
    const auto longer = fmt::format("{:.{}f}{}", figure, places, is_share ? "%" : "");
    const bool is_certain = is_share && value < 1 && std::strtod(longer.c_str(), nullptr) >= scale;
    if (!is_certain && (shown.front() == '>' || off_of(longer) < off_of(shown))) { shown = longer; }
  }
  const auto error = half + off_of(shown);
  return shown + " +- " + text(error > 0 ? rounded_up(error) / scale : 0, Rounding::Nearest);
}

std::string one_in(double probability, double log10, Rounding rounding) {
  constexpr double kWrittenOut = 1e15;
  const auto inverse = rounding == Rounding::Down ? Rounding::Up : rounding == Rounding::Up ? Rounding::Down : rounding;
  if (probability > 0 && 1 / probability < kWrittenOut) {
    return "1 in " + rounded(1 / probability, Digits::Four, inverse);
  }
  const double exponent = std::floor(-log10);
  const std::string digits = rounded(std::pow(10, -log10 - exponent), Digits::Four, inverse);
  if (digits == "10") { return fmt::format("1 in 10^{:.0f}", exponent + 1); }
  return digits == "1" ? fmt::format("1 in 10^{:.0f}", exponent) : fmt::format("1 in {} x 10^{:.0f}", digits, exponent);
}

std::string percent(double probability, Rounding rounding) {
  constexpr double kLeastPrecise = 1e-300;
  auto text = percent_alone(probability, rounding);
  if (probability <= 0 || probability >= 0.01) { return text; }
  // Such a double has lost digits, or is the next one to what none can hold.
  if (probability < kLeastPrecise) { return fmt::format("{} (less than 1 in 10^300)", text); }
  return fmt::format("{} ({})", text, one_in(probability, std::log10(probability), rounding));
}

}  // namespace spoils::text
