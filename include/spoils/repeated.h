// spoils/repeated.h
//
// Exact odds of many rolls: whether something comes at all, how often, how long one waits for it, and what its share is
// in the long run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spoils/odds.h"

namespace spoils {

/// How long one waits for an outcome. The mean is right to at least 10 digits, however seldom some state is left;
/// points are exact up to a million rolls, and right to at least 6 digits beyond.
struct WaitingTime {
  /// Rolls until it comes first, that one included, on average; nothing if it may never come.
  std::optional<double> mean_wait;
  /// After so many rolls it has come with a chance of 50%, 90% and 99%; nothing where it never gets that far.
  std::array<std::optional<double>, 3> wait_points;
  /// False: there are too many states of the world, or it takes too long to tell; then there is no value, too.
  bool is_mean_known = true;
  std::array<bool, 3> are_points_known{true, true, true};
};

/// One outcome over many rolls.
struct RepeatedRow : WaitingTime {
  std::vector<std::string> values;  ///< as in OddsRow; of a count none: at least one thing
  double first = 0;                 ///< its probability in the first roll
  double at_least_once = 0;         ///< in all rolls together
  double expected = 0;              ///< how many rolls it comes in; of a count how many things
};

struct RepeatedOdds {
  std::vector<std::string> by;
  std::vector<RepeatedRow> rows;  ///< the most likely in the first roll first
  std::uint64_t rolls = 1;
  bool is_independent = true;  ///< no state goes from roll to roll
  std::size_t worlds = 1;      ///< different states of the world that were met between rolls
  bool are_all_worlds = true;  ///< false: further rolls lead to more of them
};

/// Answers a question for so many rolls of one world, one after the other, from the state that it begins with. State,
/// and what a world settles once, go on from roll to roll.
///
/// Errors: as exact_odds; BadValue for 0 rolls, and with Question::where, since every roll counts; Limit where the
/// state takes too many values to be followed. Cost: where rolls are independent that of one answer; else one answer
/// for each state of the world, and rolls * outcomes * states, or for few states and many rolls their cube.
[[nodiscard]] Result<RepeatedOdds, RollError> repeated_odds(const Pack& pack, const Question& question,
                                                            std::uint64_t rolls);

/// One outcome in the long run.
struct LongRunRow : WaitingTime {
  std::vector<std::string> values;  ///< as in RepeatedRow
  double first = 0;
  double rate = 0;             ///< the share of all rolls in which it comes, as rolls go on for ever
  double amount = 0;           ///< of a count: how many things one roll has on average; else as `rate`
  std::optional<double> ever;  ///< the probability that it ever comes; nothing: not known
  /// With Question::fractions, in lowest terms; empty where there is none.
  std::string rate_numerator, rate_denominator;
  std::string mean_numerator, mean_denominator;  ///< of mean_wait
};

struct LongRunOdds {
  std::vector<std::string> by;
  std::vector<LongRunRow> rows;  ///< the greatest rate first
  bool is_independent = true;
  std::size_t worlds = 1;     ///< different states of the world that are reached
  std::size_t recurrent = 1;  ///< those that come again and again
  /// Sets of such worlds that are never left. If there are several, chance decides in which a game ends up, and rates
  /// are averages over games.
  std::size_t classes = 1;
};

/// Answers a question for rolls of one world that go on for ever, from the state that it begins with: the limit of
/// averages over the first rolls, so periods do not matter. Rates of doubles are right to at least 10 digits.
///
/// Errors: as repeated_odds; Limit where not all states of the world can be explored, or the fractions grow too large.
[[nodiscard]] Result<LongRunOdds, RollError> long_run_odds(const Pack& pack, const Question& question);

}  // namespace spoils
