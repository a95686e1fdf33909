// tests/odds/def_block_test.cpp
//
// Defs with a block: odds of small packs in fractions computed by hand, and rolls against these odds; the same def
// written as one expression; draws in blocks, which no question may take for a fixed answer; limits.
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
namespace def_block_test {

struct Row {
  std::string name;
  std::string source;  // sets `x`
  FractionOdds odds;   // of x
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class DefBlocks : public testing::TestWithParam<Row> {};

TEST_P(DefBlocks, HaveTheOddsOfTheirPaths) {
  const auto pack = compiled(GetParam().source);
  EXPECT_EQ(odds_of(pack, "x"), GetParam().odds);
  const auto question = question_by("x");
  const auto rolled = verify_odds(pack, question, *exact_odds(pack, question));
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

const std::string kHalf = "def f(n) { if chance 1/2 { give n }; give 0 }\n";

INSTANTIATE_TEST_SUITE_P(
    , DefBlocks,
    testing::ValuesIn(std::vector<Row>{
        {"Straight",
         "def f(n) { let p = n * 2; p += 1; give p }\nrule r { x = f(pick 1..2) }",
         {{"3", {1, 2}}, {"5", {1, 2}}}},
        {"EarlyGive",
         "def f(n) { if n > 1 { give 9 }; give n }\nrule r { x = f(pick 1..2) }",
         {{"1", {1, 2}}, {"9", {1, 2}}}},
        {"ElseIf",
         "def f(n) { if n == 1 { give 7 } else if n == 2 { give 8 } else { give 9 } }\nrule r { x = f(d4) }",
         {{"7", {1, 4}}, {"8", {1, 4}}, {"9", {1, 2}}}},
        {"Match",
         "def f(k) { match k { a: { give 1 }\n b, c: { let t = 1; t += 1; give t }\n else: { give none } } }\n"
         "rule r { y = 1; x = f(pick {a, b, c, d}) }",
         {{"1", {1, 4}}, {"2", {1, 2}}, {"none", {1, 4}}}},
        {"Repeat",
         "def f(n) { let s = 0; repeat n while s < 3 { s += 2 }; give s }\nrule r { x = f(pick 0..3) }",
         {{"0", {1, 4}}, {"2", {1, 4}}, {"4", {1, 2}}}},
        {"ForRange",
         "def f(n) { let s = 0; for i in 2..n { s += i }; give s }\nrule r { x = f(pick 1..4) }",
         {{"0", {1, 4}}, {"2", {1, 4}}, {"5", {1, 4}}, {"9", {1, 4}}}},
        {"GiveInALoop",
         "def f(k) { let n = 0; for x in [a, b, c] { n += 1; if x == k { give n } }; give -1 }\n"
         "rule r { x = f(pick {a, c, d}) }",
         {{"1", {1, 3}}, {"3", {1, 3}}, {"-1", {1, 3}}}},
        {"GiveInLoopsInLoops",
         "def f(n) { for i in 1..3 { for j in 1..3 { if i * j == n { give 10 * i + j } } }; give 0 }\n"
         "rule r { x = f(pick {4, 6, 5}) }",
         {{"22", {1, 3}}, {"23", {1, 3}}, {"0", {1, 3}}}},
        {"RowsOfATable",
         "table t: worth { 1 a 5; 1 b 7 }\n"
         "def f(k) { let s = 0; for row in t { if row != k { s += row.worth } }; give s }\n"
         "rule r { x = f(pick t) }",
         {{"5", {1, 2}}, {"7", {1, 2}}}},
        {"LetOfARow",
         "table t: worth { 1 a 5; 3 b 7 }\ndef f() { let k = pick k in t; give k.worth * 2 }\nrule r { x = f() }",
         {{"10", {1, 4}}, {"14", {3, 4}}}},
        {"Fractions",
         "def f(n) { let s = 1/2; repeat n { s = s / 2 }; give s }\nrule r { x = f(pick 0..1) }",
         {{"0.5", {1, 2}}, {"0.25", {1, 2}}}},
        {"IntegersAndFractions",
         "def f(n) { if n > 1 { give 1/2 }; give n }\nrule r { x = f(d2) }",
         {{"1", {1, 2}}, {"0.5", {1, 2}}}},
        {"Lists",
         "def f(k) { let l = []; for x in [a, b] { if x != k { l += x } }; give l }\nrule r { x = f(pick {a, c}) }",
         {{"[b]", {1, 2}}, {"[a, b]", {1, 2}}}},
        {"Maps",
         "def f(k) { let m = {a 1}; m[k] += 2; give m[a] }\nrule r { x = f(pick {a, b}) }",
         {{"3", {1, 2}}, {"1", {1, 2}}}},
        {"Texts",
         "def f(n) { let t = \"a\"; repeat n { t += \"b\" }; give t }\nrule r { x = f(pick 0..1) }",
         {{"a", {1, 2}}, {"ab", {1, 2}}}},
        {"Nothing",
         "def f(n) { if n == 1 { give none }; give gem }\nrule r { y = 1; x = f(d2) }",
         {{"none", {1, 2}}, {"gem", {1, 2}}}},
        {"CallsItsLikeAsArgument",
         "def f(n) { let p = n; p += 1; give p }\nrule r { x = f(f(f(1)) + f(2)) }",
         {{"7", 1}}},
        {"CallsAnother",
         "def g(n) { let p = n * 2; give p }\ndef f(n) { let p = g(n); p += g(p); give p }\nrule r { x = f(1) }",
         {{"6", 1}}},
        {"ReadsInputsStatesAndFields",
         "input a = 2\nstate b = 3\ndef f() { let p = a * b; p += c; give p }\n"
         "rule r { c = d2; x = f() }",
         {{"7", {1, 2}}, {"8", {1, 2}}}},
        {"InFoldsAndFilters",
         "table t: worth { 1 a 1; 1 b 2; 2 c 3 }\n"
         "def odd(n) { let m = n mod 2; give m == 1 }\n"
         "rule r { l = [1, 2, 3]; k = pick y in t where odd(y.worth); x = count(y in l where odd(y)) * 10 "
         "+ t[k].worth }",
         {{"21", {1, 3}}, {"23", {2, 3}}}},
        // Draws.
        {"DrawsInALet",
         "def f() { let a = d2; let b = d2; give a * b }\nrule r { x = f() }",
         {{"1", {1, 4}}, {"2", {1, 2}}, {"4", {1, 4}}}},
        {"DrawsInALoop",
         "def f() { let s = 0; repeat 3 { if chance 1/2 { s += 1 } }; give s }\nrule r { x = f() }",
         {{"0", {1, 8}}, {"1", {3, 8}}, {"2", {3, 8}}, {"3", {1, 8}}}},
        {"DrawsUntilItStops",
         "def f() { repeat 2 while chance 1/2 { if chance 1/2 { give 1 } }; give 0 }\nrule r { x = f() }",
         {{"1", {5, 16}}, {"0", {11, 16}}}},
        {"TwoCallsDrawTwice",
         kHalf + "rule r { x = f(1) + f(2) }",
         {{"0", {1, 4}}, {"1", {1, 4}}, {"2", {1, 4}}, {"3", {1, 4}}}},
        // A def that draws is no question about its argument: 1 and 2 are told apart by what they lead to.
        {"ConditionsThatDraw",
         kHalf + "rule r { n = d2; if f(n) == n { x = n } else { x = 0 } }",
         {{"0", {1, 2}}, {"1", {1, 4}}, {"2", {1, 4}}}},
        {"ComparedWithItself",
         kHalf + "rule r { n = pick 1..2; if f(n) == f(n) { x = 1 } else { x = 0 } }",
         {{"0", {1, 2}}, {"1", {1, 2}}}},
        {"DrawsForEachMember",
         kHalf + "rule r { l = [1, 2]; x = count(y in l where f(y) == y) }",
         {{"0", {1, 4}}, {"1", {1, 2}}, {"2", {1, 4}}}},
        {"OfAWorld",
         "world def f(k) { let s = 0; repeat 2 { s += pick 0..1 }; give s }\nrule r { x = 10 * f(a) + f(a) }",
         {{"0", {1, 4}}, {"11", {1, 2}}, {"22", {1, 4}}}},
        {"InADeclaredStream",
         "def f() { let s = 0; repeat 3 { s += pick 0..1 }; give s }\n"
         "rule r { with stream lcg(bits = 8, multiplier = 5, increment = 3, seed = 1) { x = f() } }",
         {{"1", 1}}},
    }),
    [](const auto& row) { return row.param.name; });

}  // namespace def_block_test
}  // namespace spoils
