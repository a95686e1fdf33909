// Reach: a value that decisions can give must not be called impossible. The oracles are the odds engine, which has no
// code of tweaks, by whole rolls of the same pack, and fractions by hand.
#include <gmock/gmock.h>

#include <set>

#include "spoils/odds.h"
#include "tweak/tweaked.h"

namespace spoils::tweaked {
namespace reach_test {

using testing::ElementsAre;
using testing::IsEmpty;

TweakReach reached(Tweaker& tweaker, const std::string& field, const std::string& value, TweakLimits limits = {}) {
  auto out = tweaker.reach(field, value, limits);
  EXPECT_TRUE(out.ok());
  return std::move(out).value();
}

std::string fraction(const TweakReach& reach) { return reach.numerator + "/" + reach.denominator; }

std::string text_of(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Symbol: return std::string(value.text());
    case Value::Kind::Integer: return std::to_string(value.integer());
    default: return "none";
  }
}

/// A roll of a pack in which a field has some value.
Tweaker tweaker_with(const Pack& pack, const std::string& field, const std::string& value, const Values& inputs = {}) {
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    auto tweaker = tweaker_of(pack, {}, inputs, seed);
    const auto& things = tweaker.explanation().things;
    if (!things.empty() && text_of(things[0][field]) == value) { return tweaker; }
  }
  ADD_FAILURE() << "no roll has " << field << " = " << value;
  return tweaker_of(pack, {}, inputs);
}

constexpr auto kCellar = R"(
input depth: 1..9 = 8
rule find {
  kind = pick find
  if kind == bottle { quantity = d4; wine = pick {4 red, 4 white, 1 golden} }
}
table find { 50 rat; 30 bottle; (5 * depth) ghost; 10 rusty_key if depth > 2 else rat }
)";

TEST(Reach, SaysHowLikelyAValueIs) {
  const auto pack = compiled("rule r { kind = pick {a, b}; noise = d6; bonus = 5 + 2d4 }");
  auto tweaker = tweaker_of(pack);
  const auto nine = tweaker.reach("bonus", "9");
  ASSERT_TRUE(nine.ok());
  EXPECT_EQ(nine->decisions, std::vector<std::string>{"2d4.1"});
  EXPECT_EQ(nine->numerator + "/" + nine->denominator, "3/16");
  EXPECT_TRUE(nine->nearest.empty());
  const auto never = tweaker.reach("bonus", "90");
  ASSERT_TRUE(never.ok());
  EXPECT_EQ(never->probability, 0);
  EXPECT_TRUE(never->is_exact);
  EXPECT_EQ(never->nearest, std::vector<std::string>{"13"});
  EXPECT_FALSE(tweaker.reach("bonsu", "1").ok());
}

// Each value in each spelling that packs, odds or tweaks have for it. p: u then w, or w then u: 1/2 * 1/2 + 1/4 * 2/3.
TEST(Reach, TakesValuesAsTheyAreWritten) {
  auto tweaker = tweaker_of(compiled(
      "rule r { p = pick 2 distinct from {2 u, 1 v, 1 w}; m = {fire (d2), ice (d2 - 1)}; t = pick {\"x y\", \"z\"}\n"
      "h = d3 / 2; fl = chance 1/4; li = [d2, d2] }\nmeasure half = h / 2"));
  struct Case {
    const char* field;
    std::vector<const char*> values;
    const char* fraction;
  };
  const Case cases[] = {
      {"p", {"{u, w}", "{w,u}", "[u, w]", "[w, u]"}, "5/12"},
      {"m", {"{fire 2, ice 1}", "{ice: 1, fire: 2}", "{fire 1, fire 1, ice 1}"}, "1/4"},
      {"m", {"{fire 2}", "{fire 2, ice 0}"}, "1/4"},
      {"t", {"z", "\"z\""}, "1/2"},
      {"t", {"x y", "\"x y\""}, "1/2"},
      {"h", {"0.5", "1/2", "2/4"}, "1/3"},
      {"h", {"1", "1.0", "2/2"}, "1/3"},
      {"half", {"0.75", "3/4"}, "1/3"},
      {"fl", {"true", "yes"}, "1/4"},
      {"li", {"[1, 2]", "[1,2]", "[ 1 , 2 ]"}, "1/4"},
  };
  for (const auto& each : cases) {
    for (const auto* const value : each.values) {
      EXPECT_EQ(fraction(reached(tweaker, each.field, value)), each.fraction) << each.field << " = " << value;
    }
  }
  // A value that the field cannot have is an error, not `never`.
  for (const auto& [field, value] :
       {std::pair("p", "u"), std::pair("p", "{u"), std::pair("m", "{fire}"),
        std::pair("m", "{fire 9223372036854775807, fire 1}"), std::pair("h", "half"), std::pair("li", "{1, 2}")}) {
    const auto found = tweaker.reach(field, value);
    ASSERT_FALSE(found.ok()) << value;
    EXPECT_NE(found.error().text().find("is not"), std::string::npos) << found.error().text();
  }
}

