// tests/roll/optimisations_test.cpp
//
// Each optimisation of rolls by the smallest packs for which a plausible mistake in it gives other things: bytecode
// instead of the tree, rows that pass a filter, memo tables, folds and their histograms. Counts of rolls are compared
// with fractions computed by hand (chi-square; each of the rows may err with 1e-9, the seed is fixed). tests/mutants
// plants those mistakes.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "affordable.h"
#include "agree.h"
#include "compiled.h"
#include "program/limits.h"
#include "spoils/precomputed.h"
#include "spoils/roll.h"

namespace spoils {
namespace optimisations_test {

constexpr std::uint64_t kSeed = 15;
constexpr std::uint64_t kRolls = affordable(4'000);
constexpr double kRisk = 1e-9;

struct Row {
  std::string name;
  std::string declarations;
  std::vector<std::string> fields;
  std::map<std::string, double> expected;  // values, parted by commas, and their probability
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

OddsTable table_of(const std::map<std::string, double>& expected) {
  OddsTable out;
  for (const auto& [values, probability] : expected) {
    out.rows.emplace_back();
    out.rows.back().values = {Cell{values}};
    out.rows.back().probability = probability;
  }
  return out;
}

class Rolls : public testing::TestWithParam<Row> {};

TEST_P(Rolls, AsByHand) {
  const auto pack = compiled(GetParam().declarations);
  auto roller = Roller::make(pack, "r");
  ASSERT_TRUE(roller) << roller.error().text();
  Counts counts;
  for (std::uint64_t index = 0; index < kRolls; ++index) {
    const auto things = roller->roll(kSeed, index);
    ASSERT_TRUE(things) << things.error().text();
    ASSERT_FALSE(things->empty());
    std::string values;
    for (const auto& field : GetParam().fields) {
      values += (values.empty() ? "" : ",") + text_of((*things)[0][field]);
    }
    ++counts[values];
  }
  EXPECT_EQ(disagreement(counts, table_of(GetParam().expected), kRolls, kRisk), "");
}

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Instructions, Rolls,
    testing::Values(
        Row{"EqualNumbersAreNotLess",
            "rule r { x = d2; y = d2; if x < y { z = 1 } else { z = 2 } }",
            {"z"},
            {{"1", 0.25}, {"2", 0.75}}},
        Row{"EqualNumbersAreNoMore",
            "rule r { x = d2; y = d2; if x <= y { z = 1 } else { z = 2 } }",
            {"z"},
            {{"1", 0.75}, {"2", 0.25}}},
        Row{"EndOfARange",
            "rule r { let x = d4; if x in 2..3 { z = 1 } else { z = 2 } }",
            {"z"},
            {{"1", 0.5}, {"2", 0.5}}},
        Row{"ArgumentsThatChangePlaces",  // s(a, b) gets (b, a): 3 and 1, or 4 and 2
            "rule r { a = d2; b = a + 2; s(b, a) }\nrule s(field a: int, field b: int) { k = 10 * a + b }",
            {"k"},
            {{"31", 0.5}, {"42", 0.5}}},
        Row{"FieldThatIsNone", "rule r { if chance 50% { y = 1 }; x = y + 1 }", {"x"}, {{"1", 0.5}, {"2", 0.5}}},
        Row{"StateThatIsNone", "state s: int\nrule r { if chance 50% { s = none }; x = s + 1 }", {"x"}, {{"1", 1}}},
        Row{"StateThatIsNoneAfterAll",  // none before each roll but the first, if not at the end of the one before
            "state s: int = 4\nrule r { s = 4; if chance 50% { s = none }; x = s + 1; y = -s; z = s < 3 }",
            {"x", "y", "z"},
            {{"1,0,true", 0.5}, {"5,-4,false", 0.5}}},
        Row{"ArgumentThatIsNone",
            "def f(n) = n + 1\nrule r { if chance 50% { y = 1 }; x = f(y) }",
            {"x"},
            {{"1", 0.5}, {"2", 0.5}}},
        Row{"RangesOfOneNumber",
            "rule r { let n = d2; for i in 1..n { x += i }; for i in 2..n { y += i }; for i in 3..n { z += i } }",
            {"x", "y", "z"},
            {{"1,none,none", 0.5}, {"3,2,none", 0.5}}},
        Row{"DefaultsOfDo",
            "rule r { kind = pick {s, t}; do kind }\nrule s(m = d2) { y = m }\nrule t(m = 3) { y = m }",
            {"y"},
            {{"1", 0.25}, {"2", 0.25}, {"3", 0.5}}},
        Row{"RowsWithElse",
            "rule r { x = d2; kind = pick t }\ntable t { a; b if x == 1 else c }",
            {"x", "kind"},
            {{"1,a", 0.25}, {"1,b", 0.25}, {"2,a", 0.25}, {"2,c", 0.25}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Folds, Rolls,
    testing::Values(
        Row{"AmidAnExpression",  // the row of 1 is there if the list begins with 1: then it is drawn in half of the
                                 // rolls
            "rule r { l = [d2, 2]; x = 10 * d2 + pick t }\n"
            "table t { (count(m in l where m == 1 and m < 2)) 1; 1 2 }",
            {"x"},
            {{"11", 0.125}, {"12", 0.375}, {"21", 0.125}, {"22", 0.375}}},
        Row{"OfTheFieldThatIsSet",  // 1 is less than two members of [2, 3], 2 than one
            "rule r { x = d2; x = count(m in [2, 3] where m > x) }",
            {"x"},
            {{"2", 0.5}, {"1", 0.5}}},
        Row{"WithoutMembers",
            "rule r { let l = []; n = count(m in l where m > 1); a = any(m in l: m > 1)\n"
            "b = all(m in l: m > 1); s = sum(m in l where m > 1: m) }",
            {"n", "a", "b", "s"},
            {{"0,false,true,0", 1}}},
        Row{"InsideOfOneAnother",  // the pairs of [1, 2, 3] that ascend to d3 or less
            "rule r { x = d3; n = sum(a in [1, 2, 3]: count(b in [1, 2, 3] where a < b and b <= x)) }",
            {"n"},
            {{"0", 1.0 / 3}, {"1", 1.0 / 3}, {"3", 1.0 / 3}}},
        Row{"ThatDraw",  // each member passes with 1/2
            "rule r { n = count(m in [1, 2] where chance 50%) }",
            {"n"},
            {{"0", 0.25}, {"1", 0.5}, {"2", 0.25}}},
        Row{"OfFractions",
            "rule r { x = d2; good = sum(m in [1, 2, 3] where m > x: m / 2) == (if x == 1 then 5/2 else 3/2) }",
            {"x", "good"},
            {{"1,true", 0.5}, {"2,true", 0.5}}}),
    name_of);

// The first 64 rows of 80 fail, and one of the others is excluded.
Row passed_over() {
  Row out;
  out.name = "RowsThatFailByWords";
  out.declarations =
      "rule r { let l = [pick {r64, r65}]; k = pick m in t where m.n >= 64 and m.n < 68 and not m in l }\n";
  out.declarations += "table t: n {\n";
  for (int i = 0; i < 80; ++i) { out.declarations += "  r" + std::to_string(i) + " " + std::to_string(i) + "\n"; }
  out.declarations += "}";
  out.fields = {"k"};
  out.expected = {{"r64", 1.0 / 6}, {"r65", 1.0 / 6}, {"r66", 1.0 / 3}, {"r67", 1.0 / 3}};
  return out;
}

INSTANTIATE_TEST_SUITE_P(
    Filters, Rolls,
    testing::Values(
        passed_over(),
        Row{"NothingHasAWeight",
            "rule r { x = 1; let l = [a]; k = pick m in t where m.n < 4 and not m in l or nothing weight 2 }\n"
            "table t: n { a 1; b 2; c 3; d 4 }",
            {"k"},
            {{"none", 0.5}, {"b", 0.25}, {"c", 0.25}}},
        Row{"WeightsThatReadAList",  // what is in the list weighs 3 beside 1
            "rule r { z = pick {b, c}; let l = [a]; let more = [z]\n"
            "k = pick m in t where m.n < 4 and not m in l weight 1 + 2 * count(x in more where x == m) }\n"
            "table t: n { a 1; b 2; c 3; d 4 }",
            {"z", "k"},
            {{"b,b", 0.375}, {"b,c", 0.125}, {"c,c", 0.375}, {"c,b", 0.125}}}),
    name_of);

constexpr const char* kSlots =
    "collection slot { rows limit { most: int; sort: {big, small} = big } }\n"
    "slot ring { limit 1 small; limit 2 small; limit 3; limit 4; limit 5; limit 6; limit 7; limit 8; limit 9 }\n"
    "slot cloak { limit 0; limit sort small }\n";

INSTANTIATE_TEST_SUITE_P(
    Remembered, Rolls,
    testing::Values(
        // The sum of (x + n) / 4 over the members of 2..8 that leave the rest n: 4 and 7, or 2, 5 and 8.
        Row{"NumbersWithDenominators",
            "def share(n) = sum(x in [2, 3, 4, 5, 6, 7, 8] where x mod 3 == n and x + n > 0 and x * x < 100 and "
            "x + 5 > n and x - n < 20 and x != 40 and x != 41: (x + n) / 4)\n"
            "rule r { let n = d2; good = share(n) == (if n == 1 then 13/4 else 21/4); y = n }",
            {"y", "good"},
            {{"1,true", 0.5}, {"2,true", 0.5}}},
        // 1 is less than a member of [2, 3]; 1 and 2 are less than 3.
        Row{"ListsSideBySide",
            "def below(p, q) = count(x in p where any(y in q where y + x > 0 and y * x < 100 and y - x < 50: y > x) "
            "and any(y in q where y + x > 0: y >= x))\n"
            "rule r { let p = [1]; let q = [2, 3]; if chance 50% { p = [1, 2]; q = [3] }; n = below(p, q) }",
            {"n"},
            {{"1", 0.5}, {"2", 0.5}}},
        Row{"ListsOfZerosSideBySide",
            "def below(p, q) = count(x in p where any(y in q where y + x > 0 and y * x < 100 and y - x < 50: y > x) "
            "and any(y in q where y + x > 0: y >= x))\n"
            "rule r { let p = [1]; let q = [0, 2]; if chance 50% { p = [1, 0]; q = [2] }; n = below(p, q) }",
            {"n"},
            {{"1", 0.5}, {"2", 0.5}}},
        // The sum of those of 4 and 7, or of 2, 5 and 8, that are above 3 or 6: both words tell.
        Row{"ValuesOfTwoWords",
            "def above(n, m) = sum(x in [2, 3, 4, 5, 6, 7, 8] where x mod 3 == n and x > m and x + n > 0 and "
            "x * x < 100 and x + 5 > n and x - n < 20 and x != 40 and x != 41: x)\n"
            "rule r { let n = d2; let m = pick {3, 6}; k = above(n, m); y = n; z = m }",
            {"y", "z", "k"},
            {{"1,3,11", 0.25}, {"1,6,7", 0.25}, {"2,3,13", 0.25}, {"2,6,8", 0.25}}},
        Row{"OneFoldOverTwoLists",  // two rows of the ring, three of the belt
            std::string(kSlots) +
                "slot belt { limit 2; limit 2; limit 2; limit 5; limit 5; limit 5; limit 5; limit 5; limit 5 }\n"
                "rule r { let s = pick {ring, belt}; seen = [2, 3]; n = count(l in slot[s].limit where l.most in "
                "seen)\n"
                "y = s }",
            {"y", "n"},
            {{"ring,2", 0.5}, {"belt,3", 0.5}}},
        Row{"MembersThatComeTwice",  // [1, 1] and [2, 2] find one row, [1, 2] and [2, 1] two
            std::string(kSlots) + "rule r { seen = [d2, d2]; n = count(l in slot[ring].limit where l.most in seen) }",
            {"n"},
            {{"1", 0.5}, {"2", 0.5}}},
        Row{"TwoFoldsOverOneList",
            std::string(kSlots) + "rule r { seen = [2, 3]; n = count(l in slot[ring].limit where l.most in seen)\n"
                                  "m = count(l in slot[ring].limit where l.sort == small and l.most in seen) }",
            {"n", "m"},
            {{"2,1", 1}}},
        Row{"UnsetCellIsZero",
            std::string(kSlots) + "rule r { n = count(l in slot[cloak].limit where l.most == 0)\n"
                                  "m = count(l in slot[cloak].limit where l.most == none) }",
            {"n", "m"},
            {{"2,1", 1}}}),
    name_of);

// A value that reads three inputs; the second changes.
TEST(Kept, ReadsEveryInput) {
  const auto pack = compiled(
      "input a: 0..9 = 1\ninput b: 0..9 = 1\ninput c: 0..9 = 1\nrule r { x = a * 100 + b * 10 + c * 1 + a * 0 }");
  auto roller = Roller::make(pack, "r");
  for (const auto& [name, value, x] : {std::tuple{"b", "2", 121}, {"c", "3", 123}, {"a", "4", 423}, {"b", "5", 453}}) {
    static_cast<void>(roller->roll(kSeed, 0));
    ASSERT_FALSE(roller->set(name, value));
    const auto things = roller->roll(kSeed, 0);
    ASSERT_TRUE(things);
    EXPECT_EQ((*things)[0]["x"].integer(), x) << name;
  }
}

// Statements of a turn count as steps: three steps a turn exceed the limit in four million turns.
TEST(Steps, CountInTurns) {
  const auto pack = compiled("rule r { repeat 4000000 { x = 1; y = 2 } }");
  auto roller = Roller::make(pack, "r");
  const auto things = roller->roll(kSeed, 0);
  ASSERT_FALSE(things);
  EXPECT_EQ(things.error().kind, Error::Kind::Limit) << things.error().text();
}

class LastThing : public testing::TestWithParam<const char*> {};

// The last thing of a roll counts as the others do, copied or made: the loop, and in each turn the turn itself, its
// drop and the 999 steps of a thing. One turn more than the limit allows fails.
TEST_P(LastThing, CountsAsTheOthersDo) {
  constexpr std::uint64_t kMost = (program::kMaxSteps - 1) / 1001;
  const auto pack =
      compiled(std::string("input turns: 0..30000 = 0\nrule main { repeat turns { drop slow } }\nrule slow { ") +
               GetParam() + " }");
  auto roller = Roller::make(pack, "main", {{"turns", std::to_string(kMost / 10)}});
  for (std::uint64_t index = 0; index < 3; ++index) { ASSERT_TRUE(roller->roll(kSeed, index)); }
  ASSERT_FALSE(roller->set("turns", std::to_string(kMost)));
  EXPECT_TRUE(roller->roll(kSeed, 1));
  ASSERT_FALSE(roller->set("turns", std::to_string(kMost + 1)));
  EXPECT_FALSE(roller->roll(kSeed, 1));
}

// No two of the first are the same; the second are two different things, which the draw trie soon holds.
INSTANTIATE_TEST_SUITE_P(Steps, LastThing,
                         testing::Values("repeat 499 { x = chance 1/2 }", "x = d2; y = 0; repeat 498 { y += 1 }"));

// Three of four equal outcomes are no thing: the table has one outcome for them.
TEST(Fused, EqualThingsAreAddedUp) {
  const auto pack = compiled("scratch s: int\nrule r { s = d4; if s == 1 { x = 1 } }");
  auto roller = PrecomputedRoller::make(pack, "r");
  ASSERT_TRUE(roller) << roller.error().text();
  Counts counts;
  for (std::uint64_t index = 0; index < kRolls; ++index) {
    const auto things = roller->roll(kSeed, index);
    ASSERT_TRUE(things);
    ++counts[things->empty() ? "none" : "one"];
  }
  EXPECT_EQ(disagreement(counts, table_of({{"one", 0.25}, {"none", 0.75}}), kRolls, kRisk), "");
}

}  // namespace optimisations_test
}  // namespace spoils
