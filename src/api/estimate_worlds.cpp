// api/estimate_worlds.cpp
//
// Rolls worlds and counts in how many of them each outcome occurs.
#include "api/estimate_worlds.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "api/error.h"
#include "api/estimate.h"
#include "api/largest_first.h"
#include "api/query.h"
#include "api/rolled_query.h"
#include "number/interval.h"
#include "roll/interpreter.h"

namespace spoils::api {

namespace {

constexpr double kRisk = 0.05;
constexpr std::uint64_t kRollsBetweenLooks = 16;
/// The part of the time for finishing at which rolls end: the rest is for rows, of which there may be many.
constexpr double kEndOfWorlds = 0.8;
/// Outcomes of all worlds together: a row of each takes time.
constexpr std::size_t kMostOutcomes = 20'000;

/// The counts of one outcome over all worlds.
struct Counts {
  std::uint64_t first = 0;  // worlds in whose first roll it occurs
  std::uint64_t worlds = 0;
  double times = 0;
};

class Worlds {
 public:
  Worlds(const WorldQuestion& question, RolledQuery& rolls, program::WorkScope& scope)
      : question_(question), limits_(settings_of(question.question)), rolls_(rolls), scope_(scope) {}

  /// Rolls worlds until the work or the time is over. Returns the error of a roll that fails.
  std::optional<Error> roll() {
    was_stopped_ = scope_.is_stopped();
    most_work_ = work_of_estimate(limits_);
    while (made_ < limits_.estimate_rolls && work_ < most_work_) {
      if (!roll_world()) { return fault_; }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::uint64_t made() const { return made_; }

  [[nodiscard]] RepeatedOdds odds() const {
    const auto all = static_cast<double>(made_);
    RepeatedOdds out;
    out.rolls = question_.rolls;
    out.exact = false;
    out.is_independent = false;
    out.are_all_worlds = false;
    out.estimate = EstimatedWorlds{made_, limits_.estimate_seed, number::most_of_unseen(made_, kRisk), {}};
    const bool counts = std::holds_alternative<Count>(question_.question);
    if (!counts) { out.by = columns(question_.question, question_.query); }
    std::map<std::uint64_t, number::Interval> intervals;  // rare outcomes have the same few counts
    for (const auto& [values, found] : counts_) {
      RepeatedRow row;
      row.values = values;
      row.first = static_cast<double>(found.first) / all;
      row.at_least_once = static_cast<double>(found.worlds) / all;
      row.expected = found.times / all;
      const auto [known, is_new] = intervals.try_emplace(found.worlds);
      if (is_new) { known->second = number::clopper_pearson(found.worlds, made_, kRisk); }
      const auto& interval = known->second;
      row.estimate = EstimatedShare{row.at_least_once, interval.low, interval.high};
      row.is_mean_known = false;
      row.are_points_known.fill(false);
      out.rows.push_back(std::move(row));
    }
    largest_first(out.rows, [](const auto& row) { return row.at_least_once; });
    return out;
  }

 private:
  // A world is counted if all of its rolls were made: false if the work or the time was over, or a roll failed.
  bool roll_world() {
    const bool counts = std::holds_alternative<Count>(question_.question);
    std::map<Cells, Counts> found;
    rolls_.begin_world(seed());
    for (std::uint64_t roll = 0; roll < question_.rolls; ++roll) {
      if (work_ >= most_work_ || counts_.size() + found.size() > kMostOutcomes) { return false; }
      if (roll % kRollsBetweenLooks == 0 && is_over()) { return false; }
      const auto came = rolls_.roll_on();
      work_ += rolls_.cost_spent();
      switch (came) {
        case RolledQuery::Came::Rejected: continue;
        case RolledQuery::Came::Limit:
          // Worlds without this one would not be fair.
          made_ = 0;
          return false;
        case RolledQuery::Came::Fault:
          fault_ = fault_error(*question_.asked.sources, rolls_.program(), rolls_.fault(),
                               fmt::format("it is roll {} of a world of seed {}", roll, seed()));
          return false;
        case RolledQuery::Came::Outcome: break;
      }
      const auto amount = counts ? rolls_.amount() : 1;
      if (amount <= 0) { continue; }
      auto& one = found[counts ? Cells{} : rolls_.values()];
      one.first += roll == 0 ? 1U : 0U;
      one.times += amount;
    }
    for (const auto& [values, one] : found) {
      auto& all = counts_[values];
      all.first += one.first;
      ++all.worlds;
      all.times += one.times;
    }
    // A count that never holds is a row, too.
    if (counts) { counts_.try_emplace(Cells{}); }
    ++made_;
    return true;
  }

  // The first world has the seed of the question, and the others have none that another question is likely to have.
  [[nodiscard]] std::uint64_t seed() const {
    constexpr std::uint64_t kStride = 0x9E3779B97F4A7C15;
    return limits_.estimate_seed + made_ * kStride;
  }

  // Rolls that begin after the end of the time have what is left of the time for finishing.
  bool is_over() { return scope_.is_stopped() && (!was_stopped_ || scope_.grace_used() > kEndOfWorlds); }

  const WorldQuestion& question_;
  const OddsSettings& limits_;
  RolledQuery& rolls_;
  program::WorkScope& scope_;
  std::map<Cells, Counts> counts_;
  std::uint64_t made_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t most_work_ = 0;
  bool was_stopped_ = false;
  std::optional<Error> fault_;
};

}  // namespace

Result<RepeatedOdds, Error> estimated_worlds(const WorldQuestion& question, Error refusal, program::WorkScope& scope) {
  roll::Interpreter interpreter(question.asked.program);
  RolledQuery rolls(question.asked.program, interpreter, question.query, question.settings);
  if (!rolls.refusal().empty()) { return Failure{std::move(refusal)}; }
  Worlds worlds(question, rolls, scope);
  if (auto fault = worlds.roll()) { return Failure{std::move(*fault)}; }
  if (worlds.made() == 0) { return Failure{std::move(refusal)}; }
  auto out = worlds.odds();
  out.estimate->reason = refusal.message;
  return out;
}

}  // namespace spoils::api
