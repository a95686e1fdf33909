// api/estimate_counts.cpp
//
// Estimates of expected numbers of things: rolls are made as for other questions (estimate.cpp), and the number of
// things of each kind in a roll has the gamma interval of its mean (number/interval.h).
// tests/api/estimate_counts_test.cpp measures how often the intervals hold.
#include <algorithm>
#include <map>
#include <tuple>

#include "api/estimate.h"
#include "api/estimated_shares.h"
#include "number/interval.h"

namespace spoils::api {

namespace {

/// The means of some rolls. Rare kinds have the same few sums, so each interval is computed once.
class Means {
 public:
  explicit Means(std::uint64_t all) : all_(all) {}

  /// Returns the mean, not below its proven bound.
  EstimatedNumber of(const number::CountSums& sums, double at_least) {
    const auto key = std::tuple(sums.trials, sums.sum, sums.squares, sums.cubes, sums.least, sums.most);
    const auto [known, is_new] = intervals_.try_emplace(key);
    if (is_new) { known->second = number::mean_of_counts(sums, all_, kRiskOfEstimate); }
    const auto within = [&](double value) { return std::max(value, at_least); };
    return {within(sums.sum / static_cast<double>(all_)), within(known->second.low), within(known->second.high)};
  }

 private:
  std::uint64_t all_;
  std::map<std::tuple<std::uint64_t, double, double, double, double, double>, number::Interval> intervals_;
};

}  // namespace

std::optional<Error> Estimator::add_to(ExpectedTable& table, const program::Query& query,
                                       const program::Settings& settings) {
  std::map<Cells, number::CountSums> kinds;
  number::CountSums total;
  double most = 1;  // of one kind in one roll
  auto made = make_rolls(query, settings, 1, [&](const RolledQuery& roll) {
    double all = 0;
    for (const auto& [values, count] : roll.kinds()) {
      const auto number = static_cast<double>(count);
      kinds[values].add(number);
      most = std::max(most, number);
      all += number;
    }
    if (all > 0) { total.add(all); }
    return kinds.size() >= kMostOutcomesOfRolls ? std::string(kTooManyOutcomes) : std::string();
  });
  if (made.fault) { return std::move(made.fault); }
  auto& estimate = table.estimate.emplace();
  estimate.seed = settings_of(question_).estimate_seed;
  estimate.rolls = estimate.counted = made.rolls;
  estimate.none = made.ended;
  if (made.rolls == 0) { return std::nullopt; }
  estimate.unseen = number::most_of_unseen(made.rolls, kRiskOfEstimate);
  Means means(made.rolls);
  double proven = 0;
  for (auto& row : table.rows) {
    proven += row.expected;
    const auto found = kinds.find(row.values);
    if (found == kinds.end()) {
      // A roll that has them is rare; it has no more of them, say, than any roll had of anything.
      number::CountSums none;
      none.most = most;
      row.estimate = means.of(none, row.expected);
      continue;
    }
    row.estimate = means.of(found->second, row.expected);
    kinds.erase(found);
  }
  for (const auto& [values, sums] : kinds) {
    ExpectedRow row;
    row.values = values;
    row.estimate = means.of(sums, 0);
    table.rows.push_back(std::move(row));
  }
  table.estimated_total = means.of(total, proven);
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [](const auto& a, const auto& b) { return b.estimate->expected < a.estimate->expected; });
  return std::nullopt;
}

Result<ExpectedTable, Error> Estimator::counts_alone(const program::Query& query, const program::Settings& settings,
                                                     OddsLimit limit, Error refusal) {
  ExpectedTable out;
  out.by = std::get<ExpectedCounts>(question_).by;
  out.exact = false;
  out.unexplored = 1;
  out.limit = limit;
  if (auto wrong = add_to(out, query, settings)) { return Failure{std::move(*wrong)}; }
  if (out.rows.empty()) { return Failure{std::move(refusal)}; }
  return out;
}

}  // namespace spoils::api
