// tests/api/precomputed_test.cpp
//
// Fused rules (precomputed alias tables) give the same things as ordinary rolls, with the frequencies of exact odds.
#include "spoils/precomputed.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "affordable.h"
#include "agree.h"
#include "compiled.h"
#include "spoils/odds.h"
#include "things_text.h"

namespace spoils {
namespace fused_test {

constexpr std::uint64_t kSeed = 0xF05ED;
constexpr std::uint64_t kRolls = 50'000;
// Each comparison of a correct sampler fails for one seed in a million; the seed is fixed.
constexpr double kRisk = 1e-6;

PrecomputedRoller made(const Pack& pack, const std::string& rule, const Values& values = {},
                       PrecomputeOptions options = {}) {
  auto roller = PrecomputedRoller::make(pack, rule, values, options);
  EXPECT_TRUE(roller.ok()) << roller.error().text() << "; " << roller.error().help;
  return std::move(roller).value();
}

Error refused(const Pack& pack, const std::string& rule, const Values& values = {}, PrecomputeOptions options = {}) {
  auto roller = PrecomputedRoller::make(pack, rule, values, options);
  EXPECT_FALSE(roller.ok());
  return roller ? Error{} : std::move(roller).error();
}

// Compares one field, or an expression over fields that `shown` makes of a thing.
void expect_agrees(const Pack& pack, PrecomputedRoller& roller, const std::string& by, bool is_set = false) {
  Marginal question;
  question.rule = roller.rule();
  question.values = roller.values();
  question.by = {by};
  const auto odds = exact_odds(pack, question);
  ASSERT_TRUE(odds.ok()) << odds.error().text();
  Counts counts;
  const auto rolls = affordable(kRolls);
  for (std::uint64_t i = 0; i < rolls; ++i) {
    const auto things = roller.roll(kSeed, i);
    ASSERT_TRUE(things.ok()) << things.error().text();
    ASSERT_LE(things->size(), 1u);
    ++counts[things->empty() ? "none" : text_of((*things)[0][by], is_set)];
  }
  EXPECT_EQ(disagreement(counts, *odds, rolls, kRisk), "") << by;
}

struct FusedCase {
  std::string name;
  std::string declarations;
  Values values;
  std::vector<std::string> fields;  // to compare, of the rule `item`
};
class Fused : public testing::TestWithParam<FusedCase> {};

TEST_P(Fused, AgreesWithOdds) {
  const auto pack = compiled(GetParam().declarations);
  auto roller = made(pack, "item", GetParam().values);
  EXPECT_EQ(roller.left_out(), 0);
  for (const auto& field : GetParam().fields) { expect_agrees(pack, roller, field, field == "marks"); }
}

// Every rolled thing is one of the stored outcomes, with the same values; and every stored outcome is rolled.
TEST_P(Fused, GivesTheSameThings) {
  const auto pack = compiled(GetParam().declarations);
  auto fused = made(pack, "item", GetParam().values);
  auto roller = Roller::make(pack, "item", GetParam().values);
  ASSERT_TRUE(roller.ok());
  std::set<std::string> ready;
  std::set<std::string> rolled;
  for (std::uint64_t i = 0; i < 5'000; ++i) {
    ready.insert(roll_text(pack, fused, kSeed, i));
    rolled.insert(roll_text(pack, *roller, kSeed, i));
  }
  EXPECT_EQ(ready, rolled);
  EXPECT_EQ(ready.size(), fused.outcomes());
}

INSTANTIATE_TEST_SUITE_P(
    , Fused,
    testing::ValuesIn(std::vector<FusedCase>{
        {"Table",
         "table t { 60 a, 25 b, 14 c, 1 d }\nrule item { kind = pick t; size = pick 1..3 }",
         {},
         {"kind", "size"}},
        {"OneOutcome", "rule item { kind = a }", {}, {"kind"}},
        {"Inputs",
         "input depth: 1..9 = 1\nrule item(deep = 3) { kind = pick { (depth) a, (deep) b } }",
         {{"depth", "4"}, {"deep", "2"}},
         {"kind"}},
        {"DefaultOfParameter", "rule item(many = pick 1..4) { kind = a; size = many }", {}, {"size"}},
        {"Numbers", "rule item { kind = a; share = pick 1..3 / 2 }\ndisplay item \"{kind} of {share}\"", {}, {"kind"}},
        {"Texts",
         "rule item(called: text = \"it\") { kind = a; label = if chance 1/3 then \"the {called}\" else called }",
         {{"called", "Sting"}},
         {"label"}},
        {"Lists",
         "field marks: set of symbol\nrule item { kind = a; repeat 2 { marks += pick {red, green, blue} } }",
         {},
         {"marks"}},
        {"SometimesNothing", "rule item { if chance 20% { kind = a } }", {}, {"kind"}},
        {"SometimesGivenUp", "rule item { kind = pick {a, b}; if kind == a and chance 50% { discard } }", {}, {"kind"}},
        {"Rejection", "rule item { retry { size = 2d6 } while size > 9; kind = a }", {}, {"size"}},
        {"StateOfOneRoll",
         "state seen: 0..9 = 2\nrule item { size = seen; seen += pick 1..2; kind = if seen == 4 then a else b }",
         {},
         {"size", "kind"}},
        {"Displays",
         "rule item { kind = a; if chance 1/2 { inner() } }\nrule inner { size = 1 }\ndisplay inner \"an inner "
         "{kind}\"",
         {},
         {"kind"}},
    }),
    [](const auto& row) { return row.param.name; });

// Eight to the power of six lists are too many: the rule that fills them is left out, and rolled.
constexpr auto kHoard = R"(
field gems: list of symbol
state luck: 0..9 = 3
rule item {
  kind = pick { 70 coin, 30 hoard }
  if kind == hoard { size = pick 1..4; luck += 1; gems_of(size, "old") }
}
rule gems_of(most: 1..4, age: text) {
  extra = most + luck
  label = "{age} hoard"
  repeat 6 { gems += pick {agate, beryl, coral, diamond, emerald, flint, garnet, heliodor} }
}
display item "{kind}[ of {list(x in gems: text(x))}]"
)";

TEST(FusedLeftOut, RollsWhatFillsListsLast) {
  const auto pack = compiled(kHoard);
  auto roller = made(pack, "item");
  EXPECT_DOUBLE_EQ(roller.left_out(), 0.3);
  EXPECT_EQ(roller.outcomes(), 5u);
  for (const auto* field : {"kind", "size", "extra", "label"}) { expect_agrees(pack, roller, field); }
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto things = roller.roll(kSeed, i);
    ASSERT_TRUE(things.ok());
    ASSERT_EQ(things->size(), 1u);
    const auto thing = (*things)[0];
    EXPECT_EQ(thing.made_by(), "item");
    const bool is_hoard = thing["kind"].text() == "hoard";
    EXPECT_EQ(thing["gems"].members().size(), is_hoard ? 6u : 0u);
    EXPECT_EQ(thing.name().substr(0, 4), is_hoard ? "hoar" : "coin");
  }
}

