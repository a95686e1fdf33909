// diff/rows.cpp
//
// Joins two tables of odds by outcome and selects the rows whose figures differ beyond the thresholds; among estimates
// those whose intervals differ, too.
#include "diff/rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace spoils::diff {

namespace {

/// By the texts that people read, so that equal changes are in an order that they see.
struct ByText {
  bool operator()(const Cells& a, const Cells& b) const {
    const auto texts = std::pair(to_texts(a), to_texts(b));
    return texts.first != texts.second ? texts.first < texts.second : a < b;
  }
};

/// Sums of equal masses in another order differ by less than this part of them.
constexpr double kRounding = 1e-12;

bool differ(double before, double after, const DiffOptions& options) {
  const double moved = std::abs(after - before);
  if (moved <= kRounding * std::max(before, after)) { return false; }
  return moved >= options.least && moved > options.ratio * before;
}

// New is 0, gone is 1, changed is 2.
int rank_of(const DiffRow& row) { return row.before <= 0 ? 0 : row.after <= 0 ? 1 : 2; }

void sort_rows(std::vector<DiffRow>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const DiffRow& a, const DiffRow& b) {
    const auto rank = rank_of(a);
    if (rank != rank_of(b)) { return rank < rank_of(b); }
    if (rank == 0) { return a.after > b.after; }
    if (rank == 1) { return a.before > b.before; }
    return std::abs(std::log(a.after / a.before)) > std::abs(std::log(b.after / b.before));
  });
}

/// The figures of an outcome on each side, for one value of the swept input.
using Pairs = std::map<Cells, std::pair<double, double>, ByText>;

void add_rows(const Pairs& pairs, const std::string& at, const DiffOptions& options, std::vector<DiffRow>& rows) {
  for (const auto& [values, share] : pairs) {
    if (differ(share.first, share.second, options)) { rows.push_back({values, at, share.first, share.second}); }
  }
}

/// Calls f(before, after) for each value of the swept input that both have.
template <class F>
void for_each_pair(const std::vector<Swept<Answer>>& before, const std::vector<Swept<Answer>>& after, F&& f) {
  for (const auto& row : before) {
    const auto found =
        std::find_if(after.begin(), after.end(), [&](const Swept<Answer>& other) { return other.value == row.value; });
    if (found != after.end()) { f(row, *found); }
  }
}

/// Returns the rows whose figures differ; figures(answer, add) calls add(outcome, figure) for each that an answer has.
template <class F>
std::vector<DiffRow> moved_figures(const std::vector<Swept<Answer>>& before, const std::vector<Swept<Answer>>& after,
                                   const DiffOptions& options, F&& figures) {
  std::vector<DiffRow> rows;
  for_each_pair(before, after, [&](const Swept<Answer>& old_row, const Swept<Answer>& new_row) {
    Pairs pairs;
    figures(old_row.table, [&](const Cells& values, double figure) { pairs[values].first += figure; });
    figures(new_row.table, [&](const Cells& values, double figure) { pairs[values].second += figure; });
    add_rows(pairs, old_row.value, options, rows);
  });
  sort_rows(rows);
  return rows;
}

double expected(const ExpectedTable& table, std::string_view name) {
  double sum = 0;
  for (const auto& row : table.rows) {
    if (name == kAllThings || to_text(row.values.front()) == name) { sum += row.expected; }
  }
  return sum;
}

// An outcome without a row is below the limit that the rolls leave.
DiffFigure without_row(const std::optional<OddsEstimate>& estimate) { return {0, 0, estimate ? estimate->unseen : 0}; }

std::map<Cells, DiffFigure, ByText> figures_of(const OddsTable& table) {
  std::map<Cells, DiffFigure, ByText> out;
  for (const auto& row : table.rows) {
    if (row.estimate) {
      out[row.values] = {row.estimate->probability, row.estimate->low, row.estimate->high};
    } else {
      out[row.values] = {row.probability, row.low, row.high};
    }
  }
  return out;
}

// The sum of the figures of several makers has an interval that holds if theirs do.
DiffFigure figure_of(const ExpectedTable& table, const std::string& name) {
  if (name == kAllThings && table.estimated_total) {
    return {table.estimated_total->expected, table.estimated_total->low, table.estimated_total->high};
  }
  DiffFigure out;
  bool has_row = false;
  for (const auto& row : table.rows) {
    if (name != kAllThings && to_text(row.values.front()) != name) { continue; }
    has_row = true;
    out.value += row.estimate ? row.estimate->expected : row.expected;
    out.low += row.estimate ? row.estimate->low : row.expected;
    out.high += row.estimate ? row.estimate->high : row.expected;
  }
  return has_row ? out : without_row(table.estimate);
}

void add_estimates(const std::map<Cells, std::pair<DiffFigure, DiffFigure>, ByText>& pairs, const std::string& at,
                   const DiffOptions& options, std::vector<DiffEstimateRow>& rows) {
  for (const auto& [values, figures] : pairs) {
    const auto& [before, after] = figures;
    const bool is_apart = before.high < after.low || after.high < before.low;
    if (is_apart && differ(before.value, after.value, options)) { rows.push_back({values, at, before, after}); }
  }
}

}  // namespace

