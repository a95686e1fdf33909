// spoils/repeated.h
//
// Exact odds of many rolls: whether an outcome occurs at all, how often, the waiting time until it occurs, and its
// share in the long run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spoils/export.h"
#include "spoils/odds.h"

namespace spoils {
inline namespace v1 {

/// The waiting time for an outcome. The mean is right to at least 10 digits, however rarely some state is left;
/// quantiles are right up to a million rolls, and to at least 6 digits beyond; a chance that is less by up to 1e-12
/// counts as reached.
struct WaitingTime {
  /// The mean number of rolls until the first occurrence, that roll included; unset if it may never occur.
  std::optional<double> mean_wait;
  /// The number of rolls after which it has occurred with a probability of 50%, 90% and 99%; unset if that is never
  /// reached.
  std::array<std::optional<double>, 3> wait_points;
  /// False: the world has too many states, or the computation takes too long; then the value is unset, too.
  bool is_mean_known = true;
  std::array<bool, 3> are_points_known{true, true, true};
};

/// Worlds that were rolled for odds which cannot be computed.
struct EstimatedWorlds {
  std::uint64_t worlds = 0;  ///< each rolled as many times as the question says, with a seed of its own
  std::uint64_t seed = 0;    ///< of the first
  double unseen = 1;         ///< the limit, with 95% confidence, of the probability of each outcome that has no row
  std::string reason;        ///< why nothing is proven
};

/// One outcome over many rolls.
struct RepeatedRow : WaitingTime {
  Cells values;              ///< for a count none: at least one thing
  double first = 0;          ///< its probability in the first roll
  double at_least_once = 0;  ///< in all rolls together
  double expected = 0;       ///< in how many rolls it occurs; for a count the number of things
  /// Of at_least_once, if the odds are estimated; then `first` and `expected` are the means of the rolls.
  std::optional<EstimatedShare> estimate;
};

struct RepeatedOdds {
  std::vector<std::string> by;
  std::vector<RepeatedRow> rows;  ///< the most likely in the first roll first; of estimates, in all rolls
  bool exact = true;
  std::optional<EstimatedWorlds> estimate;  ///< if it is not exact: nothing is proven, and waiting times are unknown
  std::uint64_t rolls = 1;
  bool is_independent = true;  ///< no state is passed from roll to roll; false, and these as if unknown, of estimates
  std::size_t worlds = 1;      ///< distinct states of the world that occurred between rolls
  bool are_all_worlds = true;  ///< false: further rolls reach more of them
  std::string later_fault;     ///< the fault that some further roll meets, so that waiting times are unknown; or ""
};

/// Answers a question for a number of successive rolls of one world, from its initial state. State, and the values that
/// a world stores once, are passed from roll to roll.
///
/// Odds are estimated by rolls of whole worlds if one roll is too large, or the state takes too many values to be
/// followed, and OddsSettings::estimate_rolls is not 0, which is the most worlds then.
///
/// Errors: as exact_odds; BadValue for 0 rolls, for ExpectedCounts, and for a question with a condition, since every
/// roll counts; Limit if there is neither answer nor estimate; the fault of a roll that fails, estimated or not. Cost:
/// that of one answer if rolls are independent; otherwise one answer for each state of the world, and rolls * outcomes
/// * states, or for few states and many rolls their cube; an estimate as OddsSettings says.
[[nodiscard]] SPOILS_EXPORT Result<RepeatedOdds, Error> repeated_odds(const Pack& pack, const Question& question,
                                                                      std::uint64_t rolls);

/// One outcome within several numbers of rolls.
struct AtLeastOnceRow : WaitingTime {
  Cells values;                            ///< for a count none: at least one thing
  std::vector<ShareBounds> at_least_once;  ///< by number of rolls: in these rolls together; equal bounds if it is exact
};

struct AtLeastOnceOdds {
  std::vector<std::string> by;
  std::vector<std::uint64_t> rolls;
  std::vector<AtLeastOnceRow> rows;  ///< the most likely in the first roll first
  bool exact = true;                 ///< false: rows have proven bounds; waiting times may be unknown
  OddsLimit limit = OddsLimit::None;
  std::vector<double> unlisted;  ///< by number of rolls: what an outcome without a row has at most; 0 if it is exact
  bool is_independent = true;    ///< no state is passed from roll to roll
  std::size_t worlds = 1;        ///< as in RepeatedOdds
  bool are_all_worlds = true;
};

/// Answers how likely an outcome occurs at least once in each of several numbers of successive rolls of one world, from
/// its initial state: one exploration for all of them. As repeated_odds, but an answer that cannot be exact has bounds:
/// whatever is not explored may or may not have the outcome in all rolls that follow.
///
/// Errors: as repeated_odds; BadValue if `rolls` is empty or not ascending; Limit only if nothing of the first roll
/// could be explored in time, or the number of rolls times the number of states is too large. Cost: as repeated_odds
/// for the largest number of rolls.
[[nodiscard]] SPOILS_EXPORT Result<AtLeastOnceOdds, Error> at_least_once_odds(const Pack& pack,
                                                                              const Question& question,
                                                                              const std::vector<std::uint64_t>& rolls);

/// One outcome in the long run.
struct LongRunRow : WaitingTime {
  Cells values;  ///< as in RepeatedRow
  double first = 0;
  double rate = 0;             ///< the share of all rolls in which it occurs, in the limit of many rolls
  double amount = 0;           ///< for a count: the mean number of things of one roll; otherwise as `rate`
  std::optional<double> ever;  ///< the probability that it ever occurs; unset: not known
  std::optional<ExactFraction> rate_fraction;  ///< with `fractions`
  std::optional<ExactFraction> wait_fraction;  ///< likewise, of mean_wait
};

struct LongRunOdds {
  std::vector<std::string> by;
  std::vector<LongRunRow> rows;  ///< the greatest rate first
  bool is_independent = true;
  std::size_t worlds = 1;     ///< distinct states of the world that can be reached
  std::size_t recurrent = 1;  ///< those that recur without end
  /// The number of sets of such worlds that are never left. If there are several, chance decides in which one a game
  /// ends, and rates are averages over games.
  std::size_t classes = 1;
};

/// Answers a question for infinitely many successive rolls of one world, from its initial state: the limit of averages
/// over the first rolls, so periods do not matter. Rates as doubles are right to at least 10 digits.
///
/// Errors: as repeated_odds; Limit where not all states of the world can be explored, or the fractions grow too large.
[[nodiscard]] SPOILS_EXPORT Result<LongRunOdds, Error> long_run_odds(const Pack& pack, const Question& question);

}  // namespace v1
}  // namespace spoils
