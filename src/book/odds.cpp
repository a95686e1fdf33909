// book/odds.cpp
//
// Joins the answers for all values of the swept input by their outcomes.
#include "book/odds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "program/facts/query_budget.h"

namespace spoils::book {

namespace {

// Reads "less than 1 in 10^300", also the sum of some of them; no subnormal number, which std::stod() refuses.
constexpr double kLeastShown = 1e-307;

// A text that reads like another value is between quotes, or both would be one outcome; so is one that has quotes
// itself.
std::string outcome_of(const std::optional<spoils::Cell>& cell) {
  auto out = to_text(cell);
  const bool is_value = out == "none" || out == "true" || out == "false" || out.starts_with('"');
  return cell && cell->kind == spoils::Cell::Kind::Text && is_value ? '"' + out + '"' : out;
}

Uncertain uncertain_of(const OddsRow& row) {
  Uncertain out{row.low, row.high, {}};
  if (row.estimate) { out.estimate = {row.estimate->probability, row.estimate->low, row.estimate->high}; }
  return out;
}

// The knowledge of an outcome in a column without a row for it.
Uncertain without_row(const Answer& answer) {
  const auto* const table = probabilities(answer);
  Uncertain out;
  if (table != nullptr) { out.high = table->without_row().high; }
  const auto& estimate = table != nullptr ? table->estimate : std::get<ExpectedTable>(answer).estimate;
  if (estimate && estimate->counted > 0) { out.estimate = {0, 0, std::min(estimate->unseen, out.high)}; }
  if (table == nullptr && std::get<ExpectedTable>(answer).exact) { out.high = 0; }
  return out;
}

// Adds the estimates of an abandoned query; its outcomes are known already, one text each.
void add_estimates(Odds& out, const std::vector<Swept<Answer>>& answer, const std::map<std::string, std::size_t>& known,
                   const std::function<std::string(const Cells&)>& name) {
  out.uncertain.assign(out.outcomes.size(), {});
  auto fewest = std::numeric_limits<std::uint64_t>::max();
  for (const auto& [value, found] : answer) {
    for (auto& outcome : out.uncertain) { outcome.push_back(without_row(found)); }
    const auto* const table = probabilities(found);
    const auto& estimate = table != nullptr ? table->estimate : std::get<ExpectedTable>(found).estimate;
    const bool is_exact = table != nullptr ? table->exact : std::get<ExpectedTable>(found).exact;
    if (estimate) { out.seed = estimate->seed; }
    if (!is_exact) { fewest = std::min(fewest, estimate ? estimate->counted : 0); }
    if (table != nullptr) {
      for (const auto& row : table->rows) { out.uncertain[known.at(name(row.values))].back() = uncertain_of(row); }
      continue;
    }
    const auto& means = std::get<ExpectedTable>(found);
    double sum = 0;
    for (const auto& row : means.rows) {
      const double high = means.exact ? row.expected : std::numeric_limits<double>::infinity();
      out.uncertain[known.at(name(row.values))].back() = {row.expected, high, row.estimate};
      sum += row.expected;
    }
    out.total.push_back({sum, means.exact ? sum : std::numeric_limits<double>::infinity(), means.estimated_total});
  }
  out.rolls = fewest < std::numeric_limits<std::uint64_t>::max() ? fewest : 0;
}

}  // namespace

Odds odds_of(const Result<std::vector<Swept<Answer>>, Error>& answer) {
  Odds out;
  if (!answer) {
    out.failure = answer.error().text();
    return out;
  }
  std::map<std::string, std::size_t> known;
  const auto columns = answer->size();
  const auto name = [](const Cells& values) {
    auto outcome = outcome_of(values.front());
    for (std::size_t i = 1; i < values.size(); ++i) { outcome += kBetween + outcome_of(values[i]); }
    return outcome;
  };
  const auto add = [&](const Cells& values, std::size_t column, double figure) {
    const auto outcome = name(values);
    const auto [found, is_new] = known.try_emplace(outcome, out.outcomes.size());
    if (is_new) {
      out.outcomes.push_back(outcome);
      out.is_number.push_back(is_integer(values.front()));
      out.shares.emplace_back(columns, 0.0);
    }
    out.shares[found->second][column] += figure;
  };
  for (std::size_t column = 0; column < columns; ++column) {
    const auto& [value, found] = (*answer)[column];
    out.columns.push_back(value);
    std::visit(
        [&](const auto& table) {
          out.exact = out.exact && table.exact;
          out.too_much = out.too_much || table.unexplored > program::kMostUnexplored;
        },
        found);
    const auto* const table = probabilities(found);
    out.middles.push_back(table != nullptr ? table->middle : std::nullopt);
    if (table != nullptr) {
      // A share that doubles cannot hold is not never.
      for (const auto& row : table->rows) {
        add(row.values, column, row.high > 0 ? std::max(row.probability, kLeastShown) : 0);
      }
    } else {
      out.is_mean = true;
      for (const auto& row : std::get<ExpectedTable>(found).rows) { add(row.values, column, row.expected); }
    }
  }
  if (out.too_much) { add_estimates(out, *answer, known, name); }
  return out;
}

std::string Odds::fingerprint() const {
  std::map<std::string, std::string> rows;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    std::string row;
    for (const auto share : shares[i]) { row += fmt::format(" {:.9e}", share); }
    rows.emplace(outcomes[i], std::move(row));
  }
  std::string out;
  for (const auto& [outcome, row] : rows) { out += outcome + row + ";"; }
  out += scope.some_depths ? "some depths" : "";
  for (const auto* fixed : {&scope.values, &scope.states}) { out += fmt::format(";{}", fmt::join(*fixed, ",")); }
  return out;
}

bool Odds::is_level() const {
  // Equal odds that were computed in another order differ in their last digits.
  constexpr double kSame = 1e-10;
  const auto level = [&](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [&](double value) {
      return std::fabs(value - values.front()) <= kSame * std::fabs(values.front());
    });
  };
  return std::all_of(shares.begin(), shares.end(), level);
}

std::string Odds::depths(const std::string& along) const {
  return scope.some_depths ? fmt::format("at {} {}", along, fmt::join(columns, ", ")) : std::string();
}

std::vector<double> Odds::shares_of(const std::string& outcome) const {
  const auto found = std::find(outcomes.begin(), outcomes.end(), outcome);
  if (found == outcomes.end()) { return std::vector<double>(columns.size(), 0.0); }
  return shares[static_cast<std::size_t>(found - outcomes.begin())];
}

}  // namespace spoils::book
