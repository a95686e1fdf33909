// tests/odds/outcomes_test.cpp
//
// `least`, `greatest` and `average`: values computed by hand, in odds and in rolls, which must not draw for them; and
// the faults where they cannot be found.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {
namespace outcomes_test {

struct Row {
  std::string name;
  std::string expression;
  std::string least;
  std::string greatest;
  std::string average;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

using Fraction = boost::multiprecision::cpp_rational;

/// Returns the number that is written as 7, 14/3 or 0.25.
Fraction read(std::string text) {
  const auto point = text.find('.');
  if (point == std::string::npos) { return Fraction(text); }
  boost::multiprecision::cpp_int scale = 1;
  for (auto i = point + 1; i < text.size(); ++i) { scale *= 10; }
  text.erase(point, 1);
  const auto digits = text.find_first_not_of("-0");
  const bool is_negative = text[0] == '-';
  const Fraction value(boost::multiprecision::cpp_int(digits == std::string::npos ? "0" : text.substr(digits)), scale);
  return is_negative ? Fraction(-value) : value;
}

Fraction read(const Value& value) { return Fraction(value.integer(), value.denominator()); }

class Outcomes : public testing::TestWithParam<Row> {};

constexpr const char* kBefore =
    "table t: part, dice { 2 sword (1/2) 2d6; 1 club 3 d4; 0 bow 9 100 }\n"
    "table parts { 1 2; 3 5; 1 none }\n"
    "collection blow { damage: int; speed = 1 }\n"
    "blow bite { damage = 3d8 }\nblow claw { damage = 9d12; speed = 2 }\n"
    "def twice(p) = p + p\ndef thrown(n, s) = roll(n, s) + 1\n"
    "def loop(n) { let s = 0; repeat n { s += d3 }; if chance 1/2 { give s }; give -1 }\n";

TEST_P(Outcomes, AreExact) {
  const auto& row = GetParam();
  const auto pack = compiled(std::string(kBefore) + "rule r { n = 2; l = [3, 5]; a = least(" + row.expression +
                             "); b = greatest(" + row.expression + "); c = average(" + row.expression + ") }");
  Marginal question;
  question.rule = "r";
  question.by = {"a", "b", "c"};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  ASSERT_EQ(table->rows.size(), 1U);
  EXPECT_EQ(to_text(table->rows[0].values[0]), row.least);
  EXPECT_EQ(to_text(table->rows[0].values[1]), row.greatest);
  EXPECT_EQ(to_text(table->rows[0].values[2]), row.average);
  auto roller = Roller::make(pack, "r");
  ASSERT_TRUE(roller);
  const auto things = roller->roll(1, 2);
  ASSERT_TRUE(things) << things.error().text();
  EXPECT_EQ(read((*things)[0]["a"]), read(row.least));
  EXPECT_EQ(read((*things)[0]["b"]), read(row.greatest));
  EXPECT_EQ(read((*things)[0]["c"]), read(row.average));
}

INSTANTIATE_TEST_SUITE_P(, Outcomes,
                         testing::ValuesIn(std::vector<Row>{
                             {"Constant", "7", "7", "7", "7"},
                             {"Die", "d6", "1", "6", "3.5"},
                             {"Dice", "9d12", "9", "108", "58.5"},
                             {"ManyDice", "10000d1000000", "10000", "10000000000", "5000005000"},
                             {"NoDice", "roll(0, 6)", "0", "0", "0"},
                             {"Range", "pick -3..4", "-3", "4", "0.5"},
                             {"Sum", "2d6 + d4 - d8", "-5", "15", "5"},
                             {"Product", "(d3 - 2) * d10", "-10", "10", "0"},
                             {"ProductOfNegatives", "(d3 - 5) * (d3 - 7)", "8", "24", "15"},
                             {"Negated", "-d6", "-6", "-1", "-3.5"},
                             {"Division", "d6 // 4", "0", "1", "0.5"},
                             {"Fractions", "d6 / 4", "0.25", "1.5", "0.875"},
                             {"Power", "d3 ^ 2", "1", "9", "14/3"},
                             {"Minimum", "min(d6, d6)", "1", "6", "91/36"},
                             {"Maximum", "max(d4, 3)", "3", "4", "3.25"},
                             {"IfThatDraws", "if chance 1/3 then d6 else 10", "1", "10", "47/6"},
                             {"IfThatDoesNot", "if n == 2 then d6 else 10", "1", "6", "3.5"},
                             {"CertainChance", "if chance 0% then d6 else 10", "10", "10", "10"},
                             {"SamePartTwice", "twice(d6)", "2", "12", "7"},
                             {"DefOfDraws", "thrown(n, 6)", "3", "13", "8"},
                             {"DefWithABlock", "loop(2)", "-1", "6", "1.5"},
                             // Rows that weigh nothing are no outcomes.
                             {"PickFromATable", "t[pick t].part", "0.5", "3", "4/3"},
                             {"CellThatDraws", "t[club].dice", "1", "4", "2.5"},
                             {"PickWithUnset", "pick parts", "0", "5", "3.4"},
                             {"PickWhere", "t[pick x in t where x != sword].part", "3", "3", "3"},
                             {"Member", "pick l", "3", "5", "4"},
                             {"SumOfAFold", "sum(x in l: roll(x, 4))", "8", "32", "20"},
                             {"SumOverRecords", "sum(b in blow: b.damage * b.speed)", "21", "240", "130.5"},
                             {"MaximumOfAFold", "max(x in [1, 2]: d6 * x)", "2", "12", "265/36"},
                             {"CountOfADraw", "count(x in 1..2 where chance 1/2)", "0", "2", "1"},
                             {"Distinct", "sum(pick 2 distinct from {1, 2, 4})", "3", "6", "14/3"},
                             {"Orders", "first(shuffle [1, 2, 4])", "1", "4", "7/3"},
                             {"InEachOther", "d6 + greatest(d4 + least(d8))", "6", "11", "8.5"},
                         }),
                         [](const auto& row) { return row.param.name; });

struct Failing {
  std::string name;
  std::string expression;
  std::string what;
};

void PrintTo(const Failing& row, std::ostream* out) { *out << row.name; }

class OutcomesFail : public testing::TestWithParam<Failing> {};

TEST_P(OutcomesFail, WithTheirPlace) {
  const auto pack = compiled("input n: 0..100000 = 0\nrule r { c = " + GetParam().expression + " }");
  auto roller = Roller::make(pack, "r");
  const auto things = roller->roll(1, 2);
  ASSERT_FALSE(things);
  EXPECT_NE(things.error().text().find(GetParam().what), std::string::npos) << things.error().text();
}

INSTANTIATE_TEST_SUITE_P(, OutcomesFail,
                         testing::ValuesIn(std::vector<Failing>{
                             {"TooManyWays", "least(d1000 // d1000)", "too many to look at all of them"},
                             {"OfTheRange", "average((pick 1..1000000) // 2)", "too many to look at all of them"},
                             {"OverflowOfAProbability", "average(20d100 // 2)", "leaves 64 bits"},
                             {"EmptyList", "least(pick list(x in 1..2 where n > 5: x))", "nothing to pick"},
                         }),
                         [](const auto& row) { return row.param.name; });

// These functions leave the draws of a roll as they were, and are allowed where nothing draws.
TEST(Outcome, DrawsNothing) {
  const auto with = compiled("rule r { a = least(d6) + greatest(9d12); b = d100; c = d100 }");
  const auto without = compiled("rule r { a = 109; b = d100; c = d100 }");
  auto one = Roller::make(with, "r");
  auto other = Roller::make(without, "r");
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto a = one->roll(3, i);
    const auto b = other->roll(3, i);
    ASSERT_TRUE(a && b);
    for (const auto* field : {"a", "b", "c"}) { EXPECT_EQ((*a)[0][field].integer(), (*b)[0][field].integer()); }
  }
  compiled(
      "table t { (greatest(d6)) a; (average(d6)) b }\nconstant def f(n) = least(roll(n, 6))\nmeasure m = f(2)\n"
      "rule r { x = pick t; y = f(3) }\ndisplay r \"{greatest(d6)}\"");
}

}  // namespace outcomes_test
}  // namespace spoils
