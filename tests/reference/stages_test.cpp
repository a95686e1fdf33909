// tests/reference/stages_test.cpp
//
// Brute force in stages is brute force: on random packs that can be gone through path by path it has the same table.
// And odds of larger random packs, up to thousands of outcomes, have the fractions that it has: tiny packs never reach
// the sizes from which on states are joined, grouped and shared. SPOILS_REFERENCE_PACKS sets the number of
// packs, as for random_packs_test.cpp.
#include "reference/stages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "affordable.h"
#include "reference/compare.h"
#include "reference/coverage.h"
#include "reference/generate_pack.h"

namespace spoils {
namespace reference_stages_test {

using reference::Comparison;

constexpr std::uint64_t kShards = 8;
constexpr std::uint64_t kFirstSeed = 88'000'000'007;

/// A hundred times fewer than the tiny packs: each takes about fifty times as long.
std::uint64_t packs() {
  const auto* given = std::getenv("SPOILS_REFERENCE_PACKS");
  return given != nullptr ? std::strtoull(given, nullptr, 10) / 100 : affordable(1'000);
}

TEST(ReferenceStages, AreBruteForce) {
  reference::Coverage coverage;
  std::uint64_t same = 0;
  for (std::uint64_t i = 0; i < packs(); ++i) {
    Dice dice(kFirstSeed + i);
    const auto pack = reference::Generator(dice, coverage).run();
    if (!reference::compiled(pack).pack) { continue; }
    const auto in_one = reference::distribution_in_one(pack);
    if (!in_one) { continue; }
    const auto in_stages = reference::distribution_in_stages(pack);
    ASSERT_TRUE(in_stages) << pack;
    ASSERT_EQ(*in_one, *in_stages) << pack;
    ++same;
  }
  EXPECT_GT(same, packs() / 2);
}

class ReferenceLarge : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ReferenceLarge, OddsAreTheSameFractions) {
  reference::StageLimits limits;
  limits.runs = 30'000;
  limits.machines = 5'000;
  reference::Coverage coverage;
  std::map<Comparison::Kind, std::uint64_t> counts;
  int bounded = 0;
  std::vector<std::size_t> outcomes;
  for (std::uint64_t i = 0; i < packs() / kShards; ++i) {
    const auto [result, failure] = reference::compare_random(kFirstSeed * (GetParam() + 2) + i, coverage,
                                                             reference::Generator::Size::Large, limits);
    if (!failure.empty()) { FAIL() << failure; }
    ++counts[result.kind];
    bounded += result.is_bounded ? 1 : 0;
    if (result.kind == Comparison::Kind::Equal) { outcomes.push_back(result.outcomes); }
  }
  std::sort(outcomes.begin(), outcomes.end());
  const auto outcomes_at = [&](std::size_t percent) {
    return outcomes.empty() ? 0 : outcomes[(outcomes.size() - 1) * percent / 100];
  };
  std::cout << counts[Comparison::Kind::Equal] << " equal, " << counts[Comparison::Kind::TooLong] << " too long, "
            << counts[Comparison::Kind::NotCompiled] << " refused, " << counts[Comparison::Kind::Unknown]
            << " unknown; " << coverage.text() << "; " << bounded << " with bounds; outcomes: half " << outcomes_at(50)
            << " or more, a tenth " << outcomes_at(90) << ", one " << outcomes_at(100) << "\n";
  EXPECT_GT(counts[Comparison::Kind::Equal], packs() / kShards / 3);
}

INSTANTIATE_TEST_SUITE_P(Reference, ReferenceLarge, testing::Range<std::uint64_t>(0, kShards));

}  // namespace reference_stages_test
}  // namespace spoils
