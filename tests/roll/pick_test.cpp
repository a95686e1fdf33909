// tests/roll/pick_test.cpp
//
// The row of every integer against a linear search, on both sides of every limit of the tables.
#include "roll/pick.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace spoils::roll {
namespace pick_test {

using Shares = std::vector<std::uint64_t>;

constexpr std::uint64_t kLargestTotal = std::numeric_limits<std::uint64_t>::max() >> 1;

std::uint64_t total_of(const Shares& shares) { return std::accumulate(shares.begin(), shares.end(), std::uint64_t{0}); }

std::uint32_t naive_row(const Shares& shares, std::uint64_t u) {
  std::uint32_t row = 0;
  while (u >= shares[row]) { u -= shares[row++]; }
  return row;
}

// Returns the first u whose row differs from that of the linear search, or the total. Tests all u of small totals; of
// large ones those next to every border of rows, where any error would begin or end, and some between.
std::uint64_t first_wrong(const WeightedPick& pick, const Shares& shares) {
  const std::uint64_t total = total_of(shares);
  if (total <= 20'000 && shares.size() <= 2'000) {
    for (std::uint64_t u = 0; u < total; ++u) {
      if (pick.row(u) != naive_row(shares, u)) { return u; }
    }
    return total;
  }
  std::uint64_t begin = 0;
  for (std::uint32_t row = 0; row < shares.size(); ++row) {
    const std::uint64_t share = shares[row];
    if (share == 0) { continue; }
    for (const std::uint64_t u : {begin, begin + share / 3, begin + share / 2, begin + share - 1}) {
      if (pick.row(u) != row) { return u; }
    }
    begin += share;
  }
  return total;
}

struct PickCase {
  std::string name;
  Shares shares;
};

Shares with_zeros(Shares shares, std::size_t zeros_before, std::size_t zeros_after) {
  shares.insert(shares.begin(), zeros_before, 0);
  shares.insert(shares.end(), zeros_after, 0);
  return shares;
}

std::vector<PickCase> cases() {
  return {
      {"OneRow", {1}},
      {"OneRowOfLargestTotal", {kLargestTotal}},
      {"ZerosAround", {0, 0, 3, 0, 2, 0}},
      {"OneAmongZeros", with_zeros({1}, 70, 70)},
      {"LargestDirectTotal", {1000, 0, 3000, 96}},
      {"JustPastDirectTotal", {1000, 0, 3000, 97}},
      {"ManyEqualRows", Shares(5000, 1)},
      {"LastRowThatFitsDirect", with_zeros({5, 7}, 65'534, 0)},
      {"RowPast16Bits", with_zeros({5, 7}, 65'535, 3)},
      {"MoreRowsThanTotal", with_zeros({5000, 7, 0, 90}, 20'000, 20'000)},
      {"OneHugeAmongSmall", {1, 1, kLargestTotal - 4, 1, 1}},
      {"HugeFirst", {kLargestTotal - 2, 1, 1}},
      {"HugeLast", {1, 1, kLargestTotal - 2}},
      {"TwoHalvesAndZeros", {0, kLargestTotal / 2, 0, 0, kLargestTotal / 2, 1, 0}},
      {"PowersOfTwo",
       [] {
         Shares shares;
         for (int bit = 0; bit < 62; ++bit) { shares.push_back(std::uint64_t{1} << bit); }
         return shares;
       }()},
  };
}

class Pick : public testing::TestWithParam<PickCase> {};

TEST_P(Pick, GivesTheRowsOfTheDefinition) {
  const Shares& shares = GetParam().shares;
  const WeightedPick pick(shares);
  EXPECT_EQ(first_wrong(pick, shares), total_of(shares));
}

TEST_P(Pick, KnowsItsShares) {
  const Shares& shares = GetParam().shares;
  const WeightedPick pick(shares);
  EXPECT_EQ(pick.total(), total_of(shares));
  ASSERT_EQ(pick.size(), shares.size());
  for (std::uint32_t row = 0; row < shares.size(); ++row) { ASSERT_EQ(pick.share(row), shares[row]) << row; }
}

INSTANTIATE_TEST_SUITE_P(, Pick, testing::ValuesIn(cases()), [](const auto& row) { return row.param.name; });

TEST(PickAssign, LeavesNothingOfFormerShares) {
  WeightedPick pick;
  const auto all = cases();
  for (const PickCase& former : all) {
    for (const PickCase& next : all) {
      pick.assign(former.shares);
      pick.assign(next.shares);
      EXPECT_EQ(pick.size(), next.shares.size()) << former.name << ", then " << next.name;
      EXPECT_EQ(first_wrong(pick, next.shares), total_of(next.shares)) << former.name << ", then " << next.name;
    }
  }
}

// Cuts 0..total at random places: borders that coincide make rows of share 0.
Shares cut(std::uint64_t total, std::vector<std::uint64_t> borders) {
  for (std::uint64_t& border : borders) { border %= total + 1; }
  borders.push_back(total);
  std::sort(borders.begin(), borders.end());
  Shares shares;
  std::uint64_t before = 0;
  for (const std::uint64_t border : borders) {
    shares.push_back(border - before);
    before = border;
  }
  return shares;
}

RC_GTEST_PROP(PickProperty, SmallTotalsGiveTheRowsOfTheDefinition, (std::vector<std::uint16_t> borders)) {
  const auto total = *rc::gen::inRange<std::uint64_t>(1, 9000);
  const Shares shares = cut(total, {borders.begin(), borders.end()});
  RC_ASSERT(first_wrong(WeightedPick(shares), shares) == total);
}

RC_GTEST_PROP(PickProperty, AnyTotalsGiveTheRowsOfTheDefinition, (const std::vector<std::uint64_t>& borders)) {
  const auto least = *rc::gen::element<std::uint64_t>(1, 4000, 1'000'000, kLargestTotal - 100);
  const auto total = *rc::gen::inRange<std::uint64_t>(least, kLargestTotal) + 1;
  const Shares shares = cut(total, borders);
  RC_ASSERT(first_wrong(WeightedPick(shares), shares) == total);
}

RC_GTEST_PROP(PickProperty, RowsOfAnyIntegerAgree, (const std::vector<std::uint64_t>& borders, std::uint64_t any)) {
  const auto total = *rc::gen::inRange<std::uint64_t>(1, kLargestTotal) + 1;
  const Shares shares = cut(total, borders);
  RC_ASSERT(WeightedPick(shares).row(any % total) == naive_row(shares, any % total));
}

}  // namespace pick_test
}  // namespace spoils::roll
