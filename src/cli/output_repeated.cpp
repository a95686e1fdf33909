#include "cli/output_repeated.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cli/grid.h"
#include "cli/output_json.h"

namespace spoils::cli {

namespace {

constexpr std::size_t kFigures = 7;
const std::array<std::string, kFigures> kHeads{"a roll", "in all", "times", "wait", "50%", "90%", "99%"};
const std::array<std::string, kFigures> kKeys{"p",       "at_least_one", "expected", "mean_wait",
                                              "wait_50", "wait_90",      "wait_99"};

std::array<std::optional<double>, kFigures> figures(const RepeatedRow& row) {
  return {row.first,          row.at_least_once,  row.expected,      row.mean_wait,
          row.wait_points[0], row.wait_points[1], row.wait_points[2]};
}

std::string figure_text(const std::optional<double>& figure, bool is_percent) {
  if (!figure) return "never";
  return is_percent ? percent_alone(*figure) : four_digits(*figure);
}

}  // namespace

std::string repeated_text(const OddsHeading& heading, const RepeatedOdds& odds) {
  std::string out = heading_lines(heading, fmt::format("in {} rolls", odds.rolls));
  const std::size_t shown = std::min(odds.rows.size(), heading.most_rows);
  Grid grid({odds.by, {kHeads.begin(), kHeads.end()}}, odds.by.size());
  for (std::size_t i = 0; i < shown; ++i) {
    std::vector<std::string> line = odds.rows[i].values;
    const auto values = figures(odds.rows[i]);
    for (std::size_t k = 0; k < kFigures; ++k) line.push_back(figure_text(values[k], k < 2));
    grid.add(std::move(line));
  }
  out += grid.text(heading.screen);
  if (shown < odds.rows.size()) out += fmt::format("  and {} more\n", odds.rows.size() - shown);
  out += paragraphs(
      "in all: that it comes at least once; times: how often on average; wait: rolls until it first "
      "comes, on average, and with a chance of 50%, 90%, 99%\n",
      heading.screen.width);
  if (!odds.is_independent) { out += fmt::format("state goes from roll to roll: {} worlds\n", odds.worlds); }
  return out;
}

std::string repeated_json(const OddsHeading& heading, const RepeatedOdds& odds) {
  std::string out;
  append_heading(out, "spoils.repeated", heading, odds.by);
  out +=
      fmt::format(R"("rolls":{},"independent":{},"worlds":{},"rows":[)", odds.rolls, odds.is_independent, odds.worlds);
  for (std::size_t i = 0; i < odds.rows.size(); ++i) {
    const RepeatedRow& row = odds.rows[i];
    out += i > 0 ? ",{\"values\":" : "{\"values\":";
    append_json_strings(out, row.values);
    const auto values = figures(row);
    for (std::size_t k = 0; k < kFigures; ++k) {
      out += fmt::format(",\"{}\":{}", kKeys[k], values[k] ? fmt::format("{}", *values[k]) : "null");
    }
    out += '}';
  }
  return out + "]}\n";
}

std::string repeated_csv(const RepeatedOdds& odds) {
  std::string out;
  for (const auto& name : odds.by) out += csv_cell(name) + ",";
  for (std::size_t k = 0; k < kFigures; ++k) out += (k > 0 ? "," : "") + kKeys[k];
  out += '\n';
  for (const RepeatedRow& row : odds.rows) {
    for (const auto& value : row.values) out += csv_cell(value == "none" ? "" : value) + ",";
    const auto values = figures(row);
    for (std::size_t k = 0; k < kFigures; ++k) {
      out += (k > 0 ? "," : "") + (values[k] ? fmt::format("{}", *values[k]) : std::string());
    }
    out += '\n';
  }
  return out;
}

}  // namespace spoils::cli
