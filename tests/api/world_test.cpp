// tests/api/world_test.cpp
//
// World state that is a set (the things made already), saved to a file and read again.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace world_test {

constexpr const char* kPack = R"(pack relics "Relics" 1.0

collection kind { rows allocate { } }
kind sword { allocate 1.. common 1 }
abstract kind relic { once }
kind crown : relic { allocate 1.. common 5 }
kind orb   : relic { allocate 1.. common 5 }
kind sceptre "The Sceptre" : relic { allocate 1.. common 5 }

state made: set of kind

rule hoard { drop item; drop item }
rule item {
  kind = pick k in kind at 3 where not (k.once and k in made)
  if kind.once { made += kind }
}
)";

class Worlds : public testing::Test {
 protected:
  void TearDown() override { std::remove(path_.c_str()); }
  // One a test: they run at the same time.
  std::string path_ =
      testing::TempDir() + "spoils_world_" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
};

TEST_F(Worlds, MakeEachRelicOnceThoughSavedAndLoadedBetweenTheRolls) {
  const auto loaded = Pack::compile("relics.loot", kPack);
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  ASSERT_FALSE(World(*loaded.pack, 5).save(path_));
  std::map<std::string, int> made;
  for (int i = 0; i < 20; ++i) {
    auto world = World::load(*loaded.pack, path_);
    ASSERT_TRUE(world) << world.error().text();
    auto roller = Roller::make(*loaded.pack);
    ASSERT_TRUE(roller);
    const auto things = roller->roll(*world);
    ASSERT_TRUE(things) << things.error().text();
    for (const auto& thing : *things) { ++made[std::string(thing["kind"].text())]; }
    ASSERT_FALSE(world->save(path_));
  }
  EXPECT_EQ(made["crown"], 1);
  EXPECT_EQ(made["orb"], 1);
  EXPECT_EQ(made["sceptre"], 1);
  EXPECT_EQ(made["sword"], 37);
}

TEST_F(Worlds, BeginAnewWithoutOne) {
  const auto loaded = Pack::compile("relics.loot", kPack);
  auto roller = Roller::make(*loaded.pack, "item");
  int crowns = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto things = roller->roll(7, i);
    ASSERT_TRUE(things);
    crowns += (*things)[0]["kind"].text() == "crown" ? 1 : 0;
  }
  EXPECT_GT(crowns, 10);  // 31 are expected
}

TEST_F(Worlds, RefuseWhatNoSuchSetHolds) {
  const auto loaded = Pack::compile("relics.loot", kPack);
  for (const char* made : {"[\"hat\"]", "[3]", "\"orb\"", "5"}) {
    std::ofstream(path_) << R"({"schema": "spoils.world", "version": 1, "pack": "relics", "seed": "0x5", "next": 0,)"
                         << "\"state\": {\"made\": " << made << "}}";
    const auto world = World::load(*loaded.pack, path_);
    ASSERT_FALSE(world) << made;
    EXPECT_NE(world.error().text().find("`made`"), std::string::npos) << world.error().text();
  }
}

}  // namespace world_test
}  // namespace spoils
