// tests/check/lints_test.cpp
//
// The warnings of the checker about packs that are valid but hardly intended: the code and place of each, in a table;
// rows without findings are packs that come close.
#include "check/ranges/lints.h"

#include <gtest/gtest.h>

#include "findings.h"

namespace spoils::check {
namespace lints_test {

class Lints : public testing::TestWithParam<FindingRow> {};

TEST_P(Lints, FindsWhatIsHardlyMeant) {
  const auto found = findings_of(std::string(kPackLine) + std::string(GetParam().source));
  std::vector<std::string> expected;
  for (const auto& one : GetParam().expected) {
    expected.push_back(fmt::format("{} {}:{}", one.code, one.line, one.column));
  }
  std::string all;
  for (const auto& text : found.rendered) { all += text; }
  ASSERT_EQ(places_of(found), expected) << all;
  for (std::size_t i = 0; i < found.all.size(); ++i) {
    EXPECT_NE(found.rendered[i].find(GetParam().expected[i].fragment), std::string::npos) << found.rendered[i];
  }
  EXPECT_TRUE(found.is_accepted);
}

INSTANTIATE_TEST_SUITE_P(
    , Lints,
    testing::ValuesIn(std::vector<FindingRow>{
        {"RowThatAlwaysLeaves",
         "input depth: 1..30 = 1\ntable t { 5 a; 1 b if depth > 40 }\nrule r { kind = pick t }\n",
         {{"W0502", 3, 16, "the row `b` can never be chosen"}}},
        {"InputThatAWithTakesOutOfItsRange",
         "input y: 0..3 = 0\nrule r { with y = pick 5..7 { if y > 6 { k = a } else { k = b } } }\n",
         {}},
        {"RecordsOfWithAreReadAlone",
         "collection w { heavy: int = 1 }\nw a { heavy = 2 }\nw b { }\n"
         "rule r { k = pick w; more(a with { heavy = 5 }) }\nrule more(z: w) { g = z.heavy }\n",
         {}},
        {"RowsThatShareACondition",
         "input depth: 1..30 = 1\ntable t { 5 a; 1 b, c if depth > 40 }\nrule r { kind = pick t }\n",
         {{"W0502", 3, 16, "never true"}}},
        {"RowThatWeighsNothing",
         "input depth: 1..30 = 1\ntable t { 5 a, (max(0, depth - 30)) b }\nrule r { kind = pick t }\n",
         {{"W0502", 3, 16, "always 0"}}},
        {"RowThatSometimesWeighs",
         "input depth: 1..31 = 1\ntable t { 5 a, (max(0, depth - 30)) b }\nrule r { kind = pick t }\n",
         {}},
        {"NoughtOnPurpose", "table t { 5 a, 0 b }\nrule r { kind = pick t }\n", {}},
        {"NeverPickedFrom",
         "input depth: 1..30 = 1\ntable t: n { 5 a 1, (max(0, depth - 30)) b 2 }\nrule r { q = t[a].n }\n",
         {}},
        {"NoWhereLetsItIn",
         "table t: n { a 1, b 2, c 9 }\nrule r { let x = pick 1..2\n  kind = pick m in t where m.n == x }\n",
         {{"W0502", 2, 24, "no `where` ever lets it in"}}},
        {"SomeWhereLetsItIn",
         "table t: n { a 1, b 2, c 9 }\nrule r(x: int) { q = 1\n  kind = pick m in t where m.n == x or nothing }\n",
         {}},
        {"RowForAnInputWithoutRange",
         "input n: int = 0\ntable t { 5 a; 1 b if n > 100 }\nrule r { kind = pick t }\n",
         {}},
        {"RowForAState", "state n: 0..9 = 0\ntable t { 5 a; 1 b if n > 8 }\nrule r { kind = pick t }\n", {}},
        {"RowForAWidenedInput",
         "input depth: 1..30 = 1\ntable t { 5 a; 1 b if depth > 30 }\nrule r { with depth = depth + 1 { kind = pick t "
         "} }\n",
         {}},
        {"RepeatNeverRuns",
         "input depth: 1..30 = 1\nrule r { q = 1\n  repeat depth - 30 { q = 2 } }\n",
         {{"W0504", 4, 3, "never above 0"}}},
        {"RepeatSometimesRuns", "input depth: 1..31 = 1\nrule r { q = 1\n  repeat depth - 30 { q = 2 } }\n", {}},
        {"ValueOfAMapIsNeverThatGreat",
         "field m: map of symbol to int\nrule r { m[a] = pick 1..3; m[b] += 2\n  repeat m[a] - 5 { q = 2 } }\n",
         {{"W0504", 4, 3, "never above 0"}}},
        {"ValueOfAnotherKeyMayBeGreater",
         "field m: map of symbol to int\nrule r { m[a] = pick 1..3; m[b] += 2\n  repeat m[a] - 4 { q = 2 } }\n",
         {}},
        {"OneEntryOfAMapSaysNothingOfAnother",
         "field m: map of symbol to int\nrule r { m[a] = pick {1, 5}; m[b] = 3\n"
         "  if m[a] > 4 { repeat m[b] - 2 { q = 2 } } }\n",
         {}},
        {"MapsThatAreAdded",
         "field m: map of symbol to int\nrule r { m = {a 2, b 1}; m += {a (d3), c 1}; m -= {b 1}\n"
         "  repeat m[a] - 5 { q = 2 }; repeat m[a] - 4 { q = 2 }; repeat 1 - count({a 0}) { q = 3 } }\n",
         {{"W0504", 4, 3, "never above 0"}}},
        {"MapThatGrowsInALoop",
         "field m: map of symbol to int\nrule r { repeat 1000 { m[a] += 1 }\n  repeat m[a] - 999 { q = 2 } }\n",
         {}},
        {"ForNeverRuns", "rule r { q = 1\n  for i in 5..3 { q = i } }\n", {{"W0504", 3, 3, "always below the first"}}},
        {"ForSometimesRuns", "input n: 0..3 = 0\nrule r { q = 1\n  for i in 1..n { q = i } }\n", {}},
        {"NeverThatSymbol",
         "rule r { kind = pick {dagger, sword}\n  if kind == swrod { q = 1 } }\n",
         {{"W0503", 3, 14, "write `sword`"}}},
        {"NeverThatSymbolUnequal",
         "rule r { kind = pick {dagger, sword}\n  if kind != bow { q = 1 } }\n",
         {{"W0503", 3, 14, "it may be `dagger`, `sword`"}}},
        {"ThatSymbolElsewhere",
         "rule r { kind = pick {dagger, sword}\n  if kind == bow { q = 1 } }\nrule s { kind = bow\n  r() }\n",
         {}},
        {"ThatChoice",
         "input place: {wood, sea} = wood\nrule r { q = 1\n  if place == see { q = 2 } }\n",
         {{"W0503", 4, 15, "write `sea`"}}},
        {"AnyParameter", "rule r(what) { q = 1\n  if what == see { q = 2 } }\nrule s { r(sea) }\n", {}},
        {"MembersOfAList",
         "field l: list of symbol\nrule r { l += fire\n  q = 1\n  for x in l { if x == ice { q = 2 } } }\n",
         {{"W0503", 5, 24, "it may be `fire`"}}},
        {"RecordAndConstantForOneParameter",
         "collection c { worth: int }\nc iron { worth = 1 }\nc gold { worth = 9 }\ndef dear(x) = x == gold\n"
         "rule r { a = dear(iron); kind = pick m in c where dear(m) or m.worth == 1; b = any(m in c: dear(m)) }\n",
         {}},
        {"UnsetIsNoSymbol", "rule r { q = 1\n  if chance 50% { kind = a }\n  if kind == none { q = 2 } }\n", {}},
        {"KeyWithoutALine",
         "grid g[kind] { a  b\n  x  1  2\n }\nrule r { kind = pick g[y] }\n",
         {{"W0505", 5, 24, "grid `g` has no line for `y`"}}},
        {"TagThatNoRecordHas",
         "collection c { tags = {} }\nc dagger { tags = {blade} }\n"
         "rule r { kind = pick x in c where x is blad or x is dagger or nothing }\n",
         {{"W0506", 4, 40, "`blade`"}}},
        {"TagsInSetsAndFilters",
         "collection c { fits: filter }\nc dagger { fits = {dager, club not dagger} }\n"
         "rule r { kind = pick x in c where x is {dagger, heavy} or x is {not swrod} or x is x.fits or nothing "
         "}\n",
         {{"W0506", 3, 20, "`dagger`"},
          {"W0506", 3, 27, "no record has the tag `club`"},
          {"W0506", 4, 49, "`heavy`"},
          {"W0506", 4, 69, "`swrod`"}}},
        {"TagsOfTemplates",
         "collection c { tags = {} }\nabstract c blade { tags = {sharp} }\nabstract c club { }\nc dagger : blade { }\n"
         "rule r { kind = pick x in c where x is blade or x is sharp or x is {not club} or nothing }\n",
         {}},
        {"TagsThatAreNoRecords",
         "collection c { rows allocate { } }\nc dagger { allocate 1.. on wet }\n"
         "rule r { kind = pick x in c at 1 on {wet, cold} or nothing }\n",
         {}},
        {"KeyUnderElse", "grid g[kind] { a  b\n  x  1  2\n  else  2  1 }\nrule r { kind = pick g[y] }\n", {}},
        {"PercentOff",
         "table t { 50% a, 30% b }\nrule r { kind = pick t }\n",
         {{"N0501", 2, 7, "the percentages of `t` sum to 80%"}}},
        {"PercentAbove", "table t { 50% a, 53.5% b }\nrule r { kind = pick t }\n", {{"N0501", 2, 7, "sum to 103.5%"}}},
        {"PercentExact", "table t { 50% a, 50% b }\nrule r { kind = pick t }\n", {}},
        {"PercentRounded", "table t { 33.3% a, 33.3% b, 33.3% c }\nrule r { kind = pick t }\n", {}},
        {"PercentOneOff", "table t { 50% a, 51% b }\nrule r { kind = pick t }\n", {}},
        {"SharesAreNoPercent",
         "table t { 50% a, 30 b }\nrule r { kind = pick t }\n",
         {{"W0532", 2, 18, "`30` counts as one in percent, beside `50%`"}}},
        {"SharesThatAreComputed", "input n: 1..9 = 1\ntable t { 50% a, (n) b }\nrule r { kind = pick t }\n", {}},
        {"PercentThatLeaves", "input d: 1..9 = 1\ntable t { 50% a; 30% b if d > 5 }\nrule r { kind = pick t }\n", {}},
        {"SharedPercent", "table t { 25% a, b, c, d }\nrule r { kind = pick t }\n", {}},
    }),
    [](const auto& row) { return std::string(row.param.name); });

// Warnings about a used library are suppressed: code unused here may be used by other packs.
TEST(LintsOfLibraries, AreLeftToThoseWhoCheckThem) {
  text::Sources sources;
  text::Report report(sources);
  std::vector<PackTree> packs(2);
  packs[0].name = "lib";
  packs[0].files.push_back(lang::parse(
      sources,
      sources.add("lib.loot",
                  "pack lib \"L\" 1.0\ncollection c { tags = {}; rows part { percent: number = 100 } }\n"
                  "rule made { kind = pick x in c where not (x is rare) or nothing\n"
                  "  for p in kind.part { if chance (p.percent)% { n = 1 } }\n  if kind == ring { n = 2 } }\n"),
      report));
  packs[1].name = "p";
  packs[1].files.push_back(lang::parse(
      sources,
      sources.add("p.loot",
                  "pack p \"P\" 1.0\nuse lib\nc dagger { part 250 }\nrule r { made(); if chance 200% { n = 3 } }\n"),
      report));
  EXPECT_TRUE(check(std::make_shared<const std::vector<PackTree>>(std::move(packs)), report).has_value());
  std::vector<std::string> told;
  for (const auto& one : report.sorted()) { told.push_back(fmt::format("{} {}", one.code, one.file)); }
  EXPECT_EQ(told, std::vector<std::string>{"W0501 p.loot"});
}

}  // namespace lints_test
}  // namespace spoils::check
