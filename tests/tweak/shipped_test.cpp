// Every rule of every shipped pack: without edits the things are those of a plain roll, byte for byte, and after random
// edits and as many undos again. Random edits never crash, and the list that they leave gives the same things again.
#include "packs/shipped.h"

#include <filesystem>
#include <random>

#include "tweak/tweaked.h"

namespace spoils::tweaked {
namespace shipped_test {

constexpr std::uint64_t kRollsOfEach = kIsSanitized ? 1 : 10;
constexpr int kEditsOfEach = kIsSanitized ? 1 : 4;

template <class See>
void for_all_rules(See see) {
  for (const auto& entry : std::filesystem::directory_iterator(SPOILS_PACKS_DIR)) {
    if (entry.path().filename() == "lib") { continue; }
    const auto& pack = packs::shipped(entry.path().filename().string());
    for (const auto& rule : pack.rules()) {
      auto roller = packs::roller_of(pack, rule);
      if (!roller) { continue; }
      SCOPED_TRACE(std::string(pack.name()) + " " + rule.name);
      ASSERT_NO_FATAL_FAILURE(see(pack, *roller));
    }
  }
}

// An edit that may well be refused.
std::string random_edit(Tweaker& tweaker, std::mt19937& random) {
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  const auto of = [&](const std::vector<std::string>& list) {
    return list.empty() ? "none" : list[below(list.size())];
  };
  const auto number = std::to_string(below(8));
  switch (below(10)) {
    case 0: return "reroll " + of(tweaker.decisions());
    case 1: return "reroll " + of(tweaker.steps());
    case 2: return "pin " + of(tweaker.decisions()) + " = " + number;
    case 3: return "force " + of(tweaker.decisions()) + " = " + number;
    case 4: return "force " + of(tweaker.decisions()) + " = none";
    case 5: return "skip " + of(tweaker.steps());
    case 6: return "more " + of(tweaker.loops());
    case 7: {
      const auto& rules = tweaker.pack()->rules();
      return "run " + rules[below(rules.size())].name + "(" + (below(2) == 0 ? "" : number) + ")";
    }
    case 8: {
      const auto& fields = tweaker.pack()->fields();
      return (below(2) == 0 ? "unset " : "set ") + fields[below(fields.size())].name + " = " + number;
    }
    default: return "reroll";
  }
}

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

TEST(ShippedPacks, BearRandomEdits) {
  std::mt19937 random(7);
  std::size_t done = 0;
  std::size_t refused = 0;
  for_all_rules([&](const Pack& pack, Roller& roller) {
    auto tweaker = Tweaker::make(roller, packs::kSeed, 3);
    ASSERT_TRUE(tweaker.ok());
    std::vector<std::string> seen{things_of(*tweaker)};
    for (int i = 0; i < kEditsOfEach; ++i) {
      const auto edit = random_edit(*tweaker, random);
      SCOPED_TRACE(edit);
      const auto before = tweaker->edits().size();
      if (tweaker->apply(edit)) {
        ++refused;
        ASSERT_EQ(tweaker->edits().size(), before);
        ASSERT_EQ(things_of(*tweaker), seen.back());
        continue;
      }
      ++done;
      seen.push_back(things_of(*tweaker));
    }
    const auto edits = tweaker->edits();
    auto again = Tweaker::make(roller, packs::kSeed, 3);
    for (const auto& edit : edits) { ASSERT_FALSE(again->apply(edit).has_value()) << edit; }
    ASSERT_EQ(things_of(*again), seen.back());
    while (tweaker->undo()) {
      seen.pop_back();
      ASSERT_EQ(things_of(*tweaker), seen.back());
    }
    ASSERT_EQ(things_of(*tweaker), roll_text(pack, roller, packs::kSeed, 3));
  });
  EXPECT_GT(done, 50U);
  EXPECT_GT(refused, 50U);
}

}  // namespace shipped_test
}  // namespace spoils::tweaked
