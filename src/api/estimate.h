// api/estimate.h
//
// Estimates beside proven bounds: what a question could not explore is rolled, and each outcome gets the exact
// interval of Clopper and Pearson for its share of the rolls, cut to its bounds. Used for answers that are not exact,
// and for those that ended without any bounds. tests/api/estimate_test.cpp measures how often the intervals hold.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "api/compile_queries.h"
#include "program/program.h"
#include "roll/interpreter.h"
#include "spoils/odds.h"

namespace spoils::api {

/// The part of the time for the end of stopped work at which rolls begin, and that at which they end; the rest is for
/// trials without a column, and for writing the answer.
inline constexpr double kBeginOfRolls = 0.7;
inline constexpr double kEndOfRolls = 0.9;

/// Returns an interval with 99% confidence for the probability or mean of a query of an `expect`, by at most so many
/// rolls of seed 1; nothing if no roll meets what is given, or one fails. Takes the work from `work`, in units of about
/// 10 ns, and ends when there is none left or `stop` returns true. The time of the scope around it does not end it. The
/// interval of a mean is that of the normal distribution.
[[nodiscard]] std::optional<std::pair<double, double>> estimated_figure(
    const program::Program& program, const program::Query& query,
    const std::vector<std::pair<program::SlotId, program::Word>>& settings, std::uint64_t most, std::uint64_t& work,
    const std::function<bool()>& stop);

/// Rolls one question after another, each in other settings perhaps.
class Estimator {
 public:
  /// Requires: both outlive this.
  Estimator(const CompiledQueries& asked, const Question& question) : asked_(asked), question_(question) {}

  /// Adds estimates to a table that is not exact: to its rows, and rows for outcomes that only rolls have. Ends with
  /// the time of the scope around it. Returns the error if a roll has a fault that every way of answering would meet.
  [[nodiscard]] std::optional<Error> add_to(OddsTable& table, const program::Query& query,
                                            const std::vector<std::pair<program::SlotId, program::Word>>& settings);

  /// Returns a table of rolls alone, in which nothing is proven. Without any outcome, the error `refusal`.
  [[nodiscard]] Result<CountTable, Error> alone(const program::Query& query,
                                                const std::vector<std::pair<program::SlotId, program::Word>>& settings,
                                                OddsLimit limit, Error refusal);

  /// After this the rolls take a tenth of a second at most: the time of the answer is over.
  void be_last() { is_last_ = true; }

  /// If the time is over for several answers, divides what rolls have of it among them: the next one is `number` of
  /// `of`.
  void share_time(std::size_t number, std::size_t of) {
    end_ = kBeginOfRolls + (kEndOfRolls - kBeginOfRolls) * static_cast<double>(number + 1) / static_cast<double>(of);
  }

 private:
  double end_ = kEndOfRolls;
  bool is_last_ = false;
  const CompiledQueries& asked_;
  const Question& question_;
  std::unique_ptr<roll::Interpreter> interpreter_;
};

}  // namespace spoils::api
