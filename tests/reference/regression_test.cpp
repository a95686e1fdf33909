// tests/reference/regression_test.cpp
//
// The smallest packs in which odds and the reference evaluator disagreed.
#include <gtest/gtest.h>

#include <string>

#include "compiled.h"
#include "spoils/odds.h"

namespace spoils {
namespace reference_regression_test {

/// Returns how likely the first rule is to make no thing at all, as a fraction.
std::string chance_of_nothing(const std::string& declarations) {
  const auto pack = compiled(declarations);
  Question question;
  question.count = "true";
  question.fractions = true;
  const auto odds = exact_odds(pack, question);
  EXPECT_TRUE(odds) << odds.error().message;
  if (!odds) { return ""; }
  for (const auto& row : odds->rows) {
    if (row.values[0] == "0") { return row.numerator + "/" + row.denominator; }
  }
  return "0";
}

TEST(ReferenceRegression, AStopBeforeTheFirstFieldMakesNothing) {
  EXPECT_EQ(chance_of_nothing("rule r { if chance 1/3 { stop }; plus = 1 }"), "1/3");
  EXPECT_EQ(chance_of_nothing("rule r { retry max 2 { if chance 1/3 { stop } } while chance 0%; plus = 1 }"), "1/3");
  EXPECT_EQ(chance_of_nothing("rule r { repeat 2 { if chance 1/2 { stop } }; plus = 1 }"), "3/4");
  EXPECT_EQ(
      chance_of_nothing("rule r { with stream s { if chance 1/4 { stop } }; called() }\nrule called { plus = 1 }"),
      "1/4");
  // The rule that is run stops, the one that ran it goes on.
  EXPECT_EQ(chance_of_nothing("rule r { called(); plus = 1 }\nrule called { if chance 1/4 { stop } }"), "0");
}

TEST(ReferenceRegression, WhatIsUnsetAgainMakesNothing) {
  EXPECT_EQ(chance_of_nothing("rule r { kind = axe; if chance 1/4 { kind = none } }"), "1/4");
  EXPECT_EQ(chance_of_nothing("rule r { called(); if chance 1/4 { kind = none } }\nrule called { kind = axe }"), "1/4");
}

}  // namespace reference_regression_test
}  // namespace spoils