TEST(Reach, LooksAtDecisionsWithOneChoice) {
  const auto pack = compiled("rule r { repeat 100 { x = pick {a} }; n = d6 }");
  auto tweaker = tweaker_of(pack);
  const auto five = tweaker.reach("n", "5");
  ASSERT_TRUE(five.ok());
  EXPECT_EQ(five->numerator + "/" + five->denominator, "1/6");
  EXPECT_EQ(five->decisions.size(), 1U);
}

// A bottle has 30 parts of 130, and one in 9 is golden.
TEST(Reach, GoesThroughDecisionsThatAnotherOneAdds) {
  const auto pack = compiled(kCellar);
  auto tweaker = tweaker_with(pack, "kind", "rat");
  const auto golden = reached(tweaker, "wine", "golden");
  EXPECT_EQ(fraction(golden), "1/39");
  EXPECT_TRUE(golden.is_exact);
  EXPECT_THAT(golden.decisions, IsEmpty());
  ASSERT_EQ(golden.through.size(), 1U);
  EXPECT_EQ(golden.through[0].id, "kind.1");
  EXPECT_EQ(golden.through[0].numerator + "/" + golden.through[0].denominator, "1/39");
  EXPECT_THAT(golden.open, ElementsAre("kind.1"));
  // The value that it has is not certain either.
  EXPECT_EQ(fraction(reached(tweaker, "wine", "none")), "10/13");
  const auto blue = reached(tweaker, "wine", "blue");
  EXPECT_EQ(fraction(blue), "0/1");
  EXPECT_TRUE(blue.is_exact);
  // In a bottle the wine alone gives it.
  auto bottle = tweaker_with(pack, "wine", "red");
  const auto other = reached(bottle, "wine", "golden");
  EXPECT_EQ(fraction(other), "1/9");
  EXPECT_THAT(other.decisions, ElementsAre("wine.1"));
  // Another kind leaves it out.
  const auto none = reached(bottle, "wine", "none");
  EXPECT_EQ(fraction(none), "10/13");
  ASSERT_EQ(none.through.size(), 1U);
  EXPECT_EQ(none.through[0].id, "kind.1");
}

TEST(Reach, TriesEveryChoice) {
  auto die = tweaker_with(compiled("rule r { n = d100; z = if n == 38 then u else v }"), "z", "v");
  const auto one = reached(die, "z", "u");
  EXPECT_EQ(fraction(one), "1/100");
  EXPECT_TRUE(one.is_exact);
  EXPECT_THAT(one.decisions, ElementsAre("n.1"));
  auto order = tweaker_with(compiled("rule r { let sh = shuffle [1, 2, 3]; n = sh[1] }"), "n", "1");
  const auto second = reached(order, "n", "2");
  EXPECT_EQ(fraction(second), "1/3");
  EXPECT_TRUE(second.is_exact);
  EXPECT_THAT(second.decisions, ElementsAre("sh.1"));
}

// Neither changes it alone.
TEST(Reach, OpensAllDecisionsBeforeItSaysNever) {
  const auto pack = compiled("rule r { a = d4; b = d4; c = if a == 1 and b == 1 then yes else no }");
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto tweaker = tweaker_of(pack, {}, {}, seed);
    if (field_of(tweaker, "a") == 1 || field_of(tweaker, "b") == 1) { continue; }
    const auto both = reached(tweaker, "c", "yes");
    EXPECT_EQ(fraction(both), "1/16");
    EXPECT_TRUE(both.is_exact);
    EXPECT_THAT(both.decisions, IsEmpty());
    EXPECT_THAT(both.open, ElementsAre("a.1", "b.1"));
    return;
  }
  FAIL() << "no roll has neither";
}

