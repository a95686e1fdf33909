// tests/api/repeated_test.cpp
//
// Compares odds of many rolls with closed forms, sums that are computed by hand, and rolls of real worlds.
#include "spoils/repeated.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "affordable.h"
#include "compiled.h"

namespace spoils {
namespace repeated_test {

RepeatedOdds ask(const Pack& pack, const std::string& rule, std::uint64_t rolls, const std::string& count = "") {
  OddsSettings settings;
  settings.rule = rule;
  Question question = Marginal{settings, {}, "", false};
  if (!count.empty()) { question = Count{settings, count, "", false}; }
  const auto odds = repeated_odds(pack, question, rolls);
  EXPECT_TRUE(odds) << odds.error().text();
  return odds ? *odds : RepeatedOdds{};
}

const RepeatedRow& row_of(const RepeatedOdds& odds, const std::string& value) {
  for (const auto& row : odds.rows) {
    if (to_text(row.values.front()) == value) { return row; }
  }
  ADD_FAILURE() << "no row " << value;
  return odds.rows.front();
}

TEST(Repeated, IndependentRollsAreGeometric) {
  const auto pack = compiled("rule r { kind = pick { 3 common, 1 rare } }\n");
  const auto odds = ask(pack, "r", 10);
  EXPECT_TRUE(odds.is_independent);
  const auto& rare = row_of(odds, "rare");
  EXPECT_DOUBLE_EQ(rare.first, 0.25);
  EXPECT_NEAR(rare.at_least_once, 1 - std::pow(0.75, 10), 1e-15);
  EXPECT_DOUBLE_EQ(rare.expected, 2.5);
  EXPECT_DOUBLE_EQ(rare.mean_wait.value_or(0), 4);
  // 0.75^2 = 0.5625 > 0.5 >= 0.75^3; 0.75^8 = 0.1001 > 0.1 >= 0.75^9; 0.75^16 = 0.01002 > 0.01 >= 0.75^17.
  EXPECT_EQ(rare.wait_points[0], 3);
  EXPECT_EQ(rare.wait_points[1], 9);
  EXPECT_EQ(rare.wait_points[2], 17);
}

// After k rolls the set has k of three members: 1 + 3 + 3 sets, of which the full one is emptied.
TEST(Repeated, ASetBeginsEmptyWithOrWithoutAValue) {
  for (const std::string begin : {"", " = {}"}) {
    const auto pack = compiled("state seen: set of card" + begin +
                               "\ntable card { sun, moon, star }\n"
                               "rule r { was_none = seen == none; kind = pick x in card where not x in seen\n"
                               "  seen += kind; if count(seen) == 3 { seen = {} } }\n");
    EXPECT_EQ(ask(pack, "r", 12).worlds, 7U) << begin;
    Marginal question;
    question.rule = "r";
    question.by = {"was_none"};
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table) << table.error().text();
    ASSERT_EQ(table->rows.size(), 1U);
    EXPECT_EQ(to_text(table->rows[0].values[0]), "false");
  }
}

TEST(Repeated, APityTimerEndsTheWait) {
  const auto pack = compiled(
      "state dry: 0..3 = 0\n"
      "rule r { if chance(25% * (1 + dry)) { kind = gem; dry = 0 } else { kind = dust; dry = min(3, dry + 1) } }\n");
  const auto odds = ask(pack, "r", 3);
  EXPECT_FALSE(odds.is_independent);
  EXPECT_EQ(odds.worlds, 4u);
  const auto& gem = row_of(odds, "gem");
  // The gem occurs after one to four rolls with 1/4, 3/4*1/2, 3/4*1/2*3/4 and the rest.
  EXPECT_NEAR(gem.at_least_once, 1 - 0.75 * 0.5 * 0.25, 1e-15);
  EXPECT_NEAR(gem.mean_wait.value_or(0), 1 + 0.75 + 0.75 * 0.5 + 0.75 * 0.5 * 0.25, 1e-12);
  EXPECT_EQ(gem.wait_points[0], 2);
  EXPECT_EQ(gem.wait_points[1], 3);
  EXPECT_EQ(gem.wait_points[2], 4);
  // Renewal: u1 = 1/4, u2 = u1/4 + 3/8, u3 = u2/4 + u1*3/8 + 9/32.
  const double u1 = 0.25;
  const double u2 = u1 * 0.25 + 0.375;
  const double u3 = u2 * 0.25 + u1 * 0.375 + 0.28125;
  EXPECT_NEAR(gem.expected, u1 + u2 + u3, 1e-15);
}

TEST(Repeated, WhatAWorldSettlesStaysForEver) {
  const auto pack = compiled("world def relic() = pick {sword, crown, orb}\nrule r { kind = relic() }\n");
  const auto odds = ask(pack, "r", 1000);
  const auto& orb = row_of(odds, "orb");
  EXPECT_NEAR(orb.at_least_once, 1.0 / 3, 1e-12);
  EXPECT_NEAR(orb.expected, 1000.0 / 3, 1e-9);
  EXPECT_FALSE(orb.mean_wait);
  EXPECT_FALSE(orb.wait_points[0]);
}

TEST(Repeated, CountsOfThingsAddUp) {
  const auto pack = compiled("rule r { repeat 3 { drop coin } }\nrule coin { kind = pick { 1 gold, 4 lead } }\n");
  const auto odds = ask(pack, "r", 4, "kind == gold");
  ASSERT_EQ(odds.rows.size(), 1u);
  EXPECT_NEAR(odds.rows[0].first, 1 - std::pow(0.8, 3), 1e-15);
  EXPECT_NEAR(odds.rows[0].at_least_once, 1 - std::pow(0.8, 12), 1e-14);
  EXPECT_NEAR(odds.rows[0].expected, 12 * 0.2, 1e-13);
}

TEST(Repeated, AgreesWithRollsOfWorlds) {
  const auto pack = compiled(
      "state mood: {calm, angry} = calm\nstate luck: 0..2 = 0\n"
      "table calm_t { 5 a, 1 b }\ntable angry_t { 2 a, 2 b, 1 c }\n"
      "rule r {\n"
      "  if mood == calm { kind = pick calm_t } else { kind = pick angry_t }\n"
      "  if kind == b { mood = angry; luck = min(2, luck + 1) }\n"
      "  if kind == c and luck == 2 { mood = calm; luck = 0 }\n"
      "}\n");
  constexpr std::uint64_t kWorlds = affordable(40'000);
  constexpr std::uint64_t kRolls = 6;
  const auto odds = ask(pack, "r", kRolls);
  auto roller = Roller::make(pack, "r");
  ASSERT_TRUE(roller);
  for (const auto& row : odds.rows) {
    double came = 0;
    double times = 0;
    for (std::uint64_t seed = 0; seed < kWorlds; ++seed) {
      World world(pack, seed);
      bool any = false;
      for (std::uint64_t i = 0; i < kRolls; ++i) {
        const auto things = roller->roll(world);
        ASSERT_TRUE(things);
        const bool is = (*things)[0]["kind"].text() == to_text(row.values[0]);
        any = any || is;
        times += is ? 1 : 0;
      }
      came += any ? 1 : 0;
    }
    // Six standard errors: with three rows and two figures the test errs with probability below 1e-7.
    const auto n = static_cast<double>(kWorlds);
    EXPECT_NEAR(came / n, row.at_least_once, 6 * std::sqrt(0.25 / n)) << to_text(row.values[0]);
    EXPECT_NEAR(times / n, row.expected, 6 * std::sqrt(static_cast<double>(kRolls * kRolls) / 4 / n))
        << to_text(row.values[0]);
  }
}

TEST(Repeated, SaysWhatItCannotTell) {
  const auto pack = compiled("rule r { kind = pick {a, b} }\n");
  Marginal question;
  EXPECT_EQ(repeated_odds(pack, question, 0).error().kind, Error::Kind::BadValue);
  question.where = "kind == a";
  EXPECT_EQ(repeated_odds(pack, question, 5).error().kind, Error::Kind::BadValue);
  EXPECT_EQ(repeated_odds(pack, ExpectedCounts{}, 5).error().kind, Error::Kind::BadValue);
}

TEST(Repeated, StateWithoutEndIsALimit) {
  const auto pack =
      compiled("state n: int = 0\nrule r { n = n + 1 + pick 0..50000; kind = if n mod 2 == 0 then a else b }\n");
  const auto odds = repeated_odds(pack, {}, 3);
  ASSERT_FALSE(odds);
  EXPECT_EQ(odds.error().kind, Error::Kind::Limit);
}

}  // namespace repeated_test
}  // namespace spoils
