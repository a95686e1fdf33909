// tests/roll/philox_test.cpp
//
// Our Philox against the published vectors and against Random123, the implementation of the paper's authors.
#include "roll/philox.h"

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>

namespace spoils::roll {
namespace philox_test {

using Block = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;

static_assert(philox4x32_10({}, {})[0] == 0x6627e8d5, "is a constant expression");

Block of_random123(const Block& counter, const Key& key) {
  const r123::Philox4x32 generator;
  const auto block =
      generator({{counter[0], counter[1], counter[2], counter[3]}}, r123::Philox4x32::ukey_type{{key[0], key[1]}});
  return {block[0], block[1], block[2], block[3]};
}

struct KnownAnswer {
  std::string name;
  Block counter;
  Key key;
  Block block;
};

class PhiloxKnownAnswer : public testing::TestWithParam<KnownAnswer> {};

TEST_P(PhiloxKnownAnswer, IsGiven) {
  EXPECT_EQ(philox4x32_10(GetParam().counter, GetParam().key), GetParam().block);
  EXPECT_EQ(of_random123(GetParam().counter, GetParam().key), GetParam().block);
}

constexpr std::uint32_t kOnes = 0xffffffff;

// The three vectors that are published with Random123: all bits clear, all set, the digits of pi.
INSTANTIATE_TEST_SUITE_P(, PhiloxKnownAnswer,
                         testing::Values(KnownAnswer{"Zero", {}, {}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
                                         KnownAnswer{"Ones",
                                                     {kOnes, kOnes, kOnes, kOnes},
                                                     {kOnes, kOnes},
                                                     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
                                         KnownAnswer{"Pi",
                                                     {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                                                     {0xa4093822, 0x299f31d0},
                                                     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}),
                         [](const auto& row) { return row.param.name; });

TEST(Philox, AgreesWithRandom123) {
  constexpr int kCounters = 10'000;
  std::mt19937 any(20111112);
  const auto word = [&any] { return static_cast<std::uint32_t>(any()); };
  for (int i = 0; i < kCounters; ++i) {
    const Block counter{word(), word(), word(), word()};
    const Key key{word(), word()};
    ASSERT_EQ(philox4x32_10(counter, key), of_random123(counter, key)) << "counter " << i;
  }
}

TEST(Philox, SideBySideAsOneByOne) {
  std::mt19937 any(4);
  const auto word = [&any] { return static_cast<std::uint32_t>(any()); };
  for (int i = 0; i < 1000; ++i) {
    std::array<std::array<std::uint32_t, 5>, 4> counters{};
    for (auto& words : counters) {
      for (auto& each : words) { each = word(); }
    }
    const Key key{word(), word()};
    auto blocks = counters;
    philox4x32_10(blocks, key);
    for (std::size_t k = 0; k < 5; ++k) {
      const auto wanted = of_random123({counters[0][k], counters[1][k], counters[2][k], counters[3][k]}, key);
      ASSERT_EQ((Block{blocks[0][k], blocks[1][k], blocks[2][k], blocks[3][k]}), wanted);
    }
  }
}

}  // namespace philox_test
}  // namespace spoils::roll
