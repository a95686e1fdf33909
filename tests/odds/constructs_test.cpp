// tests/odds/constructs_test.cpp
//
// Loops and folds over ranges, tables and lists, rows without a name, weights that read their own row, rules that are
// named by a symbol, words in quotes: odds computed by hand, and rolls of the same packs.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"

namespace spoils {
namespace constructs_test {

class Constructs : public testing::TestWithParam<HandTable> {};

TEST_P(Constructs, HaveTheOddsOfTheirRules) { expect_by_hand(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Language, Constructs,
    testing::ValuesIn(std::vector<HandTable>{
        {"SumOfARange",
         "rule r { n = d3; s = sum(x in 1..n: x * x) }",
         {"s"},
         {{"1", "1/3"}, {"5", "1/3"}, {"14", "1/3"}}},
        {"AnEmptyRange",
         "rule r { s = sum(x in 5..4: x); c = count(x in 5..4 where x > 0) }",
         {"s", "c"},
         {{"0 0", "1/1"}}},
        {"ACountOfDraws",
         "rule r { c = count(x in 1..2 where chance 1/2) }",
         {"c"},
         {{"0", "1/4"}, {"1", "1/2"}, {"2", "1/4"}}},
        {"AListOfARange", "rule r { l = list(x in 2..4 where x != 3: x + 1) }", {"l"}, {{"[3, 5]", "1/1"}}},
        {"AFilterThatIsLookedUp",  // the axe is left out, by any way to the filter
         "collection kind { fits: filter; at: range }\nkind axe { fits = {not axe}; at = 3..9 }\nkind bow { }\n"
         "rule r { kind = pick kind; a = kind is kind[axe].fits\n"
         "let t = pick x in kind where x == axe; b = kind is t.fits\n"
         "c = kind is kind[if d2 > 0 then axe else bow].fits; d = kind is kind[bow].fits; e = d2 * 3 in kind[axe].at }",
         {"kind", "a", "b", "c", "d", "e"},
         {{"axe false false false true true", "1/2"}, {"bow true true true true true", "1/2"}}},
        {"WhatIsAskedIsDrawnOnce",  // not once for each part of a filter, range or set
         "collection kind { fits: filter; at: range }\nkind axe { fits = {aa not bb}; at = 1..2; tags = {aa, cc} }\n"
         "kind bow { fits = {bb not aa}; at = 5..6; tags = {bb, cc} }\n"
         "rule r { let t = pick x in kind where x == axe; a = t is (pick kind).fits; b = t is kind[pick kind].fits; c "
         "= (pick kind) is {aa "
         "not "
         "bb} }",
         {"a", "b", "c"},
         {{"true true true", "1/8"},
          {"true true false", "1/8"},
          {"true false true", "1/8"},
          {"true false false", "1/8"},
          {"false true true", "1/8"},
          {"false true false", "1/8"},
          {"false false true", "1/8"},
          {"false false false", "1/8"}}},
        {"RangesAndSetsAreDrawnOnce",
         "collection kind { at: range }\nkind axe { at = 1..2; tags = {aa, cc} }\nkind bow { at = 5..6 }\n"
         "rule r { let t = pick x in kind where x == axe; a = 3 in (pick kind).at; b = 3 in kind[pick kind].at\n"
         "c = t is (if chance 1/2 then {aa, cc} else {bow}) }",
         {"a", "b", "c"},
         {{"false false true", "1/2"}, {"false false false", "1/2"}}},
        {"NoneIsAMember",
         "field l: list of symbol\nfield k: symbol\n"
         "rule r { l = []; if chance 1/2 { l += k }; a = none in l; let x = none; b = x in l; c = k in l\n"
         "d = none in {bow, none}; e = none in [1, 2]; f = none in [] }\nrule s { k = bow }",
         {"a", "b", "c", "d", "e", "f"},
         {{"true true true true false false", "1/2"}, {"false false false true false false", "1/2"}}},
        {"NoNameOfNoThing",
         "rule r { if chance 1/4 { v = 1 }; if chance 1/3 { discard } }\ndisplay r \"a thing\"",
         {"name"},
         {{"a thing", "1/6"}, {"none", "5/6"}}},
        {"NegativeEnds", "rule r { s = sum(x in -2..1: x) }", {"s"}, {{"-2", "1/1"}}},
        {"SumOfATable",
         "input depth: 1..9 = 2\nrule r { s = sum(x in t where x.w <= depth: x.w); l = list(x in t: x) }\n"
         "table t: w { 3 a 1; b 2; 0 c 7 if depth > 5 }",
         {"s", "l"},
         {{"3 [a, b, c]", "1/1"}}},
        {"DiceInCellsOfATable",
         "rule r { s = sum(x in t: x.w) }\ntable t: w { a d2; b d2 }",
         {"s"},
         {{"2", "1/4"}, {"3", "1/2"}, {"4", "1/4"}}},
        {"GoingThroughATable",
         "rule r { for x in t { n += x.w; if chance 1/2 { k = x } } }\ntable t: w { a 1; b 2 }",
         {"n", "k"},
         {{"3 none", "1/4"}, {"3 a", "1/4"}, {"3 b", "1/2"}}},
        {"AFieldComesBeforeATable",
         "rule r { t = [1, 2]; s = sum(x in t: x) }\ntable t { a, b }",
         {"s"},
         {{"3", "1/1"}}},
        {"AMemberByItsPlace",
         "field l: list of int\nrule r { repeat 2 { l += d2 }; x = l[1] }",
         {"x", "l"},
         {{"1 [1, 1]", "1/4"}, {"1 [1, 2]", "1/4"}, {"2 [2, 1]", "1/4"}, {"2 [2, 2]", "1/4"}}},
        {"TheFirstOfTwoDraws",
         "field l: list of int\nrule r { repeat 2 { l += d3 }; x = l[1] - l[2] }",
         {"x"},
         {{"-2", "1/9"}, {"-1", "2/9"}, {"0", "1/3"}, {"1", "2/9"}, {"2", "1/9"}}},
        {"BehindTheLastMember",
         "rule r { l = [a, b]; n = pick 2..3; x = l[n] }",
         {"x"},
         {{"b", "1/2"}, {"none", "1/2"}}},
        {"AMemberOfACall", "rule r { x = list(y in 1..3: y * d2)[2] }", {"x"}, {{"2", "1/2"}, {"4", "1/2"}}},
        // Two of three cards in their order: (a b), (b a) and so on, 1/6 each; the third has no suit and no value.
        {"AColumnOfAMemberOfAList",
         "collection card { suit: symbol; worth: int }\ncard a { suit = red; worth = 1 }\n"
         "card b { suit = black; worth = 2 }\ncard c { suit = black; worth = 4 }\nfield l: list of card\n"
         "rule r { l = shuffle pick 2 distinct from card; k = l[2].suit; n = l[1].worth - l[2].worth; m = l[3].worth\n"
         "let h = l; b = h[d2].suit == black }",
         {"k", "n", "m", "b"},
         {{"black -1 none false", "1/12"},
          {"black -1 none true", "1/12"},
          {"black -3 none false", "1/12"},
          {"black -3 none true", "1/12"},
          {"black -2 none true", "1/6"},
          {"black 2 none true", "1/6"},
          {"red 1 none false", "1/12"},
          {"red 1 none true", "1/12"},
          {"red 3 none false", "1/12"},
          {"red 3 none true", "1/12"}}},
        // A table of the same name comes first, as without a column.
        {"ACellBesideAListOfItsTable",
         "collection card { worth: int }\ncard a { worth = 1 }\ncard b { worth = 2 }\nfield card: list of card\n"
         "rule r { card = [b, a]; n = card[a].worth; m = card[b].worth }",
         {"n", "m"},
         {{"1 2", "1/1"}}},
        {"RowsWithoutAName",
         "rule r { let f = pick f in t; n = f.w; k = f }\ntable t: w { 3 none 1; 1 none 2; 2 gem 1 }",
         {"n", "k"},
         {{"1 none", "1/2"}, {"2 none", "1/6"}, {"1 gem", "1/3"}}},
        {"WeightsThatReadTheirRow",
         "input depth: 1..9 = 2\nrule r { k = pick t }\ntable t: w { (row.w * depth) a 1, b 3; c 7 if row.w < depth }",
         {"k"},
         {{"a", "1/4"}, {"b", "3/4"}}},
        {"AConditionOfEachOutcome",
         "input depth: 1..9 = 2\nrule r { k = pick t }\ntable t: w { a 1, b 3 if row.w <= depth }",
         {"k"},
         {{"a", "1/1"}}},
        {"ADefKnowsNoRow",
         "def row_or(x) = x\nrule r { k = pick t }\ntable t: w { (row_or(row.w)) a 1; b 3 }",
         {"k"},
         {{"a", "1/2"}, {"b", "1/2"}}},
        {"WordsInQuotes",
         "rule r { kind = pick {'for', 'x'}; x = kind == 'x' }\nnames { 'for' \"four\" }",
         {"kind", "x"},
         {{"for false", "1/2"}, {"x true", "1/2"}}},
        {"ChoicesInQuotes",
         "state s: {'if', a} = a\nrule r { s = pick {'if', a}; k = s }",
         {"k"},
         {{"if", "1/2"}, {"a", "1/2"}}},
        {"TypesOfDefaults",
         "collection c { cursed = true; n = 3; k = red }\nc a { cursed = false }\nc b { n = 4 }\n"
         "rule r { let x = pick x in c; y = x.cursed; n = x.n; k = x.k }",
         {"y", "n", "k"},
         {{"false 3 red", "1/2"}, {"true 4 red", "1/2"}}},
    }),
    [](const auto& row) { return row.param.name; });

// drop do: each rule makes a thing of its own, with the defaults of its parameters.
TEST(NamedDrops, MakeThings) {
  const auto pack = compiled(
      "rule r { repeat 2 { drop do pick {2 a, 1 b, 1 none} }; hold do c }\nrule a(n = 5) { x = n }\nrule b { x = 2 }\n"
      "rule c { x = 9 }");
  Count question;
  question.rule = "r";
  question.condition = "x == 5";
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  std::map<std::string, std::string> found;
  for (const auto& row : table->rows) { found[to_text(row.values[0])] = row.fraction->text(); }
  EXPECT_EQ(found, (std::map<std::string, std::string>{{"0", "1/4"}, {"1", "1/2"}, {"2", "1/4"}}));
  auto roller = Roller::make(pack, "r");
  std::map<std::string, int> names;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const auto things = roller->roll(1, index);
    ASSERT_TRUE(things);
    for (const auto& thing : *things) { ++names[std::string(thing.made_by()) + std::to_string(thing["x"].integer())]; }
  }
  EXPECT_EQ(names["c9"], 200);
  EXPECT_GT(names["a5"], 140);
  EXPECT_GT(names["b2"], 50);
  EXPECT_EQ(names.size(), 3U);
}

}  // namespace constructs_test
}  // namespace spoils
