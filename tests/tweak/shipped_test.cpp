// Every rule of every shipped pack: without edits the things are those of a plain roll, byte for byte.
// SPOILS_TWEAK_ROLLS=1000 looks at as many rolls of each; without it at ten.
#include <cstdlib>

#include "tweak/shipped_rules.h"

namespace spoils::tweaked {
namespace shipped_test {

const std::uint64_t kRollsOfEach = [] {
  const char* const wanted = std::getenv("SPOILS_TWEAK_ROLLS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : std::uint64_t{kIsSanitized ? 1U : 10U};
}();

TEST(ShippedPacks, AreTheirRollsWithoutEdits) {
  for_all_rules([](const Pack& pack, Roller& roller) {
    auto tweaker = Tweaker::make(roller, packs::kSeed, 0);
    ASSERT_TRUE(tweaker.ok());
    for (std::uint64_t index = 0; index < kRollsOfEach; ++index) {
      ASSERT_FALSE(tweaker->restart(packs::kSeed, index).has_value());
      ASSERT_EQ(things_of(*tweaker), roll_text(pack, roller, packs::kSeed, index));
    }
  });
}

TEST(ShippedPacks, KeepWhatIsKept) {
  for_all_rules([](const Pack& pack, Roller& roller) {
    auto tweaker = Tweaker::make(roller, packs::kSeed, 0);
    ASSERT_TRUE(tweaker.ok());
    for (std::uint64_t index = 0; index < kRollsOfEach / 5 + 1; ++index) {
      ASSERT_FALSE(tweaker->restart(packs::kSeed, index).has_value());
      if (pack.fields().empty() || tweaker->explanation().things.empty()) { continue; }
      // An edit that changes no decision makes the whole roll of kept choices.
      const auto before = things_of(*tweaker);
      const auto set = tweaker->apply("unset " + pack.fields()[0].name);
      if (set) { continue; }
      ASSERT_TRUE(tweaker->report().drawn.empty());
      ASSERT_TRUE(tweaker->report().lost.empty());
      ASSERT_TRUE(tweaker->undo());
      ASSERT_EQ(things_of(*tweaker), before);
    }
  });
}

}  // namespace shipped_test
}  // namespace spoils::tweaked
