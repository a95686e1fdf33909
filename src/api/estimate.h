// api/estimate.h
//
// Estimates beside proven bounds: what a question could not explore is rolled, and each outcome gets the exact
// interval of Clopper and Pearson for its share of the rolls, cut to its bounds. Used for answers that are not exact,
// and for those that ended without any bounds; estimate_counts.cpp does the same for expected numbers of things.
// tests/api/estimate_test.cpp measures how often the intervals hold.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/compile_queries.h"
#include "api/rolled_query.h"
#include "program/program.h"
#include "spoils/odds.h"

namespace spoils::api {

/// The part of the time for the end of stopped work at which rolls begin, and that at which they end; the rest is for
/// trials without a column, and for writing the answer.
inline constexpr double kBeginOfRolls = 0.7;
inline constexpr double kEndOfRolls = 0.9;

/// Rolls end with so many different outcomes, which take some ten megabytes: more of them say little about each.
inline constexpr std::size_t kMostOutcomesOfRolls = 100'000;
inline constexpr const char* kTooManyOutcomes = "there are too many outcomes";

/// Returns the work of the rolls of one answer, in units of about 10 ns. Work is counted, so that the number of rolls
/// is the same on every machine, provided that the time suffices.
[[nodiscard]] std::uint64_t work_of_estimate(const OddsSettings& limits);

/// Returns an interval with 99% confidence for the probability or mean of a query of an `expect`, by at most so many
/// rolls of seed 1; nothing if no roll meets what is given, or one fails. Takes the work from `work`, in units of about
/// 10 ns, and ends when there is none left or `stop` returns true. The time of the scope around it does not end it. The
/// interval of a mean is that of the normal distribution.
[[nodiscard]] std::optional<std::pair<double, double>> estimated_figure(const program::Program& program,
                                                                        const program::Query& query,
                                                                        const program::Settings& settings,
                                                                        std::uint64_t most, std::uint64_t& work,
                                                                        const std::function<bool()>& stop);

/// Rolls that were made for an answer. Without any that are counted there is no estimate of rolls.
struct MadeRolls {
  std::uint64_t rolls = 0;
  std::uint64_t counted = 0;
  std::uint64_t work = 0;
  std::string ended;  // why they are fewer than wanted, "" if they are not
  std::optional<Error> fault;
};

/// Rolls one question after another, each in other settings perhaps.
class Estimator {
 public:
  /// Requires: both outlive this.
  Estimator(const CompiledQueries& asked, const Question& question) : asked_(asked), question_(question) {}

  /// Adds estimates to a table that is not exact: to its rows, and rows for outcomes that only rolls have. Ends with
  /// the time of the scope around it. Returns the error if a roll has a fault that every way of answering would meet.
  [[nodiscard]] std::optional<Error> add_to(OddsTable& table, const program::Query& query,
                                            const program::Settings& settings);

  /// Returns a table of rolls alone, in which nothing is proven. Without any outcome, the error `refusal`.
  [[nodiscard]] Result<CountTable, Error> alone(const program::Query& query, const program::Settings& settings,
                                                OddsLimit limit, Error refusal);

  /// The same for expected numbers of things.
  [[nodiscard]] std::optional<Error> add_to(ExpectedTable& table, const program::Query& query,
                                            const program::Settings& settings);
  [[nodiscard]] Result<ExpectedTable, Error> counts_alone(const program::Query& query,
                                                          const program::Settings& settings, OddsLimit limit,
                                                          Error refusal);

  /// After this the rolls take a tenth of a second at most: the time of the answer is over.
  void be_last() { is_last_ = true; }

  /// If the time is over for several answers, divides what rolls have of it among them: the next one is `number` of
  /// `of`.
  void share_time(std::size_t number, std::size_t of) {
    end_ = kBeginOfRolls + (kEndOfRolls - kBeginOfRolls) * static_cast<double>(number + 1) / static_cast<double>(of);
  }

 private:
  /// Reads an outcome; returns the reason to end the rolls after it, "" for none.
  using Take = std::function<std::string(const RolledQuery&)>;

  /// Makes rolls with a part of the work and time for the estimate.
  [[nodiscard]] MadeRolls make_rolls(const program::Query& query, const program::Settings& settings, double part,
                                     const Take& take);
  void make_rolls(MadeRolls& out, RolledQuery& query, const Take& take, double part, program::WorkScope& scope) const;

  double end_ = kEndOfRolls;
  bool is_last_ = false;
  const CompiledQueries& asked_;
  const Question& question_;
};

}  // namespace spoils::api
