// The odds of a choice whose condition is split into steps (roll/planned_choice.cpp), as an explanation and a tweak
// show them: those of a list of candidates that the test makes itself, from the things drawn before. The same choice
// with a condition that cannot be split has the same odds.
#include <set>

#include "api/roller_data.h"
#include "explain/explained.h"
#include "tweak/tweaked.h"

namespace spoils::explained {
namespace planned_choices_test {

// More rows than a word of the plan has bits.
constexpr int kRows = 70;
constexpr int kNothing = 20;
constexpr int kTurns = 3;

int level_of(int row) { return row % 9 + 1; }
int common_of(int row) { return row * 7 % 5; }  // some have no weight

std::string pack_text(bool is_split) {
  const std::string condition = "a.level <= depth and not (a in borne) and not any(x in borne: x.level == a.level)";
  std::string out = "input depth: 1..9 = 1\nfield borne: set of affix\nfield empty: set of affix\n" +
                    std::string("rule item {\n  repeat ") + std::to_string(kTurns) +
                    " {\n    last = pick a in affix where " +
                    (is_split ? condition : "(" + condition + ") or a in empty") +
                    " weight a.common or nothing weight " + std::to_string(kNothing) +
                    "\n    if last != none { borne += last }\n  }\n}\n"
                    "collection affix {\n  level: int\n  common: int\n}\n";
  for (int row = 0; row < kRows; ++row) {
    out += "affix a" + std::to_string(row) + " { level = " + std::to_string(level_of(row)) +
           "; common = " + std::to_string(common_of(row)) + " }\n";
  }
  return out;
}

/// Compares the decisions of an explanation with the candidates of each turn; returns how many were compared.
int compare(const Explanation& told, int depth) {
  std::set<int> borne;
  std::set<int> levels;
  int turns = 0;
  for (const auto& decision : decisions_of(told)) {
    double total = kNothing;
    const auto weight = [&](std::int64_t choice) {
      if (choice == 0) { return kNothing; }
      const auto row = static_cast<int>(choice) - 1;
      const bool fits = level_of(row) <= depth && !borne.contains(row) && !levels.contains(level_of(row));
      return fits ? common_of(row) : 0;
    };
    for (int row = 0; row < kRows; ++row) { total += weight(row + 1); }
    EXPECT_DOUBLE_EQ(decision.probability, weight(decision.choice) / total);
    std::size_t possible = 0;
    for (const auto& other : decision.alternatives) {
      EXPECT_DOUBLE_EQ(other.probability, weight(other.choice) / total) << other.value;
      possible += other.probability > 0 ? 1U : 0U;
    }
    std::size_t expected = 0;
    for (int row = -1; row < kRows; ++row) { expected += weight(row + 1) > 0 && row + 1 != decision.choice ? 1U : 0U; }
    EXPECT_EQ(possible, expected);
    if (decision.choice > 0) {
      borne.insert(static_cast<int>(decision.choice) - 1);
      levels.insert(level_of(static_cast<int>(decision.choice) - 1));
    }
    ++turns;
  }
  return turns;
}

TEST(PlannedChoices, HaveTheOddsOfAListOfCandidates) {
  for (const bool is_split : {true, false}) {
    SCOPED_TRACE(is_split);
    const auto pack = compiled(pack_text(is_split));
    EXPECT_EQ(pack.data().program.choices[0].steps.empty(), !is_split);
    for (int depth = 1; depth <= 9; ++depth) {
      auto roller = roller_of(pack, {}, {{"depth", std::to_string(depth)}});
      auto tweaker = Tweaker::make(roller, 1, 0);
      ASSERT_TRUE(tweaker.ok());
      for (std::uint64_t index = 0; index < 5; ++index) {
        EXPECT_EQ(compare(explain_roll(roller, 1, index), depth), kTurns);
        ASSERT_FALSE(tweaker->restart(1, index).has_value());
        ASSERT_FALSE(tweaker->apply("reroll turn.2").has_value());
        EXPECT_EQ(compare(tweaker->explanation(), depth), kTurns);
      }
    }
  }
}

}  // namespace planned_choices_test
}  // namespace spoils::explained
