// Each edit on small packs: what it changes, what stays, and what undo brings back. The expected things are computed by
// hand from the choices that the edits name.
#include "tweak/tweaked.h"

namespace spoils::tweaked {
namespace edits_test {

constexpr auto kItem = R"(
rule item {
  base = pick {sword, helm, ring}
  bonus = 0
  choose(2)
  extra = d6
}
rule choose(n: int) {
  repeat n { let a = pick {3 sharp, 2 keen, 1 dull}; do a }
}
rule sharp { bonus += d6 }
rule keen { bonus += 10; if chance 50% { bonus += 100 } }
rule dull { bonus -= 1 }
)";

TEST(Edits, PinTakesAChoiceAndKeepsTheRest) {
  const auto pack = compiled(kItem);
  auto tweaker = tweaker_of(pack);
  const auto extra = choice_of(tweaker, "extra.1");
  const auto second = choice_of(tweaker, "choose.1/turn.2/a.1");
  apply(tweaker, {"pin base.1 = ring", "pin choose.1/turn.1/a.1 = sharp", "pin choose.1/turn.1/sharp.1/bonus.1 = 5"});
  EXPECT_EQ(tweaker.explanation().things[0]["base"].text(), "ring");
  EXPECT_EQ(choice_of(tweaker, "extra.1"), extra);
  EXPECT_EQ(choice_of(tweaker, "choose.1/turn.2/a.1"), second);
  EXPECT_TRUE(tweaker.report().against.empty());
  EXPECT_GT(tweaker.explanation().probability, 0);
  apply(tweaker, {"pin turn.2/a.1 = 3"});
  EXPECT_EQ(field_of(tweaker, "bonus"), 4);
  EXPECT_EQ(tweaker.edits().back(), "pin choose.1/turn.2/a.1 = 3");
}

TEST(Edits, TheExplanationSaysWhatHasNoChanceAndWhichFieldsDepend) {
  const auto pack = compiled(
      "rule r { kind = pick {2 cat, 1 dog}; n = pick t; m = d6 }\ntable t { 1 2, 3; 1 4 if kind == dog; 0 5 }");
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin kind.1 = cat", "reroll n.1"});
  const auto told = tweaker.explanation_in_full();
  EXPECT_EQ(told.steps.size(), tweaker.explanation().steps.size());
  EXPECT_EQ(told.things[0]["n"].integer(), field_of(tweaker, "n"));
  std::vector<std::string> lines;
  for (const auto& step : told.steps) {
    if (!step.decision) { continue; }
    std::string line = step.id + ":";
    for (const auto& field : told.field_lists.at(static_cast<std::size_t>(step.decision->fields))) {
      line += ' ' + field;
    }
    for (const auto& other : step.decision->alternatives) {
      if (!other.why_not.empty()) { line += ", " + other.value + " not: " + other.why_not; }
    }
    lines.push_back(line);
  }
  EXPECT_EQ(lines,
            (std::vector<std::string>{"kind.1: kind n", "n.1: n, 4 not: kind == dog, 5 not: weight 0", "m.1: m"}));
}

TEST(Edits, NewDecisionsAreDrawnAndThenKept) {
  const auto pack = compiled(kItem);
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin choose.1/turn.1/a.1 = dull", "pin choose.1/turn.1/a.1 = sharp"});
  EXPECT_TRUE(has(tweaker.report().drawn, "choose.1/turn.1/sharp.1/bonus.1"));
  const auto drawn = choice_of(tweaker, "choose.1/turn.1/sharp.1/bonus.1");
  apply(tweaker, {"reroll extra.1"});
  EXPECT_EQ(choice_of(tweaker, "choose.1/turn.1/sharp.1/bonus.1"), drawn);
  EXPECT_EQ(tweaker.report().drawn, std::vector<std::string>{"extra.1"});
}

TEST(Edits, SkipLeavesOutATurnWithAllThatItDid) {
  const auto pack = compiled(kItem);
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin choose.1/turn.1/a.1 = keen", "pin choose.1/turn.1/keen.1/chance.1 = yes",
                  "pin choose.1/turn.2/a.1 = sharp", "pin choose.1/turn.2/sharp.1/bonus.1 = 6"});
  EXPECT_EQ(field_of(tweaker, "bonus"), 116);
  apply(tweaker, {"skip choose.1/turn.1"});
  EXPECT_EQ(field_of(tweaker, "bonus"), 6);
  EXPECT_EQ(choice_of(tweaker, "choose.1/turn.2/sharp.1/bonus.1"), 6);
  EXPECT_EQ(tweaker.report().against, std::vector<std::string>{"skip choose.1/turn.1"});
  apply(tweaker, {"skip choose.1"});
  EXPECT_EQ(field_of(tweaker, "bonus"), 0);
  apply(tweaker, {"unskip choose.1", "unskip choose.1/turn.1"});
  EXPECT_TRUE(tweaker.report().against.empty());
}

