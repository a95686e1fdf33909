// odds/waiting.h
//
// Finite horizons of a chain (odds/chain.h): how likely a label comes within so many transitions, how often, and after
// how many it has come with a given probability. The distribution over states is moved step by step; where that would
// be too many steps and the states are few, by powers of the transition matrix (repeated squaring). Nothing is
// extrapolated: what neither can reach within the budget is reported as not known.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "odds/chain.h"

namespace spoils::odds {

/// The probabilities at which waiting times are reported.
inline constexpr std::array<double, 3> kWaitingPoints{0.5, 0.9, 0.99};

/// A number of rolls.
struct Wait {
  enum class Kind : std::uint8_t { Known, Never, Unknown };
  Kind kind = Kind::Unknown;
  double rolls = 0;  // if known
};

/// A chain of which some states may be unexplored: those have no edges.
struct Horizon {
  const Chain<double>& chain;
  const std::vector<bool>& is_explored;  // by state
  bool is_closed = false;                // all are
  /// False: the masses of a state may sum to less than 1, and any state may be unexplored. The missing mass may do
  /// anything, so that probabilities have bounds.
  bool is_whole = true;
};

/// Bounds of a probability, equal if the horizon is whole.
struct Within {
  double low = 0;
  double high = 1;
};

/// In the place of a label: one that no transition has. The upper bound of it is the probability that the walk comes to
/// what is not explored.
inline constexpr std::int32_t kNoLabel = -2;

struct Waited {
  /// By number of steps: the probability that the label occurs within them. Empty: not known.
  std::vector<Within> within;
  std::array<Wait, 3> points;  // transitions after which it has come with that probability; Unknown of bounds
};

/// Answers for one label, from state 0, within each of some numbers of steps, ascending (none: only the points are
/// computed). `passage`, if it is known, says which points are never reached. Requires: the states reached in fewer
/// steps than the last number are explored, or the horizon is not whole.
[[nodiscard]] Waited wait_for(const Horizon& horizon, std::int32_t label, const std::vector<std::uint64_t>& steps,
                              const Passage<double>& passage, ChainBudget& budget);

/// Returns by label what its amounts sum to on average in so many steps from state 0; nothing if the budget ends first.
/// Requires: as wait_for().
[[nodiscard]] std::optional<std::vector<double>> expected_amounts(const Horizon& horizon, std::size_t labels,
                                                                  std::uint64_t steps, ChainBudget& budget);

}  // namespace spoils::odds
