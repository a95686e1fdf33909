// book/estimates.h
//
// The table of odds that are not exact: estimates by rolls in columns of their own, beside the proven bounds.
#pragma once

#include "book/document.h"
#include "book/odds_table.h"
#include "program/program.h"

namespace spoils::book {

/// Returns the table of an abandoned query: for the first, the middle and the last column its estimates, then its
/// bounds. Requires: is_estimated().
[[nodiscard]] Block estimates_table(const program::Program& program, const Odds& odds, const OddsStyle& style);

/// Returns whether a book has such a table.
[[nodiscard]] bool has_estimates(const QueryPlan& plan);

/// Returns the words before such tables that say how they were made. Requires: the same.
[[nodiscard]] Line estimates_note(const Odds& odds);

}  // namespace spoils::book
