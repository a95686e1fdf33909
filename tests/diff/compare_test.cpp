// The comparison of two packs: moved odds, new outcomes, outcomes that are gone.
#include <gtest/gtest.h>

#include <algorithm>

#include "compiled.h"
#include "packs/shipped.h"
#include "spoils/diff.h"

namespace spoils {

namespace compare_test {

Difference compared(const Pack& before, const Pack& after, const DiffOptions& options = {}) {
  auto difference = compare(before, after, options);
  EXPECT_TRUE(difference.ok()) << difference.error().text();
  return difference.ok() ? *difference : Difference{};
}

std::string words(const DiffTable& table) {
  std::string out;
  for (const auto& row : table.rows) {
    for (const auto& value : to_texts(row.values)) { out += value + " "; }
    if (!row.at.empty()) { out += "@" + row.at + " "; }
    char figures[64];
    std::snprintf(figures, sizeof figures, "%.4g>%.4g; ", row.before, row.after);
    out += figures;
  }
  return out;
}

constexpr const char* kBefore = R"(
input depth: 1..3 = 1
rule find { kind = pick find; worth = worth[kind].worth }
table find { 50 rat, 30 bat, 20 owl }
table worth: worth { rat 1; bat 2; owl 3; fox 4 }
rule gone { x = 1 }
rule called(what: symbol) { y = what }
rule nest { repeat 3 { drop find } }
)";

constexpr const char* kAfter = R"(
input depth: 1..3 = 1
rule find { kind = pick find; worth = worth[kind].worth; cursed = chance 10% }
table find { 50 rat; (30 - 5 * depth) bat; (20 + 5 * depth) fox }
table worth: worth { rat 1; bat 2; owl 3; fox 4 }
rule called(what: symbol) { y = what; x = 2 }
rule nest { repeat 2 { drop find } }
rule fresh { x = 1 }
)";

// Fields that a thing gets by `apply`, by a parameter of a call, or from a rule that its kind chooses.
TEST(Diff, ComparesFieldsThatNoAssignmentOfTheRuleNames) {
  const std::string records =
      "collection rec { block eff }\nrec bb { eff { bon += 3 } }\n"
      "rule r { kind = pick rec; apply kind.eff }\n";
  const auto applied = compared(compiled(records + "rec aa { eff { bon += 1 } }\n"),
                                compiled(records + "rec aa { eff { bon += 2 } }\n"));
  ASSERT_EQ(applied.tables.size(), 1U);
  EXPECT_EQ(words(applied.tables[0]), "2 0>0.5; 1 0.5>0; ");
  const std::string called = "rule st(field zz: int) { yy = d2 }\nrule r { kind = pick {x, y}; ";
  const auto given = compared(compiled(called + "st(777) }"), compiled(called + "st(778) }"));
  ASSERT_EQ(given.tables.size(), 1U);
  EXPECT_EQ(given.tables[0].rule, "r");
  EXPECT_EQ(words(given.tables[0]), "778 0>1; 777 1>0; ");
  const std::string chosen = "rule r { kind = pick {x, y}; do kind }\nrule y { zz = 1 }\nrule x { zz = ";
  const auto done = compared(compiled(chosen + "2 }"), compiled(chosen + "3 }"));
  ASSERT_EQ(done.tables.size(), 2U);
  EXPECT_EQ(done.tables[0].rule + " " + words(done.tables[0]), "r 3 0>0.5; 2 0.5>0; ");
  EXPECT_EQ(done.tables[1].rule + " " + words(done.tables[1]), "x 3 0>1; 2 1>0; ");
}

