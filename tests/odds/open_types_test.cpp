// tests/odds/open_types_test.cpp
//
// Expressions whose type nothing in the pack determines: members of lists that stay empty, fields that take their
// values from each other. They are never set, so each row here follows from what the language says of `none`: it
// equals none, counts as 0 and as false, and has no members. Lowering used to leave a constant in the place of whatever
// is around such an operand, in the program of rolls as in that of odds; so neither could contradict the other.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"
#include "spoils/pack.h"

namespace spoils {
namespace open_types_test {

class OpenTypes : public testing::TestWithParam<HandTable> {};

TEST_P(OpenTypes, AreOfValuesThatAreNeverSet) { expect_by_hand(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Rows, OpenTypes,
    testing::ValuesIn(std::vector<HandTable>{
        {"Equality", "rule r { if first([]) == none { n = 1 } else { n = 2 } }", {"n"}, {{"1", "1/1"}}},
        {"EqualityInALet",
         "rule r { let l = []; if first(l) == none { n = 1 } else { n = 2 } }",
         {"n"},
         {{"1", "1/1"}}},
        {"Inequality", "rule r { let l = []; n = not (first(l) == none) }", {"n"}, {{"false", "1/1"}}},
        {"EqualityWithAWord", "rule r { k = 1; n = first([]) == sword }", {"n"}, {{"false", "1/1"}}},
        {"Sum", "rule r { n = d2 + first([]) }", {"n"}, {{"1", "1/2"}, {"2", "1/2"}}},
        {"Change", "rule r { k = 1; let l = []; n = 1; n += first(l); n -= last(l) }", {"n"}, {{"1", "1/1"}}},
        {"Greatest", "rule r { k = 1; let l = []; n = max(3, first(l)) }", {"n"}, {{"3", "1/1"}}},
        {"MostCommon", "rule r { k = 1; n = most_common([]) == none }", {"n"}, {{"true", "1/1"}}},
        {"FirstThatMeets", "rule r { k = 1; n = first(x in []: x) == none }", {"n"}, {{"true", "1/1"}}},
        {"Match",
         "rule r { let l = {}; n = 5; match first(l) { none: { n = 1 }; else: { n = 2 } } }",
         {"n"},
         {{"1", "1/1"}}},
        {"MatchAsAValue", "rule r { k = 1; n = match first([]) { none: 3 else: 4 } }", {"n"}, {{"3", "1/1"}}},
        {"Weight",
         "rule r { let l = []; n = pick {(if first(l) == none then 3 else 1) u; 1 v} }",
         {"n"},
         {{"u", "3/4"}, {"v", "1/4"}}},
        {"Chance",
         "rule r { let l = []; n = chance (if first(l) == none then 1/4 else 1) }",
         {"n"},
         {{"false", "3/4"}, {"true", "1/4"}}},
        {"ParameterOfADef",
         "def f(a) = if first(a) == none then 1 else 2\nrule r { n = f([]) }",
         {"n"},
         {{"1", "1/1"}}},
        {"ArgumentOfADef", "def f(a) = if a == none then 1 else 2\nrule r { n = f(first([])) }", {"n"}, {{"1", "1/1"}}},
        {"ParameterOfARule",
         "rule r { q([]) }\nrule q(a) { n = if first(a) == none then 1 else 2 }",
         {"n"},
         {{"1", "1/1"}}},
        {"FieldOfACollection",
         "collection c { t = {} }\nc a { }\nc b { }\n"
         "rule r { let w = pick c; n = if first(w.t) == none then 1 else 2 }",
         {"n"},
         {{"1", "1/1"}}},
        {"CellOfATable",
         "table t: v { a {}; b {} }\nrule r { let w = pick t; n = if first(t[w].v) == none then 1 else 2 }",
         {"n"},
         {{"1", "1/1"}}},
        {"AGuardedPick", "rule r { let m = []; if count(m) > 0 { x = pick m }; n = x + 1 }", {"n"}, {{"1", "1/1"}}},
        {"ListOfAList",
         "rule r { let h = []; let i = list(x in h: x); n = if first(i) == none then d2 else 7 }",
         {"n"},
         {{"1", "1/2"}, {"2", "1/2"}}},
        {"FieldsOfEachOther", "rule r { k = 1; zz = yy; yy = zz; n = zz + 1 }", {"n"}, {{"1", "1/1"}}},
        {"NothingAdded", "rule r { k = 1; zz += none; n = zz == none }", {"n"}, {{"true", "1/1"}}},
        {"Shuffled", "rule r { let h = {}; h = shuffle h; n = count(h) }", {"n"}, {{"0", "1/1"}}},
        {"IsAWord", "rule r { k = 1; n = first([]) is sword }", {"n"}, {{"false", "1/1"}}},
        {"In", "rule r { k = 1; n = 3 in first([]) }", {"n"}, {{"false", "1/1"}}},
        {"Count", "rule r { k = 1; n = count(first([])) }", {"n"}, {{"0", "1/1"}}},
        {"Column", "rule r { k = 1; let l = []; n = first(l).cost + 2 }", {"n"}, {{"2", "1/1"}}},
        {"Text", "rule r { k = 1; n = \"a{first([])}b\" }", {"n"}, {{"ab", "1/1"}}},
        {"Negative", "rule r { k = 1; n = -first([]) }", {"n"}, {{"0", "1/1"}}},
        {"Less", "rule r { k = 1; n = first([]) < 3 }", {"n"}, {{"true", "1/1"}}},
        {"Condition", "rule r { k = 1; n = 1; if first([]) { n = 2 } }", {"n"}, {{"1", "1/1"}}},
        {"And", "rule r { k = 1; n = first([]) and true }", {"n"}, {{"false", "1/1"}}},
        {"Times", "rule r { let l = []; repeat first(l) + 2 { n += 1 } }", {"n"}, {{"2", "1/1"}}},
        {"Range", "rule r { k = 1; n = first([]) in 0..3 }", {"n"}, {{"true", "1/1"}}},
        {"Branches",
         "rule r { k = 1; n = (if chance 1/2 then first([]) else last([])) == none }",
         {"n"},
         {{"true", "1/1"}}},
    }),
    [](const auto& row) { return row.param.name; });

/// Returns the codes of the errors of a pack, with blanks between.
std::string errors_of(const std::string& rules) {
  const auto loaded = Pack::compile("tiny.loot", "pack tiny\n" + rules + "\n");
  std::string out;
  for (const auto& finding : loaded.findings.all()) {
    if (finding.severity == Severity::Error) { out += (out.empty() ? "" : " ") + finding.code; }
  }
  return out;
}

// A pick from a list without members is a mistake, whatever its type: what is around it does not hide it.
TEST(OpenTypes, KeepTheFaultsOfTheirOperands) {
  EXPECT_EQ(errors_of("rule r { let m = []; k = 1; n = 1; if chance 1/2 { n += pick m } }"), "E0502");
  EXPECT_EQ(errors_of("rule r { let m = []; k = 1; if pick m == none { n = 1 } }"), "E0502");
}

// A def that nothing calls has parameters without types, and no value: what it does with them is no mistake.
TEST(OpenTypes, OfDefsThatNothingCallsAreNoMistake) {
  EXPECT_EQ(errors_of("def f(l) = pick l\ndef g(x) = f(x)[2] + 1\nrule r { k = 1; n = first([]) == none }"), "");
  const auto pack = compiled(
      "def f(x) = x + 3\ndef g(x) = f(x)\ndef h(a) = a == none\n"
      "rule r { k = d2; n = first([]) == none; m = h(none) }");
  Marginal question;
  question.by = {"g(k)"};
  const auto asked = exact_odds(pack, question);
  ASSERT_FALSE(asked);
  EXPECT_NE(asked.error().text().find("cannot infer the type of"), std::string::npos) << asked.error().text();
  // Its body was made for `none` alone.
  question.by = {"h(k)"};
  EXPECT_FALSE(exact_odds(pack, question));
  question.by = {"h(none)"};
  EXPECT_TRUE(exact_odds(pack, question));
}

// A field that `+=` alone changes may be a list or a set. That no declaration says which was no error, the members went
// nowhere, and `count(loot)` had no value.
TEST(OpenTypes, OfWhatIsOnlyAddedToAreErrors) {
  EXPECT_EQ(errors_of("rule r { kind = bag; repeat 2 { loot += pick {axe, bow} }; n = 5; n += count(loot) }"), "E0425");
  EXPECT_EQ(errors_of("rule r { kind = bag; loot += axe }"), "E0425");
  EXPECT_EQ(errors_of("rule r { k = 1; zz += [1]; n = count(zz) }"), "E0425");
  EXPECT_EQ(errors_of("rule r { k = 1; zz += {a} }"), "E0425");
  EXPECT_EQ(errors_of("rule r { k = 1; zz += true; zz += false }"), "E0425");
  EXPECT_EQ(errors_of("rule r { k = 1; x -= sword }"), "E0425");
  EXPECT_EQ(errors_of("rule r { k = 1; n = first([])[2] }"), "E0425");
  // A number counts up from 0, a text from an empty one; another rule may say what it is.
  EXPECT_EQ(errors_of("rule r { n += 2; m -= d6; t += \"a\" }"), "");
  EXPECT_EQ(errors_of("rule r { loot += axe }\nrule s { loot = [bow] }"), "");
  EXPECT_EQ(errors_of("field loot: set of symbol\nrule r { loot += axe }"), "");
}

// Questions have types of their own: what they ask is not in the pack.
TEST(OpenTypes, OfQuestionsAreClosedToo) {
  const auto pack = compiled("rule r { k = d2; l = [] }");
  Marginal question;
  question.by = {"first(l) == none", "first(l) + 1"};
  question.fractions = true;
  const auto odds = exact_odds(pack, question);
  ASSERT_TRUE(odds) << odds.error().text();
  ASSERT_EQ(odds->rows.size(), 1U);
  EXPECT_EQ(to_text(odds->rows[0].values[0]), "true");
  EXPECT_EQ(to_text(odds->rows[0].values[1]), "1");
}

}  // namespace open_types_test
}  // namespace spoils
