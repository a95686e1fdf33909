// tests/packs/crawl_facts.h
//
// The types of the published tables of Dungeon Crawl Stone Soup 0.5.2, and the agreement of a computed figure with one.
// Figures are kept as printed, since their digits show how far they were rounded.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace spoils::packs::crawl {

/// A share in percent. "*" is printed for a share close to 0, "<1" for less than 1, "-" and "" for 0.
struct Share {
  std::string_view outcome;
  std::string_view published;
};

/// Shares of the same outcomes for each kind that the row names, with blanks between them.
template <std::size_t N>
struct GridRow {
  std::string_view kinds;
  std::array<std::string_view, N> cells;
};

struct Formula {
  std::string_view outcome;
  std::string_view constant;
  std::string_view slope;
};

struct Spread {
  std::string_view outcome;
  std::string_view published;
  int least;
  int most;
};

struct Scroll {
  std::string_view outcome;
  std::string_view published;
  int minimum;
  std::string_view replacement;
};

struct Looks {
  std::string_view outcome;
  std::string_view published;
  std::string_view appearance;
};

struct Jewel {
  enum class Bonus { None, One, Two };
  enum class Curse { Seldom, Always, IfNegative };
  std::string_view outcome;
  std::string_view published;
  Bonus bonus;
  Curse curse;
};

struct Claim {
  std::string_view id, rule, kind, condition, given;
  int depth;
  std::string_view branch;
  double low, high;
};

struct Span {
  std::string_view id, rule, field, given;
  int depth;
  int least, most;
};

struct Number {
  std::string_view id, rule;
  int depth;
  std::string_view branch;
  int least, most;
};

/// Half of the last printed digit.
inline double rounding_of(std::string_view published) {
  const auto point = published.find('.');
  const auto digits = point == std::string_view::npos ? 0 : published.size() - point - 1;
  return 0.5 * std::pow(10.0, -static_cast<double>(digits));
}

inline double number_of(std::string_view published) { return std::strtod(std::string(published).c_str(), nullptr); }

constexpr double kExactly = 1e-9;  // what doubles may be off after a few hundred additions

/// Returns whether a share in percent agrees with the printed one. "*" means more than 0, but less than `star`.
inline bool agrees(std::string_view published, double percent, double star = 0.5) {
  if (published.empty() || published == "-") { return percent == 0; }
  if (published == "*") { return percent > 0 && percent < star; }
  if (published == "<1") { return percent > 0 && percent < 1; }
  return std::abs(percent - number_of(published)) <= rounding_of(published) + kExactly;
}

}  // namespace spoils::packs::crawl