TEST(Diff, NewGoneAndMoved) {
  const auto difference = compared(compiled(kBefore), compiled(kAfter));
  EXPECT_EQ(difference.only_before, std::vector<std::string>{"gone"});
  EXPECT_EQ(difference.only_after, std::vector<std::string>{"fresh"});
  EXPECT_EQ(difference.compared, (std::vector<std::string>{"find", "nest"}));
  ASSERT_EQ(difference.tables.size(), 3U);
  EXPECT_EQ(difference.tables[0].rule, "find");
  EXPECT_EQ(difference.tables[0].by, std::vector<std::string>{"kind"});
  EXPECT_EQ(words(difference.tables[0]), "fox 0>0.25; owl 0.2>0; bat 0.3>0.25; ");
  // A field that a rule did not set was unset; a field that is looked up in a table (worth) follows by itself.
  EXPECT_EQ(words(difference.tables[1]), "false 0>0.9; true 0>0.1; none 1>0; ");
  EXPECT_TRUE(difference.tables[2].is_mean);
  EXPECT_EQ(words(difference.tables[2]), "find 3>2; ");  // one rule makes all of them
  ASSERT_EQ(difference.gaps.size(), 1U);
  EXPECT_EQ(difference.gaps[0].rule, "called");
  EXPECT_EQ(difference.gaps[0].why, "its parameter `what` needs a value");
}

TEST(Diff, APackIsLikeItself) {
  for (const auto* name : {"hello", "rogue", "crawl"}) {
    const auto& pack = packs::shipped(name);
    DiffOptions options;
    options.most_work = 20'000;
    options.ratio = 0;
    options.least = 0;
    const auto difference = compared(pack, pack, options);
    EXPECT_TRUE(difference.tables.empty()) << name;
    EXPECT_TRUE(difference.only_before.empty() && difference.only_after.empty()) << name;
    EXPECT_FALSE(difference.compared.empty());
  }
}

TEST(Diff, ThresholdsInputsAndSweeps) {
  const auto before = compiled(kBefore);
  const auto after = compiled(kAfter);
  DiffOptions options;
  options.rules = {"find"};
  options.by = {"kind"};
  options.values = {{"depth", "3"}, {"what", "rat"}};
  EXPECT_EQ(words(compared(before, after, options).tables.at(0)), "fox 0>0.35; owl 0.2>0; bat 0.3>0.15; ");
  options.least = 0.25;  // only what moved by at least that much
  EXPECT_EQ(words(compared(before, after, options).tables.at(0)), "fox 0>0.35; ");
  options.least = 0;
  options.values.clear();
  options.ratio = 0.4;  // bats move by 1/6, 1/3 and 1/2 of what they were
  options.sweep.input = "depth";
  EXPECT_EQ(words(compared(before, after, options).tables.at(0)),
            "fox @3 0>0.35; fox @2 0>0.3; fox @1 0>0.25; owl @1 0.2>0; owl @2 0.2>0; owl @3 0.2>0; bat @3 0.3>0.15; ");
  options.rules = {"called"};
  options.sweep = {};
  options.values = {{"what", "rat"}};
  options.by = {"y"};
  EXPECT_EQ(compared(before, after, options).compared, std::vector<std::string>{"called"});
}

TEST(Diff, AChangeBelongsToTheRuleThatMakesIt) {
  constexpr const char* kRules = "rule outer { inner() }\nrule inner { kind = pick t }\n";
  const auto difference = compared(compiled(std::string(kRules) + "table t { 1 a, 3 b }\n"),
                                   compiled(std::string(kRules) + "table t { 2 a, 2 b }\n"));
  ASSERT_EQ(difference.tables.size(), 2U);
  EXPECT_EQ(difference.tables[0].rule, "outer");
  EXPECT_EQ(difference.tables[0].same_as, "inner");
  EXPECT_EQ(difference.tables[1].same_as, "");
  EXPECT_EQ(words(difference.tables[1]), "a 0.25>0.5; b 0.75>0.5; ");
}

TEST(Diff, WhatNeitherHas) {
  const auto before = compiled(kBefore);
  const auto after = compiled(kAfter);
  DiffOptions options;
  options.rules = {"find", "nothing"};
  EXPECT_EQ(compare(before, after, options).error().text(), "neither pack has a rule `nothing`");
  options.rules.clear();
  options.values = {{"deep", "3"}};
  EXPECT_EQ(compare(before, after, options).error().text(), "neither pack has an input, parameter or state `deep`");
  options.values = {{"depth", "4"}};
  EXPECT_EQ(compare(before, after, options).error().text(), "neither pack takes `4` for `depth`");
  options.values = {{"what", "any word"}};  // a parameter without choices
  EXPECT_TRUE(compare(before, after, options));
}

