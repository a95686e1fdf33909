// Which rules of two packs are the same in all that they need. Each row changes one thing; whether rule `r` may give
// other odds after it is read off the pack. tests/reference/same_parts_test.cpp has the law for random packs.
#include "diff/same_parts.h"

#include <gtest/gtest.h>

#include <string>

#include "api/pack_data.h"
#include "compiled.h"
#include "spoils/diff.h"

namespace spoils {
namespace same_parts_test {

bool are_same(const Pack& before, const Pack& after, const std::string& rule = "r") {
  const auto& one = before.data().program;
  const auto& other = after.data().program;
  return diff::SameParts(one, other).rules(*one.find_rule(rule), *other.find_rule(rule));
}

struct Change {
  const char* name;
  const char* from;
  const char* to;
  bool same;
};

// All of it is needed by `r`, but for what the names of declarations say is not.
const std::string kPack = R"(
input depth: 1..9 = 1
input mood: {calm, wild} = calm
input unread: 1..3 = 1
state luck: 0..5 = 2
rule r(extra: 1..4 = 2) {
  kind = pick find
  n = 2d6 + extra + cost[kind].price
  if chance 25% { mark = true } else { mark = depth > 3 }
  repeat 2 { drop made(depth) }
  held = pick x in rec where x.level <= depth
  apply held.effect
  luck = min(5, luck + 1)
  word = if mood == calm then oath() else fate() + fate()
  with depth = 3 { m = bonus(depth) }
  line = pick steps[depth]
  for x in {red, green} { hue += x }
}
rule made(k = 1) { size = k + d4 }
rule other { kind = rock; n = 7 }
table find { 3 sword; 2 helm; (1 + depth) ring }
table unused { 5 rock; 5 sword }
table cost: price { sword 5; helm 4; ring 9 }
def bonus(x) = x * 2 + 1
def spare(x) = x * 3
world def oath() = pick 1..3
world def fate() = pick 1..3
grid steps[depth] {
        up  down  flat
  1      1     1     .
  5      1     3     .
  else   .     .     1
}
collection rec { level: int = 1; block effect }
rec alpha { level = 2; effect { power += 1 } }
rec beta { effect { power += d3 } }
field hue: list of symbol
field power: int
)";

class Changes : public testing::TestWithParam<Change> {};

TEST_P(Changes, AreFoundIfTheRuleNeedsWhatChanged) {
  const auto& change = GetParam();
  auto after = kPack;
  const auto place = after.find(change.from);
  ASSERT_NE(place, std::string::npos);
  ASSERT_EQ(after.find(change.from, place + 1), std::string::npos);
  after.replace(place, std::string(change.from).size(), change.to);
  EXPECT_EQ(are_same(compiled(kPack), compiled(after)), change.same);
}

INSTANTIATE_TEST_SUITE_P(
    Diff, Changes,
    testing::Values(
        Change{"Weight", "3 sword", "4 sword", false}, Change{"WeightByInput", "(1 + depth)", "(2 + depth)", false},
        Change{"Outcome", "2 helm;", "2 ring;", false}, Change{"Dice", "2d6", "2d8", false},
        Change{"DiceInMade", "k + d4", "k + d5", false}, Change{"Parameter", "k = 1", "k = 2", false},
        Change{"ParameterOfRule", "extra: 1..4 = 2", "extra: 1..4 = 3", false},
        Change{"Chance", "chance 25%", "chance 26%", false}, Change{"Comparison", "depth > 3", "depth >= 3", false},
        Change{"Turns", "repeat 2", "repeat 3", false}, Change{"HoldForDrop", "drop made", "hold made", false},
        Change{"Argument", "made(depth)", "made(2)", false},
        Change{"Filter", "x.level <= depth", "x.level <= depth + 1", false},
        Change{"Record", "rec alpha { level = 2", "rec alpha { level = 3", false},
        Change{"Block", "power += d3", "power += d2", false}, Change{"State", "luck + 1", "luck + 2", false},
        Change{"StateInitial", "0..5 = 2", "0..5 = 1", false}, Change{"StateBounds", "luck: 0..5", "luck: 0..6", false},
        Change{"InputBounds", "depth: 1..9", "depth: 1..10", false},
        Change{"InputDefault", "wild} = calm", "wild} = wild", false},
        Change{"With", "with depth = 3", "with depth = 4", false}, Change{"DefBody", "x * 2 + 1", "x * 2 + 2", false},
        Change{"Cell", "helm 4", "helm 6", false}, Change{"OneWorldDefForTwo", "then oath()", "then fate()", false},
        Change{"WorldDef", "oath() = pick 1..3", "oath() = pick 1..4", false},
        Change{"GridRow", "5      1     3", "5      1     2", false},
        Change{"GridKey", "5      1     3", "6      1     3", false},
        Change{"ListOrder", "{red, green}", "[green, red]", false},
        Change{"FieldType", "power: int", "power: 0..9", false}, Change{"OtherRule", "n = 7", "n = 8", true},
        Change{"OtherTable", "5 rock; 5", "5 rock; 6", true}, Change{"OtherDef", "x * 3", "x * 4", true},
        Change{"OtherInput", "unread: 1..3", "unread: 1..4", true},
        Change{"Comment", "rule made", "## A thing.\nrule made", true},
        Change{"Layout", "if chance 25% { mark = true }", "if chance 25% {\n    mark = true\n  }", true},
        Change{"MoreDeclarations", "rule made", "rule zeta { kind = zorn }\ntable nil { 1 zirp }\nrule made", true}),
    [](const auto& test) { return std::string(test.param.name); });

// Members of sets are gone through in the order of their names, whatever else a pack names.
TEST(SameParts, OtherSymbolsDoNotCount) {
  const std::string set =
      "rule r { s += pick {a, c}; s += pick {a, c}; for x in s { kind = x } }\nfield s: set of symbol\n";
  EXPECT_TRUE(are_same(compiled(set), compiled("table first { 1 c; 1 b; 1 a }\n" + set)));
}

// Names of symbols are characters of texts; displays name things, which are not compared by their names.
TEST(SameParts, NamesOfSymbolsCount) {
  const std::string rule = "rule r { kind = pick {a, b}; t = \"{kind}\" }\n";
  EXPECT_FALSE(are_same(compiled(rule + "names { a \"x\" }\n"), compiled(rule + "names { a \"y\" }\n")));
  const auto with_other = [&](const char* name) {
    return compiled(rule + "rule q { kind = c }\nnames { c \"" + name + "\" }\ndisplay \"" + name + "\"\n");
  };
  EXPECT_TRUE(are_same(with_other("x"), with_other("y")));
}

// A caller may give any symbol to a slot without choices, though the rule names none.
TEST(SameParts, NamesOfSymbolsThatACallerMayGiveCount) {
  const std::string rule = " { title = \"{metal}\" }\nrule q { kind = pick {iron, steel} }\n";
  const auto with = [](const std::string& pack, const char* name) {
    return compiled(pack + "names { steel \"" + name + " steel\" }\n");
  };
  for (const auto& pack : {"input metal: symbol = iron\nrule r" + rule, "rule r(metal: symbol = iron)" + rule,
                           "state metal: symbol = iron\nrule r" + rule, "state metal: set of symbol\nrule r" + rule}) {
    EXPECT_FALSE(are_same(with(pack, "blue"), with(pack, "grey"))) << pack;
    EXPECT_TRUE(are_same(with(pack, "blue"), with(pack, "blue"))) << pack;
  }
  const auto with_choices = "input metal: {iron, brass} = iron\nrule r" + rule;
  EXPECT_TRUE(are_same(with(with_choices, "blue"), with(with_choices, "grey")));
}

// Pairs of a rule that turned out to differ do not count for the next one.
TEST(SameParts, ForgetsWhatItPairedInVain) {
  const auto before = compiled("rule r { kind = pick t; n = 1 }\nrule q { kind = pick t }\ntable t { 1 a; 1 b }\n");
  const auto after = compiled("rule r { kind = pick t; n = 2 }\nrule q { kind = pick t }\ntable t { 1 a; 1 b }\n");
  const auto& one = before.data().program;
  const auto& other = after.data().program;
  diff::SameParts same(one, other);
  EXPECT_TRUE(same.rules(*one.find_rule("q"), *other.find_rule("q")));
  for (int i = 0; i < 2; ++i) { EXPECT_FALSE(same.rules(*one.find_rule("r"), *other.find_rule("r"))); }
  EXPECT_TRUE(same.rules(*one.find_rule("q"), *other.find_rule("q")));
}

// Only what may differ is asked: with one path for each question all else is left open.
TEST(SameParts, AreNotAsked) {
  const std::string costly = "rule big { n = 40d20; k = 40d20 }\n";
  DiffOptions options;
  options.most_work = 1;
  const auto found =
      compare(compiled(costly + "rule r { kind = a }\n"), compiled(costly + "rule r { kind = b }\n"), options);
  ASSERT_TRUE(found.ok());
  for (const auto& gap : found->gaps) { EXPECT_NE(gap.rule, "big") << gap.by << gap.why; }
  EXPECT_EQ(found->compared.size(), 2U);
}

// Values that a rule does not admit are said, though nothing is asked of it.
TEST(SameParts, WrongValuesAreSaid) {
  const auto pack = compiled("input depth: 1..3 = 1\nrule r { n = depth }\n");
  const auto wider = compiled("input depth: 1..9 = 1\nrule r { n = depth }\n");
  DiffOptions options;
  options.values = {{"depth", "7"}};
  const auto found = compare(pack, wider, options);
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->gaps.size(), 1U);
  EXPECT_NE(found->gaps[0].why.find("outside of 1..3"), std::string::npos) << found->gaps[0].why;
}

}  // namespace same_parts_test
}  // namespace spoils
