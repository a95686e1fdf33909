// tests/odds/state_abstraction_test.cpp
//
// The state abstraction of odds (odds/access_analysis.h, odds/state_abstraction.h) merges states that a statement
// cannot distinguish. For each kind of access to a slot there are rows in which merging would give wrong odds, and rows
// in which merging is right and must happen: the answer must be exact within far fewer paths than without it. The
// fractions are computed by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"

namespace spoils {
namespace state_abstraction_test {

struct Row {
  std::string name;
  std::string declarations;
  std::vector<std::string> by;
  std::map<std::string, std::string> expected;  // values, parted by commas, and their fraction
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::map<std::string, std::string> fractions_of(const OddsTable& table) {
  std::map<std::string, std::string> out;
  for (const auto& row : table.rows) {
    std::string values;
    for (const auto& value : to_texts(row.values)) { values += (values.empty() ? "" : ",") + value; }
    out[values] = row.fraction->text();
  }
  return out;
}

OddsTable answered(const Pack& pack, const std::vector<std::string>& by, std::uint64_t ways = 1'000'000) {
  Marginal question;
  question.max_paths = ways;
  question.rule = "r";
  question.by = by;
  question.fractions = true;
  auto odds = exact_odds(pack, question);
  EXPECT_TRUE(odds) << odds.error().text();
  return odds ? odds.value() : OddsTable{};
}

class ToldApart : public testing::TestWithParam<Row> {};

TEST_P(ToldApart, AsByHand) {
  const auto pack = compiled(GetParam().declarations);
  EXPECT_EQ(fractions_of(answered(pack, GetParam().by)), GetParam().expected);
}

// An expression that draws has a distribution of values for each state, not one value, so states must not be merged by
// it.
INSTANTIATE_TEST_SUITE_P(
    Draws, ToldApart,
    testing::Values(Row{"WrittenWeightsThatReadAList",
                        "field l: list of symbol\ntable toy { 3 car; (count(l)) doll }\n"
                        "rule r { l += a; k = pick m in toy where m != bar }",
                        {"k"},
                        {{"car", "3/4"}, {"doll", "1/4"}}},
                    Row{"WrittenWeightsOfNothing",
                        "field l: list of symbol\ntable toy { (count(l) - 1) car; 3 doll }\n"
                        "rule r { l += a; k = pick m in toy where m != bar or nothing weight 3 }",
                        {"k"},
                        {{"doll", "1/2"}, {"none", "1/2"}}},
                    Row{"CellOfNoMembers",  // `[]` is not unset
                        "table kit: parts { axe [bow]; orb .; gem [] }\n"
                        "rule r { kind = pick {axe, orb, gem}; lit = kit[kind].parts == none }",
                        {"lit"},
                        {{"true", "1/3"}, {"false", "2/3"}}},
                    Row{"UnsetMember",  // `none` is a member like others, and the question does not read `axe`
                        "field kind: symbol\nfield marks: list of symbol\n"
                        "rule r { marks = [axe] + kind; if kind in marks { a = 1 } }",
                        {"a", "marks"},
                        {{"1,[axe, none]", "1/1"}}},
                    Row{"CellWithDice",
                        "table t: n { a d2; b d3 }\nrule r { k = pick t; n = t[k].n }",
                        {"k", "n"},
                        {{"a,1", "1/4"}, {"a,2", "1/4"}, {"b,1", "1/6"}, {"b,2", "1/6"}, {"b,3", "1/6"}}},
                    Row{"LessWithDie",  // d20 >= 5: 16/20; d20 >= 15: 6/20
                        "rule r { let dc = pick {5, 15}; hit = d20 >= dc }",
                        {"hit"},
                        {{"true", "11/20"}, {"false", "9/20"}}},
                    Row{"CellWithRange",
                        "table t: n { a (pick 1..2); b 5 }\nrule r { k = pick t; n = t[k].n }",
                        {"k", "n"},
                        {{"a,1", "1/4"}, {"a,2", "1/4"}, {"b,5", "1/2"}}},
                    Row{"CellWithChance",
                        "table t: f { a (chance 10%); b (chance 90%) }\nrule r { k = pick t; f = t[k].f }",
                        {"k", "f"},
                        {{"a,true", "1/20"}, {"a,false", "9/20"}, {"b,true", "9/20"}, {"b,false", "1/20"}}},
                    Row{"EqualToPick",
                        "rule r { k = pick {a, b}; hit = k == pick {9 a, 1 b} }",
                        {"k", "hit"},
                        {{"a,true", "9/20"}, {"a,false", "1/20"}, {"b,true", "1/20"}, {"b,false", "9/20"}}},
                    Row{"PickIsMember",  // [a]: 9/10; [b]: 1/10
                        "rule r { let l = [pick {a, b}]; hit = (pick {9 a, 1 b}) in l }",
                        {"hit"},
                        {{"true", "1/2"}, {"false", "1/2"}}},
                    Row{"RangeWithDie",  // 1 in 1..d2 always; 2 in 1..d2 half the time
                        "rule r { let n = pick 1..2; hit = n in 1..d2 }",
                        {"hit"},
                        {{"true", "3/4"}, {"false", "1/4"}}},
                    Row{"ThroughDef",  // x > d4: 0 for 1, 3/4 for 4
                        "def beats(x) = x > d4\nrule r { let n = pick {1, 4}; hit = beats(n) }",
                        {"hit"},
                        {{"true", "3/8"}, {"false", "5/8"}}},
                    Row{"ArgumentDraws",  // the parameter is drawn: 1 or 2; n >= 1 always for 2, half for 1
                        "def reaches(n, x) = n >= x\nrule r { let n = pick 1..2; hit = reaches(n, pick 1..2) }",
                        {"hit"},
                        {{"true", "3/4"}, {"false", "1/4"}}},
                    Row{"FoldOverDrawnSet",  // {1} or {2}: as many members below n as n = 2 and the member is 1
                        "rule r { let n = pick 1..2; count = count(x in [pick 1..2] where x < n) }",
                        {"count"},
                        {{"1", "1/4"}, {"0", "3/4"}}},
                    Row{"WeightOfNestedTable",  // the inner table is a, weighted by the die that was kept
                        "rule r { let n = pick {1, 3}; k = pick { (n) a, 1 b } }",
                        {"k"},
                        {{"a", "5/8"}, {"b", "3/8"}}}),
    [](const auto& row) { return row.param.name; });

// A slot may hold other values inside a statement than before it.
INSTANTIATE_TEST_SUITE_P(
    Values, ToldApart,
    testing::Values(
        Row{"InputSetInside",  // depth is 5 in the block, where 4 of 9 numbers are below it
            "input depth: 1..9 = 1\nrule r { let k = pick 1..9; with depth = depth + 4 { if depth > k { "
            "hit = true } } }",
            {"hit"},
            {{"true", "4/9"}, {"none", "5/9"}}},
        Row{"SymbolOutsideOfTable",  // kind leaves its table before it is compared
            "table t: n { a 1; b 2 }\nrule r { let m = pick {zz, yy}; kind = pick t\n"
            "if chance 50% { kind = zz; if kind == m { hit = true } } }",
            {"hit"},
            {{"true", "1/4"}, {"none", "3/4"}}},
        Row{"SymbolFromList",
            "table t: n { a 1; b 2 }\nrule r { let m = pick {zz, yy}; kind = pick t\n"
            "for k in [a, zz] { kind = k; if kind == m { hit = true } } }",
            {"hit"},
            {{"true", "1/2"}, {"none", "1/2"}}},
        Row{"ComposedTextOfACell",  // all three texts have the same length
            "input depth: 1..9 = 1\n"
            "table gem: tag { 1 ruby (\"aa {depth}\"); 1 opal (\"bb {depth}\"); 1 jade (\"cc {depth}\") }\n"
            "rule r { kind = pick gem; let z = pick 1..2; if z == 1 { hit = gem[kind].tag == \"aa 1\" } }",
            {"hit"},
            {{"none", "1/2"}, {"false", "1/3"}, {"true", "1/6"}}},
        Row{"ComposedTextAsAMember",  // `item 2` is there from two turns on
            "input depth: 1..9 = 1\nfield names: list of text\n"
            "rule r { names = [\"x\"]; let k = pick 1..3; repeat k { names += \"item {count(names)}\" }\n"
            "let z = pick 1..2; if z == 1 { hit = \"item {depth + 1}\" in names } }",
            {"hit"},
            {{"none", "1/2"}, {"true", "1/3"}, {"false", "1/6"}}},
        Row{"FieldAsAParameter",  // it is read before the call, which gives it another value
            "rule r { rank = low; target = pick {low, mid, high}\n"
            "if chance 50% { same = rank == target; upgrade(high) } }\nrule upgrade(field rank: symbol) { }",
            {"same", "rank"},
            {{"none,low", "1/2"}, {"false,high", "1/3"}, {"true,high", "1/6"}}},
        Row{"UnsetAndFault",  // a cell of no row is unset; the other question has an answer
            "table t: n { a 1; b 2 }\nrule r { let k = pick {a, b, c}; n = t[k].n }",
            {"n"},
            {{"1", "1/3"}, {"2", "1/3"}, {"none", "1/3"}}}),
    [](const auto& row) { return row.param.name; });

// While the interpreter computes the summary of a statement, slots that it may set and never reads hold a placeholder.
// No number of a pack may be mistaken for it; this is the number of the placeholder itself.
// The last row of the table leaves 9 where the call that is bound reads its argument.
INSTANTIATE_TEST_SUITE_P(
    Steps, ToldApart,
    testing::Values(Row{"CallsOfOneDef",
                        "def ok(a) = a <= 5 and a != 3\ntable t: least { a 6; b 7; c 9 }\nfield seen: list of symbol\n"
                        "rule r { tier = pick 1..9; seen += pick {a, b, c}\n"
                        "kind = pick x in t where not ok(x.least) and ok(tier) and not (x in seen) or nothing }",
                        {"kind"},
                        {{"none", "5/9"}, {"a", "4/27"}, {"b", "4/27"}, {"c", "4/27"}}}),
    [](const auto& one) { return one.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Placeholder, ToldApart,
    testing::Values(Row{"IsAssigned",
                        "rule r { x = 0; repeat 3 { if chance 50% { x = -6565566181010064121 } } }",
                        {"x"},
                        {{"-6565566181010064121", "7/8"}, {"0", "1/8"}}},
                    Row{"IsAssignedThroughAnother",
                        "rule r { let y = -6565566181010064121; x = 0; repeat 2 { if chance 50% { x = y } } }",
                        {"x"},
                        {{"-6565566181010064121", "3/4"}, {"0", "1/4"}}},
                    Row{"WasThereBefore",
                        "rule r { x = -6565566181010064121; repeat 2 { if chance 50% { x = 1 } } }",
                        {"x"},
                        {{"-6565566181010064121", "1/4"}, {"1", "3/4"}}}),
    [](const auto& row) { return row.param.name; });

struct JoinedRow {
  std::string name;
  std::string declarations;
  std::vector<std::string> by;
  std::uint64_t ways;  // that the question may go: a small part of those without the abstraction
  std::map<std::string, std::string> expected;
};

void PrintTo(const JoinedRow& row, std::ostream* out) { *out << row.name; }

class Joined : public testing::TestWithParam<JoinedRow> {};

TEST_P(Joined, InFewWays) {
  const auto pack = compiled(GetParam().declarations);
  const auto table = answered(pack, GetParam().by, GetParam().ways);
  EXPECT_TRUE(table.exact);
  EXPECT_EQ(fractions_of(table), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Questions, Joined,
    testing::Values(
        // 5 of 6 symbols have the same cell: their dice are thrown once. 7,500 paths, 14,900 without.
        JoinedRow{"SymbolsWithEqualCells",
                  "table t: n { a 1; b 1; c 1; d 1; e 1; f 2 }\nrule r { let k = pick t\nm = 0\n"
                  "if t[k].n == 1 { repeat 4 { m += d30 } }\nhit = m > 119 }",
                  {"hit"},
                  10'000,
                  {{"true", "1/972000"}, {"false", "971999/972000"}}},
        // Members that the question does not distinguish are merged: lists of a and others. 340 paths, 780 without.
        JoinedRow{"MembersOfAList",
                  "rule r { let l = []\nrepeat 6 { l += pick {a, b, c, d} }\nn = count(x in l where x == a) }",
                  {"n"},
                  500,
                  {{"0", "729/4096"},
                   {"1", "729/2048"},
                   {"2", "1215/4096"},
                   {"3", "135/1024"},
                   {"4", "135/4096"},
                   {"5", "9/2048"},
                   {"6", "1/4096"}}},
        // The statement sets k or leaves it, and is computed once with a placeholder. 4,100 paths, 5,100 without.
        JoinedRow{"PassedOver",
                  "rule r { k = pick 1..1000\nif chance 50% { k = d20 } }",
                  {"k <= 20"},
                  4'600,
                  {{"true", "51/100"}, {"false", "49/100"}}}),
    [](const auto& row) { return row.param.name; });

}  // namespace state_abstraction_test
}  // namespace spoils
