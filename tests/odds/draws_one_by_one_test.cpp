// tests/odds/draws_one_by_one_test.cpp
//
// Statements with folds that draw, and lists that get what is drawn (odds/draws_one_by_one.h): small ones against all
// rolls of their dice, which this file goes through itself; with the order of draws, what may not be evaluated, and
// slots that a loop must not share; and many dice, which have closed forms and far too many ways.
#include "odds/draws_one_by_one.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/exact_odds_of.h"
#include "spoils/odds.h"

namespace spoils {
namespace draws_one_by_one_test {

using Fraction = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;
using Odds = OddsOfValues;

using Dice = std::vector<int>;

/// The odds of a value of so many dice, all ways one by one.
Odds of_dice(int count, int sides, const std::function<std::string(const Dice&)>& value) {
  Odds out;
  Dice dice(static_cast<std::size_t>(count), 1);
  Fraction each = 1;
  for (int i = 0; i < count; ++i) { each /= sides; }
  while (true) {
    out[value(dice)] += each;
    std::size_t i = 0;
    for (; i < dice.size() && ++dice[i] > sides; ++i) { dice[i] = 1; }
    if (i == dice.size()) { return out; }
  }
}

std::string text(std::ptrdiff_t number) { return std::to_string(number); }
std::string flag(bool value) { return value ? "true" : "false"; }
std::ptrdiff_t at_least(const Dice& dice, int least) {
  return std::count_if(dice.begin(), dice.end(), [&](int n) { return n >= least; });
}

struct Row {
  std::string name;
  std::string declarations;
  int count = 0;  // of dice
  int sides = 0;
  std::function<std::string(const Dice&)> expected;
  bool is_rewritten = true;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class OneByOne : public testing::TestWithParam<Row> {};

TEST_P(OneByOne, HasTheOddsOfAllDice) {
  const auto& row = GetParam();
  auto program = compiled(row.declarations).data().program;
  EXPECT_EQ(odds::draw_one_by_one(program), row.is_rewritten);
  EXPECT_EQ(exact_odds_of(row.declarations, 1'000'000), of_dice(row.count, row.sides, row.expected));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, OneByOne,
    testing::ValuesIn(std::vector<Row>{
        {"Count", "rule r { x = count(i in 1..3 where d6 >= 5) }", 3, 6,
         [](const Dice& d) { return text(at_least(d, 5)); }},
        {"Sum", "rule r { x = sum(i in 1..3: if i == 2 then -d6 else d6) }", 3, 6,
         [](const Dice& d) { return text(d[0] - d[1] + d[2]); }},
        {"SumOfTheUnset", "rule r { x = sum(i in 1..3: if d6 > 3 then i else none) }", 3, 6,
         [](const Dice& d) { return text((d[0] > 3 ? 1 : 0) + (d[1] > 3 ? 2 : 0) + (d[2] > 3 ? 3 : 0)); }},
        {"Any", "rule r { x = any(i in 1..3: d6 == i) }", 3, 6,
         [](const Dice& d) { return flag(d[0] == 1 || d[1] == 2 || d[2] == 3); }},
        {"All", "rule r { x = all(i in 1..3 where d2 == 1: d2 == 1) }", 6, 2,
         [](const Dice& d) {
           return flag((d[0] > 1 || d[1] == 1) && (d[2] > 1 || d[3] == 1) && (d[4] > 1 || d[5] == 1));
         }},
        {"Greatest", "rule r { x = max(i in 1..3: d6) }", 3, 6,
         [](const Dice& d) { return text(*std::max_element(d.begin(), d.end())); }},
        {"LeastOfSome", "rule r { x = min(i in 1..2 where d2 == 1: -d2) }", 4, 2,
         [](const Dice& d) {
           int least = 0;
           if (d[0] == 1) { least = -d[1]; }
           if (d[2] == 1) { least = std::min(least, -d[3]); }
           return text(least);
         }},
        {"GreatestIsNegative", "rule r { x = max(i in 1..2: -d6) }", 2, 6,
         [](const Dice& d) { return text(-std::min(d[0], d[1])); }},
        {"List", "rule r { let l = list(i in 1..3: d6)\n x = count(n in l where n == max(l)) * 10 + min(l) }", 3, 6,
         [](const Dice& d) {
           const int most = *std::max_element(d.begin(), d.end());
           return text(std::count(d.begin(), d.end(), most) * 10 + *std::min_element(d.begin(), d.end()));
         }},
        {"OrderOfAList", "rule r { let l = list(i in 1..3: d3)\n x = l[1] * 100 + l[2] * 10 + l[3] }", 3, 3,
         [](const Dice& d) { return text(d[0] * 100 + d[1] * 10 + d[2]); }},
        {"MembersByChance", "rule r { x = sum(n in list(k in [1, 2, 4] where d2 == 1): n) }", 3, 2,
         [](const Dice& d) { return text((d[0] == 1 ? 1 : 0) + (d[1] == 1 ? 2 : 0) + (d[2] == 1 ? 4 : 0)); }},
        {"Set", "rule r { x = count(set(i in 1..3: d6)) }", 3, 6,
         [](const Dice& d) { return text(static_cast<std::ptrdiff_t>(std::set<int>(d.begin(), d.end()).size())); }},
        {"Compared", "rule r { x = count(i in 1..2 where d6 >= 4) > count(i in 1..2 where d6 >= 5) }", 4, 6,
         [](const Dice& d) { return flag((d[0] > 3) + (d[1] > 3) > (d[2] > 4) + (d[3] > 4)); }},
        {"BehindADraw", "rule r { x = d6 * 10 + count(i in 1..2 where d6 >= 5) }", 3, 6,
         [](const Dice& d) { return text(d[0] * 10 + (d[1] > 4) + (d[2] > 4)); }, false},
        {"BeforeADraw", "rule r { x = count(i in 1..2 where d6 >= 5) * 10 + d6 }", 3, 6,
         [](const Dice& d) { return text(((d[0] > 4) + (d[1] > 4)) * 10 + d[2]); }},
        {"NotAlwaysEvaluated", "rule r { x = if any(i in 1..2: d3 == 3) then 9 else sum(i in 1..2: d3) }", 4, 3,
         [](const Dice& d) { return d[0] == 3 || d[1] == 3 ? std::string("9") : text(d[2] + d[3]); }},
        {"NotEvaluatedWhereItFails", "rule r { let n = d2 - 1\n x = if n == 0 then 0 else sum(i in 1..1: d2 // n) }", 2,
         2, [](const Dice& d) { return text(d[0] == 1 ? 0 : d[1]); }, false},
        {"ADefTwice",
         "def hits(n, least) = count(i in 1..n where d6 >= least)\nrule r { x = hits(1, 5) * 10 + hits(2, 3) }", 3, 6,
         [](const Dice& d) { return text((d[0] > 4) * 10 + (d[1] > 2) + (d[2] > 2)); }},
        {"ADefWhoseParameterOutlivesItsLoop",
         "def f(a) = a + count(i in 1..2 where d2 == 2)\nrule r { x = f(10) - f(20) * 3 }", 4, 2,
         [](const Dice& d) { return text(10 + (d[0] == 2) + (d[1] == 2) - 3 * (20 + (d[2] == 2) + (d[3] == 2))); }},
        {"ADefWhoseParameterOutlivesItsLoopInAList",
         "def f(a) = a + count(i in 1..1 where d2 == 2)\nrule r { let l = [f(1), f(5)]\n x = l[1] * 10 + l[2] }", 2, 2,
         [](const Dice& d) { return text((1 + (d[0] == 2)) * 10 + 5 + (d[1] == 2)); }},
        {"ADefThatDrawsAfterItsLoop",
         "def f(a) = count(i in 1..1 where d2 == 2) * 10 + d2 + a\nrule r { x = f(100) * 1000 + f(200) }", 4, 2,
         [](const Dice& d) { return text(((d[0] == 2) * 10 + d[1] + 100) * 1000 + (d[2] == 2) * 10 + d[3] + 200); }},
        {"ADefOfItself", "def most(n) = max(i in 1..n: d2)\nrule r { x = most(most(1) + 1) }", 4, 2,
         [](const Dice& d) {
           int out = std::max(d[1], d[2]);
           if (d[0] == 2) { out = std::max(out, d[3]); }
           return text(out);
         }},
        {"Nested", "rule r { let l = list(i in 1..2: sum(list(j in 1..2: d3)))\n x = max(l) }", 4, 3,
         [](const Dice& d) { return text(std::max(d[0] + d[1], d[2] + d[3])); }},
        {"ReadsTheListThatItReplaces", "rule r { let l = [1, 2]\n l = list(n in l: n * d3)\n x = l[1] * 10 + l[2] }", 2,
         3, [](const Dice& d) { return text(d[0] * 10 + 2 * d[1]); }},
        {"ReadsTheSumThatItReplaces", "rule r { x = 2\n x = sum(i in 1..2: x * d3) }", 2, 3,
         [](const Dice& d) { return text(2 * d[0] + 2 * d[1]); }},
        {"InALoop", "rule r { x = 0\n repeat 2 { x += 1 + count(i in 1..2 where d6 == 6) } }", 4, 6,
         [](const Dice& d) { return text(2 + at_least(d, 6)); }},
        {"AsACondition", "rule r { if count(i in 1..3 where d6 >= 5) >= 2 { x = 1 } else { x = 0 } }", 3, 6,
         [](const Dice& d) { return text(at_least(d, 5) >= 2 ? 1 : 0); }},
        {"AsAnArgument", "rule r { s(sum(i in 1..2: d3), d3) }\nrule s(a: int, b: int) { x = a * 10 + b }", 3, 3,
         [](const Dice& d) { return text((d[0] + d[1]) * 10 + d[2]); }},
        {"AsTheListOfALoop", "rule r { x = 0\n for n in list(i in 1..2: d3) { x = x * 10 + n } }", 2, 3,
         [](const Dice& d) { return text(d[0] * 10 + d[1]); }},
        {"AsANumberOfTurns", "rule r { x = 0\n repeat count(i in 1..2 where d3 == 1) { x += d3 } }", 4, 3,
         [](const Dice& d) {
           const int turns = (d[0] == 1) + (d[1] == 1);
           return text(turns == 0 ? 0 : turns == 1 ? d[2] : d[2] + d[3]);
         }},
        {"AState", "state n: 0..3 = 0\nrule r { n = sum(i in 1..2: if i == 1 then -d2 else 1 + d2)\n x = n }", 2, 2,
         [](const Dice& d) { return text(1 - d[0] + d[1]); }},
        {"IntoAList",
         "table t { a; b; 2 c }\nrule r { let l = []\n repeat 3 { l += pick t }\n x = count(n in l where n == a) }", 3,
         4, [](const Dice& d) { return text(std::count(d.begin(), d.end(), 1)); }},
        {"IntoASet",
         "table t { a; b; 2 c }\nscratch l: set of symbol\nrule r { repeat 3 { let k = pick t\n l += k }\n x = "
         "count(l) }",
         3, 4,
         [](const Dice& d) {
           std::set<int> out;
           for (const int n : d) { out.insert(std::min(n, 3)); }
           return text(static_cast<std::ptrdiff_t>(out.size()));
         }},
        // Weights 1 : 1 and then 3 : 1.
        {"IntoAListByWeightsThatChange",
         "scratch w: int\ntable t { (w) a; b }\nrule r { w = 1\n let l = []\n repeat 2 { l += pick t\n w += 2 }\n"
         " x = count(n in l where n == a) }",
         2, 4, [](const Dice& d) { return text((d[0] > 2) + (d[1] > 1)); }},
        {"IntoAListThatShows", "table t { a; b; 2 c }\nrule r { let l = []\n repeat 2 { l += pick t }\n x = l[2] }", 2,
         4, [](const Dice& d) { return std::string(1, "abcc"[d[1] - 1]); }},
    }),
    [](const auto& row) { return row.param.name; });

Integer choose(int n, int k) {
  Integer out = 1;
  for (int i = 0; i < k; ++i) { out = out * (n - i) / (i + 1); }
  return out;
}

Fraction power(const Fraction& base, int exponent) {
  Fraction out = 1;
  for (int i = 0; i < exponent; ++i) { out *= base; }
  return out;
}

// 40 dice of which a third hit: the binomial distribution, in far fewer paths than 6^40.
TEST(ManyDice, HitBinomially) {
  Odds expected;
  for (int k = 0; k <= 40; ++k) {
    expected[std::to_string(k)] = choose(40, k) * power(Fraction(1, 3), k) * power(Fraction(2, 3), 40 - k);
  }
  EXPECT_EQ(exact_odds_of("rule r { x = count(i in 1..40 where d6 >= 5) }", 100'000), expected);
  EXPECT_EQ(exact_odds_of("rule r { let dice = list(i in 1..40: d6)\n x = count(n in dice where n >= 5) }", 1'000'000),
            expected);
}

// The best three of four dice are 18 in 21 of 1,296 ways; of six such scores one is.
TEST(ManyDice, SixScoresOfTheBestThree) {
  const auto none = power(1 - Fraction(21, 1296), 6);
  const Odds expected{{"false", none}, {"true", 1 - none}};
  const std::string def = "def score { let d = list(i in 1..4: d6)\n give sum(d) - min(d) }\n";
  EXPECT_EQ(exact_odds_of(def + "rule r { let all = list(n in 1..6: score())\n x = max(all) == 18 }", 5'000'000),
            expected);
}

// All of 20 kinds among 50, by inclusion and exclusion.
TEST(ManyDraws, CollectAllCoupons) {
  Fraction all = 0;
  for (int k = 0; k <= 20; ++k) { all += (k % 2 == 0 ? 1 : -1) * choose(20, k) * power(Fraction(20 - k, 20), 50); }
  std::string table = "table toy {";
  for (int i = 0; i < 20; ++i) { table += " t" + std::to_string(i) + ";"; }
  const Odds expected{{"false", 1 - all}, {"true", all}};
  EXPECT_EQ(
      exact_odds_of(
          table + " }\nscratch have: set of symbol\nrule r { repeat 50 { have += pick toy }\n x = count(have) == 20 }",
          100'000),
      expected);
}

// The fault is where a roll has it.
TEST(ManyDraws, FailWhereTheyAre) {
  const auto pack = compiled("rule r {\n  x = 1 // count(i in 1..2 where d2 == 1)\n}\n");
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  const auto table = exact_odds(pack, question);
  ASSERT_FALSE(table);
  EXPECT_NE(table.error().text().find(":3:7: this divides by zero"), std::string::npos) << table.error().text();
}

// A def that calls another one twice, and that one another one: the loops in them are not written without an end.
TEST(ManyDraws, AreWrittenWithinBounds) {
  std::string defs = "def f0 = count(i in 1..1 where chance 1/2)\n";
  for (int k = 1; k <= 16; ++k) {
    const auto before = "f" + std::to_string(k - 1) + "()";
    defs += "def f" + std::to_string(k) + " = min(1, " + before + " + " + before + ")\n";
  }
  const auto pack = compiled(defs + "rule r { x = f16() }\nrule q { x = f4() }");
  auto program = pack.data().program;
  const auto before = program.statements.size();
  EXPECT_TRUE(odds::draw_one_by_one(program));
  EXPECT_LT(program.statements.size(), before + 100'000);
}

}  // namespace draws_one_by_one_test
}  // namespace spoils
