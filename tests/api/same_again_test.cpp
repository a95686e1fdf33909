// tests/api/same_again_test.cpp
//
// The cache of rolls without a draw: the roller reuses the things of such a roll. The caller must not notice: each roll
// is compared with that of a fresh roller.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "compiled.h"
#include "spoils/explain.h"
#include "spoils/roll.h"
#include "things_text.h"

namespace spoils {
namespace same_again_test {

constexpr const char* kPack = R"(
input depth: 0..50 = 0
state count: 0..9 = 0
rule still(word: text = none) { name = word; deep = depth * 2; seen = count; count = min(9, count + 1) }
rule declared { with stream lcg(bits = 31, multiplier = 1103515245, increment = 12345, seed = depth) { x = d100 } }
rule drawn { x = d100 }
rule named { with stream other { x = d100 } }
rule settled { x = lucky(depth) }
rule rarely { if depth > 3 { x = d100 } else { x = 0 } }
world def lucky(n) = d100
)";

std::string text_of(const Pack& pack, const Result<Things, Error>& things) {
  std::string out;
  if (!things) { return things.error().text(); }
  for (const auto& thing : *things) { append_thing(out, pack, thing); }
  return out;
}

std::string fresh(const Pack& pack, const std::string& rule, const Values& values, std::uint64_t seed,
                  std::uint64_t index) {
  auto roller = Roller::make(pack, rule, values);
  return text_of(pack, roller->roll(seed, index));
}

TEST(SameAgain, EveryRuleRollsAsAFreshRollerDoes) {
  const auto pack = compiled(kPack);
  for (const std::string rule : {"still", "declared", "drawn", "named", "settled", "rarely"}) {
    auto roller = Roller::make(pack, rule);
    for (const std::string depth : {"1", "1", "7", "2"}) {
      ASSERT_FALSE(roller->set("depth", depth));
      for (const std::uint64_t seed : {5U, 6U}) {
        for (std::uint64_t index = 0; index < 12; ++index) {
          ASSERT_EQ(text_of(pack, roller->roll(seed, index)), fresh(pack, rule, {{"depth", depth}}, seed, index))
              << rule << " #" << index;
        }
      }
    }
  }
}

TEST(SameAgain, ParametersThatChange) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "still");
  for (const std::string word : {"sword", "sword", "axe", "axe", "sword"}) {
    ASSERT_FALSE(roller->set("word", word));
    ASSERT_FALSE(roller->set(std::size_t{0}, 3));
    EXPECT_EQ(text_of(pack, roller->roll(1, 1)), fresh(pack, "still", {{"word", word}, {"depth", "3"}}, 1, 1));
  }
}

TEST(SameAgain, AWorldInBetween) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "still");
  const auto alone = text_of(pack, roller->roll(1, 1));
  World world(pack, 1);
  for (int i = 0; i < 3; ++i) { static_cast<void>(roller->roll(world)); }
  EXPECT_NE(text_of(pack, roller->roll(world)), alone);
  EXPECT_EQ(text_of(pack, roller->roll(1, 2)), alone);
}

TEST(SameAgain, WhoIsWatchedIsRolled) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "still");
  static_cast<void>(roller->roll(1, 1));
  const auto told = explain_roll(*roller, 1, 2);
  EXPECT_EQ(told.things.size(), 1U);
  EXPECT_FALSE(told.steps.empty());
}

}  // namespace same_again_test
}  // namespace spoils
