// tests/roll/order_test.cpp
//
// The draws of `shuffle`, as docs/determinism.md defines them: for each n from the number of members down to 2 one
// below(n), whatever members are equal; nothing for one member or none. The test makes the draws itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "compiled.h"
#include "roll/seed.h"
#include "roll/stream.h"
#include "spoils/roll.h"

namespace spoils {
namespace order_test {

constexpr std::uint64_t kSeed = 42;

std::vector<std::int64_t> list_of(const Thing& thing) {
  const auto list = thing["l"];
  std::vector<std::int64_t> out;
  for (const auto& member : list.members()) { out.push_back(member.integer()); }
  return out;
}

class OrderOf : public testing::TestWithParam<std::vector<std::int64_t>> {};

// A draw after the shuffle shows that no other number was taken.
TEST_P(OrderOf, DrawsAsDefined) {
  std::string written;
  for (const auto member : GetParam()) { written += (written.empty() ? "" : ", ") + std::to_string(member); }
  const auto pack = compiled("rule r { l = shuffle [" + written + "]; x = pick 1..1000000 }");
  auto roller = Roller::make(pack, "r");
  for (std::uint64_t index = 0; index < 50; ++index) {
    roll::Stream stream(roll::stream_key(kSeed, "rule/r"), index);
    auto expected = GetParam();
    for (auto n = expected.size(); n > 1; --n) {
      const auto u = stream.below(n);
      std::swap(expected[n - 1], expected[u]);
    }
    const auto things = roller->roll(kSeed, index);
    ASSERT_TRUE(things);
    EXPECT_EQ(list_of((*things)[0]), expected);
    EXPECT_EQ((*things)[0]["x"].integer(), static_cast<std::int64_t>(stream.below(1'000'000)) + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(, OrderOf,
                         testing::Values(std::vector<std::int64_t>{5}, std::vector<std::int64_t>{1, 2},
                                         std::vector<std::int64_t>{7, 7, 7}, std::vector<std::int64_t>{3, 1, 4, 1, 5},
                                         std::vector<std::int64_t>{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));

// The table of docs/determinism.md.
TEST(Order, IsPinned) {
  auto roller = Roller::make(compiled("rule r { l = shuffle 1..6 }"), "r");
  const std::vector<std::vector<std::int64_t>> expected{
      {6, 2, 4, 1, 3, 5}, {4, 1, 3, 2, 6, 5}, {5, 2, 3, 1, 4, 6}, {3, 6, 5, 4, 2, 1}};
  for (std::uint64_t index = 0; index < expected.size(); ++index) {
    EXPECT_EQ(list_of((*roller->roll(kSeed, index))[0]), expected[index]);
  }
}

TEST(Order, OfNoMemberDrawsNothing) {
  const auto pack = compiled("rule r { x = d2; l = shuffle list(i in 1..x where i > 2); n = d1000000 }");
  const auto other = compiled("rule r { x = d2; n = d1000000 }");
  auto roller = Roller::make(pack, "r");
  auto without = Roller::make(other, "r");
  for (std::uint64_t index = 0; index < 20; ++index) {
    const auto things = roller->roll(kSeed, index);
    EXPECT_TRUE(list_of((*things)[0]).empty());
    const auto plain = without->roll(kSeed, index);
    EXPECT_EQ((*things)[0]["n"].integer(), (*plain)[0]["n"].integer());
  }
}

// A list of any length is shuffled within the limits of a roll, and holds the same members afterwards.
TEST(Order, OfManyMembers) {
  auto roller = Roller::make(compiled("rule r { l = shuffle 1..100000 }"), "r");
  auto list = list_of((*roller->roll(kSeed, 0))[0]);
  EXPECT_FALSE(std::is_sorted(list.begin(), list.end()));
  std::sort(list.begin(), list.end());
  std::vector<std::int64_t> all(100'000);
  std::iota(all.begin(), all.end(), 1);
  EXPECT_EQ(list, all);
}

}  // namespace order_test
}  // namespace spoils
