// odds/expectations.h
//
// Judges the `expect` lines of a pack: the odds on both sides are computed and compared, for every value of every
// input that the line leaves open and its rule reads.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "odds/interpreter.h"

namespace spoils::odds {

/// The result of one `expect`.
struct Verdict {
  bool holds = false;
  bool is_decided = true;  // false: the budget ended before the answer was known, and the bounds leave it open
  // If it holds for what was tried, but the open inputs have too many combinations: so many were tried.
  std::optional<std::size_t> tried;
  bool is_likely = false;      // not decided, but estimates or what was tried say that it holds
  std::string found;           // "12.5%", "mean 3.15", for the values of `where`
  std::string wanted;          // "about 0.0207", "in 1%..3%"
  std::string where;           // "level = 7", empty if no input matters
  std::string assumed;         // "luck = 5": inputs without a range have no values to try but the initial one
  program::Fault fault;        // some way of rolling goes wrong
  program::Settings settings;  // inputs and state that it was last compared for
};

/// An answer that an `expect` is judged by, for callers that compare it with something else.
struct Judged {
  const program::Query& query;
  const program::Settings& settings;
  std::size_t number = 0;                  // of these settings, 0 the first
  std::size_t of = 1;                      // so many combinations of open inputs there are
  std::string where;                       // "level = 7", as in Verdict
  const Answer<double>* answer = nullptr;  // null: only the mean was computed
  const program::Heap* heap = nullptr;     // of the answer's texts and lists
  double mean = 0;
  bool is_whole = true;   // false: the mean is that of a part
  double mean_error = 0;  // the mean of a sum may be wrong by so much
};
using OnJudged = std::function<void(const Judged&)>;

/// Estimates the probability or mean of a query where its bounds leave an `expect` open: the limits of an interval, or
/// nothing.
using OnUndecided = std::function<std::optional<std::pair<double, double>>(const program::Query& query,
                                                                           const program::Settings& settings)>;

/// Returns the verdict on one promise. Probabilities are exact fractions where few states are met, and doubles that are
/// right to 12 digits where there are many; equality is then within a billionth of a share. Tells `on_judged` of each
/// answer without a fault. An answer with bounds decides what is the same within all of them; if they leave it open, it
/// is not decided, and `on_undecided` says at most what is likely.
[[nodiscard]] Verdict judge(const program::Program& program, const program::Expectation& expectation,
                            const Budget& budget = {}, const OnJudged& on_judged = {},
                            const OnUndecided& on_undecided = {});

}  // namespace spoils::odds
