// spoils/repeated.h
//
// Exact odds of many rolls: whether something comes at all, how often, and how long one waits for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spoils/odds.h"

namespace spoils {

/// One outcome over many rolls.
struct RepeatedRow {
  std::vector<std::string> values;  ///< as in OddsRow; of a count none: at least one thing
  double first = 0;                 ///< its probability in the first roll
  double at_least_once = 0;         ///< in all rolls together
  double expected = 0;              ///< how many rolls it comes in; of a count how many things
  /// Rolls until it comes first, that one included, on average; nothing if it may never come, or takes too long to
  /// tell.
  std::optional<double> mean_wait;
  /// After so many rolls it has come with a chance of 50%, 90% and 99%; nothing where it never gets that far.
  std::array<std::optional<double>, 3> wait_points;
};

struct RepeatedOdds {
  std::vector<std::string> by;
  std::vector<RepeatedRow> rows;  ///< the most likely in the first roll first
  std::uint64_t rolls = 1;
  bool is_independent = true;  ///< no state goes from roll to roll
  std::size_t worlds = 1;      ///< different states of the world that were met between rolls
};

/// Answers a question for so many rolls of one world, one after the other, from the state that it begins with. State,
/// and what a world settles once, go on from roll to roll.
///
/// Errors: as exact_odds; BadValue for 0 rolls, and with Question::where, since every roll counts; Limit where the
/// state takes too many values to be followed. Cost: where rolls are independent that of one answer; else one answer
/// for each state of the world, and rolls * outcomes * states.
[[nodiscard]] Result<RepeatedOdds, RollError> repeated_odds(const Pack& pack, const Question& question,
                                                            std::uint64_t rolls);

}  // namespace spoils
