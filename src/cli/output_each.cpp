// cli/output_each.cpp
//
// Writes expected numbers by kind; a sweep becomes columns.
#include "cli/output_each.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/grid.h"
#include "cli/output_odds.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

const ExpectedTable& table_of(const Swept<Answer>& row) { return std::get<ExpectedTable>(row.table); }

struct Kind {
  Cells values;
  std::vector<double> expected;  // by row of the sweep

  [[nodiscard]] double most() const { return *std::max_element(expected.begin(), expected.end()); }
};

// The kinds of things of all rows, sorted by their largest expected number; ties in the order of first occurrence.
std::vector<Kind> kinds_of(const std::vector<Swept<Answer>>& rows) {
  std::vector<Kind> out;
  std::map<Cells, std::size_t> known;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const ExpectedRow& row : table_of(rows[i]).rows) {
      const auto [found, is_new] = known.try_emplace(row.values, out.size());
      if (is_new) { out.push_back({row.values, std::vector<double>(rows.size(), 0)}); }
      out[found->second].expected[i] += row.expected;
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Kind& a, const Kind& b) { return b.most() < a.most(); });
  return out;
}

// "-" is for what never comes.
std::string mean_text(const Swept<Answer>& row, double expected) {
  if (!table_of(row).exact) { return ">=" + text::amount_at_least(expected); }
  return expected > 0 ? text::amount(expected) : "-";
}

std::string unexplored_note(const std::vector<Swept<Answer>>& rows) {
  double most = 0;
  OddsLimit limit = OddsLimit::None;
  for (const Swept<Answer>& row : rows) {
    const auto& table = table_of(row);
    if (table.unexplored <= most) { continue; }
    most = table.unexplored;
    limit = table.limit;
  }
  return most > 0
             ? fmt::format("  lower bounds: {} of all rolls is unexplored; {}\n", text::percent(most), more_with(limit))
             : std::string();
}

std::vector<std::string> columns_of(const std::vector<Swept<Answer>>& rows) {
  return rows.empty() ? std::vector<std::string>{} : table_of(rows.front()).by;
}

}  // namespace

std::string each_text(const OddsHeading& heading, const std::string& input, const std::vector<Swept<Answer>>& rows) {
  const bool is_swept = !input.empty();
  std::string out = heading_lines(heading, is_swept ? "by " + input : std::string());
  const auto kinds = kinds_of(rows);
  const std::size_t shown = std::min(kinds.size(), heading.most_rows);
  std::vector<std::vector<std::string>> heads{columns_of(rows)};
  const auto words = heads.front().size();
  for (const Swept<Answer>& row : rows) { heads.push_back({is_swept ? row.value : "a roll"}); }
  Grid grid(heads, words);
  for (std::size_t i = 0; i < shown; ++i) {
    auto line = to_texts(kinds[i].values);
    for (std::size_t k = 0; k < rows.size(); ++k) { line.push_back(mean_text(rows[k], kinds[i].expected[k])); }
    grid.add(std::move(line));
  }
  std::vector<std::string> all(words);
  all.front() = "all";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (const Kind& kind : kinds) { sum += kind.expected[i]; }
    all.push_back(table_of(rows[i]).exact ? text::amount(sum) : ">=" + text::amount_at_least(sum));
  }
  grid.add(std::move(all));
  out += grid.text(heading.screen);
  if (shown < kinds.size()) { out += fmt::format("  and {} more\n", kinds.size() - shown); }
  return out + unexplored_note(rows) + "  mean number of things of one roll\n";
}

std::string each_csv(const std::string& input, const std::vector<Swept<Answer>>& rows) {
  std::string out = input.empty() ? std::string() : csv_cell(input) + ",";
  for (const auto& name : columns_of(rows)) { out += csv_cell(name) + ","; }
  out += "expected,lo,hi\n";
  for (const Swept<Answer>& sweep : rows) {
    for (const ExpectedRow& row : table_of(sweep).rows) {
      if (!input.empty()) { out += csv_cell(sweep.value) + ","; }
      for (const auto& cell : row.values) { out += csv_cell(cell) + ","; }
      out +=
          table_of(sweep).exact ? fmt::format("{0},{0},{0}\n", row.expected) : fmt::format(",{},inf\n", row.expected);
    }
  }
  return out;
}

}  // namespace spoils::cli