// A million choices are not tried; whether one of the others gives it stays open.
TEST(Reach, IsNotExactWhereSomethingWasLeftOut) {
  auto tweaker = tweaker_with(compiled("rule r { n = pick 1..1000000; z = if n == 900001 then u else v }"), "z", "v");
  const auto late = reached(tweaker, "z", "u");
  EXPECT_FALSE(late.is_exact);
  EXPECT_FALSE(late.is_found);
  EXPECT_EQ(late.unknown, 1);
  EXPECT_THAT(late.unsure, ElementsAre("n.1"));
  EXPECT_GE(late.tried, 9'999U);
  // One of the first choices does.
  auto early = tweaker_with(compiled("rule r { n = pick 1..1000000; z = if n == 777 then u else v }"), "z", "v");
  const auto found = reached(early, "z", "u");
  EXPECT_FALSE(found.is_exact);
  EXPECT_TRUE(found.is_found);
  EXPECT_EQ(fraction(found), "1/1000000");
  // Seven members have 5,040 orders; of two that are exchanged the second comes to the first place.
  auto order = tweaker_with(compiled("rule r { let sh = shuffle [1, 2, 3, 4, 5, 6, 7]; n = sh[1]; z = "
                                     "if sh[1] == 7 and sh[2] == 6 and sh[3] == 5 then u else v }"),
                            "z", "v");
  EXPECT_FALSE(reached(order, "z", "u").is_exact);
  // Limits, too, leave something out.
  auto die = tweaker_with(compiled("rule r { n = d100; z = if n == 38 then u else v }"), "z", "v");
  const auto few = reached(die, "z", "w", {10});
  EXPECT_FALSE(few.is_exact);
  EXPECT_FALSE(few.is_found);
}

// `never` exactly of the values that no roll has, and no probability for these.
TEST(Reach, AgreesWithTheOddsOfWholeRollsAboutNever) {
  const char* const rules[] = {
      "rule r { k = pick {1 a, 2 b, 3 c}; if k == a { x = d4 } else { y = d2; if y == 1 { x = 7 } } }",
      "rule r { n = pick 0..2; x = 0; repeat n { x += d3 } }",
      "rule r { retry { a = pick 1..4; b = pick 1..a } while a + b < 4; x = a * b }",
      "rule r { retry max 2 { a = pick 1..4; b = d2 } while a > b; x = a - b }",
      "rule r { let s = shuffle [1, 2, 3]; x = if s[1] == 2 then d2 else s[2] + 4 }",
      "rule r { a = d3; b = pick 1..a; c = pick 1..b; x = a + b + c }",
      "rule r { let p = pick 2 distinct from 1..4; x = sum(m in p: m) }",
      "rule r { a = chance 1/2; b = chance 1/3; if a and b { x = 1 } else if a != b { x = pick {2, 3} } }",
      "rule r { x = 1; if chance 1/2 { stop }; x = d3 + 3; if x == 4 { discard } }",
      "state s: 0..9 = 0\nrule r { s = d4; if s > 2 { hit(s) } else { x = 9 } }\nrule hit(n: int) { x = pick 1..n }",
  };
  for (const auto* const rule : rules) {
    SCOPED_TRACE(rule);
    const auto pack = compiled(rule);
    Marginal question;
    question.by = {"x"};
    const auto odds = exact_odds(pack, question);
    ASSERT_TRUE(odds.ok()) << odds.error().text();
    std::set<std::string> possible;
    for (const auto& row : odds->rows) {
      if (row.probability > 0) { possible.insert(to_text(row.values.front())); }
    }
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      auto tweaker = tweaker_of(pack, {}, {}, seed);
      for (int value = 0; value <= 16; ++value) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(value));
        const auto answer = reached(tweaker, "x", std::to_string(value));
        EXPECT_TRUE(answer.is_exact);
        EXPECT_EQ(answer.numerator != "0", possible.contains(std::to_string(value)));
        EXPECT_EQ(answer.is_found, answer.numerator != "0");
      }
    }
  }
}

}  // namespace reach_test
}  // namespace spoils::tweaked
