// A turn that is skipped leaves what the same roll without that turn has. The oracle is a second pack, in which the
// turns are written out and one of them is missing; its roll gets the choices of the first by `pin`, and so is one by
// the rules.
#include <fmt/format.h>

#include "tweak/tweaked.h"

namespace spoils::tweaked {
namespace skipped_turns_test {

constexpr int kTurns = 4;

// Affixes of which two may be the same, with dice, a chance, a factor and a set.
Pack with_turns(const std::string& turns) {
  return compiled("rule item {\n  base = pick {sword, helm}\n  bonus = 0\n  weight = 3\n" + turns + R"(
  worth = bonus * 2 + weight + d4
}
rule strike { bear(pick a in affix where fits(a) weight a.common) }
rule bear(a: affix) { affixes += a; apply a.effect }
def fits(a) = count(x in affixes where x == a) < 2
collection affix { common: int = 10; block effect }
field affixes: list of affix
field bonus: int
field flags: set of symbol
affix sharp { effect { bonus += d6; flags += edge } }
affix keen { common = 5; effect { bonus += 10; if chance 50% { bonus += 100; flags += fine } } }
affix heavy { effect { weight = weight * 2 } }
display "& [{affixes} ]{base}~"
)");
}

// Returns the id of the same decision in the pack without the skipped turn, where turn 3 may be the second call.
std::string without_turn(const std::string& id, int skipped) {
  if (!id.starts_with("turn.")) { return id; }
  const int turn = id[5] - '0';
  constexpr std::string_view kCall = "/strike.1";
  return fmt::format("strike.{}{}", turn < skipped ? turn : turn - 1, id.substr(6 + kCall.size()));
}

TEST(SkippedTurns, LeaveThePackWithoutThem) {
  const auto whole = with_turns(fmt::format("  repeat {} {{ strike() }}", kTurns));
  const auto shorter = with_turns("  strike()\n  strike()\n  strike()");
  for (std::uint64_t index = 0; index < 20; ++index) {
    for (int skipped = 1; skipped <= kTurns; ++skipped) {
      SCOPED_TRACE(fmt::format("roll {}, turn {}", index, skipped));
      auto tweaker = tweaker_of(whole, {}, {}, 1, index);
      apply(tweaker, {fmt::format("skip turn.{}", skipped)});
      EXPECT_TRUE(tweaker.report().drawn.empty());
      auto oracle = tweaker_of(shorter, {}, {}, 1, index);
      // In the order of the roll, so that each choice has a chance when it is named.
      for (const auto& id : tweaker.decisions()) {
        apply(oracle, {fmt::format("pin {} = {}", without_turn(id, skipped), choice_of(tweaker, id))});
      }
      EXPECT_TRUE(oracle.report().against.empty());
      EXPECT_EQ(tweaker.decisions().size(), oracle.decisions().size());
      EXPECT_EQ(things_of(tweaker), things_of(oracle));
    }
  }
}

}  // namespace skipped_turns_test
}  // namespace spoils::tweaked
