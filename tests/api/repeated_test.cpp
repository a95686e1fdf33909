// tests/api/repeated_test.cpp
//
// Compares odds of many rolls with closed forms, sums that are computed by hand, and rolls of real worlds.
#include "spoils/repeated.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

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

// All of 40 chances of 10^-12 are 10^-480, which doubles hold as 0.
TEST(Repeated, OnlyWhatCannotHappenIsImpossible) {
  const auto pack = compiled(
      "state c: 0..40 = 0\nrule climb { if chance 1/1000000000000 and c < 40 { c += 1 }; kind = if c == 40 then top "
      "else "
      "low }\n");
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  const auto enough = row_of(ask(pack, "climb", 40), "top");
  EXPECT_EQ(enough.at_least_once, kLeast);
  EXPECT_EQ(enough.expected, kLeast);
  const auto one_less = row_of(ask(pack, "climb", 39), "top");
  EXPECT_EQ(one_less.at_least_once, 0);
  EXPECT_EQ(one_less.expected, 0);
}

// None of 17 things is b once in 10^17 rolls, which the sum of the others rounds to 1 and more. And 9 times 3d7 has 163
// sums, all of them positive.
TEST(Repeated, OnlyCertainOutcomesAreCertain) {
  const auto pack = compiled(
      "rule often { repeat 17 { drop item } }\nrule item { kind = pick {1 a, 9 b} }\n"
      "rule always { repeat 9 { n += 3d7 }; k = if n > 0 then yes else no }\n");
  const auto often = ask(pack, "often", 2, "kind == b").rows.front();
  EXPECT_LT(often.first, 1);
  EXPECT_LT(often.at_least_once, 1);
  EXPECT_GE(often.mean_wait.value_or(0), 1);
  OddsSettings settings;
  settings.rule = "often";
  for (const bool fractions : {false, true}) {
    const auto run = long_run_odds(pack, Count{settings, "kind == b", "", fractions});
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_LT(run->rows.front().first, 1);
    EXPECT_LT(run->rows.front().rate, 1);
  }
  Marginal question;
  question.rule = "always";
  question.by = {"k"};
  const auto always = repeated_odds(pack, question, 7);
  ASSERT_TRUE(always) << always.error().text();
  EXPECT_EQ(always->rows.front().first, 1);
  EXPECT_EQ(always->rows.front().at_least_once, 1);
  EXPECT_EQ(always->rows.front().mean_wait, 1);
  const auto run = long_run_odds(pack, question);
  ASSERT_TRUE(run) << run.error().text();
  EXPECT_EQ(run->rows.front().rate, 1);
}

TEST(Repeated, ACountThatNeverHoldsHasTheRateZero) {
  OddsSettings settings;
  settings.rule = "r";
  const auto pack = compiled("rule r { drop t }\nrule t { kind = pick {1 uu, 0 tt} }\n");
  const auto run = long_run_odds(pack, Count{settings, "kind == tt", "", true});
  ASSERT_TRUE(run) << run.error().text();
  ASSERT_EQ(run->rows.size(), 1U);
  ASSERT_TRUE(run->rows.front().rate_fraction);
  EXPECT_EQ(run->rows.front().rate_fraction->text(), "0/1");
}

// The first roll decides for ever: once in 10^17 + 1 worlds for b, so that a never comes. c comes in all others.
TEST(Repeated, AlmostSurelyEverIsNotEver) {
  const auto pack = compiled(
      "state s: 0..2 = 0\n"
      "rule r { match s { 0: { let z = pick {100000000000000000 0, 1 1}\n"
      "  if z == 0 { kind = a; s = 1 } else { kind = b; s = 2 } }; 1: { kind = c }; 2: { kind = d } } }\n"
      "rule sure { kind = pick {a, b}; s = 1 }\n");
  for (const bool fractions : {false, true}) {
    Marginal question;
    question.rule = "r";
    question.by = {"kind"};
    question.fractions = fractions;
    const auto run = long_run_odds(pack, question);
    ASSERT_TRUE(run) << run.error().text();
    for (const auto& row : run->rows) { EXPECT_LT(row.ever.value_or(1), 1) << to_text(row.values.front()); }
    question.rule = "sure";
    const auto sure = long_run_odds(pack, question);
    ASSERT_TRUE(sure) << sure.error().text();
    for (const auto& row : sure->rows) { EXPECT_EQ(row.ever, 1); }
  }
}

