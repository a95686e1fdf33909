// tests/odds/after_test.cpp
//
// `x = E after RULE(...)` and `x = E of RULE(...)`: odds of small packs in fractions computed by hand, and rolls
// against these odds: the value alone is left; fields, states, things and lets are what they were; values of a world
// and the numbers of a declared generator go on.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace after_test {

struct Row {
  std::string name;
  std::string source;
  std::vector<std::string> by;
  FractionOdds odds;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class ValuesAfterRules : public testing::TestWithParam<Row> {};

TEST_P(ValuesAfterRules, LeaveTheValueAlone) {
  const auto pack = compiled(GetParam().source);
  auto question = question_by("");
  question.by = GetParam().by;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  FractionOdds odds;
  for (const auto& row : table->rows) {
    std::string values;
    for (const auto& value : row.values) { values += (values.empty() ? "" : ", ") + to_text(value); }
    odds[values] = Fraction(row.fraction->text());
  }
  EXPECT_EQ(odds, GetParam().odds);
  const auto rolled = verify_odds(pack, question, *table);
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

INSTANTIATE_TEST_SUITE_P(
    , ValuesAfterRules,
    testing::ValuesIn(std::vector<Row>{
        {"Fields",
         "rule r { x = 1; let v = x after s(); y = v * 10 + x }\nrule s { x += d2 }",
         {"y"},
         {{"21", {1, 2}}, {"31", {1, 2}}}},
        {"AFieldIsSet",
         "rule r { x = 1; x = x * 10 after s(3) }\nrule s(n: int) { x += n; y = 5 }",
         {"x", "y"},
         {{"40, none", 1}}},
        {"ANewThingHasNoFields",
         "rule r { n = 7; let v = (if n == 7 then 1 else 0) of s(); y = v * 10 + n }\nrule s { m = 1; if chance 50% { "
         "n = 1 } }",
         {"y"},
         {{"7", 1}}},
        {"AFieldIsChanged", "rule r { x = 1; x += x after s() }\nrule s { x += 4 }", {"x"}, {{"6", 1}}},
        {"NumbersOfTwoWords",
         "rule r { x = 1/2; let v = x / 3 after s(); y = v + x }\nrule s { x = 3/4 * d2 }",
         {"y"},
         {{"0.75", {1, 2}}, {"1", {1, 2}}}},
        {"States",
         "state s: 0..9 = 3\nrule r { let v = s after t(); x = v * 10 + s }\nrule t { s = d2 }",
         {"x"},
         {{"13", {1, 2}}, {"23", {1, 2}}}},
        {"Lists",
         "rule r { l = [a]; let v = l after s(); n = count(v) * 10 + count(l) }\n"
         "rule s { l += b; if chance 1/4 { l += c } }",
         {"n"},
         {{"21", {3, 4}}, {"31", {1, 4}}}},
        {"Texts", "rule r { t = \"a\"; u = \"{t}!\" after s() }\nrule s { t += \"b\" }", {"t", "u"}, {{"a, ab!", 1}}},
        {"ANewThing",
         "rule r { x = 5; z = 7; y = (if z == none then 100 else 0) + x of s(x) }\nrule s(n: int) { x = n * d2 }",
         {"x", "y"},
         {{"5, 105", {1, 2}}, {"5, 110", {1, 2}}}},
        {"AScratchOfANewThing",
         "scratch a: int\nrule r { a = 3; x = (if a == none then 1 else a) of s(); y = a }\nrule s { z = 2 }",
         {"x", "y"},
         {{"1, 3", 1}}},
        {"FieldParameters",
         "rule r { x = 5; y = x of s(x + 1) }\nrule s(field x: int) { x += d2 }",
         {"x", "y"},
         {{"5, 7", {1, 2}}, {"5, 8", {1, 2}}}},
        {"StopEndsTheRuleAlone",
         "rule r { x = 1; y = x after s(); z = 1 }\nrule s { x = 2; if chance 1/3 { stop }; x = 3 }",
         {"y", "z"},
         {{"2, 1", {1, 3}}, {"3, 1", {2, 3}}}},
        {"DiscardLeavesItUnset",
         "rule r { x = 1; y = x after s(); z = 1 }\nrule s { x = 2; if chance 1/3 { discard } }",
         {"y", "z"},
         {{"none, 1", {1, 3}}, {"2, 1", {2, 3}}}},
        {"DroppedThings",
         "rule r { x = 1; y = x after s(); drop t }\nrule s { x = 2; drop t; drop t; hold t }\nrule t { z = d2 }",
         {"count(t in things where t.z == 1)"},
         {{"0", {1, 2}}, {"1", {1, 2}}}},
        {"HeldThings",
         "rule r { x = 1; y = x after s() }\nrule s { x = 2; if chance 1/2 { hold t } }\nrule t { z = d2 }",
         {"count(held)"},
         {{"0", 1}}},
        {"TheValueDraws",
         "rule r { x = 1; y = x + d2 after s() }\nrule s { x = 2 }",
         {"x", "y"},
         {{"1, 3", {1, 2}}, {"1, 4", {1, 2}}}},
        {"WithinAnother",
         "rule r { x = 1; y = x after s() }\nrule s { let v = x after t(); x = v * 10 + x }\nrule t { x += d2 }",
         {"y"},
         {{"21", {1, 2}}, {"31", {1, 2}}}},
        {"InALoop",
         "rule r { x = 0; repeat 2 { let v = x after s(); if v < 2 { x += 1 } } }\nrule s { x += d2 }",
         {"x"},
         {{"0", {1, 4}}, {"1", {3, 4}}}},
        {"ForEachOfAList",
         "rule r { x = 1; for n in [1, 2, 3] { let v = x after s(n); if v <= 3 { l += n } } }\n"
         "field l: list of int\nrule s(n: int) { x += n }",
         {"l"},
         {{"[1, 2]", 1}}},
        {"InATry",
         "rule r { x = 1; try { x = d2; y = x after s() } keep y > 2 else { z = 1 } }\nrule s { x += d2 - 1 }",
         {"x", "z"},
         {{"1, 1", {3, 4}}, {"2, none", {1, 4}}}},
        {"ValuesOfAWorld",
         "world def w = pick 1..2\nrule r { let v = x after s(); x = v * 10 + w }\nrule s { x = w }",
         {"x"},
         {{"11", {1, 2}}, {"22", {1, 2}}}},
        {"AWorldRule",
         "rule r { x = 9; let v = x of s(); let u = x of s(); y = v * 10 + u }\nworld rule s { x = d2 }",
         {"x", "y"},
         {{"9, 11", {1, 2}}, {"9, 22", {1, 2}}}},
        {"NumbersOfAGenerator",
         "rule r { with stream lcg(bits = 8, multiplier = 1, increment = 1, seed = 0) { "
         "y = x after s(); z = pick 0..9 } }\nrule s { x = pick 0..9 }",
         {"y", "z"},
         {{"1, 2", 1}}},
        {"TheWordsAreNamesElsewhere", "rule r { after = 1; of = after + 1; x = of }", {"x"}, {{"2", 1}}},
    }),
    [](const auto& row) { return row.param.name; });

}  // namespace after_test
}  // namespace spoils
