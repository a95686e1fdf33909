// api/estimate.cpp
//
// Counts the outcomes of rolls 0, 1, ... of a seed, up to the wanted number or work or the end of the time, and turns
// the counts into intervals. If the engine went through a good part of the paths, samples of them
// (api/path_samples.h) take as much work, and the estimate is by rolls or by samples, whichever says
// more.
#include "api/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "api/error.h"
#include "api/path_samples.h"
#include "api/query.h"
#include "api/rolled_query.h"
#include "api/work.h"
#include "number/interval.h"
#include "roll/interpreter.h"
#include "text/plain/counted.h"

namespace spoils::api {

using program::Fault;

namespace {

/// If more is unexplored, samples are not tried: the states that the engine kept hold next to nothing of the answer.
constexpr double kMostToSample = 0.9;

/// The same after the time of the answer was over with nothing else to show: a tenth of a second.
constexpr std::uint64_t kMostWorkAtLast = 10'000'000;
/// For a machine that is slower than that, and for a roll that computes a constant def: abandoned after a third of a
/// second in all, with the time for finishing (program/work_scope.h).
constexpr std::chrono::milliseconds kMostTimeAtLast{200};

// Whether odds meet a fault, too, whatever the question reads: they evaluate all else only where it is read.
bool is_met_by_all(Fault::Kind kind) {
  return !is_limit(kind) && kind != Fault::Kind::Overflow && kind != Fault::Kind::WeightsTooLarge;
}

/// Turns counts into shares. Rare outcomes have the same few counts, so each interval is computed once.
class Shares {
 public:
  explicit Shares(std::uint64_t all) : all_(all) {}

  EstimatedShare of(std::uint64_t hits) {
    const auto [known, is_new] = intervals_.try_emplace(hits);
    if (is_new) { known->second = number::clopper_pearson(hits, all_, kRiskOfEstimate); }
    return {static_cast<double>(hits) / static_cast<double>(all_), known->second.low, known->second.high};
  }

 private:
  std::uint64_t all_;
  std::map<std::uint64_t, number::Interval> intervals_;
};

EstimatedShares shares_of(const MadeRolls& made, const std::map<Cells, std::uint64_t>& outcomes, bool has_condition) {
  EstimatedShares out;
  out.rolls = made.rolls;
  out.counted = made.counted;
  out.none = made.ended;
  if (has_condition && made.rolls > 0) { out.given = Shares(made.rolls).of(made.counted); }
  if (made.counted == 0) {
    if (made.rolls > 0) { out.none = fmt::format("none of {} meets the condition", text::counted(made.rolls, "roll")); }
    return out;
  }
  out.unseen = number::most_of_unseen(made.counted, kRiskOfEstimate);
  Shares shares(made.counted);
  out.missing = shares.of(0);
  for (const auto& [values, hits] : outcomes) { out.of.emplace(values, shares.of(hits)); }
  return out;
}

/// Whether intervals are narrower, over all outcomes that either way has found.
bool says_more(const EstimatedShares& one, const EstimatedShares& other) {
  if (one.of.empty() || other.of.empty()) { return !one.of.empty(); }
  double difference = 0;
  const auto compare = [&](const Cells& values) { difference += one.width(values) - other.width(values); };
  for (const auto& [values, share] : one.of) { compare(values); }
  for (const auto& [values, share] : other.of) {
    if (!one.of.contains(values)) { compare(values); }
  }
  return difference < 0;
}

EstimatedShare cut(const EstimatedShare& share, double low, double high) {
  const auto within = [&](double value) { return std::clamp(value, low, std::max(low, high)); };
  return {within(share.probability), within(share.low), within(share.high)};
}

/// Writes estimates into a table: each within its proven bounds.
void add_shares(OddsTable& table, EstimatedShares shares, bool has_condition) {
  auto& estimate = *table.estimate;
  estimate.rolls = shares.rolls;
  estimate.counted = shares.counted;
  estimate.samples = shares.samples;
  estimate.none = std::move(shares.none);
  if (shares.given) { estimate.given = cut(*shares.given, table.given, table.given_at_most()); }
  if (shares.of.empty()) { return; }
  estimate.unseen = shares.unseen;
  for (auto& row : table.rows) {
    const auto found = shares.of.find(row.values);
    const bool is_seen = found != shares.of.end();
    row.estimate = cut(is_seen ? found->second : shares.missing, row.low, row.high);
    if (is_seen) { shares.of.erase(found); }
  }
  // Without a condition, what is unexplored bounds each of the others.
  const double most = !has_condition ? table.unexplored
                      : table.given + table.unexplored > 0
                          ? std::min(1.0, table.unexplored / (table.given + table.unexplored))
                          : 1;
  for (const auto& [values, share] : shares.of) {
    OddsRow row;
    row.values = values;
    row.high = most;
    row.estimate = cut(share, 0, most);
    table.rows.push_back(std::move(row));
  }
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [](const auto& a, const auto& b) { return b.estimate->probability < a.estimate->probability; });
}

}  // namespace

