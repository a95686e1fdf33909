// odds/repeated.h
//
// One question over many rolls of one world: how often an outcome occurs, whether it occurs at all, and its waiting
// time. State and the values of world defs go on from roll to roll: the states of the world are an absorbing Markov
// chain (odds/chain.h, odds/waiting.h), with one answer of the interpreter for each. If rolls share nothing the
// figures are those of independent trials.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "odds/interpreter.h"
#include "odds/waiting.h"

namespace spoils::odds {

/// One outcome over many rolls.
template <class Mass>
struct Repeated {
  std::vector<program::Word> words;  // as in Outcome; of a count none: at least one
  Mass first{0};                     // the probability in the first roll, of bounds the lower one
  std::vector<Within> within;        // by number of rolls: the probability that it occurs at least once
  double expected = 0;               // how often, of a count the sum, in the last number of rolls; without bounds only
  Mass rate{0};                      // in the long run: the share of rolls in which it comes
  Mass amount{0};                    // in the long run: of a count the average sum of one roll
  std::optional<Mass> ever;          // the probability that it ever comes; nothing: not known
  Wait::Kind wait = Wait::Kind::Unknown;
  Mass mean_wait{0};                // rolls until it comes first, that one included, if known
  std::array<Wait, 3> wait_points;  // rolls after which it has come with that chance
};

template <class Mass>
struct RepeatedAnswer {
  enum class End : std::uint8_t {
    Whole,        // everything is known, but for waiting times that are marked as unknown
    TooMany,      // the state of the world has too many values to be followed
    TooMuchWork,  // the chain takes too many operations
    Unexplored,   // in some state of the world the budget of the answer ended
    TooSmall,     // some probability of one roll is smaller than doubles can hold
    Memory,       // the same, for want of memory
    Stopped,      // the caller wanted no more
  };
  End end = End::Whole;
  /// False: rows have bounds, since the budget or the limit of states ended before all that the rolls reach was
  /// explored.
  bool is_whole = true;
  Limit limit = Limit::None;         // why
  std::vector<Within> others;        // by number of rolls: an outcome without a row, if it is not whole
  std::vector<Repeated<Mass>> rows;  // in the order in which they were first met
  bool is_independent = true;        // the rolls share nothing
  std::size_t worlds = 1;            // different states of the world that were met between rolls
  bool are_all = true;               // false: there are more of them
  std::size_t recurrent = 1;         // in the long run: those that come again and again
  std::size_t classes = 1;           // in the long run: sets of them that are never left
  program::Fault fault;              // set if some way of rolling goes wrong
  program::Fault later_fault;        // set if some way of a roll after the last one does: `are_all` is false
};

/// A question about many rolls.
struct ManyRolls {
  std::vector<std::uint64_t> numbers;  // of rolls, ascending; none: the long run
  /// The one column is a number of things, and the outcome is that there is at least one.
  bool counts = false;
  /// False: states of the world after the last number are not explored, and waits may be unknown.
  bool wants_waits = true;
};

/// Answers a question of the interpreter's program. If the budget wants bounds, an answer that cannot be exact has
/// them; not in the long run. Cost: one answer for each state of the world that is reached; beside it at most kMaxMoves
/// operations, more with more paths than usual.
template <class Mass>
[[nodiscard]] RepeatedAnswer<Mass> repeat_rolls(Interpreter<Mass>& interpreter, const program::Program& program,
                                                const program::Query& query, const program::Settings& settings,
                                                const ManyRolls& rolls, const Budget& budget);

}  // namespace spoils::odds
