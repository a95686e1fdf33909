// Worlds as texts: the same as files, without a disk; and the tables of a pack.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "spoils/roll.h"

namespace spoils::world_text_test {
namespace {

constexpr auto kPack = R"(
pack pity "Pity" 1.0
state dry: 0..9 = 0
state seen: set of gem = {}
## What there is.
table gem { 3 ruby; 1 opal }
rule find { kind = pick gem; seen += {kind}; dry = if kind == opal then 0 else min(9, dry + 1) }
)";

Pack pack_of(const char* text) {
  const auto loaded = Pack::compile("a.loot", text);
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
  return *loaded.pack;
}

std::string next_roll(const Pack& pack, World world) {
  auto roller = Roller::make(pack);
  const auto things = roller->roll(world);
  return std::string((*things)[0]["kind"].text()) + " " + std::to_string(world.state("dry"));
}

TEST(WorldText, IsTheContentOfTheFile) {
  const auto pack = pack_of(kPack);
  auto roller = Roller::make(pack);
  World world(pack, 5);
  for (int i = 0; i < 7; ++i) { ASSERT_TRUE(roller->roll(world)); }
  const auto path = ::testing::TempDir() + "world_text_test.json";
  ASSERT_FALSE(world.save(path));
  std::ostringstream file;
  file << std::ifstream(path).rdbuf();
  EXPECT_EQ(world.text(), file.str());

  auto restored = World::restore(pack, world.text());
  auto loaded = World::load(pack, path);
  ASSERT_TRUE(restored && loaded);
  EXPECT_EQ(restored->next_index(), 7U);
  EXPECT_EQ(restored->states(), world.states());
  EXPECT_EQ(next_roll(pack, std::move(*restored)), next_roll(pack, std::move(*loaded)));
}

TEST(WorldText, OfAnotherPackOrNone) {
  const auto pack = pack_of(kPack);
  const auto other = pack_of("pack other \"Other\" 1.0\nrule find { kind = pick {1 a} }\n");
  const std::vector<std::string> texts{"", "{}", "[]", "{\"schema\":\"spoils.world\"}", World(other, 1).text()};
  for (const auto& text : texts) {
    const auto world = World::restore(pack, text);
    ASSERT_FALSE(world) << text;
    EXPECT_EQ(world.error().kind, Error::Kind::World);
    EXPECT_EQ(world.error().message.substr(0, 21), "the text of the world");
  }
  EXPECT_FALSE(World::restore(pack, std::string(5'000'000, ' ')));
  // A set of all records that a pack may have takes some megabytes.
  const auto whole = World(pack, 5).text();
  EXPECT_TRUE(World::restore(pack, whole + std::string(20'000'000, ' ')));
  EXPECT_FALSE(World::restore(pack, whole + std::string(68'000'000, ' ')));
}

TEST(WorldText, IsRefusedForWhatIsWrongWithIt) {
  const auto pack = pack_of(kPack);
  const auto message = [&](const char* members) {
    const auto world =
        World::restore(pack, std::string(R"({"schema": "spoils.world", "version": 1, "pack": "pity")") + members + "}");
    return world ? std::string() : world.error().message.substr(std::string("the text of the world ").size());
  };
  EXPECT_EQ(message(R"(, "seed": "0x5", "next": 0, "state": {})"), "");
  EXPECT_EQ(message(R"(, "next": 0, "state": {})"), "lacks `seed`");
  EXPECT_EQ(message(R"(, "seed": "0x5", "state": {})"), "lacks `next`");
  EXPECT_EQ(message(R"(, "seed": "0x5", "next": 0)"), "lacks `state`");
  EXPECT_EQ(message(R"(, "seed": 5, "next": 0, "state": {})"), "has a `seed` that is no text");
  for (const auto* next : {"-1", "1.5", "\"1\"", "18446744073709551616"}) {
    EXPECT_EQ(message((std::string(R"(, "seed": "0x5", "next": )") + next + R"(, "state": {})").c_str()),
              "has a `next` that is no integer from 0 to 2^64 - 1");
  }
  EXPECT_EQ(message(R"(, "seed": "0x5", "next": 0, "state": [])"), "has a `state` that is no object");
}

TEST(PackTables, HaveNamesTypesAndRows) {
  const auto pack = pack_of(
      "pack a \"A\" 1.0\n## Gems.\ntable gem { 3 ruby; 1 opal }\ntable size { 1 5, 6, 7 }\n"
      "rule find { kind = pick gem; size = pick size }\n");
  ASSERT_EQ(pack.tables().size(), 2U);
  EXPECT_EQ(pack.tables()[0].name, "gem");
  EXPECT_EQ(pack.tables()[0].doc, "Gems.");
  EXPECT_EQ(pack.tables()[0].type, "symbol");
  EXPECT_EQ(pack.tables()[0].rows, 2U);
  EXPECT_EQ(pack.tables()[1].type, "integer");
  EXPECT_EQ(pack.tables()[1].rows, 3U);
}

}  // namespace
}  // namespace spoils::world_text_test
