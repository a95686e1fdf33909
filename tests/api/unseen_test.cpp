// tests/api/unseen_test.cpp
//
// Odds of rules that set a value only now and then, against closed forms. Such a value passes through the summary of
// the statement that may set it; its old value matters only to statements that read it.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "compiled.h"
#include "spoils/odds.h"

namespace spoils {
namespace unseen_test {

constexpr const char* kPack = R"(scratch kept: int

rule one_of_nine { for place in 1..9 { visit(place) }; last = kept }
rule visit(place: 1..9 = 1) {
  repeat 3 { if chance 1/2 { drop coin } }
  if chance 1 / place { kept = place }
}
rule coin { value = pick 1..2 }

rule three_tries { repeat 3 { attempt() }; last = kept }
rule attempt { if chance 1/2 { kept = pick 1..2 } }

rule three_steps { repeat 3 { climb() }; last = kept }
rule climb { if chance 1/2 { kept = (if kept == none then 0 else kept) + 1 } }
)";

std::map<std::string, std::string> fractions_of(const std::string& rule) {
  Marginal question;
  question.rule = rule;
  question.by = {"last"};
  question.fractions = true;
  std::map<std::string, std::string> out;
  const auto answer = exact_odds(compiled(kPack), question);
  if (!answer) {
    ADD_FAILURE() << answer.error().text();
    return out;
  }
  EXPECT_TRUE(answer->exact);
  for (const auto& row : answer->rows) { out[to_text(row.values[0])] = row.fraction->text(); }
  return out;
}

/// The k-th is chosen with 1/k and survives the later ones with 1/2, 2/3 ... 8/9: each has 1/9.
TEST(Unseen, EachOfNineIsAsLikely) {
  std::map<std::string, std::string> expected;
  for (int i = 1; i <= 9; ++i) { expected[std::to_string(i)] = "1/9"; }
  EXPECT_EQ(fractions_of("one_of_nine"), expected);
}

TEST(Unseen, WhatIsNeverSetStaysUnset) {
  const std::map<std::string, std::string> expected{{"none", "1/8"}, {"1", "7/16"}, {"2", "7/16"}};
  EXPECT_EQ(fractions_of("three_tries"), expected);
}

TEST(Unseen, WhatIsLookedAtIsNotUnseen) {
  const std::map<std::string, std::string> expected{{"none", "1/8"}, {"1", "3/8"}, {"2", "3/8"}, {"3", "1/8"}};
  EXPECT_EQ(fractions_of("three_steps"), expected);
}

}  // namespace unseen_test
}  // namespace spoils
