// tests/number/interval_test.cpp
//
// Clopper and Pearson's interval against its definition: the sum of binomial probabilities at each limit is half of the
// risk; and the coverage, summed over all counts, is never below the stated one.
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

TEST(RuleOfThree, IsThreeDividedByTheTrials) {
  EXPECT_NEAR(most_of_unseen(1'000'000, 0.05), 3e-6, 1e-8);
  EXPECT_NEAR(std::pow(1 - most_of_unseen(10, 0.05), 10), 0.05, 1e-12);
}

}  // namespace
}  // namespace interval_test
}  // namespace spoils::number
