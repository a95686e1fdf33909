// tests/odds/loops_again_test.cpp
//
// Loops whose turns begin with the same states again and again, each with another footprint: their statements are taken
// by footprint after some turns. The oracle goes from turn to turn over a vector of probabilities.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <utility>

#include "api/pack_data.h"
#include "compiled.h"
#include "exact_fractions.h"
#include "odds/interpreter.h"
#include "spoils/odds.h"

namespace spoils {
namespace loops_again_test {

constexpr int kPlaces = 20;
constexpr int kTurns = 40;

// A token on a round of 20 places goes on by d3; on place 0 it is done with 1/2, and each turn on place 7 gives an orb.
const std::string kRules =
    "field at: int\nfield done: flag\n"
    "rule r { kind = run; at = 1; repeat " +
    std::to_string(kTurns) +
    " while not done { turn() } }\n"
    "rule turn { at = (at + d3) mod " +
    std::to_string(kPlaces) +
    "; if at == 0 and chance 1/2 { done = true }; if at == 7 { drop orb } }\n"
    "rule orb { kind = orb }\n";

/// The probability of each place with whether it is done, and of each number of orbs.
std::pair<FractionOdds, FractionOdds> by_turns() {
  std::map<std::array<int, 3>, Fraction> now{{{1, 0, 0}, Fraction(1)}};  // place, done, orbs
  for (int turn = 0; turn < kTurns; ++turn) {
    std::map<std::array<int, 3>, Fraction> next;
    for (const auto& [state, p] : now) {
      const auto [at, done, orbs] = state;
      if (done == 1) {
        next[state] += p;
        continue;
      }
      for (int step = 1; step <= 3; ++step) {
        const int to = (at + step) % kPlaces;
        const int more = orbs + (to == 7 ? 1 : 0);
        next[{to, 0, more}] += p / 3 / (to == 0 ? 2 : 1);
        if (to == 0) { next[{to, 1, more}] += p / 6; }
      }
    }
    now = std::move(next);
  }
  std::pair<FractionOdds, FractionOdds> out;
  for (const auto& [state, p] : now) {
    out.first[std::to_string(state[0]) + (state[1] == 1 ? " true" : " none")] += p;
    out.second[std::to_string(state[2])] += p;
  }
  return out;
}

template <class Kind>
FractionOdds answered(Kind question) {
  question.rule = "r";
  question.fractions = true;
  const auto table = exact_odds(compiled(kRules), question);
  EXPECT_TRUE(table) << table.error().text();
  FractionOdds out;
  if (!table) { return out; }
  for (const auto& [values, fraction] : fractions_of(*table, " ")) { out[values] = Fraction(fraction); }
  return out;
}

TEST(LoopsAgain, GiveTheOddsOfGoingTurnByTurn) {
  const auto [places, orbs] = by_turns();
  Marginal by;
  by.by = {"at", "done"};
  EXPECT_EQ(answered(by), places);
  Count count;
  count.condition = "kind == orb";
  EXPECT_EQ(answered(count), orbs);
}

// Twenty places, so that at first none are taken by footprint; then each of them once for each statement.
TEST(LoopsAgain, TakeEachPlaceOnce) {
  const auto functions = [](int turns) {
    auto rules = kRules;
    const auto number = "repeat " + std::to_string(kTurns);
    rules.replace(rules.find(number), number.size(), "repeat " + std::to_string(turns));
    const auto pack = compiled(rules + "expect \"e\": odds(r: at == 3 and done) == 0\n");
    const auto& program = pack.data().program;
    odds::Interpreter<double> interpreter(program, odds::Budget());
    (void)interpreter.answer(program.queries.at(0), {});
    return interpreter.counters().transfer_functions;
  };
  const auto some = functions(200);
  EXPECT_EQ(functions(400), some);
  EXPECT_LE(some, 200U);
}

}  // namespace loops_again_test
}  // namespace spoils
