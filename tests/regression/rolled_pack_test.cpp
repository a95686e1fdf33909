// tests/regression/rolled_pack_test.cpp
//
// Defects of rolls, each by its smallest form.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "compiled.h"
#include "spoils/pack.h"
#include "spoils/roll.h"
#include "things_text.h"

namespace spoils {
namespace rolled_pack_test {

// The cache of tables used only the numerator of a number that weights read as a key: 1/2 was taken for 1/1000.
TEST(TableCache, TellsNumbersApartByTheirDenominators) {
  const auto pack = compiled("input share: number = 0.5\nrule r { kind = pick {(share) a, 1 b} }\n");
  const auto count = [&](Roller& roller) {
    int out = 0;
    for (std::uint64_t index = 0; index < 300; ++index) {
      const auto things = roller.roll(1, index);
      if ((*things)[0]["kind"].text() == "a") { ++out; }
    }
    return out;
  };
  auto used = Roller::make(pack);
  EXPECT_GT(count(*used), 50);
  ASSERT_FALSE(used->set("share", "0.001"));
  EXPECT_LT(count(*used), 10);
}

// The inferred type of rows written in place was stored by the address of a copy.
TEST(Types, OfRowsInsideAGridAreFound) {
  const auto pack = compiled(
      "input depth: 1..2 = 1\n"
      "grid g[k] {\n       (pick {1 p, 2 q})  (pick {1 u, 2 v})\n  1    1                  2\n  2    2                 "
      " 1\n}\n"
      "def span = (pick {1 1, 2 2})..9\n"
      "rule r { kind = pick g[depth]; size = pick span }\n");
  auto roller = Roller::make(pack);
  EXPECT_TRUE(roller->roll(1, 0));
}

// The denominator of a number that was set and unset again made a thing of nothing.
TEST(Things, ANumberThatIsNoneMakesNone) {
  const auto pack = compiled(
      "rule r { drop s(none) }\nrule s(field x: number = none) { x = none; hidden() }\nrule hidden { }\n"
      "rule other { x = 1/2 }\n");
  auto roller = Roller::make(pack);
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  EXPECT_EQ(things->size(), 0u);
}

// The variable of a loop was taken for one that nothing assigns, so `do` found no rule that it could name.
TEST(Do, RunsWhatALoopNames) {
  const auto pack = compiled("rule r { for k in [a, b] { do k } }\nrule a { one = 1 }\nrule b { two = 2 }\n");
  auto roller = Roller::make(pack, "r");
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  ASSERT_EQ(things->size(), 1u);
  EXPECT_EQ((*things)[0]["one"].integer(), 1);
  EXPECT_EQ((*things)[0]["two"].integer(), 2);
}

// Each call of name() left its texts in the memory of the roll.
TEST(Names, AreAsGoodTheHundredThousandthTime) {
  const auto pack = compiled(
      "def long_word = \"{kind}{kind}{kind}{kind}{kind}{kind}{kind}{kind}{kind}{kind}{kind}{kind}\"\n"
      "rule r { kind = abcdefghijklmnopqrstuvwxyz }\n"
      "display r \"{capitalise(\"{long_word}{long_word}{long_word}\")}\"\n");
  auto roller = Roller::make(pack);
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  const auto first = (*things)[0].name();
  EXPECT_EQ(first.size(), 3u * 12 * 26);
  std::string name;
  for (int i = 0; i < 100'000; ++i) {
    name.clear();
    (*things)[0].append_name(name);
  }
  EXPECT_EQ(name, first);
}

// A hole whose expression faults showed a number, and the holes after it stayed empty.
TEST(Names, AFaultBlanksItsOwnHoleOnly) {
  const auto pack = compiled("def part(x) = 10 // x\nrule r { a = 0; b = 5 }\ndisplay r \"<{part(a)}> <{part(b)}>\"\n");
  auto roller = Roller::make(pack);
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  EXPECT_EQ((*things)[0].name(), "<> <2>");
}

}  // namespace rolled_pack_test
}  // namespace spoils
