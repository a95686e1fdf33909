// tests/roll/seed_test.cpp
//
// The parsing of seeds and the keys that they give: the tables of docs/determinism.md, and laws.
#include "roll/seed.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace spoils::roll {
namespace seed_test {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

struct SeedCase {
  std::string name, text;
  std::uint64_t seed;
};

class Seed : public testing::TestWithParam<SeedCase> {};

TEST_P(Seed, FromText) { EXPECT_EQ(seed_from_text(GetParam().text), GetParam().seed); }

INSTANTIATE_TEST_SUITE_P(
    , Seed,
    testing::Values(SeedCase{"Zero", "0", 0}, SeedCase{"Decimal", "42", 42}, SeedCase{"LeadingZeros", "0042", 42},
                    SeedCase{"LargestDecimal", "18446744073709551615", kMax},
                    SeedCase{"DecimalTooLarge", "18446744073709551616", 0x65429f6a084de4e6},
                    SeedCase{"Hex", "0x2A", 42}, SeedCase{"HexUpperX", "0X2a", 42},
                    SeedCase{"HexMixedCase", "0xDEADbeef00000000", 0xdeadbeef00000000},
                    SeedCase{"LargestHex", "0xffffffffffffffff", kMax},
                    SeedCase{"HexLongButSmall", "0x00000000000000000000000001", 1},
                    SeedCase{"HexWithoutDigits", "0x", 0x4adcef11146b968d}, SeedCase{"Empty", "", 0xf52a15e9a9b5e89b},
                    SeedCase{"Negative", "-1", 0xff45af1acc00771f}, SeedCase{"SpaceFirst", " 42", 0x3343d9cb8fb86e7f},
                    SeedCase{"Word", "hello", 0x16fe05a1c75bcd0f}, SeedCase{"Name", "Excalibur", 0xf4c465f17c0338c6}),
    [](const auto& row) { return row.param.name; });

TEST(SeedText, TextThatIsAlmostANumberIsHashed) {
  for (const char* text : {"+42", "42 ", "4 2", "42a", "0x2g", "0x-1", "0x+1", "0x 1", "x2a", "0x0x1",
                           "0x10000000000000000", "1e3", "1.0"}) {
    EXPECT_GT(seed_from_text(text), std::uint64_t{1} << 32) << text;  // as good as never so for a hash
  }
}

TEST(SeedText, IsPaddedHex) {
  EXPECT_EQ(seed_to_text(0), "0x0000000000000000");
  EXPECT_EQ(seed_to_text(0xdeadbeef), "0x00000000deadbeef");
  EXPECT_EQ(seed_to_text(kMax), "0xffffffffffffffff");
}

RC_GTEST_PROP(SeedProperty, TextsOfASeedReadBackAsIt, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, kMax);
  RC_ASSERT(seed_from_text(seed_to_text(seed)) == seed);
  RC_ASSERT(seed_from_text(std::to_string(seed)) == seed);
}

struct KeyCase {
  std::string name;
  std::uint64_t seed;
  std::string stream_name;
  std::uint64_t key;
};

class StreamKey : public testing::TestWithParam<KeyCase> {};

TEST_P(StreamKey, IsPinned) { EXPECT_EQ(stream_key(GetParam().seed, GetParam().stream_name), GetParam().key); }

INSTANTIATE_TEST_SUITE_P(, StreamKey,
                         testing::Values(KeyCase{"Nothing", 0, "", 0xaebe53f85cdc3c4c},
                                         KeyCase{"Seed0", 0, "roll", 0xb9011d1832ee9a0a},
                                         KeyCase{"Seed1", 1, "roll", 0x332f991b71bdc55c},
                                         KeyCase{"Seed42", 42, "roll", 0xa3cff44186c99565},
                                         KeyCase{"OtherName", 42, "crawl/floor", 0x87be51526e33984d},
                                         KeyCase{"SeedMax", kMax, "roll", 0xb9ee34f42b1fff8d}),
                         [](const auto& row) { return row.param.name; });

struct WordsCase {
  std::string name;
  std::vector<std::int64_t> words;
  std::uint64_t key;
};

class StreamKeyOfWords : public testing::TestWithParam<WordsCase> {};

TEST_P(StreamKeyOfWords, IsPinned) { EXPECT_EQ(stream_key(0xa3cff44186c99565, GetParam().words), GetParam().key); }

INSTANTIATE_TEST_SUITE_P(
    , StreamKeyOfWords,
    testing::Values(WordsCase{"None", {}, 0x7b81a3e3cfabf71b}, WordsCase{"Zero", {0}, 0xc305e58e6cdcbfaa},
                    WordsCase{"Seven", {7}, 0xb447c311b1e9b48e},
                    WordsCase{"SevenMinusOne", {7, -1}, 0xafc51386b8d741fb},
                    WordsCase{"MinusOneSeven", {-1, 7}, 0x015624dbac99b813},
                    WordsCase{"Least", {std::numeric_limits<std::int64_t>::min()}, 0xe83224cd7e11cafd}),
    [](const auto& row) { return row.param.name; });

// For random keys one collision in these has a chance of about 1 in 10^9.
TEST(StreamKeys, OfSmallSeedsNamesAndWordsAreAllDifferent) {
  std::set<std::uint64_t> keys;
  std::size_t made = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    for (const char* name : {"", "a", "b", "ab", "ba", "roll", "rolm"}) {
      const std::uint64_t key = stream_key(seed, name);
      keys.insert(key);
      ++made;
      for (std::int64_t word = -8; word < 8; ++word) {
        keys.insert(stream_key(key, std::vector<std::int64_t>{word}));
        keys.insert(stream_key(key, std::vector<std::int64_t>{word, 0}));
        made += 2;
      }
    }
  }
  EXPECT_EQ(keys.size(), made);
}

}  // namespace seed_test
}  // namespace spoils::roll