std::vector<DiffRow> moved(const std::vector<Swept<Answer>>& before, const std::vector<Swept<Answer>>& after,
                           const DiffOptions& options) {
  return moved_figures(before, after, options, [](const Answer& answer, const auto& add) {
    for (const auto& row : probabilities(answer)->rows) { add(row.values, row.probability); }
  });
}

std::vector<Swept<Answer>> two_columns(const std::vector<Swept<Answer>>& odds, std::size_t first, std::size_t second) {
  std::vector<Swept<Answer>> out;
  for (const auto& swept : odds) {
    OddsTable table;
    for (const auto& row : probabilities(swept.table)->rows) {
      OddsRow both;
      both.values = {row.values[first], row.values[second]};
      both.probability = row.probability;
      table.rows.push_back(std::move(both));
    }
    out.push_back({swept.value, std::move(table)});
  }
  return out;
}

std::vector<DiffRow> moved_means(const std::vector<Swept<Answer>>& before, const std::vector<Swept<Answer>>& after,
                                 const std::vector<std::string>& names, const DiffOptions& options) {
  std::vector<DiffRow> rows;
  for_each_pair(before, after, [&](const Swept<Answer>& old_row, const Swept<Answer>& new_row) {
    for (const auto& name : names) {
      const double old_mean = expected(std::get<ExpectedTable>(old_row.table), name);
      const double new_mean = expected(std::get<ExpectedTable>(new_row.table), name);
      if (differ(old_mean, new_mean, options)) { rows.push_back({{Cell{name}}, old_row.value, old_mean, new_mean}); }
    }
  });
  sort_rows(rows);
  return rows;
}

std::vector<DiffRow> moved_things(const std::vector<Swept<Answer>>& before, const std::vector<Swept<Answer>>& after,
                                  const std::string& rule, const DiffOptions& options) {
  return moved_figures(before, after, options, [&](const Answer& answer, const auto& add) {
    for (const auto& row : std::get<ExpectedTable>(answer).rows) {
      if (to_text(row.values.front()) == rule) { add(row.values, row.expected); }
    }
  });
}

std::vector<DiffEstimateRow> seem_moved(const std::vector<Swept<Answer>>& before,
                                        const std::vector<Swept<Answer>>& after, const std::vector<std::string>& names,
                                        const DiffOptions& options) {
  std::vector<DiffEstimateRow> rows;
  for_each_pair(before, after, [&](const Swept<Answer>& old_row, const Swept<Answer>& new_row) {
    std::map<Cells, std::pair<DiffFigure, DiffFigure>, ByText> pairs;
    if (const auto* const old_odds = probabilities(old_row.table)) {
      const auto& new_odds = *probabilities(new_row.table);
      const auto old_figures = figures_of(*old_odds);
      const auto new_figures = figures_of(new_odds);
      for (const auto& [values, figure] : old_figures) { pairs[values] = {figure, without_row(new_odds.estimate)}; }
      for (const auto& [values, figure] : new_figures) {
        const auto known = pairs.try_emplace(values, without_row(old_odds->estimate), figure);
        known.first->second.second = figure;
      }
    } else {
      for (const auto& name : names) {
        pairs[{Cell{name}}] = {figure_of(std::get<ExpectedTable>(old_row.table), name),
                               figure_of(std::get<ExpectedTable>(new_row.table), name)};
      }
    }
    add_estimates(pairs, old_row.value, options, rows);
  });
  std::stable_sort(rows.begin(), rows.end(), [](const DiffEstimateRow& a, const DiffEstimateRow& b) {
    const auto change = [](const DiffEstimateRow& row) { return std::abs(row.after.value - row.before.value); };
    return change(a) > change(b);
  });
  return rows;
}

std::vector<std::string> unpaired(const std::vector<Swept<Answer>>& odds, const std::vector<Swept<Answer>>& others) {
  std::vector<std::string> out;
  for (const auto& answer : odds) {
    const bool is_paired = std::any_of(others.begin(), others.end(),
                                       [&](const Swept<Answer>& other) { return other.value == answer.value; });
    if (!is_paired) { out.push_back(answer.value); }
  }
  return out;
}

std::vector<Swept<Answer>> unset(const std::vector<Swept<Answer>>& like) {
  std::vector<Swept<Answer>> out;
  for (const auto& row : like) {
    OddsTable table;
    OddsRow none;
    none.values = {std::nullopt};
    none.probability = none.low = none.high = 1;
    table.rows.push_back(std::move(none));
    out.push_back({row.value, std::move(table)});
  }
  return out;
}

void spread(std::vector<Swept<Answer>>& odds, const std::vector<Swept<Answer>>& like) {
  if (odds.size() != 1 || !odds.front().value.empty() || like.empty() || like.front().value.empty()) { return; }
  const auto same = odds.front();
  odds.clear();
  for (const auto& row : like) { odds.push_back({row.value, same.table}); }
}

}  // namespace spoils::diff
