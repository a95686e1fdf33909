// tests/roll/block_prefetch_test.cpp
//
// Prefetched blocks are the same as the blocks of their rolls, in any order of rolls.
#include "roll/block_prefetch.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "roll/philox.h"

namespace spoils::roll {
namespace first_blocks_test {

PhiloxBlock by_definition(std::uint64_t key, std::uint64_t index) {
  return philox4x32_10({0, 0, static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32)},
                       {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
}

// How many of these rolls got their block ahead; each block is checked.
int made_ahead(BlockPrefetch& blocks, std::uint64_t key, const std::vector<std::uint64_t>& indices) {
  int out = 0;
  for (const auto index : indices) {
    const auto* block = blocks.of(key, index);
    if (block == nullptr) { continue; }
    EXPECT_EQ(*block, by_definition(key, index)) << index;
    ++out;
  }
  return out;
}

std::vector<std::uint64_t> in_a_row(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t i = 0; i < count; ++i) { out.push_back(first + i); }
  return out;
}

constexpr std::uint64_t kKey = 0xa3cff44186c99565;

TEST(BlockPrefetch, AllButTheFirstOfRollsInARow) {
  BlockPrefetch blocks;
  EXPECT_EQ(made_ahead(blocks, kKey, in_a_row(1000, 100)), 99);
}

TEST(BlockPrefetch, NoneOfRollsHereAndThere) {
  BlockPrefetch blocks;
  EXPECT_EQ(made_ahead(blocks, kKey, {7, 5, 3, 900, 12, 0}), 0);
}

TEST(BlockPrefetch, AnotherKeyBeginsAnew) {
  BlockPrefetch blocks;
  EXPECT_EQ(made_ahead(blocks, kKey, in_a_row(0, 4)), 3);
  EXPECT_EQ(made_ahead(blocks, kKey + 1, in_a_row(4, 4)), 3);
  EXPECT_EQ(made_ahead(blocks, kKey, {2, 3}), 1);
}

TEST(BlockPrefetch, ARollAgainAndBackAmongThem) {
  BlockPrefetch blocks;
  EXPECT_EQ(made_ahead(blocks, kKey, {20, 21, 21, 25, 22, 28}), 5);
}

TEST(BlockPrefetch, OverThe32ndBitAndUpToTheLastIndex) {
  BlockPrefetch blocks;
  EXPECT_EQ(made_ahead(blocks, kKey, in_a_row((std::uint64_t{1} << 32) - 6, 12)), 11);
  made_ahead(blocks, kKey, in_a_row(std::numeric_limits<std::uint64_t>::max() - 20, 24));
}

}  // namespace first_blocks_test
}  // namespace spoils::roll
