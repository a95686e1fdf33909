// book/odds_table.h
//
// Formats the odds of one field as a block of a document: a table of outcomes by depth, or for integers with many
// values their quantiles.
#pragma once

#include <string>
#include <vector>

#include "book/document.h"
#include "book/query_plan.h"
#include "program/program.h"

namespace spoils::book {

/// The headings and the maximum length of a table of odds.
struct OddsStyle {
  std::string what;   // the heading of the outcomes
  std::string along;  // the input whose values are the columns; empty if there is none
  std::size_t most_rows = 40;
};

/// Returns the table of some odds: one column if all are the same. Symbols are sorted by probability, numbers by value.
/// Requires: usable().
[[nodiscard]] Block odds_table(const program::Program& program, const Odds& odds, const OddsStyle& style);

/// Returns the outcome with probability 1, nothing if there are several.
[[nodiscard]] std::optional<std::string> only_outcome(const Odds& odds);

/// Returns for what odds hold, apart from their columns: "With `season = spring` and in the initial state (`pity =
/// 0`)", and how much was left out if they are not exact; empty if they hold in any case.
[[nodiscard]] Line conditions_of(const Odds& odds);

/// Adds the headings of columns of numbers: "depth 0", "5", "10"; only `only` if it is given, since all columns are the
/// same. `only` is followed by the depths if the odds may differ elsewhere.
void add_depth_heads(Block& block, const Odds& odds, const std::string& along, const char* only);

/// Returns the positions of the columns on an axis: their numbers, or 0, 1, 2 if they are not numbers.
[[nodiscard]] std::vector<double> places_of(const std::vector<std::string>& columns);

}  // namespace spoils::book
