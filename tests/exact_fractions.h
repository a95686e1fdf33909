// tests/exact_fractions.h
//
// The odds of small packs as fractions, to be compared with those that were computed by hand.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "spoils/odds.h"

namespace spoils {

using Fraction = boost::multiprecision::cpp_rational;
using FractionOdds = std::map<std::string, Fraction>;  // by the text of a value

/// Returns the question for the odds of a field or expression in rule `r`, in fractions.
inline Marginal question_by(const std::string& by) {
  Marginal question;
  question.rule = "r";
  question.by = {by};
  question.fractions = true;
  return question;
}

/// Returns the answer. If there is none, or it is not exact, the test fails.
inline FractionOdds odds_of(const Pack& pack, const std::string& by) {
  const auto table = exact_odds(pack, question_by(by));
  EXPECT_TRUE(table) << table.error().text();
  if (!table) { return {}; }
  EXPECT_TRUE(table->exact);
  FractionOdds out;
  for (const auto& row : table->rows) { out[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  return out;
}

}  // namespace spoils