TEST(Edits, MoreAddsATurn) {
  const auto pack = compiled(kItem);
  auto tweaker = tweaker_of(pack);
  EXPECT_EQ(tweaker.loops(), std::vector<std::string>{"choose.1/turn"});
  apply(tweaker, {"more choose.1/turn", "pin choose.1/turn.3/a.1 = dull"});
  const auto bonus = field_of(tweaker, "bonus");
  apply(tweaker, {"skip choose.1/turn.3"});
  EXPECT_EQ(field_of(tweaker, "bonus"), bonus + 1);
}

TEST(Edits, MoreIsRefusedWhereTheWhileDoesNotHold) {
  const auto pack = compiled("rule r { n = 0; repeat 5 while n < 2 { n += 1; x = d6 } }");
  auto tweaker = tweaker_of(pack);
  EXPECT_EQ(refusal(tweaker, "more turn"), "`turn` has no further turn: its `while` does not hold");
  EXPECT_TRUE(tweaker.edits().empty());
  EXPECT_EQ(field_of(tweaker, "n"), 2);
}

TEST(Edits, RunGoesOnWithTheThing) {
  const auto pack = compiled(kItem);
  auto tweaker = tweaker_of(pack);
  const auto bonus = field_of(tweaker, "bonus");
  apply(tweaker, {"run sharp()", "pin edit.1/bonus.1 = 2"});
  EXPECT_EQ(field_of(tweaker, "bonus"), bonus + 2);
  apply(tweaker, {"run choose(1)", "pin edit.3/turn.1/a.1 = dull"});
  EXPECT_EQ(field_of(tweaker, "bonus"), bonus + 1);
  EXPECT_EQ(tweaker.report().against, (std::vector<std::string>{"run sharp()", "run choose(1)"}));
}

TEST(Edits, SetLaysAValueOverTheFinishedThing) {
  const auto pack = compiled(R"(
rule r { a = d6; b = a + 1; text = "x{a}"; share = 1/3; some = [1, 2]; mark = pick {red, blue}; flag = true }
display "thing {a} {text}")");
  auto tweaker = tweaker_of(pack);
  const auto b = field_of(tweaker, "b");
  apply(tweaker,
        {"set a = 90", "set text = \"S\"", "set share = 2/5", "set some = [7]", "set mark = blue", "unset flag"});
  const auto thing = tweaker.explanation().things[0];
  EXPECT_EQ(thing.name(), "thing 90 S");
  EXPECT_EQ(field_of(tweaker, "b"), b);
  EXPECT_EQ(thing["share"].integer(), 2);
  EXPECT_EQ(thing["share"].denominator(), 5);
  EXPECT_EQ(thing["some"].members().size(), 1U);
  EXPECT_EQ(thing["mark"].text(), "blue");
  EXPECT_FALSE(thing["flag"].is_set());
  EXPECT_EQ(tweaker.report().changed.size(), 1U);
  EXPECT_EQ(tweaker.report().changed[0].field, "flag");
  EXPECT_EQ(tweaker.report().against.size(), 6U);
}

TEST(Edits, ForceTakesWhatHasNoChance) {
  const auto pack = compiled(R"(
input depth: 1..9 = 1
rule r { kind = pick {1 rat; 1 troll if depth > 5}; n = pick 1..3; ring = chance 0% }
)");
  auto tweaker = tweaker_of(pack);
  EXPECT_EQ(refusal(tweaker, "pin kind.1 = troll"), "`troll` has no chance at `kind.1`: depth > 5");
  apply(tweaker, {"force kind.1 = troll", "force n.1 = 70"});
  EXPECT_EQ(tweaker.explanation().things[0]["kind"].text(), "troll");
  EXPECT_EQ(field_of(tweaker, "n"), 70);
  EXPECT_EQ(tweaker.report().against, (std::vector<std::string>{"force kind.1 = troll", "force n.1 = 70"}));
  apply(tweaker, {"force n.1 = 2"});
  EXPECT_EQ(tweaker.report().against, std::vector<std::string>{"force kind.1 = troll"});
}

