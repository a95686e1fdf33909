// Chances: choices and outlook against packs in which the kept decisions are written out as constants (whose
// odds the odds engine computes, without any code of tweaks), against fractions by hand, and against rerolls with many
// seeds.
#include "spoils/odds.h"

#include <cmath>
#include <map>

#include "affordable.h"
#include "tweak/tweaked.h"

namespace spoils::tweaked {
namespace odds_test {

std::map<std::string, double> rows_of(const TweakOutlook& outlook) {
  std::map<std::string, double> out;
  for (const auto& row : outlook.rows) { out[row.values.front()] += row.probability; }
  return out;
}

/// The exact odds of a field of a pack, by the odds engine.
std::map<std::string, double> odds_of(const Pack& pack, const std::string& field) {
  Marginal question;
  question.by = {field};
  const auto answer = exact_odds(pack, question);
  EXPECT_TRUE(answer.ok());
  std::map<std::string, double> out;
  if (!answer) { return out; }
  for (const auto& row : answer->rows) { out[to_text(row.values.front())] += row.probability; }
  return out;
}

void expect_near(const std::map<std::string, double>& a, const std::map<std::string, double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [value, probability] : a) {
    ASSERT_TRUE(b.contains(value)) << value;
    EXPECT_NEAR(probability, b.at(value), 1e-12) << value;
  }
}

constexpr auto kDice = R"(
rule r { kind = pick {3 a, 2 b, 1 c}; total = 2d6 + (if kind == a then d4 else 10) }
)";

TEST(Outlook, IsTheOddsOfAPackWithTheKeptDecisionsWrittenOut) {
  const auto pack = compiled(kDice);
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin kind.1 = a", "pin 1d4.1 = 3", "pin 2d6.1 = 4"});
  const auto dice = tweaker.outlook("2d6.1", {"total"});
  ASSERT_TRUE(dice.ok());
  EXPECT_TRUE(dice->is_exact);
  expect_near(rows_of(*dice), odds_of(compiled("rule r { kind = a; total = 2d6 + 3 }"), "total"));
  const auto kind = tweaker.outlook("kind.1", {"total"});
  ASSERT_TRUE(kind.ok());
  expect_near(
      rows_of(*kind),
      odds_of(compiled("rule r { kind = pick {3 a, 2 b, 1 c}; total = 4 + (if kind == a then 3 else 10) }"), "total"));
  const auto all = tweaker.outlook("", {"total"});
  ASSERT_TRUE(all.ok());
  expect_near(rows_of(*all), odds_of(pack, "total"));
}

TEST(Outlook, DividesByTheAcceptedTriesOfARetry) {
  constexpr auto kRetry =
      "rule r { retry { a = pick 1..6; retry { b = pick 1..4 } while b == a } while a + b < 6; c = pick 1..2 }";
  const auto pack = compiled(kRetry);
  auto tweaker = tweaker_of(pack);
  for (const auto* const field : {"a", "b"}) {
    const auto all = tweaker.outlook("", {field});
    ASSERT_TRUE(all.ok());
    EXPECT_TRUE(all->is_exact);
    EXPECT_EQ(all->failed, 0);
    expect_near(rows_of(*all), odds_of(pack, field));
  }
}

TEST(Outlook, TellsRetriesApartThatBeginAtOnePlace) {
  constexpr auto kRetries = R"(
rule r {
  retry { retry { a = pick 1..4 } while a == 1; b = pick 1..2 } while a + b < 4
  retry { retry { c = pick 1..3 } while c == b; retry { d = pick 1..3 } while d == c } while d == 2
}
)";
  const auto pack = compiled(kRetries);
  auto tweaker = tweaker_of(pack);
  for (const auto* const field : {"a", "b", "c", "d"}) {
    const auto all = tweaker.outlook("", {field});
    ASSERT_TRUE(all.ok());
    EXPECT_TRUE(all->is_exact);
    expect_near(rows_of(*all), odds_of(pack, field));
  }
}

