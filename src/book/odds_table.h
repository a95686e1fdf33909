// book/odds_table.h
//
// The odds of one field as a block of a document: a table of outcomes by depth, or for whole numbers of many values
// where they lie.
#pragma once

#include <string>
#include <vector>

#include "book/document.h"
#include "book/query_plan.h"
#include "program/program.h"

namespace spoils::book {

/// How a table of odds is headed and how long it may be.
struct OddsStyle {
  std::string what;   // above the outcomes
  std::string along;  // the input that the columns go along; empty if there is none
  std::size_t most_rows = 40;
};

/// Returns the table of some odds: one column if all are the same. Outcomes of symbols by how likely they are, of
/// numbers in their order. Requires: usable().
[[nodiscard]] Block odds_table(const program::Program& program, const Odds& odds, const OddsStyle& style);

/// Returns the one outcome that always comes, nothing if there are several.
[[nodiscard]] std::optional<std::string> only_outcome(const Odds& odds);

/// Adds the heads of columns of numbers: "depth 0", "5", "10"; only this one if it is given, since all say the same.
void add_depth_heads(Block& block, const std::vector<std::string>& columns, const std::string& along, const char* only);

/// Returns where the columns stand on an axis: their numbers, or 0, 1, 2 if they are none.
[[nodiscard]] std::vector<double> places_of(const std::vector<std::string>& columns);

}  // namespace spoils::book
