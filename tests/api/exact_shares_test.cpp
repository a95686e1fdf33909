// tests/api/exact_shares_test.cpp
//
// Whole shares of 2^64 from exact probabilities: closed forms, ties, and the bounds that docs/determinism.md states.
#include "api/exact_shares.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <vector>

namespace spoils::api {
namespace exact_shares_test {

using number::UnsignedWide;
using odds::Exact;
using odds::Integer;
using Shares = std::vector<UnsignedWide>;

constexpr UnsignedWide kAll = UnsignedWide{1} << 64;

Shares shares_of(const std::vector<Exact>& probabilities) { return whole_shares(probabilities); }

TEST(ExactShares, RoundRunningTotals) {
  EXPECT_TRUE((shares_of({1}) == Shares{kAll}));
  EXPECT_TRUE((shares_of({Exact(1, 4), Exact(3, 4)}) == Shares{kAll / 4, kAll / 4 * 3}));
  EXPECT_TRUE((shares_of({0, 1, 0}) == Shares{0, kAll, 0}));
  // 2^64 is 1 modulo 3: the totals end in 1/3, which is rounded down, and in 2/3, which is rounded up.
  constexpr UnsignedWide kThird = UINT64_MAX / 3;
  const Exact third(1, 3);
  EXPECT_TRUE((shares_of({third, third, third}) == Shares{kThird, kThird + 1, kThird}));
  EXPECT_TRUE((shares_of({Exact(1, 7), Exact(2, 7), Exact(4, 7)}) ==
               Shares{0x2492492492492492, 0x4924924924924925, 0x9249249249249249}));
}

TEST(ExactShares, RoundHalvesUp) {
  const Exact half_word(1, Integer(1) << 65);
  EXPECT_TRUE((shares_of({half_word, 1 - half_word}) == Shares{1, kAll - 1}));
  EXPECT_TRUE((shares_of({half_word, half_word, half_word, 1 - 3 * half_word}) == Shares{1, 0, 1, kAll - 2}));
  const Exact less = half_word - Exact(1, Integer(1) << 300);
  EXPECT_TRUE((shares_of({less, 1 - less}) == Shares{0, kAll}));
}

RC_GTEST_PROP(ExactShares, AddUpAndAreOffByLessThanAWord, (std::vector<std::uint32_t> weights)) {
  weights.push_back(1);
  Integer total = 0;
  for (const auto weight : weights) { total += weight; }
  std::vector<Exact> probabilities;
  for (const auto weight : weights) { probabilities.emplace_back(Integer(weight), total); }
  const auto shares = whole_shares(probabilities);
  UnsignedWide sum = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    sum += shares[i];
    const Exact due = probabilities[i] * Exact(Integer(1) << 64);
    const Exact given{Integer(shares[i])};
    RC_ASSERT(given < due + 1 && given > due - 1);
  }
  RC_ASSERT(sum == kAll);
}

}  // namespace exact_shares_test
}  // namespace spoils::api
