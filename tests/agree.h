// tests/agree.h
//
// Whether counts of rolls are likely under exact odds.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/poisson.hpp>

#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {

/// Returns a value as odds write it.
inline std::string text_of(const Value& value, bool is_set = false) {
  switch (value.kind()) {
    case Value::Kind::Integer: return std::to_string(value.integer());
    case Value::Kind::Flag: return value.flag() ? "true" : "false";
    case Value::Kind::Symbol:
    case Value::Kind::Text: return std::string(value.text());
    case Value::Kind::List: {
      std::string out;
      // The first member may be an empty text.
      for (std::size_t i = 0; i < value.members().size(); ++i) {
        out += (i == 0 ? "" : ", ") + text_of(value.members()[i]);
      }
      return is_set ? "{" + out + "}" : "[" + out + "]";
    }
    case Value::Kind::Map: {
      std::string out;
      for (const auto& [key, amount] : value.entries()) {
        out += (out.empty() ? "" : ", ") + text_of(key) + " " + std::to_string(amount);
      }
      return "{" + out + "}";
    }
    default: return "none";
  }
}

using Counts = std::map<std::string, std::uint64_t>;

/// Returns a description of the difference between counts and odds; empty if they agree. A right answer is reported as
/// wrong with a probability of at most `risk`, provided that the chi-square law holds: outcomes of fewer than five
/// expected rolls are taken together.
inline std::string disagreement(const Counts& counts, const OddsTable& table, std::uint64_t rolls, double risk) {
  double sum = 0;
  double expected_rest = 0;
  double rest = 0;
  int classes = 0;
  double total = 0;
  auto left = counts;
  for (const auto& row : table.rows) {
    total += row.probability;
    const auto found = left.find(to_text(row.values[0]));
    const auto seen = found == left.end() ? 0.0 : static_cast<double>(found->second);
    if (found != left.end()) { left.erase(found); }
    const auto expected = row.probability * static_cast<double>(rolls);
    if (expected < 5) {
      expected_rest += expected;
      rest += seen;
      continue;
    }
    sum += (seen - expected) * (seen - expected) / expected;
    ++classes;
  }
  if (std::abs(total - 1) > 1e-12) { return "the odds add up to " + std::to_string(total); }
  if (!left.empty()) { return "`" + left.begin()->first + "` was rolled and has no odds"; }
  if (expected_rest >= 5) {
    sum += (rest - expected_rest) * (rest - expected_rest) / expected_rest;
    ++classes;
  } else if (rest > 0) {
    const boost::math::poisson law(expected_rest);
    if (boost::math::cdf(boost::math::complement(law, rest - 1)) < risk) { return "rare outcomes came too often"; }
  }
  if (classes < 2) { return ""; }
  const boost::math::chi_squared law(classes - 1);
  return boost::math::cdf(boost::math::complement(law, sum)) < risk
             ? "chi-square " + std::to_string(sum) + " with " + std::to_string(classes) + " classes"
             : "";
}

}  // namespace spoils
