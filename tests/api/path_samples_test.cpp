// tests/api/path_samples_test.cpp
//
// Estimates by samples of the paths (api/path_samples.h), of packs whose odds have closed forms while the states are
// too many for the budget: the intervals hold as often as they say, and are narrower than those of as many rolls where
// few states hold most of the answer. tests/odds/thinning_test.cpp has the means of the samples themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "affordable.h"
#include "compiled.h"
#include "spoils/odds.h"

namespace spoils {
namespace path_samples_test {
namespace {

// Nine in ten are common, with one die; the sum of three goes through more states than the budget has.
constexpr const char* kHoard = R"(
rule hoard {
  kind = pick {9 common, 1 rare}
  if kind == common { sum = d4 } else {
    let a = d8
    let b = d8
    let c = d8
    sum = a + b + c
  }
}
)";

Marginal hoard(std::uint64_t rolls = 2'000) {
  Marginal out;
  out.rule = "hoard";
  out.by = {"sum"};
  out.max_states = 24;
  out.estimate_rolls = rolls;
  return out;
}

double of_sum(int sum) {
  double out = sum <= 4 ? 0.9 / 4 : 0;
  for (int a = 1; a <= 8; ++a) {
    for (int b = 1; b <= 8; ++b) {
      const int c = sum - a - b;
      if (c >= 1 && c <= 8) { out += 0.1 / 512; }
    }
  }
  return out;
}

OddsTable answered(const Pack& pack, const Marginal& question) {
  auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << (table ? "" : table.error().text());
  return table ? std::move(*table) : OddsTable{};
}

double width(const OddsTable& table) {
  double out = 0;
  for (const auto& row : table.rows) { out += row.estimate->high - row.estimate->low; }
  return out;
}

/// How often intervals hold the exact probability of outcomes; one without a row has at most what the estimate says of
/// those that are not listed.
struct Coverage {
  void add(const OddsTable& table, int outcome, double exact) {
    const auto is_it = [&](const OddsRow& row) { return to_text(row.values.front()) == std::to_string(outcome); };
    const auto found = std::find_if(table.rows.begin(), table.rows.end(), is_it);
    if (found == table.rows.end()) {
      ++asked;
      ++unlisted;
      missed += exact > table.estimate->unseen ? 1U : 0U;
      return;
    }
    add(*found->estimate, exact);
  }
  void add(const EstimatedShare& estimate, double exact) {
    ++asked;
    missed += exact < estimate.low || estimate.high < exact ? 1U : 0U;
  }

  /// The outcomes of one seed are dependent; five deviations of as many seeds as independent trials is enough room.
  void expect_of(std::uint64_t seeds) const {
    EXPECT_LE(static_cast<double>(missed) / static_cast<double>(asked),
              0.05 + 5 * std::sqrt(0.05 * 0.95 / static_cast<double>(seeds)));
  }

  std::uint64_t asked = 0;
  std::uint64_t unlisted = 0;
  std::uint64_t missed = 0;
};

TEST(PathSamples, HoldAsOftenAsTheySay) {
  const auto pack = compiled(kHoard);
  const auto seeds = affordable(300);
  Coverage coverage;
  std::uint64_t by_samples = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    auto question = hoard();
    question.estimate_seed = seed;
    const auto table = answered(pack, question);
    ASSERT_FALSE(table.exact);
    ASSERT_TRUE(table.estimate);
    if (table.estimate->samples == 0) { continue; }
    ++by_samples;
    EXPECT_EQ(table.estimate->rolls, 0U);
    double all = 0;
    for (const auto& row : table.rows) {
      const auto exact = of_sum(std::stoi(to_text(row.values.front())));
      EXPECT_LE(row.low, exact + 1e-12);
      EXPECT_GE(row.high, exact - 1e-12);
      EXPECT_LE(row.estimate->low, row.estimate->probability);
      EXPECT_GE(row.estimate->high, row.estimate->probability);
      all += row.estimate->probability;
    }
    EXPECT_NEAR(all, 1, 0.02);  // of what is cut to proven bounds
    for (int sum = 1; sum <= 24; ++sum) { coverage.add(table, sum, of_sum(sum)); }
  }
  EXPECT_GT(by_samples, seeds / 2);
  coverage.expect_of(seeds);
}

// Sixteen samples show each of these in few seeds, or not at all: their limits are those of what samples may miss.
TEST(PathSamples, BoundWhatTheyMiss) {
  const auto pack = compiled(kHoard);
  const auto seeds = affordable(200);
  Coverage coverage;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    auto question = hoard(400);
    question.estimate_seed = seed;
    const auto table = answered(pack, question);
    ASSERT_TRUE(table.estimate);
    if (table.estimate->samples == 0) { continue; }
    for (const int sum : {23, 24}) { coverage.add(table, sum, of_sum(sum)); }
  }
  EXPECT_GT(coverage.asked, seeds);
  EXPECT_GT(coverage.unlisted, coverage.asked / 10);
  coverage.expect_of(seeds);
}