// Three rolls without gold come once in 10^27 worlds, four never.
// The sum over a thousand rolls, of doubles, is 1000 and a rounding error.
TEST(Repeated, NothingComesMoreOftenThanThereAreRolls) {
  const auto pack = compiled(
      "state c: 0..3 = 0\nrule r { if chance 1/1000000000000 { c = min(3, c + 1) }; kind = if c == 3 then yes else no "
      "}\n");
  const auto odds = ask(pack, "r", 1000);
  EXPECT_LE(row_of(odds, "no").expected, 1000);
  EXPECT_GT(row_of(odds, "no").expected, 999.999999999);
}

TEST(Repeated, AGuaranteeIsCertainFromItsRollOn) {
  const auto pack = compiled(
      "state since: 0..3 = 0\n"
      "rule r { if since == 3 or chance 999999999/1000000000 { kind = gold; since = 0 }\n"
      "  else { kind = iron; since += 1 } }\n");
  EXPECT_LT(row_of(ask(pack, "r", 3), "gold").at_least_once, 1);
  EXPECT_EQ(row_of(ask(pack, "r", 4), "gold").at_least_once, 1);
  const auto odds = at_least_once_odds(pack, Marginal{}, {3, 4, 1000});
  ASSERT_TRUE(odds) << odds.error().text();
  const auto& gold = odds->rows.front().at_least_once;
  EXPECT_LT(gold[0].high, 1);
  EXPECT_EQ(gold[1].low, 1);
  EXPECT_EQ(gold[2].low, 1);
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

Result<AtLeastOnceOdds, Error> at_least_once(const Pack& pack, const std::string& rule,
                                             const std::vector<std::uint64_t>& rolls, const OddsSettings& limits = {}) {
  Marginal question{limits, {}, "", false};
  question.rule = rule;
  return at_least_once_odds(pack, question, rolls);
}

const std::string kPity =
    "state dry: 0..3 = 0\n"
    "rule r { if chance(25% * (1 + dry)) { kind = gem; dry = 0 } else { kind = dust; dry = min(3, dry + 1) } }\n";
const std::string kMoods =
    "state mood: {calm, angry} = calm\nstate luck: 0..2 = 0\n"
    "table calm_t { 5 a, 1 b }\ntable angry_t { 2 a, 2 b, 1 c }\n"
    "rule r {\n"
    "  if mood == calm { kind = pick calm_t } else { kind = pick angry_t }\n"
    "  if kind == b { mood = angry; luck = min(2, luck + 1) }\n"
    "  if kind == c and luck == 2 { mood = calm; luck = 0 }\n"
    "}\n";

TEST(AtLeastOnce, ClosedFormsOfRollsWithAndWithoutState) {
  const auto coin = at_least_once(compiled("rule r { kind = pick { 3 common, 1 rare } }\n"), "r", {1, 2, 10, 1000});
  ASSERT_TRUE(coin) << coin.error().text();
  EXPECT_TRUE(coin->exact && coin->is_independent);
  EXPECT_EQ(to_text(coin->rows[1].values[0]), "rare");
  for (std::size_t i = 0; i < 4; ++i) {
    const double rare = 1 - std::pow(0.75, static_cast<double>(coin->rolls[i]));
    EXPECT_NEAR(coin->rows[1].at_least_once[i].low, rare, 1e-14);
    EXPECT_EQ(coin->rows[1].at_least_once[i].low, coin->rows[1].at_least_once[i].high);
    EXPECT_LT(coin->rows[1].at_least_once[i].high, 1);
    EXPECT_EQ(coin->unlisted[i], 0);
  }
  EXPECT_DOUBLE_EQ(coin->rows[1].mean_wait.value_or(0), 4);
  const auto pity = at_least_once(compiled(kPity), "r", {1, 2, 3, 4, 5, 1'000'000});
  ASSERT_TRUE(pity) << pity.error().text();
  EXPECT_TRUE(pity->exact && !pity->is_independent);
  EXPECT_EQ(to_text(pity->rows[1].values[0]), "gem");
  const std::vector<double> gem{0.25, 1 - 0.75 * 0.5, 1 - 0.75 * 0.5 * 0.25, 1, 1, 1};
  for (std::size_t i = 0; i < gem.size(); ++i) { EXPECT_NEAR(pity->rows[1].at_least_once[i].low, gem[i], 1e-15); }
}

TEST(AtLeastOnce, EachNumberIsThatOfRepeatedOdds) {
  const std::vector<std::uint64_t> rolls{1, 2, 3, 7, 50, 12'345, 1'000'000'000};
  const std::string once = "world def relic() = pick {sword, crown, orb}\nrule r { kind = relic() }\n";
  for (const auto& text : {kPity, kMoods, once, std::string("rule r { kind = pick { 3 common, 1 rare } }\n")}) {
    const auto pack = compiled(text);
    const auto all = at_least_once(pack, "r", rolls);
    ASSERT_TRUE(all) << all.error().text();
    for (std::size_t i = 0; i < rolls.size(); ++i) {
      const auto one = ask(pack, "r", rolls[i]);
      ASSERT_EQ(one.rows.size(), all->rows.size());
      for (std::size_t k = 0; k < one.rows.size(); ++k) {
        EXPECT_EQ(to_text(one.rows[k].values[0]), to_text(all->rows[k].values[0]));
        EXPECT_NEAR(one.rows[k].at_least_once, all->rows[k].at_least_once[i].low, 1e-12) << text << rolls[i];
        EXPECT_EQ(one.rows[k].mean_wait, all->rows[k].mean_wait);
        EXPECT_EQ(one.rows[k].wait_points, all->rows[k].wait_points);
      }
    }
  }
}

// With one state at once the less likely branches of the rule are unexplored, in every world.
TEST(AtLeastOnce, BoundsHoldTheExactAnswer) {
  const std::vector<std::uint64_t> rolls{1, 2, 5, 40, 100'000};
  OddsSettings narrow;
  narrow.max_states = 1;
  for (const auto& text :
       {kPity, kMoods, std::string("rule r { kind = pick { 3 a, 1 b }; if kind == a { kind = pick {a, c} } }\n")}) {
    const auto pack = compiled(text);
    const auto exact = at_least_once(pack, "r", rolls);
    const auto bounds = at_least_once(pack, "r", rolls, narrow);
    ASSERT_TRUE(exact) << exact.error().text();
    ASSERT_TRUE(bounds) << bounds.error().text();
    EXPECT_TRUE(exact->exact);
    EXPECT_FALSE(bounds->exact) << text;
    EXPECT_EQ(bounds->limit, OddsLimit::States);
    for (const auto& row : exact->rows) {
      const auto found = std::find_if(bounds->rows.begin(), bounds->rows.end(), [&](const auto& one) {
        return to_text(one.values[0]) == to_text(row.values[0]);
      });
      for (std::size_t i = 0; i < rolls.size(); ++i) {
        const double low = found == bounds->rows.end() ? 0 : found->at_least_once[i].low;
        const double high = found == bounds->rows.end() ? bounds->unlisted[i] : found->at_least_once[i].high;
        EXPECT_LE(low, row.at_least_once[i].low) << text << rolls[i];
        EXPECT_GE(high, row.at_least_once[i].high) << text << rolls[i];
        EXPECT_LE(high, 1);
        if (found != bounds->rows.end()) { EXPECT_FALSE(found->is_mean_known || found->are_points_known[0]); }
      }
    }
  }
}

// Only `a`, with 3/4, is explored: each roll has it with 3/4 to 1, and anything else with at most 1/4.
TEST(AtLeastOnce, BoundsOfRollsThatShareNothing) {
  OddsSettings narrow;
  narrow.max_states = 1;
  const auto odds =
      at_least_once(compiled("rule r { kind = pick { 3 a, 1 b } }\n"), "r", {1, 2, 1'000'000'000}, narrow);
  ASSERT_TRUE(odds) << odds.error().text();
  EXPECT_TRUE(odds->is_independent && !odds->exact);
  ASSERT_EQ(odds->rows.size(), 1U);
  const auto& bounds = odds->rows[0].at_least_once;
  EXPECT_NEAR(bounds[0].low, 0.75, 1e-11);
  EXPECT_NEAR(bounds[1].low, 1 - 1.0 / 16, 1e-11);
  EXPECT_EQ(bounds[1].high, 1);
  EXPECT_NEAR(odds->unlisted[0], 0.25, 1e-11);
  EXPECT_NEAR(odds->unlisted[1], 1 - 9.0 / 16, 1e-11);
  EXPECT_EQ(odds->unlisted[2], 1);
}

// After the first roll there are 50,001 states of the world, more than are followed: 25,000 of them are even.
TEST(AtLeastOnce, StateWithoutEndHasBounds) {
  const auto pack =
      compiled("state n: int = 0\nrule r { n = n + 1 + pick 0..50000; kind = if n mod 2 == 0 then a else b }\n");
  const auto odds = at_least_once(pack, "r", {1, 3});
  ASSERT_TRUE(odds) << odds.error().text();
  EXPECT_FALSE(odds->exact || odds->are_all_worlds);
  EXPECT_EQ(odds->limit, OddsLimit::States);
  ASSERT_EQ(odds->rows.size(), 2U);
  const auto& a = odds->rows[1];
  EXPECT_EQ(to_text(a.values[0]), "a");
  const double even = 25'000.0 / 50'001;
  EXPECT_NEAR(a.at_least_once[0].low, even, 1e-9);
  EXPECT_NEAR(a.at_least_once[0].high, even, 1e-9);
  EXPECT_LE(a.at_least_once[0].low, even);
  EXPECT_GE(a.at_least_once[0].high, even);
  EXPECT_NEAR(a.at_least_once[1].low, even, 1e-9);
  EXPECT_EQ(a.at_least_once[1].high, 1);
}

TEST(RepeatedOdds, SayWhyWhatLaterRollsDecideIsUnknown) {
  // Four cards: the fifth roll fails. The first two are those of an urn with two of each.
  const auto pack = compiled(
      "state left: map of symbol to int = {ace 2, king 2}\ntable card { ace, king }\n"
      "rule draw { let c = pick c in card weight left[c]; left[c] -= 1; kind = c }\n");
  const auto odds = repeated_odds(pack, Marginal{}, 2);
  ASSERT_TRUE(odds) << odds.error().text();
  ASSERT_EQ(odds->rows.size(), 2U);
  EXPECT_NEAR(odds->rows[0].at_least_once, 5.0 / 6, 1e-12);
  EXPECT_FALSE(odds->rows[0].is_mean_known);
  EXPECT_NE(odds->later_fault.find("nothing to pick from"), std::string::npos) << odds->later_fault;
  const auto sound =
      repeated_odds(compiled("state n: 0..3 = 0\nrule r { kind = n; n = (n + 1) mod 4 }\n"), Marginal{}, 2);
  ASSERT_TRUE(sound);
  EXPECT_EQ(sound->later_fault, "");
}

// 1,000 worlds and 50,000 rolls are more than is done by default. The oracle steps through the worlds.
TEST(RepeatedOdds, MoreRollsWithMorePaths) {
  const auto pack = compiled(R"(
state chain: 0..999 = 0
rule encounter {
  shiny = chance (1 + chain // 100) in 4096
  chain = if shiny then 0 else if chance 90% then min(999, chain + 1) else 0
}
)");
  constexpr std::uint64_t kRolls = 50'000;
  Marginal question;
  question.by = {"shiny"};
  const auto refused = repeated_odds(pack, question, kRolls);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().help.find("max_paths"), std::string::npos) << refused.error().help;
  question.max_paths *= 10;
  const auto odds = repeated_odds(pack, question, kRolls);
  ASSERT_TRUE(odds) << odds.error().text();
  std::vector<double> without(1000, 0.0);  // by world: no shiny one so far
  without[0] = 1;
  for (std::uint64_t roll = 0; roll < kRolls; ++roll) {
    std::vector<double> next(without.size(), 0.0);
    for (std::size_t chain = 0; chain < without.size(); ++chain) {
      const double stays = without[chain] * (1 - static_cast<double>(1 + chain / 100) / 4096);
      next[std::min<std::size_t>(999, chain + 1)] += 0.9 * stays;
      next[0] += 0.1 * stays;
    }
    without = std::move(next);
  }
  const double never = std::accumulate(without.begin(), without.end(), 0.0);
  const auto is_shiny = [](const RepeatedRow& row) { return to_text(row.values.front()) == "true"; };
  const auto found = std::find_if(odds->rows.begin(), odds->rows.end(), is_shiny);
  ASSERT_NE(found, odds->rows.end());
  EXPECT_NEAR(1 - found->at_least_once, never, 1e-9 * never + 1e-15);
}

// Nothing of the second roll is complete before the paths are used up, so it is explored again with few states. The
// lists that the first roll left must still be what they were.
TEST(AtLeastOnce, KeepsTheListsOfEarlierRolls) {
  const auto pack = compiled(R"(
state st: 0..1 = 0
field fl: list of symbol
rule main {
  if st == 0 { fl = [pick {aa, bb}, aa]; st = 1 } else { repeat 30 { fl += pick {cc, dd} } }
}
)");
  for (const std::uint64_t paths : {20U, 50U, 100U, 200U, 1000U}) {
    Marginal question;
    question.by = {"fl"};
    question.max_paths = paths;
    const auto odds = at_least_once_odds(pack, question, {1, 2, 3});
    ASSERT_TRUE(odds) << odds.error().text();
    for (const auto& row : odds->rows) {
      const auto list = to_text(row.values.front());
      const bool is_first = list == "{aa, aa}" || list == "{aa, bb}" || list == "{bb, aa}" || list == "[aa, aa]" ||
                            list == "[bb, aa]" || list == "aa, aa" || list == "bb, aa";
      const double first = is_first ? 0.5 : 0;
      EXPECT_LE(row.at_least_once[0].low, first + 1e-9) << list << " with " << paths << " paths";
      EXPECT_GE(row.at_least_once[0].high, first - 1e-9) << list << " with " << paths << " paths";
    }
  }
}

TEST(AtLeastOnce, ACountIsOneRow) {
  const auto pack = compiled("rule r { repeat 3 { drop coin } }\nrule coin { kind = pick { 1 gold, 4 lead } }\n");
  OddsSettings settings;
  settings.rule = "r";
  const auto odds = at_least_once_odds(pack, Count{settings, "kind == gold", "", false}, {1, 4});
  ASSERT_TRUE(odds) << odds.error().text();
  ASSERT_EQ(odds->rows.size(), 1U);
  EXPECT_TRUE(odds->rows[0].values.empty());
  EXPECT_NEAR(odds->rows[0].at_least_once[0].low, 1 - std::pow(0.8, 3), 1e-15);
  EXPECT_NEAR(odds->rows[0].at_least_once[1].low, 1 - std::pow(0.8, 12), 1e-14);
  const auto never = at_least_once_odds(pack, Count{settings, "kind == lead and kind == gold", "", false}, {1, 4});
  ASSERT_TRUE(never) << never.error().text();
  ASSERT_EQ(never->rows.size(), 1U);
  EXPECT_EQ(never->rows[0].at_least_once[1].high, 0);
  EXPECT_FALSE(never->rows[0].mean_wait);
}

TEST(AtLeastOnce, RefusesWrongQuestions) {
  const auto pack = compiled("rule r { kind = pick {a, b} }\n");
  for (const std::vector<std::uint64_t>& rolls : {std::vector<std::uint64_t>{}, std::vector<std::uint64_t>{0},
                                                  std::vector<std::uint64_t>{2, 2}, std::vector<std::uint64_t>{3, 1}}) {
    const auto odds = at_least_once(pack, "r", rolls);
    ASSERT_FALSE(odds);
    EXPECT_EQ(odds.error().kind, Error::Kind::BadValue);
  }
  Marginal question;
  question.where = "kind == a";
  EXPECT_EQ(at_least_once_odds(pack, question, {5}).error().kind, Error::Kind::BadValue);
  EXPECT_EQ(at_least_once_odds(pack, ExpectedCounts{}, {5}).error().kind, Error::Kind::BadValue);
}

TEST(AtLeastOnce, StopsWhenAsked) {
  const auto pack = compiled(kMoods);
  OddsSettings limits;
  limits.stop = [] { return true; };
  const auto odds = at_least_once(pack, "r", {5}, limits);
  // The question is so small that it may end before the stop is seen; there is no wrong number in any case.
  if (odds && odds->exact) {
    EXPECT_NEAR(odds->rows[0].at_least_once[0].low, ask(pack, "r", 5).rows[0].at_least_once, 1e-12);
  } else if (!odds) {
    EXPECT_EQ(odds.error().kind, Error::Kind::Limit);
  }
}

// 2,000 worlds are too many for powers, and 10^12 rolls for steps, of which each leaves out a little.
TEST(AtLeastOnce, AnOutcomeThatIsNotListedIsNotNever) {
  const auto pack = compiled(
      "state n: 0..1999 = 0\n"
      "rule r { kind = if n mod 2 == 0 then pick {1000000000000 a; 1000000000000 b; 1 c} else d; n = (n + 1) mod 2000 "
      "}\n");
  Marginal question;
  question.by = {"kind"};
  question.max_states = 2;
  const auto odds = at_least_once_odds(pack, question, {1'000'000'000'000});
  ASSERT_TRUE(odds) << odds.error().text();
  ASSERT_FALSE(odds->exact);
  EXPECT_EQ(odds->rows.size(), 3U);
  EXPECT_EQ(odds->unlisted, std::vector<double>{1});
}

}  // namespace repeated_test
}  // namespace spoils
