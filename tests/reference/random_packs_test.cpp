// tests/reference/random_packs_test.cpp
//
// Odds against the reference evaluator on random packs of the whole language: equal fractions. Twenty cases (shards)
// with seeds of their own can run at the same time. SPOILS_REFERENCE_PACKS sets the number of packs in all, and
// SPOILS_REFERENCE_FIRST that of the first pack of each shard, so that a run of hours can go on where one ended.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "affordable.h"
#include "reference/compare.h"
#include "reference/coverage.h"
#include "spoils/odds.h"

namespace spoils {
namespace reference_random_test {

using reference::Comparison;

constexpr std::uint64_t kShards = 20;
constexpr std::size_t kConstructs = 521;  // as the generator names them

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const auto* given = std::getenv(name);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

class ReferenceShard : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ReferenceShard, OddsAreTheSameFractions) {
  reference::Coverage coverage;
  std::map<Comparison::Kind, std::uint64_t> counts;
  int held = 0;
  int broken = 0;
  int bounded = 0;
  int means = 0;
  std::string refusal;
  std::map<std::string, int> unknown;
  const auto number = setting("SPOILS_REFERENCE_PACKS", kIsSanitized ? 4'000 : 100'000) / kShards;
  const auto first = setting("SPOILS_REFERENCE_FIRST", 0);
  for (auto i = first; i < first + number; ++i) {
    const auto seed = GetParam() * 1'000'000'007 + i;
    const auto [result, failure] = reference::compare_random(seed, coverage);
    if (!failure.empty()) { FAIL() << failure; }
    ++counts[result.kind];
    held += result.held;
    broken += result.broken;
    bounded += result.is_bounded ? 1 : 0;
    means += result.has_mean ? 1 : 0;
    if (result.kind == Comparison::Kind::NotCompiled && refusal.empty()) {
      refusal = "seed " + std::to_string(seed) + ": " + result.difference;
    }
    if (result.kind == Comparison::Kind::Unknown) { ++unknown[result.difference]; }
  }
  std::cout << number << " packs: " << counts[Comparison::Kind::Equal] << " equal, "
            << counts[Comparison::Kind::TooLong] << " too long, " << counts[Comparison::Kind::NotCompiled]
            << " refused, " << counts[Comparison::Kind::Unknown] << " unknown to the reference; " << coverage.text()
            << "; expectations: " << held << " held, " << broken << " broken; " << bounded << " with bounds, " << means
            << " with means by amounts\n";
  if (std::getenv("SPOILS_REFERENCE_TALK") != nullptr) {
    std::cout << refusal << "\n";
    for (const auto& [why, often] : unknown) { std::cout << often << " " << why << "\n"; }
  }
  // 92.8% are compared on average; fewer than 88% of 1,000, the smallest piece of work, are one time in 10^8.
  EXPECT_GT(counts[Comparison::Kind::Equal], number * (number >= 5000 ? 90 : 88) / 100);
  // Every construct that the generator knows, and most pairs of them, were in packs whose odds are equal.
  if (number >= 5000) {
    EXPECT_GE(coverage.constructs(), kConstructs);
    EXPECT_GT(coverage.pairs(), coverage.possible_pairs() * 60 / 100);
    EXPECT_GT(held, 0);
    EXPECT_GT(broken, 0);
    EXPECT_GT(bounded, 0);
    EXPECT_GT(means, 0);
  }
}

// A pack with all fields that the reference knows, whose first rule is this.
std::string pack_of(const std::string& rule) {
  return "pack tiny \"Tiny\" 1.0\nstate luck: 0..9 = 1\ntable goods { axe; bow }\n"
         "field kind: symbol\nfield brand: symbol\nfield plus: int\nfield charges: int\nfield lit: flag\n"
         "field share: number\nfield marks: list of symbol\nfield runes: set of symbol\nfield sizes: list of int\n"
         "field title: text\nfield quantity: int\nfield amounts: map of goods to int\nfield words: list of text\n"
         "field tunes: set of text\nfield spots: set of int\nfield steps: map of int to int\n"
         "field turns: list of flag\nfield gear: symbol\nfield bag: list of symbol\n" +
         rule;
}

// Found among two million packs: the reference took `{}` for a set where a parameter is a map.
TEST(ReferencePacks, ThatDifferedOnce) {
  const auto result =
      reference::compare(pack_of("rule r { reset({}); plus = amounts[axe] }\n"
                                 "rule reset(field amounts: map of goods to int) { kind = pick goods }\n"),
                         0, {});
  EXPECT_EQ(result.kind, Comparison::Kind::Equal) << result.difference;
}

// A state with a range is never unset: the roll fails, and a question that does not read the state has no odds either.
TEST(ReferencePacks, AStateWithARangeIsNotUnset) {
  const std::string more = "state wide: 0..1000 = 1\nrule other { if chance 1/2 { plus = 1 } }\n";
  for (const std::string fails :
       {"luck = none", "luck = plus", "luck = first(sizes)", "luck = if chance 1/2 then 3 else none",
        "luck = plus of other()", "if chance 1/2 { plus = d300 }; wide = plus; wide = 2"}) {
    const auto text = pack_of("rule r { kind = axe; " + fails + "; luck = 2 }\n" + more);
    const auto loaded = reference::compiled(text);
    if (loaded.pack) {
      Marginal question;
      question.by = {"kind"};
      const auto odds = exact_odds(*loaded.pack, question);
      ASSERT_FALSE(odds) << fails;
      EXPECT_EQ(odds.error().kind, Error::Kind::Fault) << fails;
    }
    // The reference refuses it, too, or has too many paths to say.
    const auto result = reference::compare(text, 0, {});
    EXPECT_NE(result.kind, Comparison::Kind::Different) << result.difference;
  }
  const auto sound = pack_of("rule r { kind = axe; plus = d3; if plus > 1 { charges = 2 }; luck += charges }\n");
  EXPECT_EQ(reference::compare(sound, 0, {}).kind, Comparison::Kind::Equal);
}

INSTANTIATE_TEST_SUITE_P(Reference, ReferenceShard, testing::Range<std::uint64_t>(0, kShards));

}  // namespace reference_random_test
}  // namespace spoils