// Ten kinds have nearly the mass that a state has after thinning, so nearly every sample has all of them, with a little
// more than their own. The limits must allow for that, although the samples do not differ.
TEST(PathSamples, AllowForWhatIsNearlyAlwaysKept) {
  const auto pack =
      compiled("rule main { k = pick {90 a; 1 b, c, d, e, f, g, h, i, j, l}; if chance 0.05% { n = d100 } }\n");
  const auto seeds = affordable(200);
  Coverage coverage;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Marginal question;
    question.by = {"k", "n"};
    question.max_states = 11;
    question.estimate_rolls = 500;
    question.estimate_seed = seed;
    const auto table = answered(pack, question);
    ASSERT_TRUE(table.estimate);
    if (table.estimate->samples == 0) { continue; }
    for (const auto& row : table.rows) {
      if (to_text(row.values[1]) != "none" || to_text(row.values[0]) == "a") { continue; }
      coverage.add(*row.estimate, 0.01 * 0.9995);
    }
  }
  EXPECT_GT(coverage.asked, 5 * seeds);
  coverage.expect_of(seeds);
}

TEST(PathSamples, SayMoreThanRollsWhereFewStatesHoldMost) {
  const auto pack = compiled(kHoard);
  auto question = hoard(20'000);
  const auto samples = answered(pack, question);
  ASSERT_TRUE(samples.estimate);
  EXPECT_GT(samples.estimate->samples, 0U);
  question.whole_rolls = true;
  const auto rolls = answered(pack, question);
  ASSERT_TRUE(rolls.estimate);
  EXPECT_EQ(rolls.estimate->samples, 0U);
  EXPECT_EQ(rolls.estimate->rolls, 20'000U);
  EXPECT_LT(2 * width(samples), width(rolls));
}

TEST(PathSamples, AreThoseOfTheSeed) {
  const auto pack = compiled(kHoard);
  auto question = hoard();
  const auto estimates = [&] {
    std::vector<double> out;
    for (const auto& row : answered(pack, question).rows) { out.push_back(row.estimate->high); }
    return out;
  };
  const auto first = estimates();
  EXPECT_EQ(first, estimates());
  question.estimate_seed = 2;
  EXPECT_NE(first, estimates());
}

// Given a condition, an estimate is a quotient, and the condition has one of its own.
TEST(PathSamples, OfWhatMeetsACondition) {
  const auto pack = compiled(kHoard);
  const auto seeds = affordable(200);
  Coverage coverage;
  std::uint64_t missed_of_condition = 0;
  std::uint64_t by_samples = 0;
  double condition = 0;
  for (int sum = 4; sum <= 24; ++sum) { condition += of_sum(sum); }
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    auto question = hoard(5'000);
    question.where = "sum >= 4";
    question.estimate_seed = seed;
    const auto table = answered(pack, question);
    ASSERT_TRUE(table.estimate);
    if (table.estimate->samples == 0) { continue; }
    ++by_samples;
    ASSERT_TRUE(table.estimate->given);
    const auto& given = *table.estimate->given;
    missed_of_condition += condition < given.low || given.high < condition ? 1U : 0U;
    for (const auto& row : table.rows) {
      const auto sum = std::stoi(to_text(row.values.front()));
      coverage.add(table, sum, of_sum(sum) / condition);
    }
  }
  EXPECT_GT(by_samples, seeds / 2);
  coverage.expect_of(seeds);
  EXPECT_LE(static_cast<double>(missed_of_condition) / static_cast<double>(by_samples),
            0.05 + 5 * std::sqrt(0.05 * 0.95 / static_cast<double>(seeds)));
}

// Bits double the states again and again; with equal masses each pair of them has to be thinned for itself. Rolls are
// dear here, so samples are the estimate.
TEST(PathSamples, ShowOutcomesOfManyBits) {
  const auto pack = compiled(R"(
rule r {
  if chance 1/4 {
    b = pick 1..100
    c1 = pick 0..1
    c2 = pick 0..1
    c3 = pick 0..1
    c4 = pick 0..1
    c5 = pick 0..1
    k = c1 + 2 * c2 + 4 * c3 + 8 * c4 + 16 * c5
    if b == 17 { k = 400 }
    repeat 300 { y += d6 }
  } else { k = 500 }
}
)");
  Marginal question;
  question.rule = "r";
  question.by = {"k"};
  question.max_states = 60;
  question.estimate_rolls = 400;
  const auto seeds = affordable(40);
  Coverage coverage;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    question.estimate_seed = seed;
    const auto table = answered(pack, question);
    ASSERT_TRUE(table.estimate);
    if (table.estimate->samples == 0) { continue; }
    for (int k = 0; k < 32; ++k) { coverage.add(table, k, 0.25 * 0.99 / 32); }
  }
  ASSERT_GT(coverage.asked, 16 * seeds);
  coverage.expect_of(seeds);
}

// Few samples meet the condition at all, so their quotients say nothing.
TEST(PathSamples, AreNotOfARareCondition) {
  const auto pack = compiled(R"(
rule r {
  if chance 1/2 {
    a = pick 1..100
    b = pick 1..200
    e = pick 1..3
    k = (if a <= 2 and b <= 1 then (a + e) mod 2 else if (a * b * e) mod 5 == 1 then 3 else 5)
    repeat 30 { y += d6 }
  } else { k = 6 }
}
)");
  Marginal question;
  question.rule = "r";
  question.by = {"k"};
  question.where = "k < 2";
  question.max_states = 1'000;
  question.estimate_rolls = 2'000;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    question.estimate_seed = seed;
    const auto table = answered(pack, question);
    ASSERT_TRUE(table.estimate);
    if (table.estimate->samples == 0) { continue; }
    for (const auto& row : table.rows) {
      EXPECT_LE(row.estimate->low, 0.5);
      EXPECT_GE(row.estimate->high, 0.5);
    }
  }
}

