// tests/odds/unset_number_test.cpp
//
// Values of type number that may be unset, beside values of 0: fractions take two words, and each way on which a value
// goes must hand on that it is unset. The expected odds are products of the chances in the pack.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace unset_number_test {

TEST(UnsetNumber, IsNone) {
  const auto pack = compiled("field share: number\nrule r { kind = axe; if chance 1/4 { share = 0 } }");
  Marginal question;
  question.rule = "r";
  question.by = {"share"};
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_EQ(to_text(table->rows[0].values[0]), "none");
  EXPECT_DOUBLE_EQ(table->rows[0].probability, 0.75);
  EXPECT_EQ(to_text(table->rows[1].values[0]), "0");
  const auto rolled = verify_odds(pack, question, *table);
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees());
}

/// Returns the odds of the rule r by a field, as fractions, and compares them with rolls.
std::map<std::string, std::string> odds_by(const Pack& pack, const std::string& field) {
  Marginal question;
  question.rule = "r";
  question.by = {field};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  std::map<std::string, std::string> out;
  EXPECT_TRUE(table);
  if (!table) { return out; }
  for (const auto& row : table->rows) { out[to_text(row.values[0])] = row.fraction->text(); }
  const auto rolled = verify_odds(pack, question, *table);
  EXPECT_TRUE(rolled);
  if (rolled) { EXPECT_TRUE(rolled->agrees()); }
  return out;
}

struct Case {
  const char* name;
  const char* value;  // of the field `share`, which is unset with 3/4 and 1/3 with 1/4
  const char* declarations = "";
};

class UnsetNumberOf : public testing::TestWithParam<Case> {};

TEST_P(UnsetNumberOf, IsNoneInEveryReading) {
  const auto& one = GetParam();
  const auto pack = compiled(std::string("field share: number\nfield said: text\n") + one.declarations +
                             "rule r { kind = axe; share = " + one.value +
                             "; lacks = share == none; more = share + 1; said = \"{share}\" }\n"
                             "display r \"axe[ of {share}]\"\n");
  using Odds = std::map<std::string, std::string>;
  EXPECT_EQ(odds_by(pack, "share"), (Odds{{"1/3", "1/4"}, {"none", "3/4"}}));
  EXPECT_EQ(odds_by(pack, "lacks"), (Odds{{"false", "1/4"}, {"true", "3/4"}}));
  EXPECT_EQ(odds_by(pack, "more"), (Odds{{"1", "3/4"}, {"4/3", "1/4"}}));
  EXPECT_EQ(odds_by(pack, "said"), (Odds{{"", "3/4"}, {"1/3", "1/4"}}));
  EXPECT_EQ(odds_by(pack, "name"), (Odds{{"axe", "3/4"}, {"axe of 1/3", "1/4"}}));
}

INSTANTIATE_TEST_SUITE_P(
    , UnsetNumberOf,
    testing::Values(
        Case{"Branch", "if chance 1/4 then 1/3 else none"},  //
        Case{"OtherBranch", "if chance 3/4 then none else 1/3"},
        Case{"NestedBranch", "if chance 1/2 then (if chance 1/2 then 1/3 else none) else none"},
        Case{"Match", "match d4 { 1: 1/3; else: none }"},
        Case{"Def", "part(d4)", "def part(n) = if n == 1 then 1/3 else none\n"},
        Case{"ArgumentOfDef", "same(if chance 1/4 then 1/3 else none)", "def same(q: number) = q\n"},
        Case{"OutcomeOfTable", "pick parts", "table parts { 1 (1/3); 3 none }\n"},
        Case{"PickOrNothing", "if chance 1/4 then (pick {1 (1/3)}) else (pick x in parts where luck > 3 or nothing)",
             "table parts { 1 (1/2) if luck > 3; 3 (1/3) if luck > 4 }\ninput luck: 0..9 = 0\n"},
        Case{"OtherwiseOfRow", "pick parts",
             "table parts { 1 (1/3); 3 (1/2) if luck > 1 else none }\ninput luck: 0..9 = 0\n"},
        Case{"Cell", "parts[pick {1 axe, 2 bow, 1 gem}].part", "table parts: part { 1 axe (1/3); 1 bow . }\n"},
        Case{"First", "first(x in (if chance 1/4 then [1] else []): x / 3)"}),
    [](const auto& one) { return one.param.name; });

TEST(UnsetNumber, IsNotZeroWhereItIsCompared) {
  const auto pack = compiled(
      "field share: number\n"
      "def part(n) = if n == 1 then 0 / 3 else none\n"
      "rule r { let n = d4; kind = if part(n) == none then gap else hit; share = part(n) }\n");
  using Odds = std::map<std::string, std::string>;
  EXPECT_EQ(odds_by(pack, "kind"), (Odds{{"gap", "3/4"}, {"hit", "1/4"}}));
  EXPECT_EQ(odds_by(pack, "share"), (Odds{{"0", "1/4"}, {"none", "3/4"}}));
}

// A thing of which nothing is set is none.
TEST(UnsetNumber, MakesNoThing) {
  for (const auto* body : {"share = if chance 1/4 then 1/3 else none", "share = 1/3; if chance 3/4 { share = none }"}) {
    Count question;
    question.rule = "r";
    question.fractions = true;
    const auto table = exact_odds(compiled(std::string("rule r { ") + body + " }"), question);
    ASSERT_TRUE(table);
    ASSERT_EQ(table->rows.size(), 2U) << body;
    EXPECT_EQ(table->rows[0].fraction->text(), "3/4") << body;
    EXPECT_EQ(table->rows[1].fraction->text(), "1/4") << body;
    EXPECT_EQ(table->mean, 0.25);
  }
}

TEST(UnsetNumber, IsPassedOnToARule) {
  const auto pack = compiled(
      "rule r { s(if chance 1/4 then 1/3 else none) }\n"
      "rule s(field share: number = none) { kind = axe }\n");
  using Odds = std::map<std::string, std::string>;
  EXPECT_EQ(odds_by(pack, "share"), (Odds{{"1/3", "1/4"}, {"none", "3/4"}}));
}

}  // namespace unset_number_test
}  // namespace spoils
