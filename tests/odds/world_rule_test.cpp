// tests/odds/world_rule_test.cpp
//
// `world rule`, and the keys under which a world keeps values: odds of small packs in fractions computed by hand, and
// rolls against these odds: what is settled, what the rule begins without, and what it leaves as it was.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace world_rule_test {

using Fraction = boost::multiprecision::cpp_rational;
using Odds = std::map<std::string, Fraction>;

struct Row {
  std::string name;
  std::string source;
  std::string by;
  Odds odds;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class WorldRules : public testing::TestWithParam<Row> {};

TEST_P(WorldRules, AreSettledOnce) {
  const auto pack = compiled(GetParam().source);
  Marginal question;
  question.rule = "r";
  question.by = {GetParam().by};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  Odds found;
  for (const auto& row : table->rows) { found[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  EXPECT_EQ(found, GetParam().odds);
  const auto rolled = verify_odds(pack, question, *table);
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

INSTANTIATE_TEST_SUITE_P(
    , WorldRules,
    testing::ValuesIn(std::vector<Row>{
        {"Once", "world rule w(k) { x = d2 }\nrule r { w(a); y = x; w(a); z = x == y }", "z", {{"true", 1}}},
        {"ForEachArgument",
         "world rule w(k) { x = d2 }\nrule r { w(a); y = x; w(b); z = x == y }",
         "z",
         {{"true", {1, 2}}, {"false", {1, 2}}}},
        {"AnUnsetListIsAnEmptyOne",
         "world def f(l: list of symbol) = (if l == none then 10 else 0) + d2\nfield l: list of symbol\n"
         "rule r { a = f(l); l = []; b = f(l); z = a == b and a < 3 }",
         "z",
         {{"true", 1}}},
        {"AnUnsetMapIsAnEmptyOne",
         "world def f(m: map of symbol to int) = (if m == none then 10 else 0) + d2\nfield m: map of symbol to int\n"
         "rule r { a = f(m); m[k] = 1; m[k] = 0; b = f(m); z = a == b and a < 3 }",
         "z",
         {{"true", 1}}},
        {"AWorldRuleTakesAnUnsetSetForAnEmptyOne",
         "world rule w(s: set of symbol = none) { x = (if s == none then 10 else 0) + d2 }\n"
         "rule r { w(); y = x; w({}); z = x == y and x < 3 }",
         "z",
         {{"true", 1}}},
        {"ArgumentsThatAreDrawn",
         "world rule w(k) { x = d2 }\nrule r { w(pick {a, b}); y = x; w(pick {a, b}); z = x == y }",
         "z",
         {{"true", {3, 4}}, {"false", {1, 4}}}},
        // The argument is no part of what it does, but of what is settled.
        {"ArgumentsThatAreNotRead",
         "world rule w(k) { x = d2 }\nrule r { drop s(1); drop s(2); drop s(1) }\nrule s(n) { w(n) }",
         "count(t in things where t.x == 1)",
         {{"0", {1, 4}}, {"1", {1, 4}}, {"2", {1, 4}}, {"3", {1, 4}}}},
        {"ListsAsArguments",
         "field l: list of symbol\nworld rule w(k) { x = d2 }\n"
         "rule r { l = [a]; l += b; w(l); y = x; w([a, b]); z = 10 * (if x == y then 1 else 0); w([b, a]); z += if x "
         "== "
         "y then 1 else 0 }",
         "z",
         {{"11", {1, 2}}, {"10", {1, 2}}}},
        {"OrdersOfListsAsArguments",
         "field l: list of symbol\nworld rule w(k) { x = d2 }\n"
         "rule r { l = shuffle [a, b]; w(l); y = x; w([a, b]); z = x == y; x = none; y = none; l = [] }",
         "z",
         {{"true", {3, 4}}, {"false", {1, 4}}}},
        {"BeginsWithoutFields",
         "world rule w(k) { x += d2; y = x }\nrule r { x = 10; y = 20; w(a); z = x * 100 + y }",
         "z",
         {{"101", {1, 2}}, {"202", {1, 2}}}},
        {"BeginsWithoutScratch",
         "scratch p: int\nworld rule w(k) { p += d2; x = p }\nrule r { p = 10; w(a); z = x * 100 + p }",
         "z",
         {{"101", {1, 2}}, {"202", {1, 2}}}},
        {"WhatItLeavesUnsetStays",
         "world rule w(k) { if chance 1/4 { x = 1 } else { y = 2 } }\nrule r { x = 10; y = 20; w(a); z = x * 100 + y }",
         "z",
         {{"120", {1, 4}}, {"1002", {3, 4}}}},
        {"WhatItUnsetsStays",
         "world rule w(k) { x = 1; x = none; y = d2 }\nrule r { x = 7; w(a); z = x * 10 + y }",
         "z",
         {{"71", {1, 2}}, {"72", {1, 2}}}},
        {"Numbers",
         "field s: number\nworld rule w(k) { s = s + (pick 1..2) / 3; if chance 1/2 { s = none } }\n"
         "rule r { s = 1/2; w(a); z = s }",
         "z",
         {{"0.5", {1, 2}}, {"1/3", {1, 4}}, {"2/3", {1, 4}}}},
        {"ParametersThatAreFields",
         "world rule w(field x: 0..9 = 3) { y = x; if chance 1/2 { x = 5 } }\nrule r { x = 7; w(4); z = x * 10 + y }",
         "z",
         {{"44", {1, 2}}, {"54", {1, 2}}}},
        {"Defaults",
         "world rule w(n = 3) { x = n * 10 + d2 }\nrule r { w(); y = x; w(3); z = x == y }",
         "z",
         {{"true", 1}}},
        {"Stop",
         "world rule w(k) { x = 1; if chance 1/2 { stop }; x = 2 }\nrule r { w(a); y = x; w(a); z = y * 10 + x }",
         "z",
         {{"11", {1, 2}}, {"22", {1, 2}}}},
        {"RulesThatItRuns",
         "world rule w(k) { s(); s() }\nrule s { x += d2 }\nrule r { w(a); y = x; w(a); z = y * 10 + x }",
         "z",
         {{"22", {1, 4}}, {"33", {1, 2}}, {"44", {1, 4}}}},
        {"WorldRulesThatItRuns",
         "world rule w(k) { v(k); y = x * 10 + d2 }\nworld rule v(k) { x = d2 }\n"
         "rule r { v(a); let b = x; w(a); z = b * 100 + y }",
         "z",
         {{"111", {1, 4}}, {"112", {1, 4}}, {"221", {1, 4}}, {"222", {1, 4}}}},
        {"WorldDefsThatItReads",
         "world rule w(k) { x = c(k) }\nworld def c(k) = d2\nrule r { w(a); z = x == c(a) }",
         "z",
         {{"true", 1}}},
        {"WithItsInputs",
         "input level: 1..9 = 4\nworld rule w(k) { with level = 2 { x = level + d2 } }\nrule r { w(a) }",
         "x",
         {{"3", {1, 2}}, {"4", {1, 2}}}},
        {"TriesAgain",
         "world rule w(k) { retry { x = d3 } while x == 2; try { x += d2 * 10 } keep x < 20 }\n"
         "rule r { w(a); y = x; w(a); z = y * 100 + x }",
         "z",
         {{"1111", {1, 4}}, {"1313", {1, 4}}, {"101", {1, 4}}, {"303", {1, 4}}}},
        // Settled in a try that is refused, it stays settled.
        {"InATry",
         "world rule w(k) { x = d2 }\nrule r { x = 0; try { w(a) } keep x == 1 else { w(a); x += 10 } }",
         "x",
         {{"1", {1, 2}}, {"12", {1, 2}}}},
        {"InARetry",
         "world rule w(k) { x = d2 }\nrule r { retry { w(pick {a, b}) } while x == 1 and y == 1; retry max 2 { y = d2; "
         "w(a) } while y == 1; z = x * 10 + y }",
         "z",
         {{"11", {1, 8}}, {"12", {3, 8}}, {"21", {1, 8}}, {"22", {3, 8}}}},
        {"InALoop",
         "world rule w(k) { x = d2 }\nrule r { repeat 3 { w(a); y += x } }",
         "y",
         {{"3", {1, 2}}, {"6", {1, 2}}}},
        {"OfDroppedThings",
         "world rule w(k) { x = d2 }\nrule r { repeat 3 { drop s } }\nrule s { w(a) }",
         "count(t in things where t.x == 1)",
         {{"0", {1, 2}}, {"3", {1, 2}}}},
        {"Dropped",
         "world rule w(k) { x = d2 }\nrule r { x = 5; drop w(a); hold w(a); drop w(b) }",
         "count(t in things where t.x == 1)",
         {{"0", {1, 4}}, {"1", {1, 4}}, {"2", {1, 4}}, {"3", {1, 4}}}},
        {"NamedByASymbol",
         "world rule w() { x = d2 }\nrule r { do pick {w}; y = x; w(); z = x == y }",
         "z",
         {{"true", 1}}},
        {"Listsmaps",
         "field has: map of symbol to int\nfield l: list of symbol\n"
         "world rule w(k) { has[pick {a, b}] += 2; l += pick {c, d}; l += c }\n"
         "rule r { has[e] = 9; l = [e]; w(x); w(x); z = count(l) * 100 + has[a] * 10 + has[e] }",
         "z",
         {{"200", {1, 2}}, {"220", {1, 2}}}},
        {"InADeclaredGenerator",
         "world rule w(k) { x = d2 }\nrule r { with stream lcg(bits = 8, multiplier = 1, increment = 1, seed = 0) { "
         "y = pick 0..9; w(a); y = y * 10 + pick 0..9 } }",
         "x",
         {{"1", {1, 2}}, {"2", {1, 2}}}},
        {"WithTheNameOfADef",
         "rule r { f(a); y = f(a); z = x == y }\nworld def f(k) = d2\nworld rule f(k) { x = d2 }",
         "z",
         {{"true", {1, 2}}, {"false", {1, 2}}}},
        // Keys of world defs.
        {"DefsOfLists",
         "world def w(l) = d2\nrule r { let l = [a]; x = w(l + [b]) == w(l + [b]); y = 1 }",
         "x",
         {{"true", 1}}},
        {"DefsOfTexts",
         "world def w(t) = d2\nrule r { let t = \"a\"; x = w(\"{t}b\") == w(\"ab\") }",
         "x",
         {{"true", 1}}},
        {"DefsOfNumbers",
         "world def w(n: number) = d2\nrule r { x = w(1/2) == w(1/3) }",
         "x",
         {{"true", {1, 2}}, {"false", {1, 2}}}},
    }),
    [](const auto& row) { return row.param.name; });

// A thing is called by the outermost rule with a display, also when that ran in what was settled before.
TEST(WorldRule, NamesTheThing) {
  const auto pack = compiled(
      "world rule w(k) { x = d2; if x == 1 { s() } }\nrule s { y = 1 }\ndisplay s \"small\"\ndisplay r \"plain\" if y "
      "== "
      "none\nrule r { w(a); x = none; t() }\nrule t { w(a) }");
  Marginal question;
  question.rule = "t";
  question.by = {"name"};
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  const auto rolled = verify_odds(pack, question, *table);
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

// The rolls of one world make the same things, whatever their inputs are, and another world makes others.
TEST(WorldRule, StaysTheSameInAWorld) {
  const auto pack = compiled(
      "input level: 1..9 = 1\nworld rule w(k) { x = pick 1..1000000; y = pick 1..1000000 }\n"
      "rule r { repeat level { n += d6 }; w(pick {a, b}) }\nrule all { drop w(a); drop w(b) }");
  const auto of = [&](std::uint64_t seed, std::string_view rule, std::string_view level) {
    std::map<std::int64_t, std::int64_t> out;
    World world(pack, seed);
    auto roller = Roller::make(pack, rule);
    EXPECT_TRUE(roller);
    EXPECT_FALSE(roller->set("level", level));
    for (int i = 0; i < 20; ++i) {
      const auto things = roller->roll(world);
      EXPECT_TRUE(things);
      for (const auto& thing : *things) { out[thing["x"].integer()] = thing["y"].integer(); }
    }
    return out;
  };
  const auto found = of(7, "r", "1");
  EXPECT_EQ(found.size(), 2U);
  EXPECT_EQ(of(7, "r", "9"), found);
  EXPECT_EQ(of(7, "all", "3"), found);
  EXPECT_NE(of(8, "all", "3"), found);
}

}  // namespace world_rule_test
}  // namespace spoils
