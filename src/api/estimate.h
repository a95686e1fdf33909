// api/estimate.h
//
// Estimates beside proven bounds: what a question could not explore is rolled, and each outcome gets the exact
// interval of Clopper and Pearson for its share of the rolls, cut to its bounds. Used for answers that are not exact,
// and for those that ended without any bounds. tests/api/estimate_test.cpp measures how often the intervals hold.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "api/compile_queries.h"
#include "program/program.h"
#include "roll/interpreter.h"
#include "spoils/odds.h"

namespace spoils::api {

/// The share of the time for the end of stopped work that is left to rolls.
inline constexpr double kShareOfRolls = 0.3;

/// Returns an interval with 99% confidence for the probability or mean of a query of an `expect`, by at most so many
/// rolls of seed 1; nothing if no roll meets what is given, or one fails. Takes the work from `work`, in units of about
/// 10 ns, and ends early when there is none left, or with the time of the scope around it. The interval of a mean is
/// that of the normal distribution.
[[nodiscard]] std::optional<std::pair<double, double>> estimated_figure(
    const program::Program& program, const program::Query& query,
    const std::vector<std::pair<program::SlotId, program::Word>>& settings, std::uint64_t most, std::uint64_t& work);

/// Rolls one question after another, each in other settings perhaps.
class Estimator {
 public:
  /// Requires: both outlive this.
  Estimator(const CompiledQueries& asked, const Question& question) : asked_(asked), question_(question) {}

  /// Adds estimates to a table that is not exact: to its rows, and rows for outcomes that only rolls have. Ends with
  /// the time of the scope around it. Returns the error if a roll has a fault that every way of answering would meet.
  [[nodiscard]] std::optional<Error> add_to(OddsTable& table, const program::Query& query,
                                            const std::vector<std::pair<program::SlotId, program::Word>>& settings);

 private:
  const CompiledQueries& asked_;
  const Question& question_;
  std::unique_ptr<roll::Interpreter> interpreter_;
};

}  // namespace spoils::api
