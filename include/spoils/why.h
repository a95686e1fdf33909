// spoils/why.h
//
// Explains a probability by its derivations: the paths to an outcome, each with its share of the whole.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spoils/explain.h"
#include "spoils/export.h"
#include "spoils/odds.h"

namespace spoils {
inline namespace v1 {

/// One decision on a path. Only those that affect the answer are listed.
struct DerivationStep {
  std::string source;  ///< its text in the pack, on one line
  std::string chosen;  ///< the outcome of the row; "yes" or "no" of a chance; empty for a range or dice, for any value
  Place place;         ///< of the row if there is one, else of the decision
};

/// One path: its decisions in their order. If a decision happens more than once, as in a loop, the last one is listed.
struct Derivation {
  double probability = 0;  ///< a lower bound if Derivations::exact is false
  std::vector<DerivationStep> steps;
};

struct Derivations {
  std::vector<std::string> by;
  double probability = 0;         ///< of the outcome, the sum over all paths; a lower bound if it is not exact
  double at_most = 0;             ///< the upper bound; equals `probability` if it is exact
  std::vector<Derivation> paths;  ///< the most likely first
  bool exact = true;              ///< false: paths were dropped because the budget ended, or are below 1e-300: bounds
};

/// Returns the paths to the outcome of a question whose columns have these values: the text of each cell, or nothing
/// for an unset one.
///
/// Errors: as exact_odds; BadValue if the number of values is not that of the columns, for an outcome that never
/// occurs, and for a Count or ExpectedCounts.
/// Cost: that of exact_odds, times the number of paths to each state.
[[nodiscard]] SPOILS_EXPORT Result<Derivations, Error> derivations_of(
    const Pack& pack, const Question& question, const std::vector<std::optional<std::string>>& values);

}  // namespace v1
}  // namespace spoils
