// cli/output_each.cpp
//
// Writes expected numbers by kind; a sweep becomes columns.
#include "cli/output_each.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/grid.h"
#include "cli/output_json.h"
#include "cli/output_odds.h"

namespace spoils::cli {

namespace {

struct Kind {
  std::vector<std::string> values;
  std::vector<double> expected;  // by row of the sweep

  [[nodiscard]] double most() const { return *std::max_element(expected.begin(), expected.end()); }
};

// The kinds of things of all rows, sorted by their largest expected number; ties in the order of first occurrence.
std::vector<Kind> kinds_of(const std::vector<SweepRow>& rows) {
  std::vector<Kind> out;
  std::map<std::vector<std::string>, std::size_t> known;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const OddsRow& row : rows[i].table.rows) {
      const auto [found, is_new] = known.try_emplace(row.values, out.size());
      if (is_new) { out.push_back({row.values, std::vector<double>(rows.size(), 0)}); }
      out[found->second].expected[i] += row.expected;
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Kind& a, const Kind& b) { return b.most() < a.most(); });
  return out;
}

std::string unexplored_note(const std::vector<SweepRow>& rows) {
  double most = 0;
  OddsLimit limit = OddsLimit::None;
  for (const SweepRow& row : rows) {
    if (row.table.unexplored <= most) { continue; }
    most = row.table.unexplored;
    limit = row.table.limit;
  }
  return most > 0
             ? fmt::format("  lower bounds: {} of all rolls is unexplored; {}\n", percent_text(most), more_with(limit))
             : std::string();
}

void append_rows(std::string& out, const OddsTable& table) {
  out += fmt::format(R"("exact":{},"unexplored":{},"rows":[)", table.exact, table.unexplored);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    out += i > 0 ? ",{\"values\":" : "{\"values\":";
    append_json_strings(out, table.rows[i].values);
    out += fmt::format(R"(,"expected":{}}})", table.rows[i].expected);
  }
  out += ']';
}

std::vector<std::string> columns_of(const std::vector<SweepRow>& rows) {
  return rows.empty() ? std::vector<std::string>{} : rows.front().table.by;
}

}  // namespace

std::string each_text(const OddsHeading& heading, const std::string& input, const std::vector<SweepRow>& rows) {
  const bool is_swept = !input.empty();
  std::string out = heading_lines(heading, is_swept ? "by " + input : std::string());
  const auto kinds = kinds_of(rows);
  const std::size_t shown = std::min(kinds.size(), heading.most_rows);
  std::vector<std::vector<std::string>> heads{columns_of(rows)};
  const auto words = heads.front().size();
  for (const SweepRow& row : rows) { heads.push_back({is_swept ? row.value : "a roll"}); }
  Grid grid(heads, words);
  for (std::size_t i = 0; i < shown; ++i) {
    auto line = kinds[i].values;
    for (const double expected : kinds[i].expected) { line.push_back(expected > 0 ? four_digits(expected) : "-"); }
    grid.add(std::move(line));
  }
  std::vector<std::string> all(words);
  all.front() = "all";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (const Kind& kind : kinds) { sum += kind.expected[i]; }
    all.push_back(four_digits(sum));
  }
  grid.add(std::move(all));
  out += grid.text(heading.screen);
  if (shown < kinds.size()) { out += fmt::format("  and {} more\n", kinds.size() - shown); }
  return out + unexplored_note(rows) + "  mean number of things of one roll\n";
}

std::string each_json(const OddsHeading& heading, const std::string& input, const std::vector<SweepRow>& rows) {
  std::string out;
  append_heading(out, "spoils.each", heading, columns_of(rows));
  if (input.empty()) {
    append_rows(out, rows.front().table);
    return out + "}\n";
  }
  out += R"("sweep":[)";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += i > 0 ? ",{\"inputs\":{" : "{\"inputs\":{";
    append_json_string(out, input);
    out += ':';
    append_json_string(out, rows[i].value);
    out += "},";
    append_rows(out, rows[i].table);
    out += '}';
  }
  return out + "]}\n";
}

std::string each_csv(const std::string& input, const std::vector<SweepRow>& rows) {
  std::string out = input.empty() ? std::string() : csv_cell(input) + ",";
  for (const auto& name : columns_of(rows)) { out += csv_cell(name) + ","; }
  out += "expected\n";
  for (const SweepRow& sweep : rows) {
    for (const OddsRow& row : sweep.table.rows) {
      if (!input.empty()) { out += csv_cell(sweep.value) + ","; }
      for (const auto& value : row.values) { out += csv_cell(value == "none" ? "" : value) + ","; }
      out += fmt::format("{}\n", row.expected);
    }
  }
  return out;
}

}  // namespace spoils::cli
