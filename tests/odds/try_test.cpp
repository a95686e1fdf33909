// tests/odds/try_test.cpp
//
// `try`: odds of small packs in fractions computed by hand, and rolls against these odds: what is restored (fields,
// states, things), what is not (values of a world, a declared generator), and the block that runs instead.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace try_test {

class Tries : public testing::TestWithParam<HandRow> {};

TEST_P(Tries, GoOnFromTheStateBefore) { expect_by_hand(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    , Tries,
    testing::ValuesIn(std::vector<HandRow>{
        {"Fields", "rule r { x = 1; try { x = d3 } keep x > 2 }", "x", {{"1", {2, 3}}, {"3", {1, 3}}}},
        {"OtherBlock",
         "rule r { x = 1; try { x = d3 } keep x > 2 else { x += 10 } }",
         "x",
         {{"11", {2, 3}}, {"3", {1, 3}}}},
        {"WhatIsUnsetIsUnsetAgain",
         "rule r { y = 1; try { x = d2 } keep x == 1 }",
         "x",
         {{"1", {1, 2}}, {"none", {1, 2}}}},
        {"States",
         "state s: 0..9 = 3\nrule r { try { s = d4; x = s } keep s < 3 else { x = s * 10 } }",
         "x",
         {{"1", {1, 4}}, {"2", {1, 4}}, {"30", {1, 2}}}},
        {"Lets",
         "rule r { let a = 5; try { a = d2; a += 1; x = a } keep x == 3 else { x = a } }",
         "x",
         {{"3", {1, 2}}, {"5", {1, 2}}}},
        {"ListsAndMaps",
         "field has: map of symbol to int\nrule r { l = [a]; has[a] = 1\n"
         "try { l += pick {b, c}; has[b] = 2 } keep b in l else { has[c] = count(l) }\n"
         "x = count(l) * 100 + has[a] + has[b] + has[c] }",
         "x",
         {{"203", {1, 2}}, {"102", {1, 2}}}},
        {"Certain", "rule r { x = 1; try { x = 2 } keep x == 2 else { x = 3 } }", "x", {{"2", 1}}},
        {"Impossible", "rule r { x = 1; try { x = 2 } keep x == 1 else { x += 3 } }", "x", {{"4", 1}}},
        {"ConditionThatDraws",
         "rule r { x = 1; try { x = 2 } keep chance 1/3 else { x = 3 } }",
         "x",
         {{"2", {1, 3}}, {"3", {2, 3}}}},
        {"TriesInTries",
         "rule r { x = 0; try { x += 1; try { x += d2 * 10 } keep x < 20 else { x += 100 } } keep "
         "chance 1/2 else { x += 5 } }",
         "x",
         {{"5", {1, 2}}, {"11", {1, 4}}, {"101", {1, 4}}}},
        {"InALoop", "rule r { x = 0; repeat 2 { try { x += d2 } keep x < 3 } }", "x", {{"2", {3, 4}}, {"1", {1, 4}}}},
        {"Stop",
         "rule r { x = 1; try { x = 2; if chance 1/2 { stop }; x = 3 } keep false; y = 1 }",
         "x",
         {{"2", {1, 2}}, {"1", {1, 2}}}},
        {"StopInTheOtherBlock",
         "rule r { x = 1; try { x = 2 } keep chance 1/2 else { stop }; x = 3 }",
         "x",
         {{"1", {1, 2}}, {"3", {1, 2}}}},
        {"Discard",
         "rule r { drop s; x = 1 }\nrule s { try { y = d2; if y == 1 { discard } } keep chance 1/2 else { y = 7 } }",
         "count(t in things where t.y == 7)",
         {{"0", {3, 4}}, {"1", {1, 4}}}},
        {"DroppedThings",
         "rule r { x = 1; try { drop s; drop s } keep chance 1/4 else { drop s } }\nrule s { y = d2 }",
         "count(t in things where t.y == 1)",
         {{"0", {7, 16}}, {"1", {1, 2}}, {"2", {1, 16}}}},
        {"HeldThings",
         "rule r { x = 1; try { hold s } keep chance 1/4 }\nrule s { y = d2 }",
         "count(held)",
         {{"0", {3, 4}}, {"1", {1, 4}}}},
        {"RulesThatItRuns",
         "rule r { x = 1; try { s() } keep x != 3 else { t() } }\nrule s { x = d3 }\nrule t { x = x + 10 }",
         "x",
         {{"1", {1, 3}}, {"2", {1, 3}}, {"11", {1, 3}}}},
        {"InARetry",
         "rule r { retry { x = d2; try { y = d2; x += y } keep x > 3 } while x == 1 }",
         "x",
         {{"2", {1, 2}}, {"4", {1, 2}}}},
        // The value of a world that was settled within is settled.
        {"ValuesOfAWorld",
         "world def w = pick 1..2\nrule r { x = 0; try { x = w } keep x == 1 else { x = w * 10 } }",
         "x",
         {{"1", {1, 2}}, {"20", {1, 2}}}},
        {"NumbersOfAGenerator",
         "rule r { with stream lcg(bits = 8, multiplier = 1, increment = 1, seed = 0) { "
         "try { x = pick 0..9 } keep x == 7 else { x = pick 0..9 } } }",
         "x",
         {{"2", 1}}},
    }),
    [](const auto& row) { return row.param.name; });

// A hundred steps of which each that would leave the band is put back: states join, so this is no tree of ways.
TEST(Try, JoinsEqualStates) {
  const auto pack = compiled("rule r { x = 0; repeat 100 { try { x += pick {-1, 1} } keep x in 0..3 } }");
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table);
  EXPECT_TRUE(table->exact);
  double at_ends = 0;
  for (const auto& row : table->rows) {
    at_ends += to_text(row.values[0]) == "0" || to_text(row.values[0]) == "3" ? row.probability : 0;
  }
  EXPECT_NEAR(at_ends, 0.5, 1e-9);  // the walk with holding ends is uniform in the long run
}

}  // namespace try_test
}  // namespace spoils
