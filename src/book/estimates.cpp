// book/estimates.cpp
//
// Writes what is known of an abandoned query. Its figures are never exact, so they are written with the half of their
// interval, and bounds as two figures; tests/book/estimates_test.cpp.
#include "book/estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <tuple>

#include "book/wording.h"
#include "text/plain/counted.h"
#include "text/plain/figures.h"
#include "text/plain/integer.h"

namespace spoils::book {

namespace {

/// Rows of numbers, which have no summary here.
constexpr std::size_t kMostNumberRows = 20;

std::string figure_text(double value, bool is_mean) {
  return is_mean ? text::amount(value) : text::percent_alone(value);
}

std::string estimate_text(const Uncertain& one, bool is_mean) {
  if (!one.estimate) { return "as proven"; }
  const auto& [value, low, high] = *one.estimate;
  return text::estimate(value, low, high, is_mean ? text::Unit::Amount : text::Unit::Share);
}

std::string bounds_text(const Uncertain& one, bool is_mean) {
  if (one.low == one.high) { return one.high > 0 ? figure_text(one.low, is_mean) : "-"; }
  if (is_mean) { return "at least " + text::amount(one.low, text::Rounding::Down); }
  return fmt::format("{} to {}", text::percent_alone(one.low, text::Rounding::Down),
                     text::percent_alone(one.high, text::Rounding::Up));
}

double likely(const Uncertain& one) { return one.estimate ? one.estimate->expected : one.low; }

// The columns that are shown: all would be twice as many as fit.
std::vector<std::size_t> columns_of(const Odds& odds) {
  const auto last = odds.columns.size() - 1;
  const auto is_same = [](const Uncertain& a, const Uncertain& b) {
    const auto figures = [](const Uncertain& one) {
      return std::tuple(one.low, one.high, likely(one), one.estimate ? one.estimate->high : 0);
    };
    return figures(a) == figures(b);
  };
  const bool is_level = std::all_of(odds.uncertain.begin(), odds.uncertain.end(), [&](const auto& outcome) {
    return std::all_of(outcome.begin(), outcome.end(), [&](const auto& one) { return is_same(one, outcome.front()); });
  });
  if (is_level) { return {0}; }
  std::vector<std::size_t> out{0, (last + 1) / 2, last};
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Numbers by value, others by their estimates in all columns together.
std::vector<std::size_t> order_of(const Odds& odds) {
  std::vector<std::size_t> out(odds.outcomes.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::vector<double> sums;
  for (const auto& outcome : odds.uncertain) {
    sums.push_back(std::accumulate(outcome.begin(), outcome.end(), 0.0,
                                   [](double sum, const Uncertain& one) { return sum + likely(one); }));
  }
  std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    return sums[a] != sums[b] ? sums[a] > sums[b] : odds.outcomes[a] < odds.outcomes[b];
  });
  return out;
}

// The likeliest numbers, by value.
void sort_numbers(const Odds& odds, std::vector<std::size_t>& shown) {
  const auto value = [&](std::size_t outcome) { return text::integer_of(odds.outcomes[outcome]); };
  std::stable_sort(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
    if (odds.is_number[a] != odds.is_number[b]) { return static_cast<bool>(odds.is_number[a]); }
    return odds.is_number[a] && value(a) < value(b);
  });
}

// Whether any bound says more than that there is a probability, or a number.
bool has_bounds(const Odds& odds) {
  const auto is_bound = [&](const Uncertain& one) { return one.low > 0 || (!odds.is_mean && one.high < 1); };
  return std::any_of(odds.uncertain.begin(), odds.uncertain.end(),
                     [&](const auto& outcome) { return std::any_of(outcome.begin(), outcome.end(), is_bound); });
}

}  // namespace

Block estimates_table(const program::Program& program, const Odds& odds, const OddsStyle& style) {
  const bool is_mean = odds.is_mean;
  const auto columns = columns_of(odds);
  Block block;
  block.kind = Block::Kind::Table;
  block.head.push_back(text_cell(style.what));
  const bool is_bounded = has_bounds(odds);
  for (const char* const what : {"estimated", "proven"}) {
    if (what == std::string_view("proven") && !is_bounded) { continue; }
    for (const auto column : columns) {
      std::string head = what;
      if (columns.size() > 1) {
        head += column == columns.front() ? fmt::format(", {} {}", style.along, odds.columns[column])
                                          : fmt::format(", {}", odds.columns[column]);
      } else if (odds.scope.some_depths) {
        head += " " + odds.depths(style.along);
      }
      block.head.push_back(number_cell(std::move(head)));
    }
  }
  const auto add = [&](const std::string& name, bool is_number, const std::vector<Uncertain>& figures) {
    std::vector<Cell> row{is_number ? number_cell(name) : text_cell(name)};
    for (const auto column : columns) { row.push_back(number_cell(estimate_text(figures[column], is_mean))); }
    for (const auto column : is_bounded ? columns : std::vector<std::size_t>{}) {
      row.push_back(number_cell(bounds_text(figures[column], is_mean)));
    }
    block.rows.push_back(std::move(row));
  };
  if (!odds.total.empty()) { add("all things", false, odds.total); }
  auto shown_rows = order_of(odds);
  const auto all = shown_rows.size();
  const bool has_numbers = std::find(odds.is_number.begin(), odds.is_number.end(), true) != odds.is_number.end();
  const auto most = has_numbers ? std::min(style.most_rows, kMostNumberRows) : style.most_rows;
  if (all > most) { shown_rows.resize(most); }
  if (has_numbers) { sort_numbers(odds, shown_rows); }
  for (const auto i : shown_rows) {
    auto name = shown(program, odds.outcomes[i]);
    if (const auto parted = odds.outcomes[i].find(kBetween); parted != std::string::npos) {
      name = shown(program, odds.outcomes[i].substr(0, parted)) + ": " +
             shown(program, odds.outcomes[i].substr(parted + 1));
    }
    add(name, odds.is_number[i], odds.uncertain[i]);
  }
  if (all > most) {
    auto& row = block.rows.emplace_back();
    row.push_back(text_cell(fmt::format("and {} more", all - most)));
    row.resize(block.head.size(), number_cell(""));
  }
  return block;
}

bool has_estimates(const QueryPlan& plan) {
  for (const auto& rule : plan.rules) {
    for (const auto& variant : rule.variants) {
      if (std::any_of(variant.fields.begin(), variant.fields.end(),
                      [](const FieldOdds& field) { return field.odds.is_estimated(); }) ||
          std::any_of(variant.numbers.begin(), variant.numbers.end(),
                      [](const Numbers& numbers) { return numbers.odds.is_estimated(); })) {
        return true;
      }
    }
  }
  return false;
}

Line estimates_note(const Odds& odds) {
  return {plain(fmt::format(
      "Estimated, not proven, by {} of seed {}: +- with 95% confidence. {}", text::counted(odds.rolls, "roll"),
      odds.seed,
      has_bounds(odds) ? "The bounds beside the estimates are proven." : "No bounds are known that say more."))};
}

}  // namespace spoils::book
