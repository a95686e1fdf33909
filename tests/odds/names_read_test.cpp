// tests/odds/names_read_test.cpp
//
// A question by name keeps what names read, and forgets the fields that no display shows. The pack of
// each row shows its fields in another way; its odds are computed by hand, and rolls of the same pack agree.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"

namespace spoils {
namespace names_read_test {

Marginal by_name() {
  Marginal out;
  out.rule = "r";
  out.by = {"name"};
  return out;
}

class NamesRead : public testing::TestWithParam<HandTable> {};

TEST_P(NamesRead, WhatTheyShow) { expect_by_hand(GetParam()); }

// `a` has two values, `b` three, and `other` many, so that a state which is joined too early changes the shares.
const std::string kFields = "other = d20; a = pick 1..2; b = pick {x, y, z}; ";

INSTANTIATE_TEST_SUITE_P(
    Rows, NamesRead,
    testing::ValuesIn(std::vector<HandTable>{
        {"AnInteger", "rule r { " + kFields + "}\ndisplay r \"{a}\"", {"name"}, {{"1", "1/2"}, {"2", "1/2"}}},
        {"ASignedInteger", "rule r { " + kFields + "}\ndisplay r \"{a:+}\"", {"name"}, {{"+1", "1/2"}, {"+2", "1/2"}}},
        {"ASymbol",
         "rule r { " + kFields + "}\ndisplay r \"{b}\"",
         {"name"},
         {{"x", "1/3"}, {"y", "1/3"}, {"z", "1/3"}}},
        {"Nothing", "rule r { " + kFields + "}\ndisplay r \"it\"", {"name"}, {{"it", "1/1"}}},
        {"AFlag",
         "rule r { " + kFields + "lit = a == 1 }\ndisplay r \"{lit}\"",
         {"name"},
         {{"lit", "1/2"}, {"", "1/2"}}},
        {"AFraction",
         "rule r { " + kFields + "share = 1 / a }\ndisplay r \"{share}\"",
         {"name"},
         {{"1", "1/2"}, {"0.5", "1/2"}}},
        {"AText",
         "rule r { " + kFields + "title = \"no. {a}\" }\ndisplay r \"{title}\"",
         {"name"},
         {{"no. 1", "1/2"}, {"no. 2", "1/2"}}},
        {"AList",
         "field l: list of int\nrule r { " + kFields + "l = [a, 5] }\ndisplay r \"{l}\"",
         {"name"},
         {{"1 and 5", "1/2"}, {"2 and 5", "1/2"}}},
        {"ASum", "rule r { " + kFields + "}\ndisplay r \"{a * 2 + 1}\"", {"name"}, {{"3", "1/2"}, {"5", "1/2"}}},
        {"ASignedSum", "rule r { " + kFields + "}\ndisplay r \"{a * 2:+}\"", {"name"}, {{"+2", "1/2"}, {"+4", "1/2"}}},
        {"ADef",
         "def twice = a * 2\nrule r { " + kFields + "}\ndisplay r \"{twice}\"",
         {"name"},
         {{"2", "1/2"}, {"4", "1/2"}}},
        {"AMeasure",
         "measure m = a * 2\nrule r { " + kFields + "}\ndisplay r \"{m}\"",
         {"name"},
         {{"2", "1/2"}, {"4", "1/2"}}},
        {"AnOptionalPart",
         "rule r { " + kFields + "if a == 2 { c = b } }\ndisplay r \"it[ of {c}]\"",
         {"name"},
         {{"it", "1/2"}, {"it of x", "1/6"}, {"it of y", "1/6"}, {"it of z", "1/6"}}},
        {"AnOptionalSum",
         "rule r { " + kFields + "if a == 2 { c = 1 } }\ndisplay r \"it[ of {c + 1}]\"",
         {"name"},
         {{"it of 1", "1/2"}, {"it of 2", "1/2"}}},
        {"AnOptionalFraction",
         "rule r { " + kFields + "if a == 2 { share = 1 / 3 } }\ndisplay r \"it[ of {share}]\"",
         {"name"},
         {{"it", "1/2"}, {"it of 1/3", "1/2"}}},
        {"ACondition",
         "rule r { " + kFields + "}\ndisplay r \"big\" if a == 2\ndisplay r \"small\"",
         {"name"},
         {{"big", "1/2"}, {"small", "1/2"}}},
        {"ARange",
         "rule r { " + kFields + "}\ndisplay r \"big\" if other in 6..20\ndisplay r \"small\"",
         {"name"},
         {{"big", "3/4"}, {"small", "1/4"}}},
        {"AConditionOfASum",
         "rule r { " + kFields + "}\ndisplay r \"big\" if a * 2 > 3\ndisplay r \"small\"",
         {"name"},
         {{"big", "1/2"}, {"small", "1/2"}}},
        {"TheQuantityOfAnArticle",
         "rule r { " + kFields + "quantity = a }\ndisplay r \"& ring~\"",
         {"name"},
         {{"a ring", "1/2"}, {"2 rings", "1/2"}}},
        {"TheQuantityOfAPlural",
         "rule r { " + kFields + "quantity = a }\ndisplay r \"ring~\"",
         {"name"},
         {{"ring", "1/2"}, {"rings", "1/2"}}},
        {"TheKind", "rule r { " + kFields + "kind = b }", {"name"}, {{"x", "1/3"}, {"y", "1/3"}, {"z", "1/3"}}},
        {"TheRule", "rule r { other = d20 }", {"name"}, {{"r", "1/1"}}},
        {"AnInput",
         "input depth: 1..9 = 4\nrule r { " + kFields + "}\ndisplay r \"{depth}\"",
         {"name"},
         {{"4", "1/1"}}},
        {"AnInputThatIsSet",
         "input depth: 1..9 = 4\nrule r { with depth = pick 1..2 { s() } }\nrule s { other = d20; k = depth }\n"
         "display s \"{k} at {depth}\"",
         {"name"},
         {{"1 at 4", "1/2"}, {"2 at 4", "1/2"}}},
        {"TheRuleThatShows",
         "rule r { " + kFields + "if a == 1 { s() } }\nrule s { c = 1 }\ndisplay s \"inner\"",
         {"name"},
         {{"inner", "1/2"}, {"r", "1/2"}}},
        {"WhetherThereIsAThing",
         "rule r { if chance 1/4 { other = d20 }; if chance 1/3 { a = 1 } }\ndisplay r \"it\"",
         {"name"},
         {{"it", "1/2"}, {"none", "1/2"}}},
        {"ADiscardedThing",
         "rule r { other = d20; if chance 1/3 { discard } }\ndisplay r \"it\"",
         {"name"},
         {{"it", "2/3"}, {"none", "1/3"}}},
        {"AThingThatAnotherRuleDiscards",
         "rule r { other = d20; s() }\nrule s { if other == 1 { discard } }\ndisplay \"it\"",
         {"name"},
         {{"it", "19/20"}, {"none", "1/20"}}},
        {"AThingOfWhichAPartIsDiscarded",
         "rule r { other = d20; drop s }\nrule s { c = 1; if chance 1/2 { discard } }\ndisplay \"it\"",
         {"name"},
         {{"it", "1/1"}}},
        {"AThingThatIsUnsetAgain",
         "rule r { a = d20; if a > 5 { a = none } }\ndisplay \"it\"",
         {"name"},
         {{"it", "1/4"}, {"none", "3/4"}}},
        {"NotTheFieldsOfADroppedThing",
         "rule r { " + kFields + "drop s }\nrule s { c = b }\ndisplay \"{c}.{a}\"",
         {"name"},
         {{".1", "1/2"}, {".2", "1/2"}}},
    }),
    [](const auto& row) { return row.param.name; });

// Fields that no display reads would make 35 states of each kind.
TEST(NamesRead, AreAllThatIsKept) {
  const auto pack = compiled("rule r { kind = pick {x, y}; ed = pick 1..5; ac = pick 1..7 }\ndisplay r \"& {kind}\"");
  auto question = by_name();
  question.max_states = 4;
  const auto found = exact_odds(pack, question);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_TRUE(found->exact);
  ASSERT_EQ(found->rows.size(), 2U);
  EXPECT_EQ(found->rows[0].probability, 0.5);
  // Here the name shows one of them.
  const auto shown =
      compiled("rule r { kind = pick {x, y}; ed = pick 1..5; ac = pick 1..7 }\ndisplay r \"& {kind} {ed}\"");
  const auto bounds = exact_odds(shown, question);
  ASSERT_TRUE(bounds) << bounds.error().text();
  EXPECT_FALSE(bounds->exact);
}

}  // namespace names_read_test
}  // namespace spoils
