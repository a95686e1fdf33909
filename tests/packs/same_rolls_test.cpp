// tests/packs/same_rolls_test.cpp
//
// What a roll remembers for the next ones is no matter of what these give: each rule of each shipped pack is compared
// with rollers that have not rolled before.
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

/// The last that may be chosen for each parameter that must be given.
Values needed_by(const RuleInfo& rule) {
  Values out;
  for (const auto& parameter : rule.parameters) {
    if (parameter.initial) { continue; }
    const bool is_choice = !parameter.choices.empty();
    const bool is_text = parameter.kind == InputInfo::Kind::Text;
    const std::string number = std::to_string(parameter.last.value_or(1));
    out.emplace_back(parameter.name, is_choice ? parameter.choices.back() : is_text ? "Treyslug" : number);
  }
  return out;
}

class SameRolls : public testing::TestWithParam<std::string> {};

TEST_P(SameRolls, OfEveryRule) {
  const auto& pack = packs::shipped(GetParam());
  int rules = 0;
  for (const auto& rule : pack.rules()) {
    const auto values = needed_by(rule);
    auto roller = Roller::make(pack, rule.name, values);
    // Of a few rules nothing can be given from outside.
    if (!roller) { continue; }
    ++rules;
    for (std::uint64_t index = 0; index < kRollsBefore; ++index) { (void)roller->roll(packs::kSeed, index); }
    for (std::uint64_t index = 0; index < kRolls; ++index) {
      auto first = Roller::make(pack, rule.name, values);
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
