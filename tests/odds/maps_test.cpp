// tests/odds/maps_test.cpp
//
// Maps, `map of KEY to int`: odds computed by hand beside rolls of the same packs, and packs that go wrong. The
// reference evaluator (tests/reference) compares random packs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {
namespace maps_test {

// The records are not in the order in which the pack mentions them first.
const std::string kAbilities =
    "collection ability { worth: int = 1 }\n"
    "ability storm { worth = 10 }\nability frost { }\nability fire { worth = 5 }\n"
    "collection kind { gives: map of ability to int; rows allocate { } }\n"
    "abstract kind hot { gives = {fire 1} }\n"
    "kind ember : hot { allocate 1.. }\n"
    "kind sun : hot { gives += {fire 1, storm 2}; allocate 1.. }\n"
    "kind stone { allocate 1.. }\n"
    "field has: map of ability to int\nfield l: list of ability\n";

class Maps : public testing::TestWithParam<HandTable> {};

TEST_P(Maps, HaveTheOddsOfTheirRules) {
  expect_by_hand(GetParam(), "rule first { y = fire; has = {fire 1} }\n" + kAbilities);
}

INSTANTIATE_TEST_SUITE_P(
    Language, Maps,
    testing::ValuesIn(std::vector<HandTable>{
        {"AbsentIsZero",
         "rule r { a = has[fire]; has[fire] += 2; b = has[fire]; c = has[frost]; d = fire in has; e = frost in has }",
         {"a", "b", "c", "d", "e"},
         {{"0 2 0 true false", "1/1"}}},
        {"ZeroIsAbsent",
         "rule r { has[fire] += 1; has[fire] -= 1; n = count(has); has[frost] = 0; same = has == {} }",
         {"n", "same", "has"},
         {{"0 true {}", "1/1"}}},
        {"SumsOfDraws",
         "rule r { has[pick {fire, frost}] += d2; has[pick {fire, frost}] += 1 }",
         {"has"},
         {{"{fire 2}", "1/8"},
          {"{fire 3}", "1/8"},
          {"{frost 1, fire 1}", "1/4"},
          {"{frost 1, fire 2}", "1/8"},
          {"{frost 2, fire 1}", "1/8"},
          {"{frost 2}", "1/8"},
          {"{frost 3}", "1/8"}}},
        {"KeysAreInTheOrderOfRecords",
         "rule r { has = {fire 1, storm 2}; has[frost] = 3; l = list(k in has: k); a = first(has); b = last(has) }",
         {"has", "l", "a", "b"},
         {{"{storm 2, frost 3, fire 1} [storm, frost, fire] storm fire", "1/1"}}},
        {"FieldsOfRecords",
         "rule r { let k = pick k in kind at 1; has = {frost d2}; has += k.gives; a = k.gives[fire] }",
         {"has", "a"},
         {{"{frost 1, fire 1} 1", "1/6"},
          {"{frost 2, fire 1} 1", "1/6"},
          {"{storm 2, frost 1, fire 2} 2", "1/6"},
          {"{storm 2, frost 2, fire 2} 2", "1/6"},
          {"{frost 1} 0", "1/6"},
          {"{frost 2} 0", "1/6"}}},
        {"LoopsAndFolds",
         "rule r { has = {fire d2, storm 3}; for k in has { a += has[k] * k.worth }\n"
         "b = sum(k in has: has[k]); c = max(k in has where k != storm: has[k]); d = count(k in has where has[k] > 1) "
         "}",
         {"a", "b", "c", "d"},
         {{"35 4 1 1", "1/2"}, {"40 5 2 2", "1/2"}}},
        {"Differences",
         "rule r { has = {fire 3, frost 1}; has -= {fire d2, frost 1, storm 1}; a = has == {fire 1, storm -1} }",
         {"has", "a"},
         {{"{storm -1, fire 2} false", "1/2"}, {"{storm -1, fire 1} true", "1/2"}}},
        {"SumsInExpressions",
         "rule r { let m = {fire d2}; m[fire] += 1; has = m + {frost 1} - {fire 2} }",
         {"has"},
         {{"{frost 1}", "1/2"}, {"{frost 1, fire 1}", "1/2"}}},
        {"ValuesOfEqualKeysAreAddedUp",
         "rule r { let k = fire; has = {fire 1, (k) d2, frost 0}; a = {fire 1, fire 2} == {fire 3, frost 0} }",
         {"has", "a"},
         {{"{fire 2} true", "1/2"}, {"{fire 3} true", "1/2"}}},
        {"KeysThatAreIntegers",
         "field seen: map of int to int\nrule r { seen[d2 + d2] += 1; seen[(-1)] = 2 }",
         {"seen"},
         {{"{-1 2, 2 1}", "1/4"}, {"{-1 2, 3 1}", "1/2"}, {"{-1 2, 4 1}", "1/4"}}},
        {"KeysAreInferred",
         "rule r { x[pick {a, b}] += 1; n = count(x); m = {5 1}; n += m[5] }",
         {"x", "n"},
         {{"{a 1} 2", "1/2"}, {"{b 1} 2", "1/2"}}},
        {"KeysArePicked",
         "rule r { has = {fire 7, storm 1}; a = pick has; l = list(k in (pick 1 distinct from has): k); b = count(l) }",
         {"a", "b"},
         {{"fire 1", "1/2"}, {"storm 1", "1/2"}}},
        {"AnUnsetKeyIsNone",
         "rule r { let a = first(l); has = {fire 1}; has[a] += 1; has[a] = 4; n = has[a]; s = a in has }",
         {"has", "n", "s"},
         {{"{fire 1} 0 false", "1/1"}}},
        {"Parameters",
         "rule r { let m = {fire d2}; add(m); add({frost 1}) }\nrule add(m: map of ability to int) { has += m }",
         {"has"},
         {{"{frost 1, fire 1}", "1/2"}, {"{frost 1, fire 2}", "1/2"}}},
        {"Defs",
         "rule r { has = both(d2); a = total({fire 1, frost 2}) }\ndef both(n) = {fire n, frost (n + 1)}\n"
         "def total(m) = sum(k in m: m[k])",
         {"has", "a"},
         {{"{frost 2, fire 1} 3", "1/2"}, {"{frost 3, fire 2} 3", "1/2"}}},
        {"ConditionsAndWeights",
         "rule r { has[fire] = d2; a = pick t; b = pick x in ability where x in has or nothing }\n"
         "table t { (has[fire]) p; 1 q }",
         {"has", "a", "b"},
         {{"{fire 1} p fire", "1/4"},
          {"{fire 1} q fire", "1/4"},
          {"{fire 2} p fire", "1/3"},
          {"{fire 2} q fire", "1/6"}}},
        {"RetryPutsBack",
         "rule r { has[frost] = 1; retry { has[fire] += d2 } while has[fire] == 1 }",
         {"has"},
         {{"{frost 1, fire 2}", "1/1"}}},
        {"HeldThingsHaveTheirOwn",
         "rule r { has[fire] = 1; hold part(d2); n = has[fire] }\nrule part(n) { has[fire] += n; has[storm] = 1 }",
         {"has", "n"},
         {{"{fire 1} 1", "1/1"}}},
        {"States",
         "state made: map of ability to int\nrule r { repeat 2 { made[pick {fire, frost}] += 1 }; n = made[fire] }",
         {"n"},
         {{"0", "1/4"}, {"1", "1/2"}, {"2", "1/4"}}},
        {"Texts",
         "rule r { has = {fire 1, storm -2, frost 3}; t = \"{has}\"; e = text(has - has) }",
         {"t", "e"},
         {{"storm -2, frost 3 and fire 1 ", "1/1"}}},
        {"MapsInTables",
         "rule r { k = pick goods; has = goods[k].gives }\ntable goods: gives { a {fire 1, storm -1}; b {} }",
         {"k", "has"},
         {{"a {storm -1, fire 1}", "1/2"}, {"b {}", "1/2"}}},
        {"WorldDefsOfMaps",
         "rule r { a = of({fire 1, frost 2}); b = of({frost 2, fire 1}) == a }\n"
         "world def of(m) = d2 + m[fire]",
         {"a", "b"},
         {{"2 true", "1/2"}, {"3 true", "1/2"}}},
        {"AskedAbout",
         "rule r { has[fire] = d2; has[frost] += 1 }",
         {"has[fire]", "count(has)", "storm in has"},
         {{"1 2 false", "1/2"}, {"2 2 false", "1/2"}}},
    }),
    [](const auto& row) { return row.param.name; });

// Values beyond 64 bits are faults of rolls and odds alike.
TEST(MapFaults, Overflow) {
  const auto pack =
      compiled("field has: map of symbol to int\nrule r { has[a] = 9223372036854775807; has[a] += d2 - d2 + 1 }");
  Marginal question;
  question.rule = "r";
  question.by = {"has"};
  EXPECT_FALSE(exact_odds(pack, question));
  auto roller = Roller::make(pack);
  ASSERT_TRUE(roller);
  const auto things = roller->roll(1, 0);
  ASSERT_FALSE(things);
}

// A map that grows without end is refused by the limits of a roll.
TEST(MapFaults, Growth) {
  const auto pack = compiled(
      "field seen: map of int to int\n"
      "rule r { for i in 1..100000 { for j in 1..100000 { seen[i * 100000 + j] = 1 } } }");
  auto roller = Roller::make(pack);
  ASSERT_TRUE(roller);
  EXPECT_FALSE(roller->roll(1, 0));
}

}  // namespace maps_test
}  // namespace spoils