TEST(Edits, APickWithoutARowIsReported) {
  constexpr auto kGems = R"(
rule r { level = pick 1..9; a = pick g in gem where g.size > level or nothing; b = d6 }
collection gem { size: int }
gem onyx { size = 5 }
)";
  const auto pack = compiled(kGems);
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin level.1 = 1", "pin level.1 = 9"});
  EXPECT_EQ(choice_of(tweaker, "a.1"), 0);
  EXPECT_EQ(tweaker.report().lost.size(), 1U);
  EXPECT_EQ(tweaker.report().drawn, std::vector<std::string>{"a.1"});
  apply(tweaker, {"reroll a.1"});
  EXPECT_EQ(choice_of(tweaker, "a.1"), 0);
  EXPECT_EQ(tweaker.report().drawn, std::vector<std::string>{"a.1"});
  EXPECT_TRUE(tweaker.report().lost.empty());
}

TEST(Edits, LostDecisionsAreDrawnAgain) {
  const auto pack = compiled(R"(
rule r { a = pick {low, high}; b = if a == low then pick {1, 2} else pick {3, 4}; c = pick x in gem where x != b }
table gem { 1, 2, 3, 4 }
)");
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin a.1 = low", "pin b.1 = 1", "pin c.1 = 2"});
  ASSERT_EQ(field_of(tweaker, "c"), 2);
  EXPECT_EQ(refusal(tweaker, "pin b.1 = 2"), "the choice that is pinned at `c.1` has no chance any more");
  EXPECT_EQ(field_of(tweaker, "b"), 1);
  apply(tweaker, {"reroll c.1"});
  const auto c = choice_of(tweaker, "c.1");
  apply(tweaker, {"pin b.1 = 2"});
  // The kept choice stays unless it is the one that has no chance now.
  EXPECT_EQ(tweaker.report().lost.size(), c == 2 ? 1U : 0U);
  if (c != 2) { EXPECT_EQ(choice_of(tweaker, "c.1"), c); }
  EXPECT_NE(field_of(tweaker, "c"), 2);
}

TEST(Edits, RetriesKeepWhatIsKept) {
  const auto pack = compiled("rule r { retry { a = pick 1..6; b = pick 1..6 } while a + b < 10; c = pick 1..6 }");
  auto tweaker = tweaker_of(pack);
  EXPECT_EQ(refusal(tweaker, "pin a.1 = 1"), "rejected by the `retry`");
  apply(tweaker, {"pin a.1 = 6", "pin b.1 = 4"});
  EXPECT_EQ(refusal(tweaker, "pin a.1 = 5"), "rejected by the `retry`");
  apply(tweaker, {"reroll b.1"});
  EXPECT_EQ(choice_of(tweaker, "a.1"), 6);
  EXPECT_GE(choice_of(tweaker, "b.1"), 4);
}

// The same roll as that of the roller, from the state that it was given, also in edits and questions.
TEST(Edits, BeginWithTheStateOfTheRoller) {
  const auto pack = compiled(
      "state dry: 0..9 = 0\nstate owned: set of symbol\n"
      "rule r { kind = if dry >= 5 then crown else dust; second = d6; has = cap in owned; dry = 0 }\n");
  auto roller = Roller::make(pack, "r");
  ASSERT_FALSE(roller->set_state("dry", "7"));
  ASSERT_FALSE(roller->set_state("owned", "{cap}"));
  auto tweaker = Tweaker::make(*roller, 1, 0);
  ASSERT_TRUE(tweaker.ok());
  EXPECT_EQ(tweaker->states(), roller->states());
  std::string rolled;
  append_thing(rolled, pack, *roller->roll(1, 0)->begin());
  EXPECT_EQ(things_of(*tweaker), rolled);
  apply(*tweaker, {"reroll second.1"});
  EXPECT_EQ(tweaker->explanation().things[0]["kind"].text(), "crown");
  EXPECT_TRUE(tweaker->explanation().things[0]["has"].flag());
}

TEST(Edits, WorldDefsGiveTheSameWhereverTheyAreUsed) {
  const auto pack = compiled(R"(
world def metal(what) = pick {silver, gold}
rule r { a = metal(1); b = metal(1); c = metal(2) }
)");
  auto tweaker = tweaker_of(pack);
  for (const auto* const metal : {"gold", "silver"}) {
    apply(tweaker, {std::string("pin metal.1/pick.1 = ") + metal});
    EXPECT_EQ(tweaker.explanation().things[0]["a"].text(), metal);
    EXPECT_EQ(tweaker.explanation().things[0]["b"].text(), metal);
  }
  EXPECT_NE(refusal(tweaker, "pin metal.2/pick.1 = gold"), "");
  World world(pack, 5);
  auto roller = Roller::make(pack);
  auto in_world = Tweaker::make(*roller, world);
  ASSERT_TRUE(in_world.ok());
  EXPECT_NE(refusal(*in_world, "pin metal.1/pick.1 = gold"), "");
  EXPECT_EQ(world.next_index(), 0U);
}

