// book/odds_table.cpp
//
// Writes odds as a table: symbols by probability, integers by value, and integers with many values as quantiles and
// a histogram.
#include "book/odds_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "book/wording.h"
#include "text/plain/figures.h"
#include "text/plain/integer.h"

namespace spoils::book {

namespace {

constexpr std::size_t kMostNumbers = 12;  // more values of an integer are summarised
constexpr std::size_t kMostListed = 6;    // more conditions are counted: a pack may carry dozens of states

void append_values(Line& line, const std::vector<std::string>& values) {
  for (std::size_t i = 0; i < std::min(values.size(), kMostListed); ++i) {
    if (i > 0) { line.push_back(plain(", ")); }
    line.push_back(code(values[i]));
  }
  if (values.size() > kMostListed) { line.push_back(plain(fmt::format(" and {} more", values.size() - kMostListed))); }
}

std::int64_t whole(const std::string& text) { return text::integer_of(text).value_or(0); }

/// Integers with their shares in one column, ascending.
using Numbers = std::vector<std::pair<std::int64_t, double>>;

Numbers numbers_of(const Odds& odds, std::size_t column) {
  Numbers out;
  for (std::size_t i = 0; i < odds.outcomes.size(); ++i) {
    if (odds.is_number[i] && odds.shares[i][column] > 0) {
      out.emplace_back(whole(odds.outcomes[i]), odds.shares[i][column]);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Returns the quantile of a share: the least number that at least this share does not exceed.
std::int64_t quantile(const Numbers& numbers, double share) {
  double total = 0;
  for (const auto& number : numbers) { total += number.second; }
  double below = 0;
  for (const auto& [value, p] : numbers) {
    below += p;
    if (below >= share * total * (1 - 1e-12)) { return value; }
  }
  return numbers.back().first;
}

// Returns the numbers that a picture shows: all, unless a few improbable ones would leave no room for the others.
std::pair<Numbers, double> within_reach(const Numbers& numbers) {
  constexpr double kSeldom = 0.005;
  constexpr double kTimes = 4;
  const auto low = quantile(numbers, kSeldom);
  const auto high = quantile(numbers, 1 - kSeldom);
  const auto distance = [](std::int64_t a, std::int64_t b) { return static_cast<double>(b) - static_cast<double>(a); };
  const auto all = distance(numbers.front().first, numbers.back().first);
  if (low == high || all <= kTimes * distance(low, high)) { return {numbers, 0}; }
  Numbers out;
  double left_out = 0;
  for (const auto& [value, p] : numbers) {
    if (value >= low && value <= high) {
      out.emplace_back(value, p);
    } else {
      left_out += p;
    }
  }
  return {out, left_out};
}

// The distribution of the numbers at some depth: a picture with a column per number, or per range of numbers if there
// are many. The width of a range is a multiple of the greatest common divisor of all numbers (50 for 50, 100, 200), so
// that no column is empty because of its position.
Chart steps_of(const Numbers& all, const OddsStyle& style, const std::string& at) {
  constexpr std::uint64_t kMostSteps = 60;
  Chart chart;
  if (all.size() < 2) { return chart; }
  const auto [numbers, left_out] = within_reach(all);
  chart.kind = Chart::Kind::Steps;
  const auto first = numbers.front().first;
  const auto above = [first](std::int64_t value) {
    return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(first);
  };
  std::uint64_t grain = 0;
  for (const auto& number : numbers) { grain = std::gcd(grain, above(number.first)); }
  const auto spread = above(numbers.back().first) / grain;
  const auto merged = spread / kMostSteps + 1;
  const auto wide = merged * grain;
  std::vector<double> values(static_cast<std::size_t>(spread / merged) + 1, 0.0);
  for (const auto& [value, p] : numbers) { values[static_cast<std::size_t>(above(value) / wide)] += p; }
  for (std::size_t i = 0; i < values.size(); ++i) {
    chart.at.push_back(static_cast<double>(first) + static_cast<double>(wide) * static_cast<double>(i));
  }
  chart.values.push_back(std::move(values));
  chart.axis = style.what + (at.empty() ? "" : fmt::format(" at {} {}", style.along, at));
  if (merged > 1) { chart.axis += fmt::format(", {} values per column", merged); }
  if (left_out > 0) { chart.axis += fmt::format(", {} outside", chance(left_out)); }
  chart.title = chart.axis;
  return chart;
}

// A part that is not explored is not in the mean.
std::string mean_text(const Odds& odds, const Numbers& numbers, std::size_t column) {
  if (const auto& middle = odds.middles[column]) { return middle->mean ? text::mean(*middle->mean) : "?"; }
  double sum = 0;
  double total = 0;
  for (const auto& [value, p] : numbers) {
    sum += static_cast<double>(value) * p;
    total += p;
  }
  return text::mean(sum / total);
}

Block numbers_table(const Odds& odds, const OddsStyle& style, bool level) {
  Block block;
  block.kind = Block::Kind::Table;
  const std::size_t columns = level ? 1 : odds.columns.size();
  block.head.push_back(text_cell(style.what));
  add_depth_heads(block, odds, style.along, level ? "" : nullptr);
  const auto row = [&](const std::string& name, auto&& text) {
    std::vector<Cell> cells{text_cell(name)};
    for (std::size_t column = 0; column < columns; ++column) {
      const auto numbers = numbers_of(odds, column);
      cells.push_back(number_cell(numbers.empty() ? "-" : text(numbers, column)));
    }
    block.rows.push_back(std::move(cells));
  };
  // Numbers beyond those that were seen may be among the paths that were left out.
  row("least", [&](const Numbers& n, std::size_t) {
    return fmt::format("{}{}", n.front().first, odds.exact ? "" : " or less");
  });
  row("one in ten at most", [](const Numbers& n, std::size_t) { return fmt::format("{}", quantile(n, 0.1)); });
  row("half at most", [&](const Numbers& n, std::size_t column) {
    const auto& middle = odds.middles[column];
    return fmt::format("{}", middle && middle->median ? *middle->median : quantile(n, 0.5));
  });
  row("nine in ten at most", [](const Numbers& n, std::size_t) { return fmt::format("{}", quantile(n, 0.9)); });
  row("most",
      [&](const Numbers& n, std::size_t) { return fmt::format("{}{}", n.back().first, odds.exact ? "" : " or more"); });
  row("on average", [&](const Numbers& n, std::size_t column) { return mean_text(odds, n, column); });
  // Outcomes that are not numbers have rows of their own.
  for (std::size_t i = 0; i < odds.outcomes.size(); ++i) {
    if (odds.is_number[i]) { continue; }
    std::vector<Cell> cells{text_cell(odds.outcomes[i])};
    for (std::size_t column = 0; column < columns; ++column) {
      cells.push_back(number_cell(chance(odds.shares[i][column])));
    }
    block.rows.push_back(std::move(cells));
  }
  const auto shown_column = columns / 2;
  block.chart = steps_of(numbers_of(odds, shown_column), style, level ? "" : odds.columns[shown_column]);
  return block;
}

// Numbers by value, others by their probability in all columns together; among equals, unset comes last.
std::vector<std::size_t> order_of(const Odds& odds, bool numeric) {
  std::vector<std::size_t> order(odds.outcomes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto total = [&](std::size_t i) { return std::accumulate(odds.shares[i].begin(), odds.shares[i].end(), 0.0); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (numeric && odds.is_number[a] != odds.is_number[b]) { return static_cast<bool>(odds.is_number[a]); }
    if (numeric && odds.is_number[a]) { return whole(odds.outcomes[a]) < whole(odds.outcomes[b]); }
    // Sums that differ only by rounding are equal.
    const auto left = std::llround(total(a) * 1e9);
    const auto right = std::llround(total(b) * 1e9);
    if (left != right) { return left > right; }
    return odds.outcomes[a] < odds.outcomes[b];
  });
  return order;
}

}  // namespace

std::optional<std::string> only_outcome(const Odds& odds) {
  if (odds.outcomes.size() != 1) { return std::nullopt; }
  return odds.outcomes.front();
}

Line conditions_of(const Odds& odds) {
  Line line;
  if (!odds.scope.values.empty()) {
    line.push_back(plain("With "));
    append_values(line, odds.scope.values);
  }
  if (!odds.scope.states.empty()) {
    line.push_back(plain(line.empty() ? "In the initial state (" : " and in the initial state ("));
    append_values(line, odds.scope.states);
    line.push_back(plain(")"));
  }
  if (!odds.exact && !odds.too_much) {
    line.push_back(plain(line.empty() ? "Without" : ", without"));
    line.push_back(plain(" paths that together have at most 1 in 1,000,000,000"));
  }
  return line;
}

std::vector<double> places_of(const std::vector<std::string>& columns) {
  std::vector<double> out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto number = text::integer_of(columns[i]);
    out.push_back(number ? static_cast<double>(*number) : static_cast<double>(i));
  }
  return out;
}

void add_depth_heads(Block& block, const Odds& odds, const std::string& along, const char* only) {
  if (only != nullptr) {
    std::string head = only;
    const auto depths = odds.depths(along);
    head += (head.empty() || depths.empty() ? "" : " ") + depths;
    block.head.push_back(number_cell(std::move(head)));
    return;
  }
  const auto& columns = odds.columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    block.head.push_back(number_cell(i == 0 && !along.empty() ? along + " " + columns[i] : columns[i]));
  }
}

Block odds_table(const program::Program& program, const Odds& odds, const OddsStyle& style) {
  const bool level = odds.is_level();
  const bool numeric = std::find(odds.is_number.begin(), odds.is_number.end(), true) != odds.is_number.end();
  const auto numbers = static_cast<std::size_t>(std::count(odds.is_number.begin(), odds.is_number.end(), true));
  if (numbers > kMostNumbers) { return numbers_table(odds, style, level); }
  const auto order = order_of(odds, numeric);
  const std::size_t columns = level ? 1 : odds.columns.size();
  Block block;
  block.kind = Block::Kind::Table;
  block.chart.kind = level ? Chart::Kind::Bars : Chart::Kind::Lines;
  block.chart.title = fmt::format("{} by {}", style.what, style.along);
  block.chart.axis = style.along;
  block.head.push_back(text_cell(style.what));
  add_depth_heads(block, odds, style.along, level ? "chance" : nullptr);
  if (!level) { block.chart.at = places_of(odds.columns); }
  // A last row for a single outcome would not be shorter.
  const bool is_cut = order.size() > style.most_rows && order.size() - style.most_rows > 1;
  const std::size_t shown_rows = is_cut ? style.most_rows : order.size();
  const auto add = [&](const std::string& name, const std::vector<double>& shares, bool is_number) {
    std::vector<Cell> row{is_number ? number_cell(name) : text_cell(name)};
    for (std::size_t column = 0; column < columns; ++column) { row.push_back(number_cell(chance(shares[column]))); }
    block.rows.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < shown_rows; ++i) {
    const auto outcome = order[i];
    const auto name = shown(program, odds.outcomes[outcome]);
    add(name, odds.shares[outcome], odds.is_number[outcome]);
    block.chart.names.push_back(name);
    block.chart.values.push_back(odds.shares[outcome]);
    if (level) { block.chart.values.back().resize(1); }
  }
  if (shown_rows < order.size()) {
    std::vector<double> rest(columns, 0.0);
    for (std::size_t i = shown_rows; i < order.size(); ++i) {
      for (std::size_t column = 0; column < columns; ++column) { rest[column] += odds.shares[order[i]][column]; }
    }
    add(fmt::format("and {} more", order.size() - shown_rows), rest, false);
  }
  return block;
}

}  // namespace spoils::book