// In few of the rolls, and in none of the first states.
TEST(PathSamples, ReportAFaultOfSomePath) {
  const auto pack = compiled(R"(
rule r {
  kind = pick {999 common, 1 rare}
  if kind == common { sum = d4 } else {
    let a = d40
    let b = d40
    sum = 100 // (a + b - 77)
  }
}
)");
  Marginal question;
  question.rule = "r";
  question.by = {"sum"};
  question.max_states = 8;
  question.estimate_rolls = 2'000;
  std::uint64_t faults = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    question.estimate_seed = seed;
    const auto table = exact_odds(pack, question);
    if (!table) {
      EXPECT_EQ(table.error().kind, Error::Kind::Fault);
      ++faults;
    }
  }
  EXPECT_GT(faults, 0U);
}

// No part of a retry may be left to chance, so rolls are all there is.
TEST(PathSamples, AreNotMadeIfARetryHoldsTooMuch) {
  const auto pack = compiled("rule r { retry { a = d8\nb = d8\nc = d8 } while a + b + c < 6 }\n");
  Marginal question;
  question.rule = "r";
  question.by = {"a + b * c"};
  question.max_states = 60;
  question.estimate_rolls = 1'000;
  const auto table = answered(pack, question);
  ASSERT_FALSE(table.exact);
  ASSERT_TRUE(table.estimate);
  EXPECT_EQ(table.estimate->samples, 0U);
  EXPECT_EQ(table.estimate->rolls, 1'000U);
}

TEST(PathSamples, AreNotMadeIfNextToNothingWasExplored) {
  const auto pack = compiled(kHoard);
  auto question = hoard();
  question.max_states = 1;
  question.max_paths = 1;
  const auto table = answered(pack, question);
  ASSERT_TRUE(table.estimate);
  EXPECT_EQ(table.estimate->samples, 0U);
  EXPECT_EQ(table.estimate->rolls, question.estimate_rolls);
}

}  // namespace
}  // namespace path_samples_test
}  // namespace spoils
