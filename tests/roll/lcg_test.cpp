// tests/roll/lcg_test.cpp
//
// Declared generators: POWDER's draws, seeds of every sign, wrapping, and draws by remainder.
#include "roll/lcg.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace spoils::roll {
namespace lcg_test {

constexpr Lcg::Shape kPowder{15, 1103515245, 12345};

// The artifact Treyslug of that game: its state after the name, and the draws after three draws of warming up.
constexpr std::int64_t kTreyslug = 14043;
const std::vector<std::uint64_t> kTreyslugDraws{26039, 16676, 25741, 30274, 9811,  19344, 15497, 13454, 21679, 4284,
                                                6213,  2970,  3275,  31912, 29633, 18278, 10919, 15188, 2813};

TEST(Lcg, GivesPowdersDraws) {
  Lcg lcg(kPowder, kTreyslug, 3);
  for (const std::uint64_t draw : kTreyslugDraws) { EXPECT_EQ(lcg.next(), draw); }
}

TEST(Lcg, DrawsByRemainder) {
  Lcg lcg(kPowder, kTreyslug, 3);
  for (const std::uint64_t draw : kTreyslugDraws) { EXPECT_EQ(lcg.below(100), draw % 100); }
}

TEST(Lcg, DrawsNothingForFewerThanTwoOutcomes) {
  Lcg lcg(kPowder, kTreyslug, 3);
  EXPECT_EQ(lcg.below(0), 0U);
  EXPECT_EQ(lcg.below(1), 0U);
  EXPECT_EQ(lcg.below(100'000), kTreyslugDraws[0]);
}

TEST(Lcg, OnlyTheLowBitsOfTheSeedMatter) {
  for (const std::int64_t seed : {kTreyslug + 32768, kTreyslug - 32768, kTreyslug + (std::int64_t{1} << 62),
                                  kTreyslug + std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(Lcg(kPowder, seed, 3).next(), kTreyslugDraws[0]) << seed;
  }
  constexpr Lcg::Shape kCount{4, 1, 1};
  EXPECT_EQ(Lcg(kCount, -1, 0).next(), 0U);  // 15, then 16 mod 16
  EXPECT_EQ(Lcg(kCount, -2, 0).next(), 15U);
}

TEST(Lcg, SkipCountsDraws) {
  constexpr Lcg::Shape kCount{63, 1, 1};
  EXPECT_EQ(Lcg(kCount, 0, 0).next(), 1U);
  EXPECT_EQ(Lcg(kCount, 0, 1'000'000).next(), 1'000'001U);
}

TEST(Lcg, IsAConstantExpression) {
  static_assert([] {
    Lcg lcg(kPowder, kTreyslug, 3);
    return lcg.next();
  }() == 26039);
}

// The definition in arithmetic so wide that nothing wraps.
RC_GTEST_PROP(LcgProperty, StepsByItsDefinition,
              (std::uint64_t multiplier, std::uint64_t increment, std::int64_t seed)) {
  __extension__ typedef unsigned __int128 Wide;
  const int bits = *rc::gen::inRange(1, 64);
  const Wide modulus = Wide{1} << bits;
  Wide state = static_cast<std::uint64_t>(seed) % modulus;
  Lcg lcg({bits, multiplier, increment}, seed, 0);
  for (int i = 0; i < 5; ++i) {
    state = (multiplier % modulus * state + increment % modulus) % modulus;
    RC_ASSERT(lcg.next() == static_cast<std::uint64_t>(state));
  }
}

}  // namespace lcg_test
}  // namespace spoils::roll