std::uint64_t work_of_estimate(const OddsSettings& limits) {
  constexpr double kWorkPerSecond = 100'000'000;
  constexpr double kMostSeconds = 86'400;  // so that it is a number
  return static_cast<std::uint64_t>(kWorkPerSecond * std::clamp(limits.estimate_seconds, 0.0, kMostSeconds));
}

std::optional<std::pair<double, double>> estimated_figure(const program::Program& program, const program::Query& query,
                                                          const program::Settings& settings, std::uint64_t most,
                                                          std::uint64_t& work, const std::function<bool()>& stop) {
  constexpr double kRiskOfFigure = 0.01;
  constexpr double kNormal99 = 2.575829303548901;
  constexpr std::uint64_t kFewestForMean = 1000;
  std::uint64_t rolls = 0;
  std::uint64_t hits = 0;
  double mean = 0;
  double spread = 0;  // sum of squared distances from the mean (Welford)
  const auto done = within(program::kUsualMemory, stop, [&](program::WorkScope& scope) -> Result<bool, Error> {
    roll::Interpreter interpreter(program);
    RolledQuery one(program, interpreter, query, settings);
    if (!one.refusal().empty()) { return false; }
    for (std::uint64_t index = 0; index < most && work > 0; ++index) {
      if (scope.is_stopped()) { break; }
      const auto came = one.roll(1, index);
      work -= std::min(work, one.cost());
      if (came == RolledQuery::Came::Rejected) { continue; }
      if (came != RolledQuery::Came::Outcome) { return false; }
      ++rolls;
      if (query.is_mean) {
        const double distance = one.amount() - mean;
        mean += distance / static_cast<double>(rolls);
        spread += distance * (one.amount() - mean);
      } else if (query.condition == program::kNone || to_text(one.values().back()) == "true") {
        ++hits;
      }
    }
    return true;
  });
  if (!done || !*done || rolls == 0) { return std::nullopt; }
  if (!query.is_mean) {
    const auto found = number::clopper_pearson(hits, rolls, kRiskOfFigure);
    return std::pair(found.low, found.high);
  }
  if (rolls < kFewestForMean) { return std::nullopt; }
  const auto n = static_cast<double>(rolls);
  const double half = kNormal99 * std::sqrt(spread / (n - 1) / n);
  return std::pair(mean - half, mean + half);
}

