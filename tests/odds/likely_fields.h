// tests/odds/likely_fields.h
//
// Packs of independent fields, for questions that no budget explores: the states are too many, but each outcome has a
// closed form, the product of its draws.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "spoils/odds.h"

namespace spoils::likely_fields {

/// So many fields have more outcomes than any budget allows.
inline constexpr int kMany = 30;

/// The odds of `a`, in each field; ten others have the rest.
inline constexpr double kLikely = 0.99;
inline constexpr const char* kTable = "table t { 990 a; 1 b, c, d, e, f, g, h, i, j, k }\n";

inline std::string name(int number) { return "x" + std::to_string(number); }

/// Returns a rule that draws so many fields.
inline std::string declarations(int count) {
  std::string out = std::string(kTable) + "rule r {\n";
  for (int i = 0; i < count; ++i) { out += "  " + name(i) + " = pick t\n"; }
  return out + "}\n";
}

/// Asks for all of them together.
inline Marginal question(int count) {
  Marginal out;
  out.rule = "r";
  for (int i = 0; i < count; ++i) { out.by.push_back(name(i)); }
  return out;
}

/// Returns the odds of the fields from that column on.
inline double odds_of(const Cells& row, std::size_t first = 0) {
  double out = 1;
  for (auto i = first; i < row.size(); ++i) { out *= to_text(row[i]) == "a" ? kLikely : (1 - kLikely) / 10; }
  return out;
}

/// Returns how likely it is that all of many fields are `a`.
inline double odds_of_likeliest() { return std::pow(kLikely, kMany); }

/// Expects that the bounds of each row hold these odds of it, and that nothing is lost.
template <class Odds>
void expect_bounds(const OddsTable& table, const Odds& odds) {
  double sum = table.unexplored;
  for (const auto& row : table.rows) {
    EXPECT_LE(row.low, odds(row.values) + 1e-12);
    EXPECT_GE(row.high, odds(row.values) - 1e-12);
    sum += row.low;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

}  // namespace spoils::likely_fields
