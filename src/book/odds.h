// book/odds.h
//
// The answer to one question of a book as a table of texts: outcomes by values of the swept input.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "book/scope.h"
#include "spoils/odds.h"

namespace spoils::book {

/// Separates the values of an outcome of two columns.
inline constexpr char kBetween = '\n';

/// The knowledge of an outcome that is not exact, in one column.
struct Uncertain {
  double low = 0;  // proven bounds; a mean number has no upper one
  double high = std::numeric_limits<double>::infinity();
  std::optional<EstimatedNumber> estimate;  // by rolls; none in a column that is exact
};

/// The values of one field, one table per column.
struct Odds {
  std::vector<std::string> columns;                // values of the swept input; one empty text if nothing is swept
  std::vector<std::string> outcomes;               // as in the pack, in the order of first occurrence
  std::vector<bool> is_number;                     // by outcome
  std::vector<std::vector<double>> shares;         // by outcome and column
  std::vector<std::optional<OddsMiddle>> middles;  // by column
  bool exact = true;
  bool too_much = false;  // the query was abandoned
  bool is_mean = false;   // shares are mean numbers
  // If it was abandoned and there are estimates: by outcome and column, and of all things of a mean number by column.
  std::vector<std::vector<Uncertain>> uncertain;
  std::vector<Uncertain> total;
  std::uint64_t rolls = 0;  // the fewest that the estimates of a column are made of
  std::uint64_t seed = 0;   // of the rolls
  std::string failure;      // why there are no odds
  Scope scope;              // what they were computed for

  [[nodiscard]] bool usable() const { return failure.empty() && !too_much; }
  [[nodiscard]] bool is_estimated() const { return failure.empty() && too_much && rolls > 0; }
  /// Returns the shares of an outcome by column; 0 in all if it never occurs.
  [[nodiscard]] std::vector<double> shares_of(const std::string& outcome) const;
  /// Returns equal texts for equal odds of the same scope, whatever the query; without the digits that rounding errors
  /// may change.
  [[nodiscard]] std::string fingerprint() const;
  /// Returns whether all columns are the same.
  [[nodiscard]] bool is_level() const;
  /// Returns "at depth 1, 5, 10" if the odds may differ at values of this input that are no columns; else "".
  [[nodiscard]] std::string depths(const std::string& along) const;
};

/// Returns the table of an answer; with `failure` if there is none.
[[nodiscard]] Odds odds_of(const Result<std::vector<Swept<Answer>>, Error>& answer);

}  // namespace spoils::book
