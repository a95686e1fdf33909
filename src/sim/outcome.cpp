// sim/outcome.cpp
//
// Turns folds into the SimulationResult that callers read: sorts rows, estimates shares, means and quantiles with
// intervals, and reports folds that have grown too large.
#include "sim/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "sim/keys.h"
#include "sim/statistics.h"

namespace spoils::sim {

using program::ValueKind;

namespace {

Error limit(std::string message, std::string help) { return {Error::Kind::Limit, std::move(message), std::move(help)}; }

Error too_many(const std::string& what, std::size_t most) {
  return limit(fmt::format("{} has more than {} different values, or values of more than {} MB together", what, most,
                           KeyRoom::kMostBytes / 1'000'000),
               "use fewer columns or coarser ones, as in `gold // 100`");
}

Error overflow(const std::string& what) {
  return limit(fmt::format("the sums of {} leave 128 bits", what), "use smaller numbers, as in `gold // 100`");
}

struct KeyedRow {
  std::vector<KeyValue> key;
  ThingRow row;
};

Result<ThingCounts, Error> table_of(const Plan& plan, std::size_t index, const TableFold& fold, std::uint64_t runs) {
  const auto& columns = plan.tables[index].columns;
  ThingCounts out;
  out.asked = plan.simulation.tables[index];
  for (const auto& column : columns) { out.by.push_back(column.name); }
  const auto called = fmt::format("the table by {}", fmt::join(out.by, ", "));
  if (fold.is_too_large()) { return Failure{too_many(called, plan.simulation.max_keys)}; }
  if (fold.has_overflown()) { return Failure{overflow(called)}; }
  std::vector<KeyedRow> rows;
  for (const auto& [bytes, counted] : fold.entries()) {
    KeyedRow made;
    auto key = bytes;
    for (const auto& column : columns) {
      made.key.push_back(take_value(plan.program(), column, key));
      made.row.values.push_back(made.key.back().cell);
    }
    made.row.things = static_cast<std::uint64_t>(counted->things.sum);
    made.row.runs = counted->runs;
    made.row.most = counted->most;
    made.row.mean = mean_number_of(counted->things, runs);
    made.row.at_least_one = proportion(counted->runs, runs);
    // One thing in each run gives no deviation, but others may come: as of a proportion.
    if (runs > 1 && made.row.most == 1 && made.row.things == runs) { made.row.mean.low = made.row.at_least_one.low; }
    for (const auto& sum : counted->sums) { made.row.sums.push_back({to_text(sum.sum), mean_of(sum, runs)}); }
    out.things += made.row.things;
    rows.push_back(std::move(made));
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const KeyedRow& a, const KeyedRow& b) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!is_ordered(columns[i].type)) { continue; }
      if (is_less(a.key[i], b.key[i])) { return true; }
      if (is_less(b.key[i], a.key[i])) { return false; }
    }
    return a.row.things > b.row.things;
  });
  for (auto& row : rows) { out.rows.push_back(std::move(row.row)); }
  return out;
}

/// Returns the cumulative share of the numbers, up to and including each row.
std::vector<double> shares_up_to(const ValueCounts& values) {
  std::vector<double> out;
  std::uint64_t below = 0;
  // Numbers ascend; what is unset comes last.
  for (std::size_t i = 0; below < values.set && i < values.rows.size(); ++i) {
    below += values.rows[i].runs;
    out.push_back(static_cast<double>(below) / static_cast<double>(values.set));
  }
  return out;
}

/// Returns the row that holds a quantile.
std::size_t row_of(const std::vector<double>& up_to, double level) {
  return static_cast<std::size_t>(std::lower_bound(up_to.begin(), up_to.end() - 1, level) - up_to.begin());
}

void add_integers(const IntegerFold& fold, std::uint64_t runs, ValueCounts& out) {
  out.total = to_text(fold.moments().sum);
  out.mean = mean_of(fold.moments(), fold.count());
  out.deviation = deviation_of(fold.moments(), fold.count());
  out.least = fold.least();
  out.greatest = fold.greatest();
  const auto bins = fold.bins();
  for (const auto& bin : bins) {
    ValueRow row;
    row.value = Cell{fmt::format("{}", bin.first), Cell::Kind::Integer};
    row.last = Cell{fmt::format("{}", bin.last), Cell::Kind::Integer};
    row.runs = bin.runs;
    row.share = proportion(bin.runs, runs);
    out.rows.push_back(std::move(row));
  }
  const auto up_to = shares_up_to(out);
  for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
    // The quantile of a bin is its greatest value: at least that share of the runs has at most that.
    out.quantiles[i] = std::min(bins[row_of(up_to, kQuantiles[i])].last, fold.greatest());
  }
}

void add_values(const Plan& plan, const Column& column, const ValueFold& fold, std::uint64_t runs, ValueCounts& out) {
  std::vector<std::pair<KeyValue, std::uint64_t>> rows;
  for (const auto& [bytes, count] : fold.entries()) {
    auto key = bytes;
    rows.emplace_back(take_value(plan.program(), column, key), count);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return is_ordered(column.type) ? is_less(a.first, b.first) : a.second > b.second;
  });
  for (const auto& [value, count] : rows) {
    out.rows.push_back({value.cell, value.cell, count, proportion(count, runs)});
  }
  if (column.type.kind != ValueKind::Number || out.set == 0) { return; }
  // Around the first number, and then around the mean: sums of squares of large numbers would cancel.
  const auto number_of = [](const KeyValue& value) {
    return static_cast<double>(value.first) / static_cast<double>(value.second);
  };
  const auto n = static_cast<double>(out.set);
  const double first = number_of(rows.front().first);
  double sum = 0;
  for (const auto& [value, count] : rows) { sum += (number_of(value) - first) * static_cast<double>(count); }
  const double mean = first + sum / n;
  double squares = 0;
  for (const auto& [value, count] : rows) {
    const double distance = number_of(value) - mean;
    squares += distance * distance * static_cast<double>(count);
  }
  out.deviation = out.set > 1 ? std::sqrt(squares / (n - 1)) : 0;
  const double error = out.deviation / std::sqrt(n);
  out.mean = Estimate{mean, error, mean - kNormal95 * error, mean + kNormal95 * error, {}};
}