// The last try of a `retry max N` counts although its condition fails.
TEST(Outlook, CountsTheLastTryOfALimitedRetry) {
  for (const auto* const rule :
       {"rule r { retry max 3 { a = pick 1..6; b = pick 1..2 } while a + b < 6; c = pick 1..2 }",
        "rule r { retry max 1 { a = pick 1..3 } while a < 9; b = pick 1..a; c = b }",
        "rule r { retry max 2 { a = pick 1..3 } while a < 9; b = pick 1..a; c = b }",
        "rule r { b = pick 1..3; retry max b { a = d4 } while a < 3; c = pick a..4 }",
        "rule r { retry { retry max 2 { a = pick 1..4 } while a > 1; b = pick 1..a } while b > 2; c = pick 1..b }",
        "rule r { retry max 3 { retry { a = pick 1..4 } while a == 2; b = pick 1..a } while b > 1; c = pick 1..b }",
        "rule r { retry max 2 { retry max 3 { a = pick 1..4 } while a > 1; b = pick 1..a } while b > 1; c = a + b }"}) {
    SCOPED_TRACE(rule);
    const auto pack = compiled(rule);
    auto tweaker = tweaker_of(pack);
    for (const auto* const field : {"a", "b", "c"}) {
      const auto all = tweaker.outlook("", {field});
      ASSERT_TRUE(all.ok());
      EXPECT_TRUE(all->is_exact);
      EXPECT_EQ(all->failed, 0);
      expect_near(rows_of(*all), odds_of(pack, field));
    }
  }
  // One decision is kept: the same as a constant in its place.
  const auto pack = compiled("rule r { retry max 4 { a = pick 1..6; b = pick 1..2 } while a + b < 6 }");
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin b.1 = 1"});
  const auto all = tweaker.outlook("a.1", {"a"});
  ASSERT_TRUE(all.ok());
  EXPECT_TRUE(all->is_exact);
  expect_near(rows_of(*all), odds_of(compiled("rule r { retry max 4 { a = pick 1..6; b = 1 } while a + b < 6 }"), "a"));
  const auto reached = tweaker.reach("a", "2");
  ASSERT_TRUE(reached.ok());
  EXPECT_EQ(reached->numerator + "/" + reached->denominator, "4/81");  // three tries are put back: (2/3)^3 / 6
  // Powers beyond so many tries are not computed.
  const auto many = compiled("rule r { retry max 1000 { a = pick 1..6 } while a > 1 }");
  auto of_many = tweaker_of(many);
  const auto bounds = of_many.outlook("", {"a"});
  ASSERT_TRUE(bounds.ok());
  EXPECT_FALSE(bounds->is_exact);
}

// Each path of these has thousands of retries, of which none may cost as much as the path before it.
TEST(Outlook, IsBoundedForLongPaths) {
  const auto pack = compiled("rule r { repeat 15000 { retry { x = pick 1..3 } while x == 1; n += x } }");
  auto tweaker = tweaker_of(pack);
  const auto all = tweaker.outlook("", {"x"}, {affordable(20)});
  ASSERT_TRUE(all.ok());
  EXPECT_FALSE(all->is_exact);
  EXPECT_GT(all->unknown, 0.99);
}

TEST(Outlook, GivesBoundsWhereItIsTooMuch) {
  const auto pack = compiled("rule r { a = pick 1..100; b = pick 1..100; c = a + b }");
  auto tweaker = tweaker_of(pack);
  const auto all = tweaker.outlook("", {"a"}, {50});
  ASSERT_TRUE(all.ok());
  EXPECT_FALSE(all->is_exact);
  double sum = all->unknown + all->failed;
  for (const auto& row : all->rows) { sum += row.probability; }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_FALSE(tweaker.outlook("", {"z"}).ok());
  EXPECT_FALSE(tweaker.outlook("z.1", {"a"}).ok());
}

