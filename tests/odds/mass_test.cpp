// tests/odds/mass_test.cpp
//
// The arithmetic of masses that count (odds/mass.h): dual numbers, by hand.
#include "odds/mass.h"

#include <gtest/gtest.h>

namespace spoils::odds {
namespace mass_test {

constexpr program::Word kBow = 3;
constexpr program::Word kAxe = 7;

// (1/2 + 3 e)(1/4 + 5 e) = 1/8 + (3/4 + 5/2) e, as e * e = 0.
TEST(MassOfAMean, MultipliesAsADualNumber) {
  const Mean<Exact> a(Exact(1, 2), Exact(3));
  const Mean<Exact> b(Exact(1, 4), Exact(5));
  for (const auto& product : {a * b, b * a}) {
    EXPECT_EQ(product.p, Exact(1, 8));
    EXPECT_EQ(product.m, Exact(13, 4));
  }
}

TEST(MassOfAMean, DividesAsItMultiplies) {
  const Mean<Exact> a(Exact(1, 2), Exact(3));
  const Mean<Exact> b(Exact(1, 4), Exact(5));
  const auto quotient = a * b / b;
  EXPECT_EQ(quotient.p, a.p);
  EXPECT_EQ(quotient.m, a.m);
}

// The same by key, in powers of two, which double holds.
TEST(MassOfCounts, MultipliesAsADualNumberByKey) {
  const ExpectedCounts a = ExpectedCounts(0.5) * ExpectedCounts(1, kBow);  // 1/2, of which each is a bow
  const ExpectedCounts b = ExpectedCounts(0.25) + ExpectedCounts(0.5) * ExpectedCounts(1, kAxe);  // 3/4 and 1/2 axes
  for (const auto& product : {a * b, b * a}) {
    EXPECT_EQ(product.p, 0.375);
    ASSERT_EQ(product.parts.size(), 2U);
    EXPECT_EQ(product.parts[0].key, kBow);
    EXPECT_EQ(product.parts[0].amount, 0.5 * 0.75);
    EXPECT_EQ(product.parts[1].key, kAxe);
    EXPECT_EQ(product.parts[1].amount, 0.5 * 0.5);
  }
  const auto quotient = a * b / b;
  EXPECT_EQ(quotient.p, 0.5);
  ASSERT_EQ(quotient.parts.size(), 2U);
  EXPECT_EQ(quotient.parts[0].amount, 0.5);
  EXPECT_EQ(quotient.parts[1].amount, 0.0);
}

}  // namespace mass_test
}  // namespace spoils::odds
