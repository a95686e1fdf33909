// A thing that is given by its fields: it has no decisions; rules go on with it. The oracle is a pack whose rule makes
// the same thing of constants.
#include "tweak/tweaked.h"

namespace spoils::tweaked {
namespace by_hand_test {

Pack pack_of(const std::string& body) {
  return compiled("rule item { " + body + R"( }
rule never { base = sword; bonus = 0; weight = 1; label = ""; marks = [1]; flags += edge; lit = true; share = 1/2 }
rule sharpen { if base == ring { bonus += d6; marks += [bonus] }; flags += edge }
rule stranger { alien = 3 }
field base: symbol
field bonus: int
field weight: int
field label: text
field marks: list of int
field flags: set of symbol
field lit: flag
field share: number
display "& {base} [{label}]"
)");
}

constexpr auto kAll = "never()";
const Values kRing = {{"base", "ring"},    {"bonus", "3"},      {"label", "\"of \\\"x\\\"\""},
                      {"marks", "[7, 8]"}, {"flags", "{edge}"}, {"lit", "true"},
                      {"share", "2/3"}};

Tweaker hand(const Pack& pack, const Values& fields) {
  auto roller = Roller::make(pack, "item");
  EXPECT_TRUE(roller.ok());
  auto out = Tweaker::by_hand(*roller, fields, 5);
  EXPECT_TRUE(out.ok()) << out.error().text();
  return std::move(out).value();
}

std::string refused(const Pack& pack, const Values& fields) {
  auto roller = Roller::make(pack, "item");
  const auto out = Tweaker::by_hand(*roller, fields);
  return out ? "" : out.error().message;
}

TEST(ByHand, IsTheThingOfConstants) {
  const auto pack = pack_of(kAll);
  const auto oracle = pack_of(
      R"(if chance 0% { never() }; base = ring; bonus = 3; label = "of \"x\""; marks = [7, 8]; flags += edge; lit = true
  share = 2/3)");
  auto tweaker = hand(pack, kRing);
  EXPECT_TRUE(tweaker.is_by_hand());
  EXPECT_EQ(tweaker.fields_by_hand(), kRing);
  EXPECT_TRUE(tweaker.decisions().empty());
  EXPECT_EQ(tweaker.report().against, std::vector<std::string>{"a thing by hand"});
  auto same = tweaker_of(oracle, "item");
  EXPECT_EQ(things_of(tweaker), things_of(same));
  const std::string before = things_of(tweaker);
  for (const auto& edits : {std::vector<std::string>{"run sharpen()", "pin edit.1/bonus.1 = 4", "run sharpen()",
                                                     "pin edit.3/bonus.1 = 2", "set weight = 9", "unset lit"}}) {
    apply(tweaker, edits);
    apply(same, edits);
  }
  EXPECT_EQ(field_of(tweaker, "bonus"), 9);
  EXPECT_EQ(things_of(tweaker), things_of(same));
  const auto outlook = tweaker.outlook("edit.1", {"bonus"});
  ASSERT_TRUE(outlook.ok());
  EXPECT_EQ(outlook->rows.size(), 6U);  // d6, and 2 of the second run
  while (tweaker.undo()) {}
  EXPECT_EQ(things_of(tweaker), before);
  EXPECT_FALSE(tweaker.apply("reroll") == std::nullopt);  // it has no decision
}

TEST(ByHand, ADecisionOfARunDependsOnTheSeedAlone) {
  const auto pack = pack_of(kAll);
  auto one = hand(pack, kRing);
  auto other = hand(pack, kRing);
  apply(one, {"run sharpen()"});
  apply(other, {"run sharpen()"});
  EXPECT_EQ(things_of(one), things_of(other));
  ASSERT_FALSE(one.restart(6, 0).has_value());
  EXPECT_EQ(one.edits().size(), 0U);
  EXPECT_EQ(field_of(one, "bonus"), 3);
}

TEST(ByHand, AThingWithoutFieldsIsNone) {
  auto tweaker = hand(pack_of(kAll), {});
  EXPECT_TRUE(tweaker.explanation().things.empty());
  apply(tweaker, {"run sharpen()"});
  EXPECT_EQ(tweaker.explanation().things.size(), 1U);
}

TEST(ByHand, RefusesFieldsThatTheThingCannotHave) {
  const auto pack = pack_of(kAll);
  EXPECT_EQ(refused(pack, {{"bse", "ring"}}), "pack `test` has no field `bse`");
  EXPECT_EQ(refused(pack, {{"alien", "3"}}), "things of rule `item` have no field `alien`");
  EXPECT_EQ(refused(pack, {{"bonus", "red"}}), "`bonus` takes an integer, not `red`");
  EXPECT_EQ(refused(pack, {{"bonus", "1"}, {"bonus", "2"}}), "field `bonus` is given twice");
  EXPECT_EQ(refused(pack, {{"marks", "7"}}), "`7` is not a list of integers, which field `marks` takes");
}

}  // namespace by_hand_test
}  // namespace spoils::tweaked
