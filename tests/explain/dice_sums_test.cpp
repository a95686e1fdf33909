// tests/explain/dice_sums_test.cpp
//
// The distribution of a sum of dice, against sums computed by hand.
#include "explain/dice_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace spoils::explain {
namespace dice_sums_test {

TEST(DiceSums, TwoDiceAreATriangle) {
  DiceSums sums;
  const auto* odds = sums.of(2, 6);
  ASSERT_NE(odds, nullptr);
  EXPECT_EQ(odds->ways, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(odds->all_ways, 36U);
  EXPECT_EQ(odds->exact(5), number::Rational::make(1, 6));
}

TEST(DiceSums, OneDieIsEven) {
  DiceSums sums;
  const auto* odds = sums.of(1, 100'000);
  ASSERT_NE(odds, nullptr);
  EXPECT_EQ(odds->probability.size(), 100'000U);
  EXPECT_EQ(odds->exact(99'999), number::Rational::make(1, 100'000));
}

// Sums with more than 63 bits have no exact counts. The distribution stays symmetrical, and each end has one
// combination.
TEST(DiceSums, ManyDice) {
  DiceSums sums;
  const auto* odds = sums.of(40, 6);
  ASSERT_NE(odds, nullptr);
  EXPECT_TRUE(odds->ways.empty());
  EXPECT_EQ(odds->exact(0), std::nullopt);
  EXPECT_NEAR(std::accumulate(odds->probability.begin(), odds->probability.end(), 0.0), 1, 1e-13);
  const double one_way = std::pow(6, -40);
  EXPECT_NEAR(odds->probability.front() / one_way, 1, 1e-12);
  EXPECT_NEAR(odds->probability.back() / one_way, 1, 1e-12);
  EXPECT_NEAR(odds->probability[1] / one_way, 40, 1e-10);
  for (std::size_t i = 0; i < odds->probability.size(); ++i) {
    EXPECT_NEAR(odds->probability[i] / odds->probability[odds->probability.size() - 1 - i], 1, 1e-12);
  }
}

TEST(DiceSums, WorkIsBounded) {
  DiceSums sums;
  EXPECT_EQ(sums.of(10'000, 6), nullptr);
  EXPECT_EQ(sums.of(2, std::int64_t{1} << 61), nullptr);
  EXPECT_NE(sums.of(3, 6), nullptr);
}

}  // namespace dice_sums_test
}  // namespace spoils::explain
