// tests/api/long_run_test.cpp
//
// State that is carried from roll to roll: waits, long-run rates and odds from a given state. The oracles are closed
// forms, and a brute force that follows every sequence of rolls by single answers from given states.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/repeated.h"
#include "spoils/why.h"

namespace spoils {
namespace long_run_test {

template <class Odds>
const auto& row_of(const Odds& odds, const std::string& value) {
  for (const auto& row : odds.rows) {
    if (to_text(row.values.front()) == value) { return row; }
  }
  ADD_FAILURE() << "no row " << value;
  return odds.rows.front();
}

LongRunOdds long_run(const Pack& pack, const Question& question = {}) {
  const auto odds = long_run_odds(pack, question);
  EXPECT_TRUE(odds) << odds.error().text();
  return odds ? *odds : LongRunOdds{};
}

RepeatedOdds repeated(const Pack& pack, std::uint64_t rolls, const Question& question = {}) {
  const auto odds = repeated_odds(pack, question, rolls);
  EXPECT_TRUE(odds) << odds.error().text();
  return odds ? *odds : RepeatedOdds{};
}

Pack pity() {
  return compiled(
      "state dry: 0..89 = 0\n"
      "rule r {\n"
      "  if chance(if dry < 73 then 0.6% else min(100%, 0.6% + 6% * (dry - 72))) { kind = five; dry = 0 }\n"
      "  else { kind = other; dry += 1 }\n"
      "}\n");
}

/// The probability that five rolls in a row from `dry` on all miss, and so on: by the rates as they are written.
std::vector<double> survival(int dry) {
  std::vector<double> out{1};
  for (; out.back() > 0; ++dry) {
    const double rate = dry < 73 ? 0.006 : std::min(1.0, 0.006 + 0.06 * (dry - 72));
    out.push_back(out.back() * (rate > 1 - 1e-12 ? 0 : 1 - rate));
  }
  return out;
}

TEST(LongRun, OfARampIsARenewal) {
  const auto pack = pity();
  const auto alive = survival(0);
  double mean = 0;
  for (const auto s : alive) { mean += s; }
  EXPECT_NEAR(mean, 62.2973, 1e-4);
  const auto odds = long_run(pack);
  const auto& five = row_of(odds, "five");
  EXPECT_NEAR(five.rate, 1 / mean, 1e-14);
  EXPECT_NEAR(five.rate, 0.01605, 5e-6);
  EXPECT_NEAR(row_of(odds, "other").rate, 1 - 1 / mean, 1e-14);
  EXPECT_EQ(odds.worlds, 90u);
  EXPECT_EQ(odds.classes, 1u);
  for (const auto rolls : {1u, 64u, 100u, 1'000u}) {
    const auto many = repeated(pack, rolls);
    const auto& row = row_of(many, "five");
    EXPECT_NEAR(*row.mean_wait, mean, 1e-11);
    EXPECT_EQ(row.wait_points[2], 83);
    EXPECT_NEAR(row.at_least_once, 1 - (rolls < alive.size() ? alive[rolls] : 0), 1e-13);
  }
  EXPECT_EQ(five.wait_points[0], 76);
  EXPECT_EQ(five.wait_points[2], 83);
  EXPECT_EQ(five.ever, 1);
}

TEST(LongRun, BeginsInAGivenState) {
  const auto pack = pity();
  for (const int dry : {0, 40, 73, 80, 88, 89}) {
    Marginal question;
    question.states = {{"dry", std::to_string(dry)}};
    const auto alive = survival(dry);
    double mean = 0;
    for (const auto s : alive) { mean += s; }
    const auto odds = repeated(pack, 3, question);
    EXPECT_NEAR(*row_of(odds, "five").mean_wait, mean, 1e-11) << dry;
    EXPECT_NEAR(row_of(odds, "five").first, 1 - alive[1], 1e-14) << dry;
    const auto once = exact_odds(pack, question);
    ASSERT_TRUE(once);
    EXPECT_NEAR(row_of(*once, "five").probability, 1 - alive[1], 1e-14);
    // The initial state does not matter in the long run.
    EXPECT_NEAR(row_of(long_run(pack, question), "five").rate, 0.016052051785521756, 1e-14);
  }
}

TEST(LongRun, SweepsState) {
  const auto pack = pity();
  const auto all = exact_odds(pack, Marginal{}, {"dry", {}, {}});
  ASSERT_TRUE(all) << all.error().text();
  EXPECT_EQ(all->size(), 90u);
  const auto some = exact_odds(pack, Marginal{}, {"dry", {{71, 75}}, {}});
  ASSERT_TRUE(some);
  ASSERT_EQ(some->size(), 5u);
  const double wanted[] = {0.006, 0.006, 0.066, 0.126, 0.186};
  for (std::size_t i = 0; i < 5; ++i) { EXPECT_NEAR(row_of((*some)[i].table, "five").probability, wanted[i], 1e-14); }
  const auto open =
      compiled("state n: int = 0\nstate mood: symbol\nrule r { kind = if n > 3 then a else b; n += 1 }\n");
  EXPECT_EQ(exact_odds(open, Marginal{}, {"n", {}, {}}).error().help, "give one");
  EXPECT_EQ(exact_odds(open, Marginal{}, {"n", {{2, 5}}, {}})->size(), 4u);
  EXPECT_FALSE(exact_odds(open, Marginal{}, {"mood", {{2, 5}}, {}}));
  EXPECT_FALSE(exact_odds(pack, Marginal{}, {"dry", {{80, 90}}, {}}));
}

TEST(LongRun, OfAPeriodIsItsAverage) {
  const auto pack = compiled(
      "state phase: 0..3 = 0\n"
      "rule r { kind = if phase == 0 then a else if phase == 3 then c else b; phase = (phase + 1) mod 4 }\n");
  const auto odds = long_run(pack);
  EXPECT_DOUBLE_EQ(row_of(odds, "a").rate, 0.25);
  EXPECT_DOUBLE_EQ(row_of(odds, "b").rate, 0.5);
  EXPECT_DOUBLE_EQ(row_of(odds, "c").rate, 0.25);
  EXPECT_DOUBLE_EQ(*row_of(odds, "c").mean_wait, 4);
  EXPECT_EQ(row_of(odds, "c").wait_points[0], 4);
  EXPECT_EQ(row_of(repeated(pack, 3), "c").at_least_once, 0);
  EXPECT_EQ(row_of(repeated(pack, 4), "c").at_least_once, 1);
  EXPECT_DOUBLE_EQ(row_of(repeated(pack, 1'000'001), "a").expected, 250'001);
}

TEST(LongRun, OfAnAbsorbingStateIsWhatComesThere) {
  const auto pack = compiled(
      "state dead: flag = false\n"
      "rule r { if dead { kind = rest } else { kind = pick {9 fight, 1 die}; if kind == die { dead = true } } }\n");
  const auto odds = long_run(pack);
  EXPECT_EQ(row_of(odds, "rest").rate, 1);
  EXPECT_EQ(row_of(odds, "die").rate, 0);
  EXPECT_EQ(row_of(odds, "fight").rate, 0);
  EXPECT_NEAR(*row_of(odds, "die").mean_wait, 10, 1e-12);
  EXPECT_NEAR(*row_of(odds, "rest").mean_wait, 11, 1e-12);
  EXPECT_NEAR(*row_of(odds, "fight").ever, 0.9, 1e-15);
  EXPECT_FALSE(row_of(odds, "fight").mean_wait);
  EXPECT_TRUE(row_of(odds, "fight").is_mean_known);
  EXPECT_EQ(row_of(odds, "fight").wait_points[0], 1);
  EXPECT_EQ(row_of(odds, "fight").wait_points[1], 1);  // 90% after one roll, exactly, and never more
  EXPECT_FALSE(row_of(odds, "fight").wait_points[2]);
  EXPECT_TRUE(row_of(odds, "fight").are_points_known[2]);
  EXPECT_EQ(odds.worlds, 2u);
  EXPECT_EQ(odds.recurrent, 1u);
}

TEST(LongRun, OfTwoClassesIsWeighted) {
  const auto pack = compiled(
      "state side: {none_yet, red, blue} = none_yet\n"
      "rule r {\n"
      "  if side == none_yet { side = pick {1 red, 4 blue} }\n"
      "  kind = if side == red then pick {1 ruby, 3 dust} else pick {1 opal, 1 dust}\n"
      "}\n");
  Marginal question;
  for (const bool fractions : {false, true}) {
    question.fractions = fractions;
    const auto odds = long_run(pack, question);
    EXPECT_EQ(odds.classes, 2u);
    EXPECT_NEAR(row_of(odds, "ruby").rate, 0.2 * 0.25, 1e-15);
    EXPECT_NEAR(row_of(odds, "opal").rate, 0.8 * 0.5, 1e-15);
    EXPECT_NEAR(row_of(odds, "dust").rate, 0.2 * 0.75 + 0.8 * 0.5, 1e-15);
    EXPECT_NEAR(*row_of(odds, "ruby").ever, 0.2, 1e-15);
    EXPECT_FALSE(row_of(odds, "ruby").mean_wait);
    EXPECT_FALSE(row_of(odds, "ruby").wait_points[0]);
    EXPECT_EQ(*row_of(odds, "dust").ever, 1);
    EXPECT_NEAR(*row_of(odds, "dust").mean_wait, 0.2 * 4 / 3 + 0.8 * 2, 1e-14);
    // Opals have the chance 80% x (1 - 2^-n) after n rolls: 50% at n = 2, and 80% never.
    EXPECT_EQ(row_of(odds, "opal").wait_points[0], 2);
    EXPECT_FALSE(row_of(odds, "opal").wait_points[1]);
    if (!fractions) { continue; }
    EXPECT_EQ(row_of(odds, "ruby").rate_fraction->text(), "1/20");
    EXPECT_EQ(row_of(odds, "dust").wait_fraction->text(), "28/15");
    EXPECT_FALSE(row_of(odds, "ruby").wait_fraction);
  }
}

TEST(LongRun, APointThatIsOnlyApproachedIsNeverReached) {
  // 50% x (1 - 0.9^n) approaches 50%.
  const auto pack = compiled(
      "state lucky: flag = false\nstate begun: flag = false\n"
      "rule r { if not begun { begun = true; lucky = chance 50% }; kind = if lucky and chance 10% then gem else dust "
      "}\n");
  const auto odds = long_run(pack);
  EXPECT_NEAR(*row_of(odds, "gem").ever, 0.5, 1e-15);
  EXPECT_FALSE(row_of(odds, "gem").wait_points[0]);
  EXPECT_TRUE(row_of(odds, "gem").are_points_known[0]);
  EXPECT_NEAR(row_of(odds, "gem").rate, 0.05, 1e-15);
}

TEST(LongRun, AStateThatIsSeldomLeftChangesTheTail) {
  // The factor by which waiting shrinks is the same to 14 digits for thousands of rolls.
  const auto pack = compiled(
      "state open: flag = false\n"
      "rule r { if not open and chance 0.0001% { open = true }\n"
      "         kind = if chance (if open then 50% else 0.00000001%) then gem else dust }\n");
  // In the closed state: leave with q, gem at once with 1/2; else gem with p.
  const double q = 1e-6;
  const double p = 1e-10;
  // m = 1 + q/2 * 2 + (1-q)(1-p) m, since the open state takes 2 rolls on average.
  const double mean = (1 + q) / (q + p - q * p);
  const auto odds = long_run(pack);
  EXPECT_NEAR(*row_of(odds, "gem").mean_wait / mean, 1, 1e-12);
  EXPECT_NEAR(row_of(odds, "gem").rate, 0.5, 1e-14);
  EXPECT_EQ(odds.recurrent, 1u);
  // The tail is that of (1-q)(1-p) up to less than one roll.
  const auto& gem = row_of(odds, "gem");
  const double points[] = {0.5, 0.9, 0.99};
  for (std::size_t k = 0; k < 3; ++k) {
    const double wanted = std::log1p(-points[k]) / (std::log1p(-q) + std::log1p(-p));
    EXPECT_NEAR(*gem.wait_points[k], wanted, 2) << points[k];
  }
  const auto many = repeated(pack, 1'000'000);
  EXPECT_NEAR(row_of(many, "gem").at_least_once, 1 - std::exp(1e6 * (std::log1p(-q) + std::log1p(-p))), 2e-6);
}

TEST(LongRun, CouponsComeAfterTheHarmonicSum) {
  const auto pack = compiled(
      "state got: set of coupon\n"
      "collection coupon { rows allocate { } }\n"
      "coupon red { allocate 1.. }\ncoupon green { allocate 1.. }\ncoupon blue { allocate 1.. }\n"
      "coupon white { allocate 1.. }\n"
      "rule r { let k = pick k in coupon at 1; got += k; kind = k; full = count(got) == 4 }\n");
  Marginal question;
  question.by = {"full"};
  const auto odds = long_run(pack, question);
  EXPECT_EQ(odds.worlds, 16u);
  EXPECT_NEAR(*row_of(odds, "true").mean_wait, 4 * (1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4), 1e-12);
  EXPECT_EQ(row_of(odds, "true").rate, 1);
  question.states = {{"got", "{red, blue}"}};
  EXPECT_NEAR(*row_of(long_run(pack, question), "true").mean_wait, 4 * (1 + 1.0 / 2), 1e-12);
  question.states = {{"got", "red"}};
  EXPECT_EQ(long_run_odds(pack, question).error().kind, Error::Kind::BadValue);
  question.states = {{"got", "{red, mauve}"}};
  EXPECT_EQ(long_run_odds(pack, question).error().kind, Error::Kind::BadValue);
}

TEST(LongRun, WhatIsMadeOnceComesOnce) {
  const auto pack = compiled(
      "state made: set of kind\n"
      "collection kind { rows allocate { } }\nabstract kind artifact { once }\n"
      "kind ring { allocate 1.. common 3 }\nkind the_one : artifact { allocate 1.. }\n"
      "rule item { kind = pick k in kind at 1 where not (k.once and k in made); if kind.once { made += kind } }\n");
  const auto odds = long_run(pack);
  EXPECT_NEAR(*row_of(odds, "the_one").mean_wait, 4, 1e-12);
  EXPECT_EQ(row_of(odds, "the_one").rate, 0);
  EXPECT_EQ(*row_of(odds, "the_one").ever, 1);
  EXPECT_EQ(row_of(odds, "ring").rate, 1);
  EXPECT_NEAR(row_of(repeated(pack, 20), "the_one").expected, 1 - std::pow(0.75, 20), 1e-13);
}

TEST(LongRun, CountsThings) {
  const auto pack = compiled(
      "state full: flag = false\n"
      "rule r { repeat (if full then 3 else 1) { drop coin }; full = not full }\nrule coin { kind = pick {1 gold, 1 "
      "lead} }\n");
  Count question;
  question.condition = "kind == gold";
  const auto odds = long_run(pack, question);
  ASSERT_EQ(odds.rows.size(), 1u);
  EXPECT_DOUBLE_EQ(odds.rows[0].amount, 1);
  EXPECT_DOUBLE_EQ(odds.rows[0].rate, (0.5 + 0.875) / 2);
  question.condition = "kind == tin";
  question.rule = "coin";
  EXPECT_FALSE(long_run_odds(pack, question));  // no word of the pack
}

TEST(LongRun, UnknownIsSaidNotGuessed) {
  // Each roll leads to another state, for ever: odds of 10 rolls are exact, waits are known for the states that are
  // met.
  const auto pack = compiled(
      "state n: int = 0\n"
      "rule r { n += 1; kind = if n mod 1000000 == 0 then gem else if chance 50% then a else b }\n");
  const auto odds = repeated(pack, 10);
  EXPECT_FALSE(odds.are_all_worlds);
  EXPECT_NEAR(row_of(odds, "a").at_least_once, 1 - std::pow(0.5, 10), 1e-14);
  EXPECT_FALSE(row_of(odds, "a").mean_wait);
  EXPECT_FALSE(row_of(odds, "a").is_mean_known);
  EXPECT_EQ(row_of(odds, "a").wait_points[2], 7);
  EXPECT_EQ(long_run_odds(pack, {}).error().kind, Error::Kind::Limit);
  // The same if a fault occurs only in rolls beyond the requested number.
  const auto fails =
      compiled("state n: 0..20 = 0\nrule r { n += 1; kind = if chance (1% + n * 0.0001%) then a else b }\n");
  const auto ten = repeated(fails, 10);
  EXPECT_FALSE(row_of(ten, "a").is_mean_known);
  EXPECT_FALSE(row_of(ten, "a").are_points_known[0]);
  EXPECT_EQ(repeated_odds(fails, {}, 30).error().kind, Error::Kind::Fault);
  EXPECT_EQ(long_run_odds(fails, {}).error().kind, Error::Kind::Fault);
}

TEST(LongRun, StateThatIsNoneIsRefused) {
  const auto pack = pity();
  const auto error = [&](const std::string& name, const std::string& value) {
    Marginal question;
    question.states = {{name, value}};
    const auto odds = exact_odds(pack, question);
    EXPECT_FALSE(odds) << name << " " << value;
    return odds ? Error{} : odds.error();
  };
  EXPECT_EQ(error("dyr", "3").kind, Error::Kind::UnknownInput);
  EXPECT_EQ(error("dyr", "3").help, "did you mean `dry`?");
  EXPECT_EQ(error("dry", "90").kind, Error::Kind::BadValue);
  EXPECT_EQ(error("dry", "many").kind, Error::Kind::BadValue);
  EXPECT_EQ(error("dry", "none").kind, Error::Kind::BadValue);
}

TEST(LongRun, WaysBeginInAGivenState) {
  Marginal question;
  question.states = {{"dry", "80"}};
  const auto derivations = derivations_of(pity(), question, {"five"});
  ASSERT_TRUE(derivations);
  EXPECT_NEAR(derivations->probability, 0.486, 1e-14);
}

/// Every sequence of rolls, from a given state on, by single answers: the brute force.
struct Sequences {
  const Pack& pack;
  std::string wanted;
  std::vector<std::string> states;
  std::map<std::vector<std::string>, OddsTable> known;

  const OddsTable& one_roll(const std::vector<std::string>& now) {
    const auto found = known.find(now);
    if (found != known.end()) { return found->second; }
    Marginal question;
    question.by = {"kind"};
    for (std::size_t i = 0; i < states.size(); ++i) {
      question.by.push_back(states[i]);
      question.states.emplace_back(states[i], now[i]);
    }
    auto odds = exact_odds(pack, question);
    EXPECT_TRUE(odds) << odds.error().text();
    return known[now] = *odds;
  }

  /// The probability that it comes within so many rolls, and how often on average.
  std::pair<double, double> within(const std::vector<std::string>& now, int rolls) {
    if (rolls == 0) { return {0, 0}; }
    double comes = 0;
    double often = 0;
    const auto table = one_roll(now);
    for (const auto& row : table.rows) {
      const auto next = to_texts({row.values.begin() + 1, row.values.end()});
      const auto later = within(next, rolls - 1);
      const bool is = to_text(row.values[0]) == wanted;
      comes += row.probability * (is ? 1 : later.first);
      often += row.probability * ((is ? 1 : 0) + later.second);
    }
    return {comes, often};
  }
};

TEST(LongRun, AgreesWithAllSequences) {
  const auto pack = compiled(
      "state mood: {calm, angry} = calm\nstate luck: 0..2 = 0\nstate seen: flag = false\n"
      "table calm_t { 5 a, 1 b }\ntable angry_t { 2 a, 2 b, 1 c }\n"
      "rule r {\n"
      "  if mood == calm { kind = pick calm_t } else { kind = pick angry_t }\n"
      "  if kind == b { mood = angry; luck = min(2, luck + 1) }\n"
      "  if kind == c and luck == 2 { mood = calm; luck = 0; seen = true }\n"
      "  if kind == a and seen and chance 30% { kind = d }\n"
      "}\n");
  for (const std::string wanted : {"a", "b", "c", "d"}) {
    Sequences all{pack, wanted, {"mood", "luck", "seen"}, {}};
    for (const int rolls : {1, 2, 5, 7}) {
      const auto odds = repeated(pack, static_cast<std::uint64_t>(rolls));
      const auto [comes, often] = all.within({"calm", "0", "false"}, rolls);
      bool is_there = false;
      for (const auto& row : odds.rows) {
        if (to_text(row.values[0]) != wanted) { continue; }
        is_there = true;
        EXPECT_NEAR(row.at_least_once, comes, 1e-13) << wanted << rolls;
        EXPECT_NEAR(row.expected, often, 1e-13) << wanted << rolls;
      }
      EXPECT_TRUE(is_there || comes == 0) << wanted << rolls;
    }
  }
}

// Waits in steps are as much work with fractions as without. The first of 60 worlds has the gem with 1/1000, all others
// together with 3/2000, so that after n rolls none has come with a chance of 0.999 * 0.9985^(n - 1).
TEST(LongRun, WaitsAreKnownBesideFractions) {
  const auto pack = compiled(
      "state at: 0..59 = 0\n"
      "rule r { gem = chance (if at mod 2 == 0 then 1/1000 else 1/500); at = pick 0..59 }\n");
  for (const bool fractions : {false, true}) {
    Marginal question;
    question.by = {"gem"};
    question.fractions = fractions;
    const auto odds = long_run(pack, question);
    const auto& row = row_of(odds, "true");
    const std::array levels{0.5, 0.9, 0.99};
    for (std::size_t i = 0; i < levels.size(); ++i) {
      ASSERT_TRUE(row.wait_points[i]) << levels[i] << " " << fractions;
      EXPECT_EQ(*row.wait_points[i], 1 + std::ceil(std::log((1 - levels[i]) / 0.999) / std::log(0.9985)));
    }
  }
}

}  // namespace long_run_test
}  // namespace spoils
