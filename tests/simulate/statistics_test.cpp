// tests/simulate/statistics_test.cpp
//
// Intervals against figures from tables and against the laws of Boost.Math; and that a reported disagreement has at
// most the stated probability by chance.
#include "sim/statistics.h"

#include <boost/math/distributions/binomial.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <utility>

namespace spoils::sim {
namespace statistics_test {

TEST(Proportion, WilsonAsPublished) {
  // Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
  struct Row {
    std::uint64_t hits, all;
    double low, high;
  };
  for (const auto& row : {Row{81, 263, 0.2553, 0.3662}, Row{15, 148, 0.0624, 0.1605}, Row{0, 20, 0, 0.1611},
                          Row{1, 29, 0.0061, 0.1718}}) {
    const auto found = proportion(row.hits, row.all);
    EXPECT_NEAR(found.low, row.low, 5e-5);
    EXPECT_NEAR(found.high, row.high, 5e-5);
  }
  EXPECT_EQ(proportion(20, 20).high, 1);
}

// The interval must hold the truth about 95 times in 100 for every probability: summed over all outcomes.
TEST(Proportion, CoversAsOftenAsItSays) {
  for (const double p : {0.02, 0.2, 0.5, 0.93}) {
    for (const std::uint64_t n : {50U, 400U}) {
      const boost::math::binomial law(static_cast<double>(n), p);
      double covered = 0;
      for (std::uint64_t k = 0; k <= n; ++k) {
        const auto found = proportion(k, n);
        if (found.low <= p && p <= found.high) { covered += boost::math::pdf(law, static_cast<double>(k)); }
      }
      EXPECT_GT(covered, 0.91) << p << " " << n;
      EXPECT_LT(covered, 0.985) << p << " " << n;
    }
  }
}

TEST(RanksOfQuantile, HoldItAsOftenAsTheySay) {
  // The median of ten is between the second and the ninth: 97.9% (David, Nagaraja, 2003).
  EXPECT_EQ(ranks_of_quantile(0.5, 10), std::pair(std::optional<std::uint64_t>(2), std::optional<std::uint64_t>(9)));
  // The greatest of a hundred is above the 99% quantile in 63% only.
  EXPECT_EQ(ranks_of_quantile(0.99, 100).second, std::nullopt);
  for (const double level : {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99}) {
    for (const std::uint64_t all : {1U, 2U, 10U, 59U, 100U, 300U, 2'000U, 5'000U, 200'000U}) {
      const auto [low, high] = ranks_of_quantile(level, all);
      const boost::math::binomial law(static_cast<double>(all), level);
      // How many values are below: fewer than `low`, so the quantile is below the interval; or as many as `high`.
      const auto tail = all > 4'000 ? 0.0255 : 0.025;  // the normal law
      if (low) { EXPECT_LE(boost::math::cdf(law, static_cast<double>(*low) - 1), tail) << level << " of " << all; }
      if (high) {
        EXPECT_LE(1 - boost::math::cdf(law, static_cast<double>(*high) - 1), tail) << level << " of " << all;
      }
      // And no wider than that.
      const auto next = static_cast<double>(low.value_or(0));
      if (all < 4'000 && next < static_cast<double>(all)) { EXPECT_GT(boost::math::cdf(law, next), 0.025); }
    }
  }
}

TEST(Mean, OfNumbersWorkedOutByHand) {
  Moments moments;
  for (const std::int64_t value : {2, 4, 4, 4, 5, 5, 7, 9}) { moments.add(value); }
  const auto found = mean_of(moments, 8);
  EXPECT_DOUBLE_EQ(found.value, 5);
  EXPECT_DOUBLE_EQ(deviation_of(moments, 8), std::sqrt(32.0 / 7));
  EXPECT_DOUBLE_EQ(found.error, std::sqrt(32.0 / 7 / 8));
  // Runs without such a thing count as 0.
  EXPECT_DOUBLE_EQ(mean_of(moments, 16).value, 2.5);
}

TEST(Mean, NumberOfThingsIsNotBelowNothing) {
  Moments moments;
  moments.add(1);
  EXPECT_LT(mean_of(moments, 100).low, 0);
  EXPECT_EQ(mean_number_of(moments, 100).low, 0);
  EXPECT_DOUBLE_EQ(mean_number_of(moments, 100).high, mean_of(moments, 100).high);
}

TEST(Mean, LosesNoDigitsWhereNumbersAreLargeAndClose) {
  Moments moments;
  constexpr std::int64_t kFar = 4'000'000'000'000'000'000;
  for (const std::int64_t value : {kFar, kFar + 2}) { moments.add(value); }
  EXPECT_DOUBLE_EQ(deviation_of(moments, 2), std::sqrt(2.0));
  EXPECT_EQ(to_text(moments.sum), "8000000000000000002");
  EXPECT_EQ(to_text(-moments.sum), "-8000000000000000002");
}

// Chernoff's bound is never narrower than the law: a disagreement by differs() has at most that chance.
TEST(Differs, NeverMoreOftenThanItsRisk) {
  for (const double risk : {0.05, 1e-3, 1e-6}) {
    for (const double p : {1e-4, 0.01, 0.3, 0.999}) {
      constexpr std::uint64_t kAll = 2000;
      const boost::math::binomial law(kAll, p);
      double wrongly = 0;
      for (std::uint64_t k = 0; k <= kAll; ++k) {
        if (differs(k, kAll, p, risk)) { wrongly += boost::math::pdf(law, static_cast<double>(k)); }
      }
      EXPECT_LE(wrongly, risk) << p;
    }
  }
}

TEST(Differs, NoticesWhatIsWrong) {
  EXPECT_TRUE(differs(50'700, 100'000, 0.5, 1e-3));
  EXPECT_FALSE(differs(50'100, 100'000, 0.5, 1e-3));
  EXPECT_TRUE(differs(1, 1000, 0, 1e-6));
  EXPECT_FALSE(differs(0, 1000, 0, 1e-6));
  EXPECT_TRUE(differs(999, 1000, 1, 1e-6));
  EXPECT_TRUE(mean_differs({1.02, 0.001, 0, 0, {}}, 1'000'000, 10, 1, 1e-6));
  EXPECT_FALSE(mean_differs({1.02, 0.01, 0, 0, {}}, 1'000'000, 10, 1, 1e-6));
}

}  // namespace statistics_test
}  // namespace spoils::sim
