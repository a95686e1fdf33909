// tests/packs/same_rolls_test.cpp
//
// The caches that last from roll to roll do not change the rolls: each rule of each shipped pack is compared with
// rollers that have not rolled before.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "affordable.h"
#include "shipped.h"
#include "things_text.h"

namespace spoils {
namespace same_rolls_test {

constexpr std::uint64_t kRollsBefore = affordable(3'000);
constexpr std::uint64_t kRolls = affordable(20);

class SameRolls : public testing::TestWithParam<std::string> {};

TEST_P(SameRolls, OfEveryRule) {
  const auto& pack = packs::shipped(GetParam());
  int rules = 0;
  for (const auto& rule : pack.rules()) {
    auto roller = packs::roller_of(pack, rule);
    if (!roller) { continue; }
    ++rules;
    for (std::uint64_t index = 0; index < kRollsBefore; ++index) { (void)roller->roll(packs::kSeed, index); }
    for (std::uint64_t index = 0; index < kRolls; ++index) {
      auto first = packs::roller_of(pack, rule);
      ASSERT_EQ(roll_text(pack, *roller, packs::kSeed + 1, index), roll_text(pack, *first, packs::kSeed + 1, index))
          << rule.name << " index " << index;
    }
  }
  EXPECT_GT(rules, 0);
}

INSTANTIATE_TEST_SUITE_P(, SameRolls,
                         testing::Values("crawl", "crawl_game", "powder", "powder_game", "pyrel", "rogue",
                                         "rogue_game"),
                         [](const auto& tested) { return tested.param; });

}  // namespace same_rolls_test
}  // namespace spoils
