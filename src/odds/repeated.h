// odds/repeated.h
//
// One question over many rolls of one world: how often an outcome comes, whether it comes at all, and how long one
// waits for it. State, and what a world settles once, goes on from roll to roll; where rolls share nothing the figures
// are those of independent trials.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "odds/interpreter.h"

namespace spoils::odds {

/// The chances at which waiting times are told.
inline constexpr std::array<double, 3> kWaitingPoints{0.5, 0.9, 0.99};

/// One outcome over many rolls.
struct Repeated {
  std::vector<program::Word> words;  // as in Outcome; of a count none: at least one
  double first = 0;                  // the probability in the first roll
  double at_least_once = 0;
  double expected = 0;                               // how often; of a count the sum
  std::optional<double> mean_wait;                   // rolls until it comes first, that one included; nothing: it may
                                                     // never come, or it takes too long to tell
  std::array<std::optional<double>, 3> wait_points;  // rolls after which it has come with that chance
};

struct RepeatedAnswer {
  std::vector<Repeated> rows;  // in the order in which they were first met
  bool is_independent = true;  // the rolls share nothing
  std::size_t worlds = 1;      // different states of the world that were met between rolls
  bool is_settled = true;      // false: the budget ended first, and nothing is told
  program::Fault fault;        // set if some way of rolling goes wrong
};

/// Answers a question of the interpreter's program for so many rolls, one or more. With `counts` its one column is a
/// number of things, and what is told is that there is at least one. Cost: one answer for each state of the world that
/// is reached; beside it rolls * outcomes * states.
[[nodiscard]] RepeatedAnswer repeat_rolls(Interpreter<double>& interpreter, const program::Program& program,
                                          const program::Query& query,
                                          const std::vector<std::pair<program::SlotId, program::Word>>& settings,
                                          std::uint64_t rolls, bool counts);

}  // namespace spoils::odds
