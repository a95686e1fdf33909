// tests/compile_c/random_test.cpp
//
// Random packs of tests/property, compiled to C rule by rule and compared with the interpreter. Rules that are refused
// are left out, but a third of the packs must have others. SPOILS_COMPILE_PACKS sets the number of packs.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "affordable.h"
#include "compare.h"
#include "packs/shipped.h"
#include "property/random_pack.h"

namespace spoils {
namespace compile_c_random_test {

using namespace compiled_c;

constexpr std::uint64_t kRolls = 50;

std::uint64_t packs_wanted() {
  const char* const wanted = std::getenv("SPOILS_COMPILE_PACKS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : affordable(60);
}

TEST(RandomPacks, RollTheSame) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  std::mt19937 random(20261124);  // NOLINT: the same packs each time
  std::uint64_t compiled_packs = 0;
  std::uint64_t valid = 0;
  for (std::uint64_t i = 0; i < packs_wanted(); ++i) {
    std::vector<std::uint32_t> numbers(300);
    for (auto& number : numbers) { number = static_cast<std::uint32_t>(random()) & 0xFFFF; }
    Choices choices(numbers);
    const auto source = random_pack(choices);
    const auto loaded = Pack::compile("random.loot", source);
    if (!loaded.pack) { continue; }
    ++valid;
    const auto& pack = *loaded.pack;
    std::vector<std::string> rules;
    for (const auto& rule : pack.rules()) {
      if (packs::roller_of(pack, rule) && compile_to_c(pack, {"loot", {rule.name}})) { rules.push_back(rule.name); }
    }
    if (rules.empty()) { continue; }
    const auto header = compile_to_c(pack, {"loot", rules});
    if (!header) { continue; }
    ++compiled_packs;
    const Folder folder;
    const auto messages = build(folder, pack, *header, rules, "-O0");
    ASSERT_TRUE(messages.empty()) << source << "\n" << messages;
    for (std::size_t number = 0; number < rules.size(); ++number) {
      for (const auto& rule : pack.rules()) {
        if (rule.name != rules[number]) { continue; }
        auto roller = packs::roller_of(pack, rule);
        const Shown shown(pack, *header);
        std::string ours;
        for (std::uint64_t roll = 0; roll < kRolls; ++roll) { ours += text_of(pack, roller->roll(7, roll), shown); }
        const auto theirs = run(fmt::format("CACHE=1000 {} {} 7 0 {} 0 2>&1", folder.file("main"), number, kRolls));
        const auto difference = first_difference(ours, theirs.text);
        ASSERT_TRUE(difference.empty()) << source << "\n" << rules[number] << "\n" << difference;
      }
    }
  }
  EXPECT_GT(3 * compiled_packs, valid) << compiled_packs << " of " << valid;
}

}  // namespace compile_c_random_test
}  // namespace spoils
