// tests/api/declared_stream_test.cpp
//
// Declared generators with drawn parts: seed, multiplier and so on come from the stream around the block.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "compiled.h"
#include "spoils/roll.h"

namespace spoils {
namespace declared_stream_test {

// A generator that gives its seed again and again.
TEST(DeclaredStream, PartsAreDrawnFromTheStreamAround) {
  const auto pack = compiled(R"(
rule main {
  with stream lcg(bits = 31, multiplier = 1, increment = 0, seed = pick 0..1) { a = pick 0..1 }
  b = pick 0..1
}
)");
  auto roller = Roller::make(pack, "main");
  constexpr std::uint64_t kRolls = 4000;
  std::array<int, 4> seen{};
  for (std::uint64_t index = 0; index < kRolls; ++index) {
    const auto things = roller->roll(11, index);
    ASSERT_TRUE(things);
    ++seen[static_cast<std::size_t>(2 * (*things)[0]["a"].integer() + (*things)[0]["b"].integer())];
  }
  // Both are even and know nothing of each other. Five standard deviations of 27 rolls: wrong for 1 seed in 400 000.
  for (const auto count : seen) { EXPECT_NEAR(count, 1000, 137); }
}

// The draws of docs/determinism.md, section 6.
TEST(DeclaredStream, PartsAreDrawnFromTheGeneratorAround) {
  const auto pack = compiled(R"(
rule main {
  with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = 14043, skip = 3) {
    with stream lcg(bits = 31, multiplier = 1, increment = 0, seed = pick 0..99999) { a = pick 0..99999 }
    b = pick 0..99999
  }
}
)");
  auto roller = Roller::make(pack, "main");
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  EXPECT_EQ((*things)[0]["a"].integer(), 26039);
  EXPECT_EQ((*things)[0]["b"].integer(), 16676);
}

}  // namespace declared_stream_test
}  // namespace spoils
