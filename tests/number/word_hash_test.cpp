// The hash of words: no two of the small keys that tables have get the same hash, and its low bits are spread.
#include "number/word_hash.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

namespace spoils::number {
namespace {

TEST(WordHash, SmallPairsAreDistinctAndSpread) {
  constexpr std::uint64_t kValues = 256;
  constexpr std::size_t kPlaces = 4096;
  std::set<std::uint64_t> seen;
  std::vector<std::size_t> places(kPlaces);
  for (std::uint64_t a = 0; a < kValues; ++a) {
    for (std::uint64_t b = 0; b < kValues; ++b) {
      const std::array<std::uint64_t, 2> key{a, b};
      const auto hash = hash_of_words(2, [&](std::size_t i) { return key[i]; });
      seen.insert(hash);
      ++places[hash % kPlaces];
    }
  }
  EXPECT_EQ(seen.size(), kValues * kValues);
  // 16 in each place on average; a random function has none above 48 (8 standard deviations).
  for (const auto count : places) { EXPECT_LT(count, 48U); }
}

TEST(WordHash, TheFirstHashDistinguishesLengths) {
  std::set<std::uint64_t> seen;
  for (std::size_t count = 0; count < 100; ++count) {
    seen.insert(hash_of_words(
        count, [](std::size_t) { return 0; }, count));
  }
  EXPECT_EQ(seen.size(), 100U);
}

TEST(WordHash, IsTheSameWordByWord) {
  EXPECT_EQ(hash_of_words(
                2, [](std::size_t i) { return i + 7; }, 5),
            mixed(mixed(5, 7), 8));
}

}  // namespace
}  // namespace spoils::number