TEST(Choices, AddUpToOneAndSayWhyNot) {
  const auto pack = compiled(R"(
rule r { level = 3; a = pick g in gem where fits(g, level) weight g.size }
def fits(g, l) = g.size <= 4 and is_cheap(g, l)
def is_cheap(g, l) = g.price < 10 * l and g.size != 2
collection gem { size: int; price: int }
gem onyx { size = 1; price = 5 }
gem jade { size = 2; price = 5 }
gem opal { size = 3; price = 20 }
gem ruby { size = 4; price = 90 }
gem star { size = 9; price = 1 }
)");
  auto tweaker = tweaker_of(pack);
  const auto found = tweaker.choices("a.1");
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->count, 5U);
  std::map<std::string, std::string> why;
  double sum = 0;
  for (const auto& each : found->choices) {
    why[each.value] = each.why_not;
    sum += each.probability;
    if (each.probability > 0) { EXPECT_EQ(each.name.empty(), false); }
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_EQ(why["onyx"], "");
  EXPECT_EQ(why["opal"], "");
  EXPECT_EQ(why["jade"], "g.size != 2, in is_cheap(jade, 3)");
  EXPECT_EQ(why["ruby"], "g.price < 10 * l, in is_cheap(ruby, 3)");
  EXPECT_EQ(why["star"], "g.size <= 4, in fits(star, 3)");
}

// The rows without a symbol have one value and one name, and differ in what is read of their columns.
TEST(Choices, AreOneEntryOnlyIfTheyMakeTheSame) {
  const auto pack = compiled(
      "table t: lo { 5 none 0; 3 none 2; 2 z 4 }\n"
      "rule apart { let x = pick x in t; v = x.lo; kind = x }\n"
      "rule alike { let x = pick x in t; kind = x }\n");
  auto apart = tweaker_of(pack, "apart");
  const auto found = apart.choices("x.1");
  ASSERT_TRUE(found.ok()) << found.error().text();
  ASSERT_EQ(found->choices.size(), 3U);
  EXPECT_EQ(found->choices[0].probability, 0.5);
  EXPECT_EQ(found->choices[1].probability, 0.3);
  auto alike = tweaker_of(pack, "alike");
  const auto merged = alike.choices("x.1");
  ASSERT_TRUE(merged.ok()) << merged.error().text();
  ASSERT_EQ(merged->choices.size(), 2U);
  EXPECT_EQ(merged->choices[0].probability, 0.8);
}

TEST(Choices, ShowWhatWouldComeAndChangeNothing) {
  const auto pack = compiled(kDice);
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin kind.1 = b", "pin 2d6.1 = 7"});
  const auto before = things_of(tweaker);
  const auto found = tweaker.choices("2d6.1", 2, 3);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->count, 11U);
  ASSERT_EQ(found->choices.size(), 3U);
  EXPECT_EQ(found->choices[0].value, "4");
  EXPECT_EQ(found->choices[0].numerator, 1);
  EXPECT_EQ(found->choices[0].denominator, 12);
  EXPECT_EQ(found->choices[0].lost, 0U);
  EXPECT_EQ(things_of(tweaker), before);
  EXPECT_FALSE(tweaker.choices("nothing.1").ok());
}

// 99.99% of correct programs have a statistic below 27.9 (chi-square, 7 degrees of freedom); the seeds are fixed.
TEST(Reroll, FitsTheOddsOfTheChoices) {
  const auto pack = compiled("rule r { before = d6; a = pick {1 p, 2 q, 3 r, 4 s, 5 t, 6 u, 7 v, 8 w} }");
  auto tweaker = tweaker_of(pack);
  const auto found = tweaker.choices("a.1");
  ASSERT_TRUE(found.ok());
  std::map<std::int64_t, double> expected;
  for (const auto& each : found->choices) { expected[each.choice] = each.probability; }
  const auto rolls = affordable(10'000);
  std::map<std::int64_t, double> seen;
  for (std::uint64_t seed = 0; seed < rolls; ++seed) {
    ASSERT_FALSE(tweaker.restart(seed, 0).has_value());
    ASSERT_FALSE(tweaker.apply("reroll a.1").has_value());
    ++seen[choice_of(tweaker, "a.1")];
  }
  double statistic = 0;
  for (const auto& [choice, probability] : expected) {
    const auto mean = probability * static_cast<double>(rolls);
    statistic += (seen[choice] - mean) * (seen[choice] - mean) / mean;
  }
  EXPECT_LT(statistic, 27.9);
}

}  // namespace odds_test
}  // namespace spoils::tweaked