TEST(FusedLeftOut, IsTheSameForASeedAndAnIndexInAnyOrder) {
  const auto pack = compiled(kHoard);
  auto roller = made(pack, "item");
  const auto text = [&](std::uint64_t index) { return roll_text(pack, roller, kSeed, index); };
  std::vector<std::string> ascending;
  for (std::uint64_t i = 0; i < 100; ++i) { ascending.push_back(text(i)); }
  for (std::uint64_t i = 100; i-- > 0;) { EXPECT_EQ(text(i), ascending[i]) << i; }
}

TEST(FusedErrors, SayWhy) {
  const auto several = compiled("rule item { kind = a; drop other }\nrule other { kind = b }");
  auto error = refused(several, "item");
  EXPECT_EQ(error.kind, Error::Kind::Limit);
  EXPECT_EQ(error.text(),
            "test.loot:2:23: rule `item` makes things besides its own, so its outcomes cannot be computed in advance");
  const auto held = compiled("rule item { kind = a; inner() }\nrule inner { hold other }\nrule other { kind = b }");
  EXPECT_EQ(refused(held, "item").text(),
            "test.loot:3:14: rule `item` makes things besides its own, so its outcomes cannot be computed in advance");
  EXPECT_EQ(made(held, "other").outcomes(), 1u);

  const auto large = compiled("rule item { kind = a; size = pick 1..100; worth = pick 1..100 }");
  PrecomputeOptions few;
  few.max_outcomes = 9'999;
  error = refused(large, "item", {}, few);
  EXPECT_EQ(error.kind, Error::Kind::Limit);
  EXPECT_EQ(error.message, "rule `item` has more than 9999 outcomes, too many to compute in advance");
  few.max_outcomes = 10'000;
  EXPECT_EQ(made(large, "item", {}, few).outcomes(), 10'000u);

  const auto deep = compiled("input n: 1..9 = 1\nrule item { kind = a; size = pick 1..n }");
  EXPECT_EQ(refused(deep, "item", {{"n", "10"}}).kind, Error::Kind::BadValue);
  EXPECT_EQ(refused(deep, "things").kind, Error::Kind::UnknownRule);
}

}  // namespace fused_test
}  // namespace spoils