// A value that one of the packs does not take is a gap: rules that do not depend on it are compared all the same.
TEST(Diff, WhatOneOfThemDoesNotTake) {
  const auto before = compiled(kBefore);
  const auto after = compiled(
      "input depth: 1..9 = 1\nrule find { kind = pick {50 rat, depth fox} }\n"
      "rule nest { repeat 3 { drop find } }\n");
  DiffOptions options;
  options.values = {{"depth", "+4"}};
  const auto difference = compared(before, after, options);
  EXPECT_EQ(difference.tables.size(), 0U);
  EXPECT_FALSE(difference.gaps.empty());
  const auto choices = compiled("input how: {much_of_it, little} = little\nrule r { kind = how }\n");
  options.values = {{"how", "much-of it"}};
  EXPECT_TRUE(compare(choices, choices, options));
  options.values = {{"how", "much"}};
  EXPECT_EQ(compare(choices, choices, options).error().text(), "neither pack takes `much` for `how`");
}

// The members of a state count as its ends do: unknown to both packs is a slip, to one a gap.
TEST(Diff, MembersThatNoPackKnows) {
  const auto before = compiled("state had: set of symbol\nrule r { kind = if axe in had then bow else axe }\n");
  const auto after = compiled("state had: set of symbol\nrule r { kind = if axe in had then gem else axe }\n");
  DiffOptions options;
  options.values = {{"had", "{lute}"}};
  EXPECT_EQ(compare(before, after, options).error().text(),
            "state `had` cannot be `{lute}`: pack `test` has no word `lute`");
  options.values = {{"had", "{gem}"}};
  EXPECT_FALSE(compared(before, after, options).gaps.empty());
  options.values = {{"had", "{axe}"}};
  EXPECT_TRUE(compared(before, after, options).gaps.empty());
}

TEST(Diff, MembersOfListsAreCompared) {
  const auto found = compared(compiled("rule r { l = [x, y] }\n"), compiled("rule r { l = [x, z] }\n"));
  ASSERT_EQ(found.tables.size(), 1U);
  EXPECT_EQ(found.tables[0].by, std::vector<std::string>{"l"});
}