TEST(Edits, DeclaredGeneratorsAreFixed) {
  const auto pack = compiled(R"(
rule r { with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = 7) { a = pick 1..6 }; b = d6 }
)");
  auto tweaker = tweaker_of(pack);
  const auto a = field_of(tweaker, "a");
  EXPECT_NE(refusal(tweaker, "pin lcg.1/a.1 = 3"), "");
  apply(tweaker, {"reroll", "set a = 9"});
  EXPECT_EQ(field_of(tweaker, "a"), 9);
  tweaker.undo();
  EXPECT_EQ(field_of(tweaker, "a"), a);
}

TEST(Edits, UndoAndRedoGiveTheSameThings) {
  const auto pack = compiled(kItem);
  auto tweaker = tweaker_of(pack);
  std::vector<std::string> seen{things_of(tweaker)};
  for (const auto* const edit : {"reroll", "skip choose.1/turn.1", "more choose.1/turn", "set extra = 4",
                                 "reroll base.1", "run sharp()", "reroll choose.1", "unset base"}) {
    apply(tweaker, {edit});
    seen.push_back(things_of(tweaker));
  }
  const auto edits = tweaker.edits();
  for (auto i = edits.size(); i-- > 0;) {
    EXPECT_TRUE(tweaker.undo());
    EXPECT_EQ(things_of(tweaker), seen[i]);
    EXPECT_EQ(tweaker.edits().size(), i);
  }
  EXPECT_FALSE(tweaker.undo());
  for (std::size_t i = 0; i < edits.size(); ++i) {
    EXPECT_TRUE(tweaker.redo());
    EXPECT_EQ(things_of(tweaker), seen[i + 1]);
  }
  EXPECT_FALSE(tweaker.redo());
  EXPECT_EQ(tweaker.edits(), edits);
}

TEST(Edits, LongListsAreUndoneFromTheBase) {
  const auto pack = compiled(kItem);
  auto tweaker = tweaker_of(pack);
  const auto base = things_of(tweaker);
  std::vector<std::string> seen{base};
  for (int i = 0; i < 150; ++i) {
    apply(tweaker, {"reroll"});
    seen.push_back(things_of(tweaker));
  }
  for (std::size_t i = 150; i-- > 0;) {
    tweaker.undo();
    ASSERT_EQ(things_of(tweaker), seen[i]) << i;
  }
}

TEST(Edits, ThingsThatAreDroppedOrHeldCanBeSkipped) {
  const auto pack = compiled(R"(
rule chest { size = d4; hold coin(d6); drop coin(d6); hold coin(d6) }
rule coin(worth: int) { value = worth; mark = d6 }
)");
  auto tweaker = tweaker_of(pack);
  EXPECT_EQ(tweaker.explanation().things.size(), 4U);
  const auto third = choice_of(tweaker, "coin.3/mark.1");
  const auto worth = choice_of(tweaker, "1d6.3");
  apply(tweaker, {"skip coin.2"});
  EXPECT_EQ(tweaker.explanation().things.size(), 3U);
  EXPECT_EQ(choice_of(tweaker, "coin.3/mark.1"), third);
  EXPECT_EQ(choice_of(tweaker, "1d6.3"), worth);
}

TEST(Edits, OrdersAreKept) {
  const auto pack =
      compiled("rule r { a = d6; l = shuffle [1, 2, 3, 4, 5, 6, 7, 8]; d = pick 2 distinct from {p, q, r, s} }");
  auto tweaker = tweaker_of(pack);
  const auto before = tweaker.explanation().things[0]["l"];
  std::vector<std::int64_t> members;
  for (const auto& member : before.members()) { members.push_back(member.integer()); }
  const auto first = choice_of(tweaker, "d.1");
  apply(tweaker, {"reroll a.1", "reroll d.2"});
  std::vector<std::int64_t> after;
  const auto now = tweaker.explanation().things[0]["l"];
  for (const auto& member : now.members()) { after.push_back(member.integer()); }
  EXPECT_EQ(after, members);
  EXPECT_EQ(choice_of(tweaker, "d.1"), first);
}

}  // namespace edits_test
}  // namespace spoils::tweaked
