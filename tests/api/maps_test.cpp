// tests/api/maps_test.cpp
//
// Maps as values of the library: their entries in the order of the records that their keys are, and as state of a world
// that is saved and read again.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "compiled.h"
#include "spoils/roll.h"

namespace spoils {
namespace maps_api_test {

constexpr const char* kPack = R"(collection ability { }
ability storm { }
ability fire "Great Fire" { }
field has: map of ability to int
field counts: map of int to int
state made: map of ability to int
rule r {
  made[fire] += 2
  made[storm] -= 1
  has = made
  counts[7] = 3
  plain = 1
}
)";

TEST(MapValues, AreEntriesInTheOrderOfTheRecords) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack);
  ASSERT_TRUE(roller);
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things) << things.error().text();
  const auto has = (*things)[0]["has"];
  ASSERT_EQ(has.kind(), Value::Kind::Map);
  ASSERT_EQ(has.entries().size(), 2U);
  EXPECT_EQ(has.entries()[0].key.text(), "storm");
  EXPECT_EQ(has.entries()[0].value, -1);
  EXPECT_EQ(has.entries()[1].key.shown(), "Great Fire");
  EXPECT_EQ(has.entries()[1].value, 2);
  EXPECT_EQ(has.at("fire"), 2);
  EXPECT_EQ(has.at("frost"), 0);
  const auto counts = (*things)[0]["counts"];
  ASSERT_EQ(counts.entries().size(), 1U);
  EXPECT_EQ(counts.entries()[0].key.integer(), 7);
  EXPECT_EQ(counts.at("7"), 0);
  EXPECT_TRUE((*things)[0]["none"].entries().empty());
}

class MapStates : public testing::Test {
 protected:
  void TearDown() override { std::remove(path_.c_str()); }
  void write(const std::string& made) {
    std::ofstream(path_) << R"({"schema": "spoils.world", "version": 1, "pack": "test", "seed": "0x1", "next": 3,
      "state": {"made": )" + made +
                                "}}";
  }
  std::string path_ = testing::TempDir() + "spoils_map_world_" +
                      testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
};

TEST_F(MapStates, LastFromRollToRoll) {
  const auto pack = compiled(kPack);
  ASSERT_FALSE(World(pack, 5).save(path_));
  for (int i = 1; i <= 3; ++i) {
    auto world = World::load(pack, path_);
    ASSERT_TRUE(world) << world.error().text();
    auto roller = Roller::make(pack);
    ASSERT_TRUE(roller);
    ASSERT_TRUE(roller->roll(*world));
    EXPECT_EQ(world->states()[0].second, "{storm " + std::to_string(-i) + ", fire " + std::to_string(2 * i) + "}");
    ASSERT_FALSE(world->save(path_));
  }
  std::ifstream file(path_);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("\"made\": {\n      \"storm\": -3,\n      \"fire\": 6\n    }"), std::string::npos) << text;
}

TEST_F(MapStates, AreReadWithTheirKeysInAnyOrder) {
  const auto pack = compiled(kPack);
  write(R"({"fire": 4, "storm": 0})");
  const auto world = World::load(pack, path_);
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_EQ(world->states()[0].second, "{fire 4}");
}

TEST_F(MapStates, AreRefusedIfTheyAreNone) {
  const auto pack = compiled(kPack);
  for (const auto* made : {R"(["fire"])", R"({"fire": "4"})", R"({"fire": 1.5})", R"({"water": 4})", R"({"made": 4})",
                           R"({"fire": 9223372036854775808})", "4", "null"}) {
    write(made);
    EXPECT_FALSE(World::load(pack, path_)) << made;
  }
}

}  // namespace maps_api_test
}  // namespace spoils
