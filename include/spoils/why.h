// spoils/why.h
//
// Where a probability comes from: the ways to an outcome, each with its share, adding up to the whole.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "spoils/explain.h"
#include "spoils/odds.h"

namespace spoils {

/// One decision on a way. Only those that matter to the question are told.
struct WayStep {
  std::string source;  ///< its text in the pack, on one line
  std::string chosen;  ///< the outcome of the row; "yes" or "no" of a chance; empty of a range or dice, whatever came
  Place place;         ///< of the row where there is one, else of the decision
};

/// One way: the decisions in their order. A loop tells of its last turn, and so does whatever happens more than once.
struct Way {
  double probability = 0;
  std::vector<WayStep> steps;
};

struct Derivations {
  std::vector<std::string> by;
  double probability = 0;  ///< of the outcome; the sum over all ways
  std::vector<Way> ways;   ///< the most likely first
  bool exact = true;       ///< false: some ways were given up for want of budget
};

/// Tells the ways to the outcome of a question whose columns have these values, written as in OddsRow.
///
/// Errors: as exact_odds; BadValue for a number of values that is not that of the columns, an outcome that never comes,
/// and Question::count.
/// Cost: that of exact_odds, times the ways to each state.
[[nodiscard]] Result<Derivations, RollError> derivations_of(const Pack& pack, const Question& question,
                                                            const std::vector<std::string>& values);

}  // namespace spoils
