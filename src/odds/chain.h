// odds/chain.h
//
// A finite Markov chain with labelled transitions, and its exact solutions: first passage (mean waiting time, the
// probability that a label ever comes) and long-run shares. They are computed by state reduction, which eliminates one
// state after the other and never subtracts (Grassmann, Taksar, Heyman, "Regenerative analysis and steady state
// distributions for Markov chains", 1985). So each figure keeps the relative precision of the probabilities that go in,
// however rarely a state is left; over fractions it is exact. Periods do not matter: shares are averages over time.
//
// odds/repeated.h builds the chain of the states of a world; tests/odds/chain_test.cpp pins this file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace spoils::odds {

/// The budget of work on chains, in elementary operations, and a function that may end it early.
struct ChainBudget {
  std::uint64_t left = 0;
  bool (*go_on)(void* context, std::size_t states) = nullptr;
  void* context = nullptr;
  bool was_stopped = false;  // the caller wanted no more

  /// Takes so many operations; false if they are spent, or the caller wants no more. Errors: std::bad_alloc if the work
  /// of this thread was stopped and should have ended (program/work_scope.h).
  bool take(std::uint64_t operations);

 private:
  std::uint64_t until_asked_ = 0;
};

/// States are numbered; the chain begins in state 0. The edges of a state are all its transitions: their masses sum
/// to 1.
template <class Mass>
struct Chain {
  struct Edge {
    std::uint32_t to = 0;
    std::int32_t label = -1;  // -1: none
    Mass mass{0};
    Mass amount{1};  // what the label counts
  };
  std::vector<std::vector<Edge>> edges;  // by state
};

/// First passage: the number of transitions until the first with a label, that one included.
template <class Mass>
struct Passage {
  bool is_known = false;      // false: the budget ended first
  bool is_certain = false;    // the label comes with probability 1, so the mean is finite
  bool takes_forever = true;  // whether some way to it is longer than any bound
  Mass ever{0};               // the probability that it ever comes
  Mass mean{0};               // if certain
};

/// Solves for the first passage from state 0. Cost: that of sparse elimination, cubic in the states at worst.
template <class Mass>
[[nodiscard]] Passage<Mass> first_passage(const Chain<Mass>& chain, std::int32_t label, ChainBudget& budget);

/// The share of all transitions that begin in each state, in the long run from state 0: the limit of averages. If the
/// chain can end in several closed classes, these are weighted by the probability of ending there.
template <class Mass>
struct LongRun {
  bool is_known = false;
  std::vector<Mass> share;    // by state; 0 for those that are left for good
  std::size_t recurrent = 0;  // states that come again and again
  std::size_t classes = 0;    // closed classes of them
};

template <class Mass>
[[nodiscard]] LongRun<Mass> long_run(const Chain<Mass>& chain, ChainBudget& budget);

/// Returns the number of transitions of the longest walk from state 0 without a label; nothing if there are ever longer
/// ones. A walk ends in a state without transitions. Cost: linear in the transitions (depth-first search).
template <class Mass>
[[nodiscard]] std::optional<std::uint64_t> longest_without(const Chain<Mass>& chain, std::int32_t label);

/// Returns the number of transitions of the shortest walk from state 0 that ends with each of the labels, by what can
/// happen at all; the greatest number where there is none. Cost: linear in the transitions (breadth-first search).
template <class Mass>
[[nodiscard]] std::vector<std::uint64_t> fewest_to_labels(const Chain<Mass>& chain, std::size_t labels);

}  // namespace spoils::odds
