// tests/reproducibility/vectors_test.cpp
//
// The things of a pack and a seed are a promise. vectors/<case>.txt keeps the first rolls of each case word by word and
// a hash over a hundred thousand: a change of either needs a new major version. SPOILS_UPDATE_VECTORS=1 writes them
// anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "spoils/pack.h"
#include "spoils/precomputed.h"
#include "spoils/roll.h"
#include "things_text.h"

namespace spoils {
namespace vectors_test {

constexpr std::uint64_t kShown = 5;
constexpr std::uint64_t kHashed = 100'000;

struct Case {
  std::string_view name;
  std::string_view pack;
  std::string_view rule;
  Values values;
  std::string_view seed = "spoils";
  std::uint64_t hashed = kHashed;
  bool is_fused = false;
};

const auto kCases = std::to_array<Case>({
    {"HelloFloor", "hello", "floor", {}},
    {"HelloFloorDeep", "hello", "floor", {{"depth", "30"}}, "0"},
    {"RogueFloor", "rogue", "floor", {}},
    {"RogueFloorOtherSeed", "rogue", "floor", {}, "0xffffffffffffffff"},
    {"RogueLevel1", "rogue", "level", {{"level", "1"}}, "spoils", 10'000},
    {"RogueLevel26", "rogue", "level", {{"level", "26"}}, "spoils", 10'000},
    {"RogueMonster13", "rogue", "monster", {{"level", "13"}}},
    {"RogueWandering30", "rogue", "wandering_monster", {{"level", "30"}}},
    {"RogueTreasureRoom", "rogue", "treasure_room", {{"level", "5"}, {"cells", "20"}}, "1"},
    {"RogueVorpalVictim", "rogue", "vorpal_victim", {}},
    {"RogueRun", "rogue", "run", {}, "spoils", 100},
    {"RogueGameLevel", "rogue_game", "level", {{"level", "8"}}, "spoils", 10'000},
    {"RogueGameReturning", "rogue_game", "level", {{"level", "12"}, {"returning", "true"}}, "spoils", 10'000},
    {"PowderItem", "powder", "item", {}},
    {"PowderArtifact", "powder", "artifact", {}},
    {"PowderTreyslug", "powder", "artifact", {{"name", "Treyslug"}}},
    {"PowderBraskyyzyyz", "powder", "artifact", {{"name", "Braskyyzyyz"}, {"class", "weapon_thrown"}}, "0", 100},
    {"PowderEveryName", "powder", "every_name", {{"class", "armour"}}},
    {"PowderDrink", "powder", "drink", {{"blessing", "holy"}}, "42", 10'000},
    {"PowderGameItem", "powder_game", "item", {}},
    {"PowderGameArtifact", "powder_game", "artifact", {{"class", "weapon"}}},
    {"HelloFloorFused", "hello", "floor", {{"depth", "30"}}, "spoils", 20'000, true},
    {"RogueFloorFused", "rogue", "floor", {}, "spoils", 20'000, true},
    {"RogueTrapCountFused", "rogue", "trap_count", {{"level", "13"}}, "0", 20'000, true},
    {"CrawlBookFused", "crawl", "book", {{"depth", "27"}}, "spoils", 20'000, true},
});

/// FNV-1a over everything that a run of rolls gives.
class Hash {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) { value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3; }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

template <class AnyRoller>
std::string vector_of(const Case& wanted, const Pack& pack, Result<AnyRoller, Error> roller) {
  if (!roller) { return roller.error().text(); }
  const auto seed = seed_from_text(wanted.seed);
  std::string out = fmt::format("pack {} {}, rule {}", wanted.pack, pack.version(), wanted.rule);
  for (const auto& [name, value] : wanted.values) { out += fmt::format(", {} = {}", name, value); }
  out += fmt::format(", seed {}{}\n", seed_to_text(seed), wanted.is_fused ? ", fused" : "");
  for (std::uint64_t index = 0; index < kShown; ++index) {
    out += fmt::format("\nroll {}\n{}", index, roll_text(pack, *roller, seed, index));
  }
  Hash hash;
  for (std::uint64_t index = 0; index < wanted.hashed; ++index) {
    // The names of the first thousand; they cost more than all the rest.
    hash.add(roll_text(pack, *roller, seed, index, index < 1000));
  }
  return out + fmt::format("\nhash of {} rolls: {:016x}\n", wanted.hashed, hash.value());
}

std::string vector_of(const Case& wanted) {
  const auto loaded = Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + std::string(wanted.pack));
  if (!loaded.pack) { return loaded.findings.text(); }
  return wanted.is_fused
             ? vector_of(wanted, *loaded.pack, PrecomputedRoller::make(*loaded.pack, wanted.rule, wanted.values))
             : vector_of(wanted, *loaded.pack, Roller::make(*loaded.pack, wanted.rule, wanted.values));
}

class Vector : public testing::TestWithParam<Case> {};

TEST_P(Vector, IsAsEver) {
  const auto path = fmt::format("{}/reproducibility/vectors/{}.txt", SPOILS_TESTS_DIR, GetParam().name);
  const auto text = vector_of(GetParam());
  if (const char* update = std::getenv("SPOILS_UPDATE_VECTORS"); update != nullptr && std::string_view(update) == "1") {
    std::ofstream(path, std::ios::binary) << text;
  }
  std::ifstream in(path, std::ios::binary);
  ASSERT_TRUE(in.good()) << path << " is missing";
  const std::string kept{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(text, kept) << "what this seed gives has changed: a major version, or a mistake";
}

INSTANTIATE_TEST_SUITE_P(, Vector, testing::ValuesIn(kCases),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace vectors_test
}  // namespace spoils
