// tests/roll/alias_test.cpp
//
// Alias tables by counting: the number of words that give an outcome is exactly its share.
#include "roll/alias.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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

TEST(WholeShares, GiveWhatIsMissingToTheGreatestRests) {
  using Weights = std::vector<std::uint64_t>;
  // Thirds: floor(2^64 / 3) each, and the one word that is missing for the first.
  constexpr UnsignedWide kThird = UINT64_MAX / 3;
  EXPECT_TRUE((whole_shares(Weights{5, 5, 5}) == Shares{kThird + 1, kThird, kThird}));
  // 1/7 leaves 2/7 of a word, 2/7 leaves 4/7, 4/7 leaves 1/7: 2^64 is 2 modulo 7.
  const auto seventh = kAll / 7;
  EXPECT_TRUE((whole_shares(Weights{1, 2, 4}) == Shares{seventh, 2 * seventh + 1, 4 * seventh + 1}));
  EXPECT_TRUE((whole_shares(Weights{9}) == Shares{kAll}));
  EXPECT_TRUE((whole_shares(Weights{0, 9, 0}) == Shares{0, kAll, 0}));
}

RC_GTEST_PROP(WholeShares, AddUpAndAreOffByLessThanAWord, (std::vector<std::uint32_t> weights)) {
  weights.push_back(1);
  UnsignedWide total = 0;
  for (const auto weight : weights) { total += weight; }
  const auto shares = whole_shares(std::vector<std::uint64_t>(weights.begin(), weights.end()));
  UnsignedWide sum = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    sum += shares[i];
    const auto due = (UnsignedWide{weights[i]} << 64) / total;
    RC_ASSERT(shares[i] == due || shares[i] == due + 1);
  }
  RC_ASSERT(sum == kAll);
}

TEST(WeightOf, IsTheWholePartOfAProbability) {
  EXPECT_EQ(weight_of(1), std::uint64_t{1} << 62);
  EXPECT_EQ(weight_of(0.375), std::uint64_t{3} << 59);
  EXPECT_EQ(weight_of(0), 0u);
  EXPECT_EQ(weight_of(1e-19), 0u);
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
