// tests/odds/constant_def_test.cpp
//
// Constant defs: odds of small packs in fractions computed by hand, and rolls against these odds; each value is
// computed once, whatever reads it and on whatever thread, and costs no roll anything; faults.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "exact_fractions.h"
#include "program/constant_values.h"
#include "program/limits.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace constant_def_test {

std::size_t values_of(const Pack& pack) { return pack.data().program.constants->size(); }

const std::string kCreatures =
    "collection creature { depth: int = 1; hp: int = 1; spells: set of symbol = {} }\n"
    "creature rat { depth = 1; hp = 2 }\ncreature bat { depth = 2; hp = 5 }\n"
    "creature orc { depth = 4; hp = 30; spells = {bolt} }\n"
    "constant def danger(c) { let p = c.hp * c.depth; if count(c.spells) > 0 { p = p * 3 }; give p }\n";

struct Row {
  std::string name;
  std::string source;  // sets `x`
  FractionOdds odds;   // of x
  std::size_t values = 0;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class ConstantDefs : public testing::TestWithParam<Row> {};

TEST_P(ConstantDefs, HaveOneValue) {
  const auto pack = compiled(GetParam().source);
  EXPECT_EQ(odds_of(pack, "x"), GetParam().odds);
  EXPECT_EQ(values_of(pack), GetParam().values);
  const auto question = question_by("x");
  const auto rolled = verify_odds(pack, question, *exact_odds(pack, question));
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
  EXPECT_EQ(values_of(pack), GetParam().values) << "rolls need no others";
}

INSTANTIATE_TEST_SUITE_P(
    , ConstantDefs,
    testing::ValuesIn(std::vector<Row>{
        {"OfRecords",
         kCreatures + "rule r { x = danger(pick creature) }",
         {{"2", {1, 3}}, {"10", {1, 3}}, {"360", {1, 3}}},
         3},
        {"OfIntegers",
         "constant def f(n, m) = n * 10 + m\nrule r { x = f(d2, 3) + f(1, 3) }",
         {{"26", {1, 2}}, {"36", {1, 2}}},
         2},
        {"OfManyIntegers",
         "constant def f(a, b, c, d) = a * 1000 + b * 100 + c * 10 + d\n"
         "rule r { x = f(1, d2, 3, 4) + f(1, 2, 3, d2) + f(1, 2, d2, 4) }",
         {{"3579", {1, 8}},
          {"3580", {1, 8}},
          {"3589", {1, 8}},
          {"3590", {1, 8}},
          {"3679", {1, 8}},
          {"3680", {1, 8}},
          {"3689", {1, 8}},
          {"3690", {1, 8}}},
         6},
        {"OfNothing",
         kCreatures + "constant def most = max(c in creature: danger(c))\nrule r { x = most + d2 }",
         {{"361", {1, 2}}, {"362", {1, 2}}},
         4},
        {"OfNone",
         "constant def f(k) = if k == none then 1 else 2\nrule r { x = f(pick {a, none}) }",
         {{"1", {1, 2}}, {"2", {1, 2}}},
         2},
        {"Fractions", "constant def f(n) = n / 4\nrule r { x = f(pick 1..2) }", {{"0.25", {1, 2}}, {"0.5", {1, 2}}}, 2},
        {"UnsetFractions",
         "constant def f(n) = if n > 1 then none else 1/4\nrule r { y = 1; x = f(pick 1..2) }",
         {{"0.25", {1, 2}}, {"none", {1, 2}}},
         2},
        {"Symbols",
         kCreatures + "constant def foe(c) = first(o in creature where danger(o) > danger(c): o)\n"
                      "rule r { y = 1; x = foe(pick creature) }",
         {{"bat", {1, 3}}, {"orc", {1, 3}}, {"none", {1, 3}}},
         6},
        {"Lists",
         kCreatures + "constant def others(c) = list(o in creature where o != c: o)\n"
                      "rule r { k = pick creature; x = pick others(k) }",
         {{"rat", {1, 3}}, {"bat", {1, 3}}, {"orc", {1, 3}}},
         3},
        {"ListsOfTheProgram",
         "constant def f(n) = if n > 1 then [a, b] else []\nrule r { x = f(pick 1..2) }",
         {{"[]", {1, 2}}, {"[a, b]", {1, 2}}},
         2},
        {"Maps",
         "constant def f(k) = {(k) 2, a 1}\nrule r { k = pick {a, b}; x = f(k)[k] * 10 + f(k)[a] }",
         {{"33", {1, 2}}, {"21", {1, 2}}},
         2},
        {"InWeightsAndFilters",
         kCreatures + "rule r { x = pick c in creature where danger(c) < 100 weight danger(c) }",
         {{"rat", {1, 6}}, {"bat", {5, 6}}},
         3},
        {"InCells",
         "constant def f(n) = n * n\ntable t: c { 1 a (f(2)); 1 b (f(3)) }\nrule r { x = t[pick t].c }",
         {{"4", {1, 2}}, {"9", {1, 2}}},
         2},
        {"OfOtherDefs",
         kCreatures + "def half(c) = danger(c) // 2\nconstant def f(c) = half(c) + 1\n"
                      "rule r { x = f(pick creature) }",
         {{"2", {1, 3}}, {"6", {1, 3}}, {"181", {1, 3}}},
         6},
        {"InAWorldDef",
         kCreatures + "world def f(c: creature) = danger(c) + pick {0, 1}\nrule r { x = f(rat) + f(rat) }",
         {{"4", {1, 2}}, {"6", {1, 2}}},
         1},
    }),
    [](const auto& row) { return row.param.name; });

// A value looks at a twentieth of what a roll may look at; a roll reads a thousand of them.
TEST(ConstantDef, CostsTheRollNothing) {
  const auto turns = std::to_string(program::kMaxWork / 20 / 100'000);
  const auto pack = compiled("constant def f(n) { let s = 0; for i in 1.." + turns +
                             " { s += count(j in 1..100000 where j mod 7 == n) }; give s }\n"
                             "rule r { for n in 0..29 { x += f(n mod 10) }; repeat 1000 { x += f(3) } }");
  auto roller = Roller::make(pack);
  ASSERT_TRUE(roller);
  for (std::uint64_t i = 0; i < 3; ++i) {
    const auto rolled = roller->roll(1, i);
    EXPECT_TRUE(rolled) << rolled.error().message;
  }
  EXPECT_EQ(values_of(pack), 10U);
}

TEST(ConstantDef, IsComputedOnceForAllThreads) {
  const auto pack = compiled(kCreatures +
                             "constant def rank(c, n) = count(o in creature where danger(o) * n > danger(c))\n"
                             "rule r { x = rank(pick creature, pick 1..100) }");
  const auto alone = odds_of(
      compiled(std::string(kCreatures) + "def rank(c, n) = count(o in creature where danger(o) * n > danger(c))\n"
                                         "rule r { x = rank(pick creature, pick 1..100) }"),
      "x");
  std::vector<FractionOdds> found(8);
  std::vector<std::thread> threads;
  for (auto& each : found) {
    threads.emplace_back([&] { each = odds_of(pack, "x"); });
  }
  for (auto& thread : threads) { thread.join(); }
  for (const auto& each : found) { EXPECT_EQ(each, alone); }
  EXPECT_EQ(values_of(pack), 303U);
}

// So many values that many share a bucket: all of their arguments tell them apart.
TEST(ConstantDef, HasAValueForEachOfItsArguments) {
  const auto pack = compiled(
      "constant def second(a, b) = a * 10 + b\nconstant def third(a, b, c) = a * 10 + b * 5 + c\n"
      "rule r { x = count(i in 1..100 where any(j in 0..299: second(1, 300 * i + j) != 10 + 300 * i + j))\n"
      "y = count(i in 1..100 where any(j in 0..299: third(1, 2, 300 * i + j) != 20 + 300 * i + j)) }");
  auto roller = Roller::make(pack);
  ASSERT_TRUE(roller);
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things) << things.error().text();
  EXPECT_EQ((*things)[0]["x"].integer(), 0);
  EXPECT_EQ((*things)[0]["y"].integer(), 0);
  EXPECT_EQ(values_of(pack), 60'000U);
}

TEST(ConstantDef, FailsAtThePlaceOfItsMistake) {
  const auto pack = compiled("input n = 1\nconstant def f(n) = 10 // n\nrule r { x = f(n) }");
  for (int times = 0; times < 2; ++times) {
    auto roller = Roller::make(pack, {}, {{"n", "0"}});
    ASSERT_TRUE(roller);
    const auto things = roller->roll(1, 0);
    ASSERT_FALSE(things);
    EXPECT_EQ(things.error().text(), "test.loot:3:21: this divides by zero");
  }
}

}  // namespace constant_def_test
}  // namespace spoils