Result<ValueCounts, Error> values_of(const Plan& plan, const Column& column, const RunFold& fold, std::uint64_t in_runs,
                                     std::uint64_t runs) {
  ValueCounts out;
  const auto called = fmt::format("`{}`", column.name);
  if (fold.values.is_too_large()) { return Failure{too_many(called, plan.simulation.max_keys)}; }
  if (fold.integers.moments().overflown) { return Failure{overflow(called)}; }
  out.set = in_runs - fold.unset;
  out.is_integer = column.kind == Column::Kind::Expression && column.type.kind == ValueKind::Int;
  if (out.is_integer && out.set > 0) { add_integers(fold.integers, runs, out); }
  if (!out.is_integer) { add_values(plan, column, fold.values, runs, out); }
  if (fold.unset > 0) { out.rows.push_back({{}, {}, fold.unset, proportion(fold.unset, runs)}); }
  return out;
}

void add_wait(FirstCounts& out) {
  if (out.runs == 0) { return; }
  // Runs are independent, so the wait is geometric.
  const auto& p = out.chance;
  Estimate wait;
  wait.value = 1 / p.value;
  wait.error = p.error / (p.value * p.value);
  wait.low = 1 / p.high;
  wait.high = p.low > 0 ? 1 / p.low : 0;
  out.wait = wait;
  constexpr std::array<double, 3> kLevels{0.5, 0.9, 0.99};
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    out.wait_points[i] =
        p.value >= 1 ? 1 : std::max(1.0, std::ceil(std::log1p(-kLevels[i]) / std::log1p(-p.value) - 1e-9));
  }
}

}  // namespace

Result<SimulationResult, Error> outcome_of(const Plan& plan, const Folds& folds) {
  SimulationResult out;
  out.pack = plan.pack.name();
  out.version = plan.pack.version();
  out.pack_hash = plan.pack.hash();
  out.rule = plan.rule;
  out.values = plan.values;
  out.seed = plan.simulation.seed;
  out.runs = folds.runs;
  out.asked_runs = plan.simulation.runs;
  out.is_complete = out.runs == out.asked_runs;
  out.things = folds.things;
  for (std::size_t i = 0; i < plan.tables.size(); ++i) {
    auto table = table_of(plan, i, folds.tables[i], folds.runs);
    if (!table) { return Failure{std::move(table).error()}; }
    out.tables.push_back(std::move(*table));
  }
  for (std::size_t i = 0; i < plan.per_run.size(); ++i) {
    auto values = values_of(plan, plan.per_run[i], folds.per_run[i], folds.runs, folds.runs);
    if (!values) { return Failure{std::move(values).error()}; }
    out.per_run.push_back({plan.simulation.per_run[i], std::move(*values)});
  }
  std::size_t fold = 0;
  for (std::size_t i = 0; i < plan.firsts.size(); ++i) {
    for (const auto n : plan.firsts[i].nth) {
      const auto& counted = folds.firsts[fold++];
      FirstCounts made;
      made.asked = plan.simulation.firsts[i];
      made.nth = n;
      made.runs = counted.runs;
      if (counted.runs > 0) { made.first_run = counted.first_run; }
      made.chance = proportion(counted.runs, folds.runs);
      add_wait(made);
      if (plan.firsts[i].at) {
        auto values = values_of(plan, *plan.firsts[i].at, counted.at, counted.runs, folds.runs);
        if (!values) { return Failure{std::move(values).error()}; }
        made.at = std::move(*values);
      }
      out.firsts.push_back(std::move(made));
    }
  }
  return out;
}

}  // namespace spoils::sim

namespace spoils {
inline namespace v1 {

std::optional<Spread> spread_of(const ValueCounts& values) {
  if (!values.mean || values.rows.empty()) { return std::nullopt; }
  const auto up_to = sim::shares_up_to(values);
  if (up_to.empty()) {
    misused("spread_of: a mean of no numbers");
    return std::nullopt;
  }
  const auto& last = values.rows[up_to.size() - 1];
  const auto greatest = values.greatest ? fmt::format("{}", *values.greatest) : to_text(last.last);
  const auto row_at = [&](double level) -> const ValueRow& { return values.rows[sim::row_of(up_to, level)]; };
  // The last bin may end after the greatest value.
  const auto end_of = [&](const ValueRow& row) { return &row == &last ? greatest : to_text(row.last); };
  Spread out;
  out.least = to_text(values.rows.front().value);
  out.greatest = greatest;
  // The value of a rank, from 1 on, is between the levels of that rank and the one before.
  const auto level_of = [&](std::uint64_t rank) {
    return (static_cast<double>(rank) - 0.5) / static_cast<double>(values.set);
  };
  for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
    const double level = kQuantiles[i];
    const auto [low, high] = sim::ranks_of_quantile(level, values.set);
    out.quantiles[i] = {end_of(row_at(level)), low ? to_text(row_at(level_of(*low)).value) : std::string(),
                        high ? end_of(row_at(level_of(*high))) : std::string()};
  }
  return out;
}

}  // namespace v1
}  // namespace spoils
