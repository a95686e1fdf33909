// importers/dice.cpp
//
// Parses dice with a scanner from left to right and writes them as expressions of a pack.
#include "importers/dice.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace spoils::importers {

namespace {

constexpr std::int64_t kMostDice = 10'000;
constexpr std::int64_t kMostNumber = 1'000'000;
constexpr std::int64_t kMostDenominator = 20'000;
constexpr std::size_t kMostDecimals = 9;

// Reads a text from the left.
struct Scan {
  std::string_view rest;

  bool skip(char sign) {
    if (rest.empty() || rest.front() != sign) { return false; }
    rest.remove_prefix(1);
    return true;
  }
  std::optional<std::int64_t> digits() {
    std::int64_t value = 0;
    std::size_t used = 0;
    while (used < rest.size() && rest[used] >= '0' && rest[used] <= '9' && value <= kMostNumber) {
      value = value * 10 + (rest[used] - '0');
      ++used;
    }
    if (used == 0 || value > kMostNumber) { return std::nullopt; }
    rest.remove_prefix(used);
    return value;
  }
};

// `XdY` after both signs are read; `count` is the number before the d.
bool read_sides(Scan& scan, std::int64_t count, bool negative, Dice& out) {
  const auto sides = scan.digits();
  if (!sides || *sides == 0 || count > kMostDice) { return false; }
  out.count = negative ? -count : count;
  out.sides = *sides;
  return true;
}

bool read_growth(Scan& scan, Dice& out) {
  if (!scan.skip('M')) { return scan.rest.empty(); }
  const bool negative = scan.skip('-');
  const auto growth = scan.digits();
  if (!growth || !scan.rest.empty()) { return false; }
  out.growth = negative ? -*growth : *growth;
  return true;
}

}  // namespace

std::optional<Dice> read_dice(std::string_view text) {
  Scan scan{text};
  Dice out;
  if (text.empty()) { return out; }
  bool negative = scan.skip('-');
  auto number = scan.digits();
  if (number && scan.rest.empty()) {
    out.constant = negative ? -*number : *number;
    return out;
  }
  if (number && scan.skip('+')) {
    out.constant = negative ? -*number : *number;
    if (scan.rest.empty()) { return std::nullopt; }
    negative = scan.skip('-');
    number = scan.digits();
  }
  if (scan.skip('d')) {
    if (!read_sides(scan, number.value_or(1), negative, out)) { return std::nullopt; }
  } else if (number || negative) {
    return std::nullopt;
  }
  if (!read_growth(scan, out)) { return std::nullopt; }
  return out;
}

std::string dice_expression(const Dice& dice, std::string_view level) {
  std::string out;
  const auto add = [&out](const std::string& part) {
    if (out.empty()) {
      out = part;
    } else if (part.front() == '-') {
      out += " - " + part.substr(1);
    } else {
      out += " + " + part;
    }
  };
  if (dice.constant != 0) { add(fmt::to_string(dice.constant)); }
  if (dice.count != 0) {
    const std::int64_t count = std::abs(dice.count);
    const std::string thrown = count == 1 ? fmt::format("d{}", dice.sides) : fmt::format("{}d{}", count, dice.sides);
    add((dice.count < 0 ? "-" : "") + thrown);
  }
  if (dice.growth != 0 && !level.empty()) { add(fmt::format("growing({}, {})", dice.growth, level)); }
  return out.empty() ? "0" : out;
}

std::optional<std::string> number_expression(std::string_view written) {
  const std::string text(written);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(std::abs(value) <= 1e9)) { return std::nullopt; }
  const std::size_t point = text.find('.');
  const bool plain = text.find_first_of("eE") == std::string::npos;
  if (plain && point == std::string::npos) { return text; }
  if (plain && text.size() - point - 1 <= kMostDecimals) {
    std::string out = text;
    while (out.back() == '0') { out.pop_back(); }
    if (out.back() == '.') { out.pop_back(); }
    return out == "-0" ? "0" : out;
  }
  const char* sign = value < 0 ? "-" : "";
  // Less than any fraction that is taken, and yet not nothing: a weight of 0 would make it impossible.
  if (value != 0 && std::abs(value) < 1.0 / kMostDenominator) {
    return fmt::format("({}1/{:.0f})", sign, std::min(1e9, std::round(1 / std::abs(value))));
  }
  // The convergents of the continued fraction.
  double rest = std::abs(value);
  std::int64_t above = 1;
  std::int64_t above_before = 0;
  std::int64_t below = 0;
  std::int64_t below_before = 1;
  for (;;) {
    const auto whole = static_cast<std::int64_t>(std::floor(rest));
    const std::int64_t next_above = whole * above + above_before;
    const std::int64_t next_below = whole * below + below_before;
    if (next_below > kMostDenominator) { break; }
    above_before = above;
    below_before = below;
    above = next_above;
    below = next_below;
    const double fraction = rest - std::floor(rest);
    if (fraction < 1e-12) { break; }
    rest = 1 / fraction;
    if (rest > 1e9) { break; }
  }
  // The fraction between the last two convergents may be nearer.
  const auto times = (kMostDenominator - below_before) / below;
  const auto between = std::pair(times * above + above_before, times * below + below_before);
  const auto distance = [&](std::int64_t over, std::int64_t under) {
    return std::abs(std::abs(value) - static_cast<double>(over) / static_cast<double>(under));
  };
  if (between.second > 0 && distance(between.first, between.second) < distance(above, below)) {
    std::tie(above, below) = between;
  }
  if (below == 1) { return fmt::format("{}{}", sign, above); }
  return fmt::format("({}{}/{})", sign, above, below);
}

std::int64_t greatest(const Dice& dice) {
  return dice.constant + (dice.count > 0 ? dice.count * dice.sides : dice.count);
}

std::string addition(std::string_view field, const std::string& amount) {
  const bool single = amount.find(' ') == std::string::npos;
  if (single && amount.front() == '-') { return fmt::format("{} -= {}", field, amount.substr(1)); }
  return fmt::format("{} += {}", field, amount);
}

}  // namespace spoils::importers
