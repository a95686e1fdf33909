// tests/roll/alias_test.cpp
//
// Alias tables by counting: the number of words that give an outcome is exactly its share.
#include "roll/alias.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "roll/batched_words.h"
#include "roll/seed.h"
#include "roll/stream.h"

namespace spoils::roll {
namespace alias_test {

using number::UnsignedWide;
using Shares = std::vector<UnsignedWide>;

constexpr UnsignedWide kAll = UnsignedWide{1} << 64;

/// Shares in proportion to weights; what is missing goes to the first outcome that has a share.
Shares whole_shares(const std::vector<std::uint64_t>& weights) {
  UnsignedWide total = 0;
  for (const auto weight : weights) { total += weight; }
  Shares out;
  auto missing = kAll;
  for (const auto weight : weights) {
    out.push_back((UnsignedWide{weight} << 64) / total);
    missing -= out.back();
  }
  *std::find_if(out.begin(), out.end(), [](auto share) { return share > 0; }) += missing;
  return out;
}

Shares counted(const AliasTable& table, std::size_t outcomes) {
  Shares out(std::max(outcomes, table.cells()), 0);
  for (std::size_t cell = 0; cell < table.cells(); ++cell) {
    out[cell] += table.threshold(cell);
    out[table.other(cell)] += UnsignedWide{table.words_of_cell()} - table.threshold(cell);
  }
  return out;
}

void expect_exact(const Shares& shares) {
  const AliasTable table(shares);
  const auto found = counted(table, shares.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_TRUE(found[i] == (i < shares.size() ? shares[i] : 0)) << "outcome " << i << " of " << shares.size();
  }
  // And the words at every border give the outcome of their cell.
  for (std::size_t cell = 0; cell < table.cells(); ++cell) {
    const auto first = table.words_of_cell() * cell;
    const auto threshold = table.threshold(cell);
    if (threshold > 0) {
      ASSERT_EQ(table.outcome(first), cell);
      ASSERT_EQ(table.outcome(first + threshold - 1), cell);
    }
    ASSERT_EQ(table.outcome(first + threshold), table.other(cell));
    ASSERT_EQ(table.outcome(first + (table.words_of_cell() - 1)), table.other(cell));
  }
}

struct AliasCase {
  std::string name;
  std::vector<std::uint64_t> weights;
};
class Alias : public testing::TestWithParam<AliasCase> {};

TEST_P(Alias, GivesEachOutcomeItsShare) { expect_exact(whole_shares(GetParam().weights)); }

INSTANTIATE_TEST_SUITE_P(, Alias,
                         testing::ValuesIn(std::vector<AliasCase>{
                             {"One", {1}},
                             {"TwoAlike", {1, 1}},
                             {"ThreeAlike", {1, 1, 1}},
                             {"OneAmongZeros", {0, 0, 7, 0, 0}},
                             {"RareBesideSure", {1, UINT64_MAX / 4}},
                             {"SureBesideRare", {UINT64_MAX / 4, 1}},
                             {"FourFullCells", {1, 1, 1, 1}},
                             {"Halves", {1, 2, 4, 8, 16, 32, 64, 128}},
                             {"Percentages", {60, 25, 10, 4, 1}},
                         }),
                         [](const auto& row) { return row.param.name; });

RC_GTEST_PROP(AliasOfAnything, GivesEachOutcomeItsShare, (std::vector<std::uint32_t> weights)) {
  weights.push_back(1);
  expect_exact(whole_shares(std::vector<std::uint64_t>(weights.begin(), weights.end())));
}

TEST(BatchedWords, AreTheWordsOfRollZeroInAnyOrder) {
  BatchedWords words("fused/test");
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{42}}) {
    Stream stream(stream_key(seed, "fused/test"), 0);
    std::vector<std::uint64_t> expected(200);
    for (auto& word : expected) { word = stream.next64(); }
    for (std::uint64_t i = 0; i < expected.size(); ++i) { ASSERT_EQ(words.word(seed, i), expected[i]) << i; }
    for (const std::uint64_t i : {7u, 3u, 4u, 5u, 6u, 199u, 0u, 1u, 100u, 100u}) {
      ASSERT_EQ(words.word(seed, i), expected[i]) << i;
    }
  }
  // The block of the last index must not wrap around to the first.
  const auto first = words.word(42, 0);
  const auto last = words.word(42, UINT64_MAX);
  EXPECT_EQ(words.word(42, UINT64_MAX - 1), BatchedWords("fused/test").word(42, UINT64_MAX - 1));
  EXPECT_EQ(words.word(42, UINT64_MAX), last);
  EXPECT_EQ(words.word(42, 0), first);
}

}  // namespace alias_test
}  // namespace spoils::roll
