// tests/roll/linked_test.cpp
//
// Facts of the linker (check/link) that only a roll shows: a table whose weights read a text is not prepared by the
// handle of the text, a def that a filter calls twice is bound once, and a thing has both words of a fraction. The
// values are computed by hand; tests/program/annotations_test.cpp has the facts that a dump shows.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "compiled.h"
#include "spoils/roll.h"

namespace spoils {
namespace linked_test {

constexpr std::uint64_t kRolls = 300;

// In each roll the text is at the same place of the heap, so its handle is the same whatever the text is.
TEST(Linked, WeightsReadTheTextItselfNotItsHandle) {
  const auto pack = compiled(
      "rule r { n = d3; t = \"level {n}\"; k = pick {0 none; 1 one if t == \"level 1\"; 1 two if t == \"level 2\"; "
      "1 three if t == \"level 3\"} }");
  auto roller = Roller::make(pack, "r");
  const std::string words[] = {"", "one", "two", "three"};
  for (std::uint64_t index = 0; index < kRolls; ++index) {
    const auto things = roller->roll(1, index);
    ASSERT_TRUE(things) << things.error().text();
    const auto& thing = (*things)[0];
    EXPECT_EQ(thing["k"].text(), words[thing["n"].integer()]);
  }
}

// Rows that pass the static steps are cached by what they read, so that both calls must be seen with their arguments.
TEST(Linked, ADefThatAFilterCallsTwiceHasBothArguments) {
  const auto pack = compiled(
      "table t: n { a 1; b 2; c 3; d 4 }\n"
      "def near(x, y) = x <= y + 1 and y <= x + 1\n"
      "rule r { x = d4; y = d4; l = [pick {a, b, c, d}]\n"
      "k = pick m in t where near(x, 2) and near(y, 3) and m.n > 0 and not m in l or nothing }");
  auto roller = Roller::make(pack, "r");
  std::set<bool> seen;
  for (std::uint64_t index = 0; index < kRolls; ++index) {
    const auto things = roller->roll(1, index);
    ASSERT_TRUE(things) << things.error().text();
    const auto& thing = (*things)[0];
    const bool is_near = thing["x"].integer() <= 3 && thing["y"].integer() >= 2;
    EXPECT_EQ(thing["k"].is_set(), is_near) << thing["x"].integer() << " " << thing["y"].integer();
    seen.insert(is_near);
  }
  EXPECT_EQ(seen.size(), 2U);
}

TEST(Linked, AThingHasBothWordsOfAFraction) {
  const auto pack = compiled("rule r { n = d6; x = n / 7; y = n + 10 }");
  auto roller = Roller::make(pack, "r");
  for (std::uint64_t index = 0; index < 20; ++index) {
    const auto things = roller->roll(1, index);
    ASSERT_TRUE(things) << things.error().text();
    const auto& thing = (*things)[0];
    EXPECT_EQ(thing["x"].integer(), thing["n"].integer());
    EXPECT_EQ(thing["x"].denominator(), 7);
    EXPECT_EQ(thing["y"].integer(), thing["n"].integer() + 10);
  }
}

}  // namespace linked_test
}  // namespace spoils
