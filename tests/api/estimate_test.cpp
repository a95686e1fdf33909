// tests/api/estimate_test.cpp
//
// Estimates by whole rolls beside proven bounds (api/estimate.h), of packs whose odds have closed forms while the
// states are too many for the budget: the bounds always hold the exact probability, the intervals as often as they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "affordable.h"
#include "compiled.h"
#include "spoils/expectations.h"
#include "spoils/odds.h"

namespace spoils {
namespace estimate_test {
namespace {

// Two dice; the second decides in which order their sum grows, so that states multiply until the end.
constexpr const char* kDice = R"(
rule r {
  a = d6
  b = d6
  sum = a + b
}
)";

Marginal dice(std::size_t states = 4) {
  Marginal out;
  out.rule = "r";
  out.by = {"sum"};
  out.max_states = states;
  out.estimate_rolls = 2'000;
  out.whole_rolls = true;
  return out;
}

double of_sum(const std::string& sum) { return (6 - std::abs(7 - std::stoi(sum))) / 36.0; }

OddsTable answered(const Pack& pack, const Marginal& question) {
  auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << (table ? "" : table.error().text());
  return table ? std::move(*table) : OddsTable{};
}

TEST(Estimate, HoldsAsOftenAsItSaysAndBoundsAlways) {
  const auto pack = compiled(kDice);
  const auto seeds = affordable(300);
  std::uint64_t asked = 0;
  std::uint64_t missed = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    auto question = dice();
    question.estimate_seed = seed;
    const auto table = answered(pack, question);
    ASSERT_FALSE(table.exact);
    ASSERT_TRUE(table.estimate);
    EXPECT_EQ(table.estimate->rolls, question.estimate_rolls);
    std::set<std::string> seen;
    for (const auto& row : table.rows) {
      const auto sum = to_text(row.values.front());
      const auto exact = of_sum(sum);
      seen.insert(sum);
      EXPECT_LE(row.low, exact + 1e-12);
      EXPECT_GE(row.high, exact - 1e-12);
      ASSERT_TRUE(row.estimate);
      EXPECT_GE(row.estimate->low, row.low);
      EXPECT_LE(row.estimate->high, row.high);
      EXPECT_LE(row.estimate->low, row.estimate->probability);
      EXPECT_GE(row.estimate->high, row.estimate->probability);
      ++asked;
      if (exact < row.estimate->low || row.estimate->high < exact) { ++missed; }
    }
    // With 2,000 rolls each of the eleven sums occurs.
    EXPECT_EQ(seen.size(), 11U);
  }
  // The outcomes of one seed are dependent; five deviations of as many seeds as independent trials is enough room.
  const auto n = static_cast<double>(seeds);
  EXPECT_LE(static_cast<double>(missed) / static_cast<double>(asked), 0.05 + 5 * std::sqrt(0.05 * 0.95 / n));
  EXPECT_GT(missed, 0U) << "so wide that they say nothing";
}

TEST(Estimate, IsThatOfTheSeed) {
  const auto pack = compiled(kDice);
  auto question = dice();
  const auto estimates = [&] {
    std::vector<double> out;
    for (const auto& row : answered(pack, question).rows) { out.push_back(row.estimate->probability); }
    return out;
  };
  const auto first = estimates();
  EXPECT_EQ(first, estimates());
  question.estimate_seed = 2;
  EXPECT_NE(first, estimates());
}

TEST(Estimate, OfWhatMeetsACondition) {
  const auto pack = compiled(kDice);
  auto question = dice();
  question.where = "a == 6";
  const auto table = answered(pack, question);
  ASSERT_TRUE(table.estimate);
  EXPECT_LT(table.estimate->counted, table.estimate->rolls);
  EXPECT_NEAR(static_cast<double>(table.estimate->counted), 2000.0 / 6, 120);
  // The condition is an outcome itself: bounds and an interval of its probability.
  EXPECT_LT(table.given, 1.0 / 6);
  EXPECT_GT(table.given_at_most(), 1.0 / 6);
  ASSERT_TRUE(table.estimate->given);
  EXPECT_LT(table.estimate->given->low, 1.0 / 6);
  EXPECT_GT(table.estimate->given->high, 1.0 / 6);
  EXPECT_LT(table.estimate->given->high - table.estimate->given->low, 0.04);
  EXPECT_EQ(table.rows.size(), 6U);
  for (const auto& row : table.rows) {
    EXPECT_NEAR(row.estimate->probability, 1.0 / 6, 0.1);
    EXPECT_LE(row.low, 1.0 / 6 + 1e-12);
    EXPECT_GE(row.high, 1.0 / 6 - 1e-12);
  }
}

TEST(Estimate, IsNoneForAConditionThatNoRollMeets) {
  const auto pack = compiled("rule r { a = d100; b = d100; c = d100; d = d100 }\n");
  Marginal question;
  question.rule = "r";
  question.by = {"a"};
  question.where = "a + b + c + d == 400";
  question.max_states = 200;
  question.estimate_rolls = 1000;
  question.whole_rolls = true;
  const auto table = answered(pack, question);
  ASSERT_FALSE(table.exact);
  ASSERT_TRUE(table.estimate);
  EXPECT_EQ(table.estimate->counted, 0U);
  EXPECT_EQ(table.estimate->none, "none of 1000 rolls meets the condition");
  for (const auto& row : table.rows) { EXPECT_FALSE(row.estimate); }
}

TEST(Estimate, BoundsWhatNoRollHasByTheRuleOfThree) {
  const auto pack = compiled("rule r { a = d1000; b = d1000; rare = a + b < 6 }\n");
  Marginal question;
  question.rule = "r";
  question.by = {"rare"};
  question.max_states = 500;
  question.estimate_rolls = 1000;
  question.whole_rolls = true;
  const auto table = answered(pack, question);
  ASSERT_TRUE(table.estimate);
  EXPECT_NEAR(table.estimate->unseen, 3.0 / 1000, 1e-4);
  for (const auto& row : table.rows) {
    if (to_text(row.values.front()) == "true") { EXPECT_GE(row.estimate->high, 1e-5); }
  }
}

TEST(Estimate, HasNoMeanBesideBounds) {
  // Each thing is kept with 1/2: 4 of 8 in the mean. The mean of what few states explore is another one.
  const auto pack =
      compiled("rule r { repeat 8 { if chance 1/2 { drop thing(d20) } } }\nrule thing(n) { worth = n }\n");
  Count question;
  question.rule = "r";
  question.condition = "worth > 0";
  const auto exact = exact_odds(pack, question);
  ASSERT_TRUE(exact) << exact.error().text();
  EXPECT_NEAR(exact->mean, 4, 1e-12);
  question.max_states = 2;
  const auto bounds = exact_odds(pack, question);
  ASSERT_TRUE(bounds) << bounds.error().text();
  ASSERT_FALSE(bounds->exact);
  EXPECT_TRUE(std::isnan(bounds->mean));
}

TEST(Estimate, TakesAsMuchWorkAsWanted) {
  const auto pack = compiled(kDice);
  auto question = dice();
  question.estimate_rolls = 1'000'000;
  question.estimate_seconds = 0.001;
  const auto few = answered(pack, question);
  question.estimate_seconds = 0.01;
  const auto more = answered(pack, question);
  ASSERT_TRUE(few.estimate);
  ASSERT_TRUE(more.estimate);
  EXPECT_LT(few.estimate->rolls, 1000U);
  // Ten times the work, which is counted; later rolls may be copied from earlier ones, for less.
  EXPECT_GE(more.estimate->rolls, 9 * few.estimate->rolls);
  EXPECT_LE(more.estimate->rolls, 30 * few.estimate->rolls);
}

// The weights of a pick that many rolls share are computed once: rolls may be as many as take the time, and not as many
// as would if each computed them. The table has a thousand rows; a roll without its weights takes a thousandth of them.
TEST(Estimate, CountsNoWorkThatStoredResultsSave) {
  std::string rows;
  for (int i = 1; i <= 1000; ++i) { rows += "  (" + std::to_string(i) + " * depth) m" + std::to_string(i) + "\n"; }
  const auto pack =
      compiled(std::string(kDice) + "rule s { r(); k = pick t }\ninput depth: 1..9 = 2\ntable t {\n" + rows + "}\n");
  auto question = dice();
  question.rule = "s";
  question.by = {"sum", "k == m1000"};
  question.estimate_rolls = 1'000'000;
  question.estimate_seconds = 0.01;
  const auto table = answered(pack, question);
  ASSERT_TRUE(table.estimate);
  EXPECT_GT(table.estimate->rolls, 2'000U);  // at a thousand units each they would be a thousand
}

// Nothing that other questions stored is there, so a question has the same rolls alone, after others, and on any
// thread.
TEST(Estimate, OfAValueDependsOnNoOther) {
  const auto pack = compiled(std::string("input depth: 1..6 = 1\n") + kDice + "rule s { r(); sum += depth }\n");
  auto question = dice();
  question.rule = "s";
  question.estimate_rolls = 1'000'000;
  question.estimate_seconds = 0.003;
  std::vector<std::uint64_t> alone;
  for (int depth = 1; depth <= 6; ++depth) {
    question.values = {{"depth", std::to_string(depth)}};
    alone.push_back(answered(pack, question).estimate->rolls);
    EXPECT_GT(alone.back(), 100U);
  }
  question.values.clear();
  for (const unsigned threads : {1U, 3U}) {
    question.threads = threads;
    const auto swept = exact_odds(pack, question, Sweep{"depth", {}, {}});
    ASSERT_TRUE(swept) << swept.error().text();
    ASSERT_EQ(swept->size(), alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
      EXPECT_EQ((*swept)[i].table.estimate->rolls, alone[i]) << threads << " threads, depth " << i + 1;
    }
  }
}

TEST(Estimate, IsNotMadeOfExactAnswersNorWithoutRolls) {
  const auto pack = compiled(kDice);
  const auto exact = answered(pack, dice(1'000'000));
  EXPECT_TRUE(exact.exact);
  EXPECT_FALSE(exact.estimate);
  for (const auto& row : exact.rows) { EXPECT_FALSE(row.estimate); }
  auto question = dice();
  question.estimate_rolls = 0;
  const auto bounds = answered(pack, question);
  EXPECT_FALSE(bounds.exact);
  EXPECT_FALSE(bounds.estimate);
}

// The orders of twelve members are too many for a draw, so there are no bounds at all.
TEST(Estimate, AnswersWhereNothingIsProven) {
  const auto pack = compiled("rule r { l = shuffle 1..12; x = first(l) == 1 }\n");
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  question.estimate_rolls = 3000;
  const auto table = answered(pack, question);
  EXPECT_EQ(table.unexplored, 1);
  ASSERT_EQ(table.rows.size(), 2U);
  const auto& rare = table.rows.back();
  EXPECT_EQ(to_text(rare.values.front()), "true");
  EXPECT_EQ(rare.low, 0);
  EXPECT_EQ(rare.high, 1);
  EXPECT_NEAR(rare.estimate->probability, 1.0 / 12, 0.03);
  EXPECT_NEAR(table.rows.front().estimate->probability + rare.estimate->probability, 1, 1e-9);
}

// The product of two fields has too many values; each field alone has few.
TEST(Suggestion, NamesAColumnWithoutWhichTheQuestionIsExact) {
  const auto pack = compiled("rule r { a = d6; b = d6; c = d6 }\n");
  Marginal question;
  question.rule = "r";
  question.by = {"a", "b"};
  question.max_states = 20;
  question.suggest = true;
  const auto table = answered(pack, question);
  ASSERT_FALSE(table.exact);
  EXPECT_EQ(table.exact_without, "a");
  EXPECT_EQ(table.widest_at, "test.loot:2");
  question.by = {"a", "b", "c"};
  EXPECT_EQ(answered(pack, question).exact_without, "");  // two of three are 36 states, too
}

TEST(Estimate, ReportsAFaultAsRollsDo) {
  const auto pack = compiled(R"(
field powers: list of symbol
rule r {
  a = d6
  b = d6
  if a == 6 and b == 6 { } else { powers += fire }
  kind = pick powers
}
)");
  Marginal question;
  question.rule = "r";
  question.by = {"a", "b"};
  question.max_states = 2;
  question.estimate_rolls = 10'000;
  const auto table = exact_odds(pack, question);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().kind, Error::Kind::Fault);
}

// Four states of six leave so much unexplored that bounds decide the first two alone.
TEST(EstimateOfExpectations, DecidesByProofAndSaysWhatIsLikely) {
  const auto pack = compiled(std::string(kDice) + R"(
expect "proved": odds(r: sum == 7) <= 95%
expect "disproved": odds(r: sum == 2) >= 95%
expect "likely": odds(r: sum == 7) in 10%..25%
expect "unlikely": odds(r: sum == 7) in 1%..12%
expect "equal": odds(r: sum == 7) == 1/6
expect "mean": mean(r: sum * sum) in 50..60
)");
  CheckOptions options;
  options.max_states = 4;
  options.estimate_rolls = 20'000;
  const auto results = check_expectations(pack, options);
  ASSERT_EQ(results.size(), 6U);
  const auto is = [&](std::size_t i, bool holds, bool decided, bool likely) {
    EXPECT_EQ(results[i].holds, holds) << results[i].title;
    EXPECT_EQ(results[i].decided, decided) << results[i].title;
    EXPECT_EQ(results[i].likely, likely) << results[i].title;
  };
  is(0, true, true, false);
  is(1, false, true, false);
  is(2, false, false, true);
  is(3, false, false, false);
  is(4, false, false, false);
  is(5, false, false, true);
  // After the end of the time there are still some rolls.
  options.stop = [] { return true; };
  EXPECT_TRUE(check_expectations(pack, options)[2].likely);
  options.estimate_rolls = 0;
  for (const auto& result : check_expectations(pack, options)) { EXPECT_FALSE(result.likely) << result.title; }
}

}  // namespace
}  // namespace estimate_test
}  // namespace spoils
