// tests/odds/optimisations_test.cpp
//
// Each optimisation of odds by the smallest packs for which a plausible mistake in it gives other odds: statement
// summaries and their placeholders, liveness, merging of equal states, closed forms, the independence of the things of
// a roll, marks of draws. The fractions are computed by hand. tests/mutants plants those mistakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "exact_fractions.h"
#include "odds/distribution.h"
#include "odds/interpreter.h"
#include "odds/open_inputs.h"
#include "spoils/expectations.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {
namespace optimisations_test {

struct Row {
  std::string name;
  std::string declarations;
  std::vector<std::string> by;
  std::map<std::string, std::string> expected;  // values, parted by commas, and their fraction
  std::string where = "";
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class Odds : public testing::TestWithParam<Row> {};

TEST_P(Odds, AsByHand) {
  const auto pack = compiled(GetParam().declarations);
  Marginal question;
  question.rule = "r";
  question.by = GetParam().by;
  question.where = GetParam().where;
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_EQ(fractions_of(*table, ","), GetParam().expected);
  // The same in doubles, which are another reading of the same code.
  question.fractions = false;
  const auto doubles = exact_odds(pack, question);
  ASSERT_TRUE(doubles) << doubles.error().text();
  ASSERT_EQ(doubles->rows.size(), table->rows.size());
  for (std::size_t i = 0; i < table->rows.size(); ++i) {
    EXPECT_EQ(doubles->rows[i].values, table->rows[i].values);
    EXPECT_NEAR(doubles->rows[i].probability, table->rows[i].probability, 1e-15);
  }
}

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

// Accesses to slots and to members of lists, and the rows that pass a filter.
INSTANTIATE_TEST_SUITE_P(
    StateAbstraction, Odds,
    testing::Values(
        Row{"EndOfARange",  // 3 in 1..2 and 3 in 1..5
            "rule r { let hi = pick {2, 5}; hit = 3 in 1..hi }",
            {"hit"},
            {{"true", "1/2"}, {"false", "1/2"}}},
        // Two members of 1..3; below 2 each with 1/3, below 3 with 2/3.
        Row{"MembersBelowASlot",
            "rule r { let l = []; repeat 2 { l += pick 1..3 }; let n = pick 2..3; c = count(x in l where x < n) }",
            {"c"},
            {{"0", "5/18"}, {"1", "4/9"}, {"2", "5/18"}}},
        Row{"LeastMember",
            "rule r { let l = []; repeat 2 { l += pick 1..3 }; m = min(l) }",
            {"m"},
            {{"1", "5/9"}, {"2", "1/3"}, {"3", "1/9"}}},
        // Two rows are left; c weighs 1 or 3, the other row 1.
        Row{"WeightsOfAFilter",
            "rule r { let l = [pick {a, b}]; let n = pick {1, 3}\n"
            "k = pick m in t where m != d and not m in l weight (if m == c then n else 1) }\n"
            "table t: w { a 1; b 1; c 1; d 1 }",
            {"k"},
            {{"c", "5/8"}, {"a", "3/16"}, {"b", "3/16"}}},
        Row{"CellsWithDenominators",
            "table t: w { a (1/2); b (1/3) }\nrule r { let k = pick t; w = t[k].w }",
            {"w"},
            {{"0.5", "1/2"}, {"1/3", "1/2"}}},
        Row{"GrownListThatIsReadAfterwards",
            "rule r { l = []; repeat 2 { if count(x in l where x == a) < 2 { l += pick {a, b} } } }",
            {"l"},
            {{"[a, a]", "1/4"}, {"[a, b]", "1/4"}, {"[b, a]", "1/4"}, {"[b, b]", "1/4"}}},
        // n is 1: the first step leaves a and b, the second all; 2: all, then b and c. And a may be excluded.
        Row{"TwoStepsThatReadOneSlot",
            "rule r { let l = [pick {a, z}]; let n = pick 1..2\n"
            "k = pick m in t where m.u <= n and m.w >= n and not m in l }\n"
            "table t: u, w { a 1 1; b 1 2; c 2 2 }",
            {"k"},
            {{"b", "5/8"}, {"a", "1/8"}, {"c", "1/4"}}},
        // kind leaves its table to become zz, and that is compared with zz or yy.
        Row{"SymbolOfElse",
            "table t: n { a 1; b 2 }\ntable u { a if chance 50% else zz }\n"
            "rule r { let m = pick {zz, yy}; kind = pick t; if chance 50% { kind = pick u; if kind == m { hit = true } "
            "} "
            "}",
            {"hit"},
            {{"true", "1/8"}, {"none", "7/8"}}},
        // In the first turn f is none, and only n = 3 counts.
        Row{"FlagThatIsNone",
            "rule r { let n = pick 3..4; repeat 2 { if n in 3..(if f == none then 3 else 4) { c += 1 }; f = true } }",
            {"c"},
            {{"2", "1/2"}, {"1", "1/2"}}},
        // A row gives n or n + 2; if the list has 4 no row passes.
        Row{"OutcomeThatReadsASlot",
            "rule r { n = pick 1..2; let l = [pick {3, 4}]; k = pick m in t where m < 5 and not 4 in l or nothing }\n"
            "table t { (n), (n + 2) }",
            {"k"},
            {{"1", "1/8"}, {"2", "1/8"}, {"3", "1/8"}, {"4", "1/8"}, {"none", "1/2"}}},
        // Members are 2 or 3, which n = 2 does not tell apart, and n = 3 does.
        Row{"MembersBelowASlotThatChanges",
            "rule r { n = 2; let l = []; repeat 2 { l += pick n..3 }; n = 3; c = count(x in l where x < n) }",
            {"c"},
            {{"0", "1/4"}, {"1", "1/2"}, {"2", "1/4"}}},
        Row{"SymbolOfElseInATable",
            "table t: n { a 1 if chance 50% else zz; b 2 }\n"
            "rule r { let m = pick {zz, yy}; kind = pick t; if chance 50% { kind = pick t; if kind == m { hit = true } "
            "} "
            "}",
            {"hit"},
            {{"true", "1/16"}, {"none", "15/16"}}},
        Row{"RecordsOfALoop",
            "collection weapon { rows allocate { } }\nweapon knife { allocate 1.. }\nweapon club { allocate 1.. }\n"
            "field all: list of weapon\n"
            "rule r { let m = pick w in weapon at 1; all = [knife, club]; for k in all { if k == m { c += k.rank + 1 } "
            "} }",
            {"c"},
            {{"1", "1/2"}, {"2", "1/2"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    StatementSummaries, Odds,
    testing::Values(
        Row{"OneStatementUnderTwoDemands",  // after the first call only a is live, after the second only b
            "rule r { s(); x = a; s(); y = b }\nrule s { if chance 50% { a = d2; b = d2 } else { a = 3; b = 3 } }",
            {"x == 3", "y == 3"},
            {{"true,true", "1/4"}, {"true,false", "1/4"}, {"false,true", "1/4"}, {"false,false", "1/4"}}},
        // `named` is entered third or second; of equals the last names the thing, and `rival` is the third.
        Row{"OneStatementAtTwoDepths",
            "rule r { if chance 50% { mid() } else { leaf() }; far() }\nrule mid { leaf() }\nrule leaf { named() }\n"
            "rule named { x = 1 }\nrule far { farther() }\nrule farther { rival() }\nrule rival { y = 1 }\n"
            "display named \"named\"\ndisplay rival \"rival\"",
            {"name"},
            {{"named", "1/2"}, {"rival", "1/2"}}},
        // A gem is held by r, or by the box that r holds.
        Row{"HeldByTheThingOrInside",
            "rule r { x = 1; inner(); hold box }\nrule box { y = 1; inner() }\n"
            "rule inner { if chance 50% { hold gem } }\nrule gem { kind = gem }",
            {"count(t in held where t.kind == gem)", "count(t in things where t.kind == gem)"},
            {{"0,0", "1/4"}, {"0,1", "1/4"}, {"1,1", "1/4"}, {"1,2", "1/4"}}},
        Row{"ListThatIsReadAfterwards",
            "rule r { l = []; repeat 2 { l += pick {a, b} }; n = count(x in l where x == a) }",
            {"l", "n"},
            {{"[a, a],2", "1/4"}, {"[a, b],1", "1/4"}, {"[b, a],1", "1/4"}, {"[b, b],0", "1/4"}}},
        Row{"TwoSlotsOfWhichOneIsPassedOver",
            "rule r { x = pick 1..2; y = pick 1..2; if chance 50% { x = 3 } else { y = 3 } }",
            {"x", "y"},
            {{"3,1", "1/4"}, {"3,2", "1/4"}, {"1,3", "1/4"}, {"2,3", "1/4"}}},
        // The gem is no part of r and stays; r is discarded with the bead that it holds.
        Row{"DropInAThingThatIsGivenUp",
            "rule r { x = 1; hold bead; if chance 50% { drop gem }; if chance 50% { discard } }\n"
            "rule bead { kind = bead }\nrule gem { kind = gem }",
            {"count(t in things where t.kind == gem)", "count(t in things where t.kind == bead)"},
            {{"0,0", "1/4"}, {"0,1", "1/4"}, {"1,0", "1/4"}, {"1,1", "1/4"}}},
        Row{"FieldOfAThingThatIsCounted",
            "rule r { repeat 2 { drop s } }\nrule s { kind = pick {a, b}; if chance 50% { kind = a } }",
            {"count(t in things where t.kind == a)"},
            {{"0", "1/16"}, {"1", "3/8"}, {"2", "9/16"}}},
        Row{"ParameterThatIsPassedOver",
            "rule r { repeat 2 { s(pick 1..2) } }\nrule s(field n: int) { if chance 50% { n = 3 } }",
            {"n"},
            {{"1", "1/4"}, {"2", "1/4"}, {"3", "1/2"}}},
        Row{"ParameterThatIsThePlaceholder",
            "rule r { n = 0; repeat 2 { if chance 50% { s(-6565566181010064121) } } }\nrule s(field n: int) { x = 1 }",
            {"n"},
            {{"-6565566181010064121", "3/4"}, {"0", "1/4"}}},
        Row{"SettledOnceInAWorld",
            "world def lucky(n) = d2\nrule r { if chance 50% { x = lucky(1) }; if chance 50% { y = lucky(1) } }",
            {"x", "y"},
            {{"none,none", "1/4"},
             {"none,1", "1/8"},
             {"none,2", "1/8"},
             {"1,none", "1/8"},
             {"2,none", "1/8"},
             {"1,1", "1/8"},
             {"2,2", "1/8"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Liveness, Odds,
    testing::Values(
        Row{"HandedOnOverTwoTurns",
            "rule r { a = 0; b = 0; c = 0; repeat 3 { a = b; b = c; c = d2 } }",
            {"a"},
            {{"1", "1/2"}, {"2", "1/2"}}},
        Row{"IfWithoutElse",
            "rule r { x = d2; if chance 50% { x = 3 } }",
            {"x"},
            {{"1", "1/4"}, {"2", "1/4"}, {"3", "1/2"}}},
        Row{"ConditionOfRetry",  // of six pairs five are kept, three of them with x = 1
            "rule r { retry { x = d2; y = d3 } while y < x }",
            {"x"},
            {{"1", "3/5"}, {"2", "2/5"}}},
        // x is at least y, which is z: 1..3, 2..3 or 3.
        Row{"ReadForTheConditionOfRetry",
            "rule r { z = pick 1..3; retry { x = d3; y = z } while x < y }",
            {"x"},
            {{"1", "1/9"}, {"2", "5/18"}, {"3", "11/18"}}},
        Row{"StoppedBefore", "rule r { y = 0; if chance 50% { stop }; y = 1 }", {"y"}, {{"0", "1/2"}, {"1", "1/2"}}},
        Row{"ThingWithoutFields",
            "rule r { drop s }\nrule s { if chance 25% { x = 1 } }",
            {"count(t in things)"},
            {{"1", "1/4"}, {"0", "3/4"}}},
        Row{"MemberFromASlot",
            "rule r { l = []; let n = pick {1, 2}; l += n }",
            {"l"},
            {{"[1]", "1/2"}, {"[2]", "1/2"}}},
        Row{"DefaultOfDo",
            "rule r { x = d2; kind = pick {s, t}; do kind }\nrule s(m = x) { y = m }\nrule t { y = 3 }",
            {"y"},
            {{"1", "1/4"}, {"2", "1/4"}, {"3", "1/2"}}},
        Row{"DiscardInARule",
            "rule r { s(); y = 2 }\nrule s { if chance 50% { discard } }",
            {"y"},
            {{"2", "1/2"}, {"none", "1/2"}}},
        Row{"NumbersWithDenominators",
            "rule r { if chance 50% { w = 1/2 } else { w = 1/3 } }",
            {"w"},
            {{"0.5", "1/2"}, {"1/3", "1/2"}}},
        Row{"FieldSetByOneBranch",
            "rule r { drop s }\nrule s { x = if chance 25% then 1 else none }",
            {"count(t in things)"},
            {{"1", "1/4"}, {"0", "3/4"}}},
        Row{"FieldNotSetByElse",
            "rule r { drop s }\nrule s { kind = pick { a if chance 25% else none } }",
            {"count(t in things)"},
            {{"1", "1/4"}, {"0", "3/4"}}},
        Row{"InputAfterABlockThatSetsIt",
            "input depth: 1..3 = 2\nrule r { with depth = 3 { x = depth }; y = depth }",
            {"x", "y"},
            {{"3,2", "1/1"}}},
        Row{"SlotOfTheConditionAlone",
            "rule r { x = d2; y = if x == 1 then d2 else 1 }",
            {"x"},
            {{"1", "1/3"}, {"2", "2/3"}},
            "y == 1"},
        Row{"DropThatNothingDependsOn",
            "rule r { x = 1; if chance 25% { drop s } }\nrule s { y = 1 }",
            {"count(t in things)"},
            {{"1", "3/4"}, {"2", "1/4"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    EqualStates, Odds,
    testing::Values(Row{"OrderOfAList",
                        "rule r { let l = []; repeat 2 { l += pick {a, b} }; f = first(l) }",
                        {"f"},
                        {{"a", "1/2"}, {"b", "1/2"}}},
                    Row{"ListsOfTwoLengths",
                        "rule r { l = []; repeat d3 { l += 1 } }",
                        {"l"},
                        {{"[1]", "1/3"}, {"[1, 1]", "1/3"}, {"[1, 1, 1]", "1/3"}}},
                    Row{"SettledByTwoStatements",
                        "world def lucky(n) = d2\nrule r { let z = lucky(1); x = z; y = lucky(1) }",
                        {"x", "y"},
                        {{"1,1", "1/2"}, {"2,2", "1/2"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(ClosedForms, Odds,
                         testing::Values(Row{"DiceWithOneGreatestSum",  // 1/36 and 1/64
                                             "rule r { x = 2d6; y = 3d4 }",
                                             {"x == 2 and y == 3"},
                                             {{"true", "1/2304"}, {"false", "2303/2304"}}},
                                         Row{"LastOfThreeTries",
                                             "rule r { retry max 3 { x = d2 } while x == 1 }",
                                             {"x"},
                                             {{"2", "7/8"}, {"1", "1/8"}}},
                                         Row{"DiscardInATry",  // in each try: 1/3 given up, 1/3 again, 1/3 kept
                                             "rule r { retry { x = d3; if x == 1 { discard } } while x == 2 }",
                                             {"x"},
                                             {{"3", "1/2"}, {"none", "1/2"}}},
                                         Row{"StopInATry",
                                             "rule r { retry { x = d4; if x == 1 { stop } } while x == 2; y = 1 }",
                                             {"x", "y"},
                                             {{"1,none", "1/3"}, {"3,1", "1/3"}, {"4,1", "1/3"}}}),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Things, Odds,
    testing::Values(
        Row{"FieldsOfTheThingAround",  // the gem has no kind, whatever the box is
            "rule r { drop box }\nrule box { kind = pick {a, b}; hold gem }\nrule gem { size = 1 }",
            {"count(t in things where t.kind == a)"},
            {{"0", "1/2"}, {"1", "1/2"}}},
        Row{"HeldByADiscardedThing",
            "rule r { drop box }\nrule box { size = 1; hold gem; if chance 25% { discard } }\nrule gem { kind = a }",
            {"count(t in things where t.kind == a)"},
            {{"1", "3/4"}, {"0", "1/4"}}},
        Row{"BesideADiscardedThing",
            "rule r { drop box }\nrule box { size = 1; hold pouch; if chance 25% { discard } }\n"
            "rule pouch { size = 2; drop gem }\nrule gem { kind = a }",
            {"count(t in things where t.kind == a)", "count(t in things where t.size == 2)"},
            {{"1,1", "3/4"}, {"1,0", "1/4"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    MarksOfDraws, Odds,
    testing::Values(
        Row{"FieldOfARecord",
            "collection weapon { damage: int = 1; rows allocate { } }\n"
            "weapon knife { damage = d2; allocate 1.. }\nweapon club { damage = d4; allocate 1.. }\n"
            "rule r { let w = pick w in weapon at 1; n = w.damage }",
            {"n"},
            {{"1", "3/8"}, {"2", "3/8"}, {"3", "1/8"}, {"4", "1/8"}}},
        Row{"ColumnOfARow",  // 1 or 2 is one of d2, or of d4
            "collection weapon { rows allocate { quantity: int = 1 } }\n"
            "weapon knife { allocate 1.. quantity d2 }\nweapon club { allocate 1.. quantity d4 }\n"
            "rule r { let want = pick {1, 2}; let w = pick w in weapon at 1; hit = want == w.quantity }",
            {"hit"},
            {{"true", "3/8"}, {"false", "5/8"}}},
        Row{"PickOfAGrid",
            "grid brand[kind] {\n       fire frost\n  a    1    1\n  b    1    3\n}\n"
            "rule r { let kind = pick {a, b}; let want = pick {fire, frost}; hit = want == pick brand[kind] }",
            {"hit"},
            {{"true", "1/2"}, {"false", "1/2"}}},
        Row{"FirstOperandDraws",
            "rule r { let n = pick {1, 4}; hit = d4 + 0 * n > n }",
            {"hit"},
            {{"true", "3/8"}, {"false", "5/8"}}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(Folding, Odds,
                         testing::Values(Row{"DivisionRoundsDown", "rule r { x = -7 // 2 }", {"x"}, {{"-4", "1/1"}}},
                                         Row{"RestHasTheSignOfTheDivisor",
                                             "rule r { x = -7 mod 3; y = 7 mod -3 }",
                                             {"x", "y"},
                                             {{"2,-2", "1/1"}}}),
                         name_of);

// Branches that the flags and symbols among the inputs decide.
INSTANTIATE_TEST_SUITE_P(
    DecidedBranches, Odds,
    testing::Values(
        Row{"WithoutElse",
            "input on = false\nrule r { x = d2; k = x; if not on { k = 3 - x } }",
            {"k"},
            {{"1", "1/2"}, {"2", "1/2"}}},
        Row{"InputThatIsSetOnTheWay",
            "input on = false\nrule r { x = d2; with on = true { s() } }\n"
            "rule s { if on { k = x } else { k = 3 } }",
            {"k"},
            {{"1", "1/2"}, {"2", "1/2"}}},
        Row{"OneSideOfOr",
            "input on = false\nrule r { x = d2; if on or x == 2 { k = x } else { k = 5 } }",
            {"k"},
            {{"2", "1/2"}, {"5", "1/2"}}},
        Row{"OneSideOfAnd",
            "input on: {off, low} = low\nrule r { x = d2; if x == 2 and on == low { k = x } else { k = 5 } }",
            {"k"},
            {{"2", "1/2"}, {"5", "1/2"}}},
        Row{"ReadInTheOtherBlock",
            "input on: {off, low} = off\nrule r { x = d2; y = d2; if on == off { k = x } else { k = y } }",
            {"k", "y"},
            {{"1,1", "1/4"}, {"1,2", "1/4"}, {"2,1", "1/4"}, {"2,2", "1/4"}}}),
    name_of);

// A hundred states before the branch if it is taken, one if it is not; and a sweep has both.
TEST(DecidedBranches, ReadNothingWhereTheyAreNotTaken) {
  const auto pack = compiled("input on = false\nrule r { x = d100; y = d6; if on { k = x } else { k = min(y, 1) } }");
  Marginal question;
  question.rule = "r";
  question.by = {"k"};
  Sweep sweep;
  sweep.input = "on";
  const auto answers = exact_odds(pack, question, sweep);
  ASSERT_TRUE(answers) << answers.error().text();
  ASSERT_EQ(answers->size(), 2U);
  EXPECT_EQ(answers->at(0).table.rows.size(), 1U);
  EXPECT_LE(answers->at(0).table.states, 6U);
  EXPECT_EQ(answers->at(1).table.rows.size(), 100U);
}

TEST(DecidedBranches, FollowTheInputsOfAnExpectation) {
  const auto pack = compiled(
      "input on = false\nrule r { x = d2; if on { k = x } else { k = 5 } }\n"
      "expect \"off\": odds(r: k == 5, on = false) == 1\nexpect \"on\": odds(r: k == 2, on = true) == 1/2\n"
      "expect \"off again\": odds(r: k == 5, on = false) == 1\n");
  for (const auto& result : check_expectations(pack)) { EXPECT_TRUE(result.holds && result.decided) << result.title; }
}

// Expected counts are computed with dual numbers if the question allows it.
TEST(ExpectedCounts, AsByHand) {
  for (const std::string rules : {R"(
rule once { if chance 50% { drop gem } }
rule twice { if chance 50% { drop gem }; repeat d2 { drop gem } }
rule again { retry { x = d2; if x == 2 { drop gem } } while x == 1 }
rule supposed { drop gem; y = 0; if chance 1/2 { let x = worth after others(); y = x } }
rule others { repeat d2 { drop gem }; worth = d2 }
rule gem { kind = gem }
expect "supposed": mean(supposed: count(t in things where t.kind == gem)) == 1
expect "supposed and worth": mean(supposed: sum(t in things: t.y)) == 3/4
expect "once": mean(once: count(t in things where t.kind == gem)) == 1/2
expect "twice": mean(twice: count(t in things where t.kind == gem)) == 2
expect "again": mean(again: count(t in things where t.kind == gem)) == 1
)",
                                  R"(
rule given_up { drop box }
rule box { size = 1; hold gem; if chance 25% { discard } }
rule gem { kind = gem }
expect "given up": mean(given_up: count(t in things where t.kind == gem)) == 3/4
)"}) {
    for (const auto& result : check_expectations(compiled(rules))) {
      EXPECT_TRUE(result.holds) << result.title << ": " << result.found;
    }
  }
}

struct Bounded {
  std::string name;
  std::string declarations;
  std::string by;
};

void PrintTo(const Bounded& row, std::ostream* out) { *out << row.name; }

class Bounds : public testing::TestWithParam<Bounded> {};

// With any limit, the known and the unexplored probability sum to 1, and each outcome is within its bounds. The true
// odds are those without a limit.
TEST_P(Bounds, HoldWhereWorkIsGivenUp) {
  const auto pack = compiled(GetParam().declarations);
  Marginal question;
  question.rule = "r";
  question.by = {GetParam().by};
  const auto exact = exact_odds(pack, question);
  ASSERT_TRUE(exact && exact->exact);
  std::map<std::string, double> odds;
  for (const auto& row : exact->rows) { odds[to_text(row.values[0])] = row.probability; }
  bool was_given_up = false;
  const auto check = [&](std::size_t states, std::uint64_t ways) {
    question.max_states = states;
    question.max_paths = ways;
    const auto table = exact_odds(pack, question);
    if (!table) { return; }
    was_given_up = was_given_up || !table->exact;
    double sum = table->unexplored;
    for (const auto& row : table->rows) {
      sum += row.low;
      EXPECT_LE(row.low, odds[to_text(row.values[0])] + 1e-12) << states << " states, " << ways << " ways";
      EXPECT_GE(row.high, odds[to_text(row.values[0])] - 1e-12) << states << " states, " << ways << " ways";
    }
    EXPECT_NEAR(sum, 1, 1e-9) << states << " states, " << ways << " ways";
  };
  for (const std::size_t states : {5U, 20U, 100U}) { check(states, 500'000'000); }
  for (const std::uint64_t ways : {50U, 200U, 400U, 1'000U, 3'000U, 10'000U}) { check(1'000'000, ways); }
  EXPECT_TRUE(was_given_up);
}

// The same of the engine itself: a table of odds adds what is missing to the unexplored part, so that a share that got
// lost would not show there.
TEST_P(Bounds, SumToOneInTheEngine) {
  const auto pack =
      compiled(GetParam().declarations + "\nexpect \"e\": odds(r: text(" + GetParam().by + ") == \"7\") == 0");
  const auto& program = pack.data().program;
  bool was_given_up = false;
  for (const std::size_t states : {5U, 20U, 100U}) {
    odds::Budget budget;
    budget.bounds = odds::Bounds::OnePass;
    budget.max_states = states;
    odds::Interpreter<double> interpreter(program, budget);
    const auto answer = interpreter.answer(program.queries.at(0), odds::initial_settings(program));
    was_given_up = was_given_up || answer.unexplored > 0;
    double sum = answer.unexplored + answer.rejected;
    for (const auto& outcome : answer.outcomes) { sum += outcome.mass; }
    EXPECT_NEAR(sum, 1, 1e-9) << states << " states";
  }
  EXPECT_TRUE(was_given_up);
}

INSTANTIATE_TEST_SUITE_P(
    Packs, Bounds,
    testing::Values(
        Bounded{"Loop", "rule r { repeat 8 { x += d6 * d6 } }", "x"},
        Bounded{"LongBlock", "rule r { x = d20 * d20; y = d20 * x; z = d20 * y; if z > 4000 { w = d20 } }", "w"},
        Bounded{"Summary", "rule r { repeat 3 { if chance 50% { a = d20 * d20; b = d20 * a; c += b mod 7 } } }", "c"},
        Bounded{"Retry", "rule r { retry { x = 0; repeat 4 { x += d9 * d9 } } while x < 150 }", "x"},
        Bounded{"RetryOfALongBlock", "rule r { retry { x = d20 * d20; y = d20 * x; z = d20 * y } while z < 4000 }",
                "z > 20000"},
        // Nine of ten tries are refused and lose nothing; the others lose most of what they come to.
        Bounded{"RetryOfWhatIsSeldom",
                "rule r { retry { y = 0; z = 0; x = d20; if x < 3 { y = d20; z = d20 * y } } while x > 2 }", "z"}),
    [](const auto& row) { return row.param.name; });

// Sums of doubles compensate for rounding: a million of 2^-60 added to 1, in either order, give the exact sum.
TEST(Doubles, SumsCarryWhatRoundingTakes) {
  const double small = std::ldexp(1.0, -60);
  constexpr int kTimes = 1'000'000;
  const program::Word state = 0;
  for (const bool begins_small : {false, true}) {
    odds::Distribution<double> sum(1);
    if (!begins_small) { sum.add(&state, 1.0); }
    for (int i = 0; i < kTimes; ++i) { sum.add(&state, small); }
    if (begins_small) { sum.add(&state, 1.0); }
    EXPECT_EQ(sum.mass(0), 1 + kTimes * small);
  }
}

// A declared generator leaves nothing to chance: the odds must be those of the only possible roll, in which the state
// of the generator advances through summaries and through draws on which nothing depends.
TEST(DeclaredGenerator, GivesTheOutcomeOfTheRoll) {
  const auto pack = compiled(R"(
input depth: 0..40 = 0
rule r {
  with stream lcg(bits = 31, multiplier = 1103515245, increment = 12345, seed = depth) {
    repeat 3 { x = 10 * x + d6 }
    let unused = d6
    if chance 50% { y = d6 } else { y = 10 * d6 }
  }
}
)");
  for (int depth = 0; depth <= 40; ++depth) {
    const Values values{{"depth", std::to_string(depth)}};
    auto roller = Roller::make(pack, "r", values);
    const auto things = roller->roll(1, 1);
    ASSERT_TRUE(things);
    Marginal question;
    question.rule = "r";
    question.values = values;
    question.by = {"x", "y"};
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table) << table.error().text();
    ASSERT_EQ(table->rows.size(), 1U);
    EXPECT_EQ(to_text(table->rows[0].values[0]), std::to_string((*things)[0]["x"].integer()));
    EXPECT_EQ(to_text(table->rows[0].values[1]), std::to_string((*things)[0]["y"].integer()));
    EXPECT_EQ(table->rows[0].probability, 1);
  }
}

}  // namespace optimisations_test
}  // namespace spoils
