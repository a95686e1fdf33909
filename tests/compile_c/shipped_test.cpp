// tests/compile_c/shipped_test.cpp
//
// Each rule of each shipped pack that can be compiled to C gives the things of the interpreter, roll by roll: with the
// initial inputs, at the ends of the range of the first integer input, and in a world, there without a cache.
// SPOILS_COMPILE_ROLLS sets how many rolls; `make compile-agreement` compares a million of each, or as many as make
// kMostThings things.
#include "packs/shipped.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "compare.h"

namespace spoils {
namespace compile_c_shipped_test {

using namespace compiled_c;

std::uint64_t rolls() {
  const char* const wanted = std::getenv("SPOILS_COMPILE_ROLLS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : affordable(200);
}

/// Rolls that are compared as one text, and things after which no more rolls of a rule are compared with one setting.
constexpr std::uint64_t kRollsAtOnce = 2000;
constexpr std::uint64_t kMostThings = 3'000'000;

/// The packs that compile with all their rules; of the others some do. A change here is one of docs/compile.md.
const std::set<std::string> kWhole{"hello",       "hoard",      "boosters", "drops", "crawl",     "powder",
                                   "powder_game", "crawl_game", "pyrel",    "rogue", "rogue_game"};

class Shipped : public testing::TestWithParam<std::string> {};

TEST_P(Shipped, RollsTheSame) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const auto& pack = packs::shipped(GetParam());
  std::vector<std::string> rules;
  std::string refused;
  for (const auto& rule : pack.rules()) {
    if (!packs::roller_of(pack, rule)) { continue; }
    if (const auto alone = compile_to_c(pack, {"loot", {rule.name}})) {
      rules.push_back(rule.name);
    } else {
      refused += rule.name + ": " + alone.error().text() + "\n";
    }
  }
  if (kWhole.contains(GetParam())) { EXPECT_EQ(refused, ""); }
  ASSERT_FALSE(rules.empty()) << refused;
  const auto header = compile_to_c(pack, {"loot", rules});
  ASSERT_TRUE(header) << header.error().text();
  const Shown shown(pack, *header);
  const Folder folder;
  const auto messages = build(folder, pack, *header, rules);
  ASSERT_TRUE(messages.empty()) << messages;

  std::size_t depth = pack.inputs().size();
  for (std::size_t i = pack.inputs().size(); i-- > 0;) {
    if (pack.inputs()[i].first) { depth = i; }
  }
  struct Setting {
    Values values;
    std::string arguments;
    bool in_world = false;
  };
  std::vector<Setting> settings{{{}, "", false}, {{}, "", true}};
  if (depth < pack.inputs().size()) {
    const auto& input = pack.inputs()[depth];
    std::string before;
    for (std::size_t i = 0; i < depth; ++i) { before += pack.inputs()[i].kind == InputInfo::Kind::Text ? "" : " -"; }
    for (const auto value : {*input.first, *input.last, (*input.first + *input.last) / 2}) {
      settings.push_back({{{input.name, std::to_string(value)}}, before + " " + std::to_string(value), false});
    }
  }
  for (std::size_t number = 0; number < rules.size(); ++number) {
    const auto rule = std::find_if(pack.rules().begin(), pack.rules().end(),
                                   [&](const RuleInfo& known) { return known.name == rules[number]; });
    for (const auto& setting : settings) {
      auto roller = packs::roller_of(pack, *rule);
      ASSERT_TRUE(roller);
      for (const auto& [name, value] : setting.values) { ASSERT_FALSE(roller->set(name, value)); }
      World world(pack, packs::kSeed);
      std::uint64_t things = 0;
      // A world goes on from its first roll, so it has one part alone.
      const auto end = setting.in_world ? std::min(rolls(), kRollsAtOnce) : rolls();
      for (std::uint64_t first = 0; first < end && things < kMostThings; first += kRollsAtOnce) {
        const auto count = std::min(kRollsAtOnce, end - first);
        std::string ours;
        for (std::uint64_t i = first; i < first + count; ++i) {
          const auto rolled = setting.in_world ? roller->roll(world) : roller->roll(packs::kSeed, i);
          things += rolled ? rolled->size() : 0;
          ours += text_of(pack, rolled, shown);
        }
        const auto theirs =
            run(fmt::format("CACHE={} {} {} {} {} {} {}{}", setting.in_world ? 0 : 50'000, folder.file("main"), number,
                            packs::kSeed, first, count, setting.in_world ? 1 : 0, setting.arguments));
        ASSERT_EQ(theirs.status, 0);
        const auto difference = first_difference(ours, theirs.text);
        ASSERT_TRUE(difference.empty()) << rules[number] << setting.arguments << "\n" << difference;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Shipped,
                         testing::Values("hello", "hoard", "boosters", "drops", "crawl", "crawl_game", "powder",
                                         "powder_game", "pyrel", "rogue", "rogue_game"),
                         [](const auto& tested) { return tested.param; });

}  // namespace compile_c_shipped_test
}  // namespace spoils
