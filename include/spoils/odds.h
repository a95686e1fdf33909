// spoils/odds.h
//
// Exact odds: the program that is also rolled is interpreted over distributions. Nothing is sampled; if the budget ends
// before the work does, the answer states the unexplored probability, and every probability is a proven interval.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/cell.h"
#include "spoils/export.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {
inline namespace v1 {

/// A question about a rule.
struct Question {
  std::string rule;               ///< "": the pack's first
  Values values;                  ///< inputs and parameters; others have their defaults
  Values states;                  ///< state at the beginning of the world, a set as `{a, b}`; other state as declared
  std::vector<std::string> by;    ///< fields, measures or expressions over them; "name" is the displayed name
  std::string where;              ///< a condition over the fields; "": none. The probabilities are conditional on it
  std::string count;              ///< instead of `by`: how many of all things of one roll satisfy this condition
  std::string pick;               ///< instead of `rule`: an expression to draw from by itself, as `potion` or
                                  ///< `brand[dagger]`; the outcome is the only column, "picked"
  std::vector<std::string> each;  ///< instead of `by`: fields of symbols, or `made_by`, at most 3. The expected number
                                  ///< of the things of one roll with each of their values: far less work than `count`
  bool fractions = false;         ///< also exact fractions, beside the doubles
  std::size_t max_states = 1'000'000;     ///< states kept at once; beyond it the least likely are dropped
  std::uint64_t max_paths = 500'000'000;  ///< paths of draws and statements in all; beyond it the rest is abandoned
  /// The number of bytes that the call may hold, for any purpose; beyond it states are dropped, or the question is
  /// refused. Applies in programs that count their allocations (spoils/counted_new.h).
  std::size_t max_memory = 1'000'000'000;
  /// Called now and then; false ends the work with bounds. The answer depends on it, so it should count work.
  std::function<bool(std::size_t states)> go_on;
  /// Called every few milliseconds, also within long steps; true ends the work with bounds, or without an answer if
  /// that takes long. For clocks and interrupts.
  std::function<bool()> stop;
};

/// Why states were dropped; the first reason.
enum class OddsLimit : std::uint8_t { None, States, Paths, Memory, Stopped, Draw };

/// One outcome.
struct OddsRow {
  Cells values;
  double probability = 0;  ///< in [0, 1], given the condition
  double low = 0;          ///< proven bounds; both equal `probability` if the answer is exact
  double high = 0;
  std::optional<ExactFraction> fraction;  ///< with `fractions`: the probability
  double expected = 0;                    ///< with Question::each, instead of probabilities: the mean number of things
};

struct OddsTable {
  std::vector<std::string> by;
  std::vector<OddsRow> rows;  ///< the most likely first; ties in the order of first occurrence
  double given = 1;           ///< probability of the condition
  bool exact = true;
  double unexplored = 0;   ///< probability that was not explored
  std::size_t states = 0;  ///< the largest number that was kept at once
  OddsLimit limit = OddsLimit::None;
  /// If states were dropped: the fields and other names in which they differed most, with the number of values of each.
  std::vector<std::pair<std::string, std::size_t>> widest_slots;
  double mean = 0;  ///< of a count
};

/// Answers a question. Errors: as Roller::make; Fault if some path of the roll fails; BadValue with findings in the
/// message if an expression is wrong or has a word that the pack does not know, or if the condition never holds; Limit
/// if memory or time ended before there was any answer.
/// Cost: linear in the states reached.
[[nodiscard]] SPOILS_EXPORT Result<OddsTable, Error> exact_odds(const Pack& pack, const Question& question);

/// The answer for one value of an input or state.
struct SweepRow {
  std::string value;
  OddsTable table;
};

/// Answers a question for each value of an input or state (all of its range, or first..last of it), in order.
[[nodiscard]] SPOILS_EXPORT Result<std::vector<SweepRow>, Error> sweep_odds(
    const Pack& pack, const Question& question, const std::string& input,
    std::optional<std::pair<std::int64_t, std::int64_t>> range = {});

/// The values of an input or state for which a question is answered.
struct Sweep {
  std::string input;                                           ///< or state; "": none, the question is answered once
  std::optional<std::pair<std::int64_t, std::int64_t>> range;  ///< first..last; unset: all of its range
  std::vector<std::string> values;                             ///< or just these, in this order
};

/// The same for the values that a sweep names.
[[nodiscard]] SPOILS_EXPORT Result<std::vector<SweepRow>, Error> sweep_odds(const Pack& pack, const Question& question,
                                                                            const Sweep& sweep);

/// One of many questions.
struct Query {
  Question question;
  Sweep sweep;
};

/// Answers many questions about one pack, each as exact_odds or sweep_odds does; without a sweep the answer is one row
/// without a value. A wrong question does not affect the others.
/// Cost: the pack is compiled once for all of them, which for a large pack takes longer than most answers.
[[nodiscard]] SPOILS_EXPORT std::vector<Result<std::vector<SweepRow>, Error>> odds_of(
    const Pack& pack, const std::vector<Query>& queries);

}  // namespace v1
}  // namespace spoils
