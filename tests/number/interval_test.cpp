// tests/number/interval_test.cpp
//
// Clopper and Pearson's interval against its definition: the sum of binomial probabilities at each limit is half of the
// risk; and the coverage, summed over all counts, is never below the stated one. For means of counts the coverage is
// summed over all that trials of three outcomes may give.
#include "number/interval.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spoils::number {
namespace interval_test {
namespace {

double binomial(std::uint64_t k, std::uint64_t n, double p) {
  const auto of = [](std::uint64_t value) { return static_cast<double>(value); };
  return std::exp(std::lgamma(of(n) + 1) - std::lgamma(of(k) + 1) - std::lgamma(of(n - k) + 1) + of(k) * std::log(p) +
                  of(n - k) * std::log1p(-p));
}

double sum(std::uint64_t first, std::uint64_t last, std::uint64_t n, double p) {
  double out = 0;
  for (auto k = first; k <= last; ++k) { out += binomial(k, n, p); }
  return out;
}

TEST(ClopperPearson, LeavesHalfOfTheRiskOnEachSide) {
  for (const std::uint64_t n : {1U, 2U, 7U, 100U, 3000U}) {
    for (std::uint64_t k = 0; k <= n; k += 1 + n / 9) {
      const auto found = clopper_pearson(k, n, 0.05);
      if (k > 0) { EXPECT_NEAR(sum(k, n, n, found.low), 0.025, 1e-8) << k << " of " << n; }
      if (k < n) { EXPECT_NEAR(sum(0, k, n, found.high), 0.025, 1e-8) << k << " of " << n; }
      EXPECT_EQ(found.low == 0, k == 0);
      EXPECT_EQ(found.high == 1, k == n);
    }
  }
}

TEST(ClopperPearson, CoversAtLeastAsOftenAsItSays) {
  constexpr std::uint64_t kTrials = 60;
  for (double p = 0.003; p < 1; p += 0.037) {
    double covered = 0;
    for (std::uint64_t k = 0; k <= kTrials; ++k) {
      const auto found = clopper_pearson(k, kTrials, 0.05);
      if (found.low <= p && p <= found.high) { covered += binomial(k, kTrials, p); }
    }
    EXPECT_GE(covered, 0.95) << p;
  }
}

TEST(ClopperPearson, IsRightForMillionsOfTrials) {
  // Far from 0 and 1 it is the interval of the normal distribution, but for half a trial on each side.
  const double n = 1e7;
  for (const double p : {0.5, 0.01, 0.9}) {
    const auto found = clopper_pearson(static_cast<std::uint64_t>(p * n), static_cast<std::uint64_t>(n), 0.05);
    const double half = 1.959964 * std::sqrt(p * (1 - p) / n);
    EXPECT_NEAR(found.low, p - half, half / 100);
    EXPECT_NEAR(found.high, p + half, half / 100);
  }
}

TEST(ClopperPearson, KnowsNothingWithoutTrials) {
  EXPECT_EQ(clopper_pearson(0, 0, 0.05).low, 0);
  EXPECT_EQ(clopper_pearson(0, 0, 0.05).high, 1);
  EXPECT_EQ(most_of_unseen(0, 0.05), 1);
}

struct Counts {
  double once;   // probability that a trial has `some`
  double twice;  // that it has `more`
  double some;
  double more;
};

// The probability that the interval of so many trials holds the mean.
double coverage(const Counts& counts, std::uint64_t trials) {
  const double mean = counts.once * counts.some + counts.twice * counts.more;
  double out = 0;
  for (std::uint64_t a = 0; a <= trials; ++a) {
    const double first = binomial(a, trials, counts.once);
    if (first < 1e-12) { continue; }
    for (std::uint64_t b = 0; b + a <= trials; ++b) {
      const double rest = counts.twice / (1 - counts.once);
      const double share = counts.twice > 0 ? first * binomial(b, trials - a, rest) : b == 0 ? first : 0;
      if (share < 1e-12) { continue; }
      CountSums sums;
      for (std::uint64_t i = 0; i < a && counts.some > 0; ++i) { sums.add(counts.some); }
      for (std::uint64_t i = 0; i < b && counts.more > 0; ++i) { sums.add(counts.more); }
      const auto found = mean_of_counts(sums, trials, 0.05);
      if (found.low <= mean && mean <= found.high) { out += share; }
    }
  }
  return out;
}

TEST(MeanOfCounts, CoversAsOftenAsItSays) {
  // From very rare to always; of twelve at a time only what some trial has, since nothing else tells of the twelve.
  for (const double p : {0.0002, 0.001, 0.004, 0.01, 0.03, 0.1, 0.3, 0.5, 0.8, 0.97, 0.99, 0.999, 1 - 1e-9}) {
    EXPECT_GE(coverage({p, 0, 1, 0}, 1000), 0.95) << p;
    if (p > 0.003) { EXPECT_GE(coverage({p, 0, 12, 0}, 1000), 0.95) << p << ", twelve at a time"; }
  }
  // Ones and rarer threes, twos and rarer ones, and ones that now and then are two.
  for (const double p : {0.01, 0.03, 0.1, 0.3}) {
    EXPECT_GE(coverage({p, p / 3, 1, 3}, 150), 0.91) << p << ", some more";
    EXPECT_GE(coverage({p, 1 - p - 1e-9, 1, 2}, 150), 0.95) << p << ", some fewer";
    EXPECT_GE(coverage({1 - p - 1e-9, p, 1, 2}, 150), 0.95) << p << ", now and then two";
  }
}

// Trials with ten carry half of the mean. If fewer than two of them are expected, often none is seen, and no interval
// knows of them.
TEST(MeanOfCounts, CoversLessWhereRareTrialsHaveFarMore) {
  EXPECT_GE(coverage({0.3, 0.03, 1, 10}, 150), 0.95);
  EXPECT_LE(coverage({0.1, 0.01, 1, 10}, 150), 0.85);
  EXPECT_GE(coverage({0.1, 0.01, 1, 10}, 150), 0.75);
}

TEST(MeanOfCounts, IsThatOfGarwoodForRareThings) {
  CountSums sums;
  EXPECT_NEAR(mean_of_counts(sums, 1'000'000, 0.05).high, 3.688879e-6, 1e-11);
  for (int i = 0; i < 5; ++i) { sums.add(1); }
  const auto found = mean_of_counts(sums, 1'000'000, 0.05);
  // Half of chi-square quantiles with 10 and 12 degrees of freedom, 3.24697 and 23.33666.
  EXPECT_NEAR(found.low, 1.623486e-6, 1e-9);
  EXPECT_NEAR(found.high, 11.66833e-6, 1e-9);
}

TEST(MeanOfCounts, IsThatOfTheNormalDistributionForManyThings) {
  CountSums sums;
  for (int i = 0; i < 600'000; ++i) { sums.add(1 + i % 6); }
  const auto found = mean_of_counts(sums, 600'000, 0.05);
  const double half = 1.959964 * std::sqrt(35.0 / 12 / 600'000);
  EXPECT_NEAR(found.low, 3.5 - half, half / 100);
  EXPECT_NEAR(found.high, 3.5 + half, half / 100);
}

TEST(MeanOfCounts, LeavesRoomWhereAllTrialsWereTheSame) {
  CountSums sums;
  for (int i = 0; i < 1000; ++i) { sums.add(2); }
  const auto found = mean_of_counts(sums, 1000, 0.05);
  EXPECT_NEAR(found.low, 2 - 2 * 0.003689, 1e-5);
  EXPECT_NEAR(found.high, 2 + 2 * 0.003689, 1e-5);
}

TEST(RuleOfThree, IsThreeDividedByTheTrials) {
  EXPECT_NEAR(most_of_unseen(1'000'000, 0.05), 3e-6, 1e-8);
  EXPECT_NEAR(std::pow(1 - most_of_unseen(10, 0.05), 10), 0.05, 1e-12);
}

}  // namespace
}  // namespace interval_test
}  // namespace spoils::number