void Estimator::make_rolls(MadeRolls& out, RolledQuery& query, const Take& take, double part,
                           program::WorkScope& scope) const {
  const auto& limits = settings_of(question_);
  const auto most = part * static_cast<double>(is_last_ ? kMostWorkAtLast : work_of_estimate(limits));
  const auto used = scope.grace_used();
  const auto end = used + (end_ - used) * part;
  const bool was_stopped = scope.is_stopped();
  for (std::uint64_t index = 0; index < limits.estimate_rolls && static_cast<double>(out.work) < most; ++index) {
    if (scope.is_stopped() && (!was_stopped || scope.grace_used() > end)) {
      out.ended = "the time was over";
      return;
    }
    const auto came = query.roll(limits.estimate_seed, index);
    out.work += query.cost_spent();
    switch (came) {
      case RolledQuery::Came::Limit:
      case RolledQuery::Came::Fault: {
        auto error = fault_error(*asked_.sources, query.program(), query.fault());
        out.ended = fmt::format("roll {} of seed {} {}: {}", index, limits.estimate_seed,
                                came == RolledQuery::Came::Limit ? "is too large" : "fails", error.text());
        if (is_met_by_all(query.fault().kind)) { out.fault = std::move(error); }
        // Rolls without this one would not be fair.
        out.rolls = 0;
        out.counted = 0;
        return;
      }
      case RolledQuery::Came::Rejected: break;
      case RolledQuery::Came::Outcome:
        ++out.counted;
        out.ended = take(query);
        break;
    }
    ++out.rolls;
    if (!out.ended.empty()) { return; }
  }
}

MadeRolls Estimator::make_rolls(const program::Query& query, const program::Settings& settings, double part,
                                const Take& take) {
  MadeRolls out;
  // The last rolls are outside of the call whose time is over, so they have a time of their own.
  std::function<bool()> stop;
  if (is_last_) {
    const auto begin = std::chrono::steady_clock::now();
    stop = [begin] { return std::chrono::steady_clock::now() - begin > kMostTimeAtLast; };
  }
  const auto made =
      within(settings_of(question_).max_memory, stop, [&](program::WorkScope& scope) -> Result<bool, Error> {
        // A new one, since what it stores decides how many rolls there are: they must not depend on other questions.
        roll::Interpreter interpreter(asked_.program);
        RolledQuery rolls(asked_.program, interpreter, query, settings);
        if (!rolls.refusal().empty()) {
          out.ended = rolls.refusal();
          return false;
        }
        make_rolls(out, rolls, take, part, scope);
        return true;
      });
  if (!made && !out.fault) {
    // Rolls without the one that was abandoned would not be fair.
    out = {};
    out.ended = made.error().text();
  }
  return out;
}

std::optional<Error> Estimator::add_to(OddsTable& table, const program::Query& query,
                                       const program::Settings& settings) {
  const auto& limits = settings_of(question_);
  table.estimate.emplace().seed = limits.estimate_seed;
  const bool samples = !limits.whole_rolls && !is_last_ && table.unexplored < kMostToSample;
  std::map<Cells, std::uint64_t> outcomes;
  auto made = make_rolls(query, settings, samples ? 0.5 : 1, [&](const RolledQuery& roll) {
    ++outcomes[roll.values()];
    return std::string(outcomes.size() == kMostOutcomesOfRolls ? kTooManyOutcomes : "");
  });
  if (made.fault) { return std::move(made.fault); }
  const bool has_condition = !condition_of(question_).empty();
  auto shares = shares_of(made, outcomes, has_condition);
  if (samples && made.work > 0) {
    auto sampled = within(limits.max_memory, {}, [&](program::WorkScope&) -> Result<PathSamples, Error> {
      return sample_paths(asked_, question_, query, settings, made.work, end_);
    });
    if (sampled && sampled->fault) { return fault_error(asked_, *sampled->fault); }
    if (sampled && sampled->shares && says_more(*sampled->shares, shares)) { shares = std::move(*sampled->shares); }
  }
  add_shares(table, std::move(shares), has_condition);
  return std::nullopt;
}

Result<CountTable, Error> Estimator::alone(const program::Query& query, const program::Settings& settings,
                                           OddsLimit limit, Error refusal) {
  CountTable out;
  out.given = 0;
  out.unexplored = 1;
  out.exact = false;
  out.mean = std::numeric_limits<double>::quiet_NaN();
  out.limit = limit;
  out.by = columns(question_, query);
  if (auto wrong = add_to(out, query, settings)) { return Failure{std::move(*wrong)}; }
  if (out.rows.empty()) { return Failure{std::move(refusal)}; }
  return out;
}

}  // namespace spoils::api
