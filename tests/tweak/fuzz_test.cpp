// Lists of random edits over every rule of every shipped pack: none crashes; a refused edit changes nothing; an edit
// keeps what it neither names, draws nor reports as lost; the list makes the same things again from the beginning; and
// as many undos lead back to the plain roll. SPOILS_TWEAK_LISTS=10000 makes as many lists; without it each rule has
// one.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "tweak/shipped_rules.h"

namespace spoils::tweaked {
namespace fuzz_test {

constexpr int kEditsOfEach = kIsSanitized ? 1 : 4;

std::uint64_t wanted_lists() {
  const char* const wanted = std::getenv("SPOILS_TWEAK_LISTS");
  return wanted == nullptr ? 1 : std::strtoull(wanted, nullptr, 10);
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

/// Returns the choices of all decisions that an edit can change.
std::map<std::string, std::int64_t> choices_of(const Tweaker& tweaker) {
  std::map<std::string, std::int64_t> out;
  for (auto& id : tweaker.decisions()) { out.emplace(std::move(id), -99); }
  for (const auto& step : tweaker.explanation().steps) {
    if (!step.decision || step.is_rejected) { continue; }
    if (const auto found = out.find(step.id); found != out.end()) { found->second = step.decision->choice; }
  }
  return out;
}

/// Checks that an edit that was made kept all that it neither names, draws nor lost.
void expect_kept(const std::map<std::string, std::int64_t>& before, Tweaker& tweaker) {
  const auto& report = tweaker.report();
  const auto& edit = tweaker.edits().back();
  std::set<std::string> moved(report.drawn.begin(), report.drawn.end());
  for (const auto& lost : report.lost) { moved.insert(lost.id); }
  // A choice that is pinned or forced stays wanted while its decision is not in the roll, and is there again with it.
  const auto is_wanted = [&](const std::string& id) {
    return std::any_of(tweaker.edits().begin(), tweaker.edits().end(),
                       [&](const std::string& each) { return each.find(' ' + id + " =") != std::string::npos; });
  };
  for (const auto& [id, choice] : choices_of(tweaker)) {
    const auto old = before.find(id);
    if (old == before.end()) {
      EXPECT_TRUE(moved.contains(id) || is_wanted(id)) << id << " is new, and not reported";
    } else if (!moved.contains(id) && edit.find(' ' + id + " =") == std::string::npos) {
      EXPECT_EQ(choice, old->second) << id;
    }
  }
}

/// Makes one list of edits; returns how many were made and how many refused.
std::pair<std::size_t, std::size_t> make_list(Roller& roller, std::uint64_t index, std::mt19937& random) {
  std::pair<std::size_t, std::size_t> out;
  auto tweaker = Tweaker::make(roller, packs::kSeed, index);
  EXPECT_TRUE(tweaker.ok());
  std::vector<std::string> seen{things_of(*tweaker)};
  for (int i = 0; i < kEditsOfEach; ++i) {
    const auto edit = random_edit(*tweaker, random);
    SCOPED_TRACE(edit);
    const auto before = tweaker->edits().size();
    const auto choices = choices_of(*tweaker);
    if (tweaker->apply(edit)) {
      ++out.second;
      EXPECT_EQ(tweaker->edits().size(), before);
      EXPECT_EQ(things_of(*tweaker), seen.back());
      EXPECT_EQ(choices_of(*tweaker), choices);
      continue;
    }
    ++out.first;
    expect_kept(choices, *tweaker);
    seen.push_back(things_of(*tweaker));
  }
  auto again = Tweaker::make(roller, packs::kSeed, index);
  for (const auto& edit : tweaker->edits()) { EXPECT_FALSE(again->apply(edit).has_value()) << edit; }
  EXPECT_EQ(things_of(*again), seen.back());
  while (tweaker->undo()) {
    seen.pop_back();
    EXPECT_EQ(things_of(*tweaker), seen.back());
  }
  EXPECT_EQ(things_of(*tweaker), roll_text(*tweaker->pack(), roller, packs::kSeed, index));
  return out;
}

TEST(Fuzz, RandomLists) {
  std::uint64_t lists = 0;
  std::size_t done = 0;
  std::size_t refused = 0;
  for (std::uint32_t round = 0; lists == 0 || lists < wanted_lists(); ++round) {
    std::mt19937 random(7 + round);
    for_all_rules([&](const Pack&, Roller& roller) {
      if (lists >= wanted_lists() && round > 0) { return; }
      SCOPED_TRACE("round " + std::to_string(round));
      const auto [made, not_made] = make_list(roller, 3 + round, random);
      ASSERT_FALSE(::testing::Test::HasFailure());
      done += made;
      refused += not_made;
      ++lists;
    });
    if (::testing::Test::HasFailure()) { return; }
  }
  EXPECT_GT(done, 50U);
  EXPECT_GT(refused, 50U);
}

}  // namespace fuzz_test
}  // namespace spoils::tweaked