TEST(Diff, FieldsThatNoLongerDependOnEachOther) {
  // Each is x or y with 50% in both packs.
  const auto found = compared(compiled("rule r { a = pick {x, y}; b = a; c = pick {x, y} }\n"),
                              compiled("rule r { a = pick {x, y}; b = pick {x, y}; c = pick {x, y} }\n"));
  ASSERT_EQ(found.tables.size(), 1U);
  EXPECT_EQ(found.tables[0].by, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(words(found.tables[0]), "x y 0>0.25; y x 0>0.25; x x 0.5>0.25; y y 0.5>0.25; ");
}

TEST(Diff, AFieldWhoseColumnChanged) {
  constexpr const char* kRule = "rule r { kind = pick {rat, bat}; worth = w[kind].worth }\n";
  const auto found = compared(compiled(std::string(kRule) + "table w: worth { rat 1; bat 2 }\n"),
                              compiled(std::string(kRule) + "table w: worth { rat 1; bat 3 }\n"));
  ASSERT_EQ(found.tables.size(), 1U);
  EXPECT_EQ(words(found.tables[0]), "3 0>0.5; 2 0.5>0; ");
}

TEST(Diff, TheNumberOfThingsWithTheSameMean) {
  const auto found = compared(compiled("rule r { repeat 2 { drop q } }\nrule q { x = 1 }\n"),
                              compiled("rule r { repeat pick {1, 3} { drop q } }\nrule q { x = 1 }\n"));
  ASSERT_EQ(found.tables.size(), 1U);
  EXPECT_EQ(found.tables[0].by, std::vector<std::string>{"number of things"});
}

// Made things may be others than those that their rule makes by itself.
struct MadeThings {
  const char* name;
  const char* before;
  const char* after;
  std::vector<std::string> by;
  const char* rows;
};

class DiffOfMadeThings : public testing::TestWithParam<MadeThings> {};

TEST_P(DiffOfMadeThings, AreComparedInTheirMaker) {
  const auto& p = GetParam();
  const auto found = compared(compiled(p.before), compiled(p.after));
  ASSERT_EQ(found.tables.size(), 1U);
  EXPECT_EQ(found.tables[0].rule, "r");
  EXPECT_EQ(found.tables[0].by, p.by);
  EXPECT_EQ(words(found.tables[0]), p.rows);
  EXPECT_TRUE(found.gaps.empty());
  EXPECT_TRUE(compared(compiled(p.before), compiled(p.before)).tables.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Diff, DiffOfMadeThings,
    testing::Values(MadeThings{"Argument",
                               "rule r { drop q(2) }\nrule q(n: int = 0) { x = n }\n",
                               "rule r { drop q(3) }\nrule q(n: int = 0) { x = n }\n",
                               {"sum(x in things where x.made_by == 'q': x.x)"},
                               "3 0>1; 2 1>0; "},
                    MadeThings{
                        "Input",
                        "input depth: 1..9 = 1\nrule r { with depth = 2 { drop q } }\nrule q { x = depth > 4 }\n",
                        "input depth: 1..9 = 1\nrule r { with depth = 5 { drop q } }\nrule q { x = depth > 4 }\n",
                        {"count(x in things where x.made_by == 'q' and x.x)"},
                        "1 0>1; 0 1>0; "},
                    MadeThings{"Deeper",
                               "rule r { hold t(5) }\nrule t(k: int = 1) { hold u(k) }\nrule u(k: int = 1) { x = k }\n",
                               "rule r { hold t(6) }\nrule t(k: int = 1) { hold u(k) }\nrule u(k: int = 1) { x = k }\n",
                               {"sum(x in things where x.made_by == 'u': x.x)"},
                               "6 0>1; 5 1>0; "},
                    MadeThings{"Symbol",
                               "rule r { drop q(rat); drop q(bat) }\nrule q(k: {rat, bat} = rat) { x = k }\n",
                               "rule r { drop q(rat); drop q(rat) }\nrule q(k: {rat, bat} = rat) { x = k }\n",
                               {"made_by", "x"},
                               "q bat 1>0; q rat 1>2; "}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Diff, WhatIsTheSameInEveryMakerIsComparedOnce) {
  constexpr const char* kMade = "rule q { x = d4 }\n";
  const auto found = compared(compiled(std::string("rule r { drop q }\n") + kMade),
                              compiled(std::string("rule r { if chance 100% { drop q } }\n") + kMade));
  EXPECT_TRUE(found.tables.empty());
  EXPECT_TRUE(found.gaps.empty());
}

// A maker leaves a state to its things: `q` by itself has s = 0, and its x the mean 2.5 + s where r makes it.
TEST(Diff, ComparesThingsInStatesThatTheirMakerChanges) {
  constexpr const char* kMade = "state s: 0..9 = 0\nrule q { x = d4 + s }\n";
  const auto found = compared(compiled(std::string("rule r { s = 1; drop q }\n") + kMade),
                              compiled(std::string("rule r { s = 5; drop q }\n") + kMade));
  ASSERT_EQ(found.tables.size(), 2U);
  EXPECT_EQ(words(found.tables[0]), "5 0>1; 1 1>0; ");
  EXPECT_EQ(found.tables[0].by, std::vector<std::string>{"s"});
  EXPECT_EQ(words(found.tables[1]), "6 0>0.25; 7 0>0.25; 8 0>0.25; 9 0>0.25; 2 0.25>0; 3 0.25>0; 4 0.25>0; 5 0.25>0; ");
  ASSERT_EQ(found.conditions.size(), 1U);
  EXPECT_EQ(found.conditions[0].kind, DiffKind::State);
  EXPECT_EQ(found.conditions[0].name, "s");
}

// A counter that rises by two instead of one: the odds of the thing are the same in the initial state, what the roll
// leaves is not.
constexpr const char* kPity = "state p: 0..4 = 0\nrule r { kind = if p >= 3 then gem else ore; p = min(4, p + %) }\n";

std::string pity(const char* step) {
  std::string out = kPity;
  return out.replace(out.find('%'), 1, step);
}

TEST(Diff, ComparesTheStateThatARollLeaves) {
  const auto found = compared(compiled(pity("1")), compiled(pity("2")));
  ASSERT_EQ(found.tables.size(), 1U);
  EXPECT_EQ(found.tables[0].by, std::vector<std::string>{"p"});
  EXPECT_EQ(words(found.tables[0]), "2 0>1; 1 1>0; ");
  EXPECT_TRUE(compared(compiled(pity("1")), compiled(pity("1"))).tables.empty());
}

TEST(Diff, SetsAndSweepsStates) {
  const auto before = compiled(pity("1"));
  const auto after = compiled("state p: 0..4 = 0\nrule r { kind = if p >= 2 then gem else ore; p = min(4, p + 1) }\n");
  EXPECT_TRUE(compared(before, after).tables.empty());
  DiffOptions options;
  options.values = {{"p", "2"}};
  const auto at = compared(before, after, options);
  ASSERT_EQ(at.tables.size(), 1U);
  EXPECT_EQ(words(at.tables[0]), "gem 0>1; ore 1>0; ");
  EXPECT_TRUE(at.conditions.empty());
  options.values.clear();
  options.sweep.input = "p";
  const auto swept = compared(before, after, options);
  ASSERT_EQ(swept.tables.size(), 1U);
  EXPECT_EQ(words(swept.tables[0]), "gem @2 0>1; ore @2 1>0; ");
}

// A state that only one pack has is none that the other could leave.
TEST(Diff, StatesOfOnePackAreAmongItsInputs) {
  const auto found = compared(compiled("rule r { kind = ore }\n"), compiled(pity("1")));
  EXPECT_TRUE(found.tables.empty());
  ASSERT_EQ(found.inputs.size(), 1U);
  EXPECT_EQ(found.inputs[0].name, "p");
}

// Two of one kind or one of each, in half of the rolls, against each by itself: equal means, other pairs.
TEST(Diff, SaysThatThingsAreNotComparedTogether) {
  constexpr const char* kMade = "rule q(k: {x, y} = x) { kind = k }\n";
  const auto before = compiled(std::string("rule r { let k = pick {x, y}; repeat 2 { drop q(k) } }\n") + kMade);
  const auto found = compared(before, compiled(std::string("rule r { repeat 2 { drop q(pick {x, y}) } }\n") + kMade));
  EXPECT_TRUE(found.tables.empty());
  EXPECT_TRUE(found.leaves_joint_things);
  EXPECT_FALSE(compared(before, before).leaves_joint_things);
}

// Each state by itself, and the field, are as likely as before; the next roll is not.
TEST(Diff, StatesAreComparedTogether) {
  constexpr const char* kStates = "state s: flag\nstate t: flag\n";
  const auto before = compiled(std::string(kStates) + "rule r { hit = s and t; s = chance 1/2; t = chance 1/2 }\n");
  const auto after = compiled(std::string(kStates) + "rule r { hit = s and t; s = chance 1/2; t = not s }\n");
  const auto found = compared(before, after);
  ASSERT_EQ(found.tables.size(), 1U);
  EXPECT_EQ(found.tables[0].by, (std::vector<std::string>{"s", "t"}));
  EXPECT_EQ(found.tables[0].rows.size(), 4U);
}

TEST(Diff, FieldsAreComparedWithStates) {
  const auto found = compared(compiled("state s: flag\nrule r { k = chance 1/2; s = chance 1/2 }\n"),
                              compiled("state s: flag\nrule r { k = chance 1/2; s = k }\n"));
  ASSERT_EQ(found.tables.size(), 1U);
  EXPECT_EQ(found.tables[0].by, (std::vector<std::string>{"k", "s"}));
}

// The first keeps its values from roll to roll.
TEST(Diff, SaysThatRollsOfAWorldAreNotComparedTogether) {
  const auto before = compiled("world def h(k: {p, q}) = pick {a, b}\nrule r { x = h(pick {p, q}) }\n");
  const auto found = compared(before, compiled("rule r { x = pick {a, b} }\n"));
  EXPECT_TRUE(found.tables.empty());
  EXPECT_TRUE(found.leaves_worlds);
  EXPECT_FALSE(compared(before, before).leaves_worlds);
}

TEST(Diff, TextsOfMadeThingsAreNamedAsNotCompared) {
  constexpr const char* kMade = "rule q(t: text = \"\") { x = t }\n";
  const auto found = compared(compiled(std::string("rule r { drop q(\"a\") }\n") + kMade),
                              compiled(std::string("rule r { drop q(\"b\") }\n") + kMade));
  EXPECT_TRUE(found.tables.empty());
  ASSERT_EQ(found.gaps.size(), 1U);
  EXPECT_EQ(found.gaps[0].by, "x");
}

TEST(Diff, NamesTheValuesThatOddsWereComputedFor) {
  constexpr const char* kHead = "input depth: 1..20 = 1\nstate pity: 0..9 = 0\n";
  const auto found = compared(
      compiled(std::string(kHead) + "rule r(q: 1..3 = 2) { a = if depth == 7 then gem else ore; b = pity + q }\n"),
      compiled(std::string(kHead) + "rule r(q: 1..3 = 2) { a = if depth == 7 then ruby else ore; b = pity + q }\n"));
  EXPECT_TRUE(found.tables.empty());
  ASSERT_EQ(found.conditions.size(), 3U);
  std::string all;
  for (const auto& condition : found.conditions) { all += condition.name + " " + condition.after + "; "; }
  EXPECT_NE(all.find("depth 1; "), std::string::npos) << all;
  EXPECT_NE(all.find("pity 0; "), std::string::npos) << all;
  EXPECT_NE(all.find("q 2; "), std::string::npos) << all;
  DiffOptions options;
  options.sweep.input = "depth";
  const auto swept =
      compared(compiled(std::string(kHead) + "rule r { a = if depth == 7 then gem else ore }\n"),
               compiled(std::string(kHead) + "rule r { a = if depth == 7 then ruby else ore }\n"), options);
  EXPECT_TRUE(swept.conditions.empty());
  ASSERT_EQ(swept.tables.size(), 1U);
  EXPECT_EQ(words(swept.tables[0]), "ruby @7 0>1; gem @7 1>0; ");
}

TEST(Diff, InputsThatDiffer) {
  const auto before = compiled("input depth: 1..3 = 1\nrule r { kind = pick { 5 a; 5 b } }\n");
  const auto after = compiled(
      "input depth: 1..5 = 1\ninput season: {spring, winter} = spring\n"
      "rule r { kind = pick { 5 a; 5 b; 1 c if season == winter; 1 d if depth == 5 } }\n");
  const auto found = compared(before, after);
  EXPECT_TRUE(found.tables.empty());
  ASSERT_EQ(found.inputs.size(), 2U);
  EXPECT_EQ(found.inputs[0].before, "1..3 = 1");
  EXPECT_EQ(found.inputs[0].after, "1..5 = 1");
  EXPECT_EQ(found.inputs[1].before, "");
  EXPECT_EQ(found.inputs[1].after, "{spring, winter} = spring");
  DiffOptions options;
  // The first pack has no seasons: it is the same in all of them.
  options.sweep.input = "season";
  EXPECT_EQ(words(compared(before, after, options).tables.at(0)).substr(0, 10), "c @winter ");
  options.sweep.input = "depth";
  const auto swept = compared(before, after, options);
  ASSERT_EQ(swept.gaps.size(), 1U);
  EXPECT_EQ(swept.gaps[0].by, "depth 4, 5");
  EXPECT_EQ(swept.gaps[0].why, "only the second pack has these values");
}

TEST(Diff, RogueAsReleased) {
  const auto difference = compared(packs::shipped("rogue"), packs::shipped("rogue_game"));
  const auto found = std::find_if(difference.tables.begin(), difference.tables.end(),
                                  [](const DiffTable& table) { return table.rule == "treasure_room"; });
  ASSERT_NE(found, difference.tables.end());
  EXPECT_TRUE(found->is_mean);
  const auto all = std::find_if(found->rows.begin(), found->rows.end(),
                                [](const DiffRow& row) { return to_text(row.values.front()) == "all things"; });
  ASSERT_NE(all, found->rows.end());
  EXPECT_NEAR(all->before, 14.6914, 1e-3);
}

}  // namespace compare_test

}  // namespace spoils
