// cli/output_each.cpp
//
// Writes expected numbers by kind; a sweep becomes columns. Without one, estimates have a column of their own beside
// the proven lower bounds.
#include "cli/output_each.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "cli/grid.h"
#include "cli/output_odds.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

const ExpectedTable& table_of(const Swept<Answer>& row) { return std::get<ExpectedTable>(row.table); }

struct Kind {
  Cells values;
  std::vector<double> expected;                           // by row of the sweep
  std::vector<std::optional<EstimatedNumber>> estimates;  // as above

  [[nodiscard]] double most() const {
    double out = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      out = std::max(out, estimates[i] ? estimates[i]->expected : expected[i]);
    }
    return out;
  }
};

// Whether there are estimates, made by rolls.
bool is_estimated(const ExpectedTable& table) { return table.estimate && table.estimate->counted > 0; }

// The kinds of things of all rows, sorted by their largest expected number; ties in the order of first occurrence.
std::vector<Kind> kinds_of(const std::vector<Swept<Answer>>& rows) {
  std::vector<Kind> out;
  std::map<Cells, std::size_t> known;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const ExpectedRow& row : table_of(rows[i]).rows) {
      const auto [found, is_new] = known.try_emplace(row.values, out.size());
      if (is_new) {
        auto& kind = out.emplace_back();
        kind.values = row.values;
        kind.expected.resize(rows.size(), 0);
        kind.estimates.resize(rows.size());
      }
      out[found->second].expected[i] += row.expected;
      out[found->second].estimates[i] = row.estimate;
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Kind& a, const Kind& b) { return b.most() < a.most(); });
  return out;
}

// "-" is for what never comes.
std::string mean_text(const Swept<Answer>& row, double expected) {
  if (!table_of(row).exact) { return ">=" + text::amount(expected, text::Rounding::Down); }
  return expected > 0 ? text::amount(expected) : "-";
}

// The cell of a sweep: an estimate is marked as one.
std::string swept_text(const Swept<Answer>& row, double expected, const std::optional<EstimatedNumber>& estimate) {
  return estimate && estimate->expected > expected ? "~" + text::amount(estimate->expected) : mean_text(row, expected);
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
  if (most <= 0) { return {}; }
  const bool is_refused = most >= 1 && limit == OddsLimit::None;
  return fmt::format("lower bounds: {} of all rolls is unexplored; {}\n", text::percent(most),
                     is_refused ? "expected numbers are not followed where things that hold others may be discarded"
                                : more_with(limit));
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
  const bool has_estimates =
      std::any_of(rows.begin(), rows.end(), [](const Swept<Answer>& row) { return is_estimated(table_of(row)); });
  const bool has_two_columns = has_estimates && !is_swept;
  if (has_two_columns) { heads.push_back({"estimated"}); }
  for (const Swept<Answer>& row : rows) {
    const auto* const mark = is_estimated(table_of(row)) ? "~" : "";
    heads.push_back({is_swept ? mark + row.value : has_estimates ? "proven" : "a roll"});
  }
  Grid grid(heads, words);
  for (std::size_t i = 0; i < shown; ++i) {
    auto line = to_texts(kinds[i].values);
    if (has_two_columns) { line.push_back(estimate_text(*kinds[i].estimates.front())); }
    for (std::size_t k = 0; k < rows.size(); ++k) {
      line.push_back(is_swept ? swept_text(rows[k], kinds[i].expected[k], kinds[i].estimates[k])
                              : mean_text(rows[k], kinds[i].expected[k]));
    }
    grid.add(std::move(line));
  }
  std::vector<std::string> all(words);
  all.front() = "all";
  if (has_two_columns) { all.push_back(estimate_text(*table_of(rows.front()).estimated_total)); }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& table = table_of(rows[i]);
    double sum = 0;
    for (const Kind& kind : kinds) { sum += kind.expected[i]; }
    all.push_back(table.exact ? text::amount(sum)
                              : swept_text(rows[i], sum, is_swept ? table.estimated_total : std::nullopt));
  }
  grid.add(std::move(all));
  out += grid.text(heading.screen);
  if (shown < kinds.size()) { out += fmt::format("  and {} more\n", kinds.size() - shown); }
  if (has_two_columns || (!is_swept && !rows.empty() && table_of(rows.front()).estimate)) {
    out += paragraphs(estimate_note(*table_of(rows.front()).estimate, "rolls with a kind that is not listed are"),
                      heading.screen.width);
  } else if (has_estimates) {
    out += "  ~ estimated, not proven: --format csv has the bounds beside the intervals\n";
  }
  out += paragraphs(unexplored_note(rows), heading.screen.width);
  return out + "  mean number of things of one roll\n";
}

std::string each_csv(const std::string& input, const std::vector<Swept<Answer>>& rows) {
  const bool has_estimates =
      std::any_of(rows.begin(), rows.end(), [](const auto& row) { return table_of(row).estimate.has_value(); });
  std::vector<std::string> figures{"expected", "lo", "hi"};
  if (has_estimates) { figures.insert(figures.end(), {"est", "est_lo", "est_hi"}); }
  std::string out = csv_header(input, columns_of(rows), figures);
  for (const Swept<Answer>& sweep : rows) {
    for (const ExpectedRow& row : table_of(sweep).rows) {
      if (!input.empty()) { out += csv_cell(sweep.value) + ","; }
      for (const auto& cell : row.values) { out += csv_cell(cell) + ","; }
      out += table_of(sweep).exact ? fmt::format("{0},{0},{0}", row.expected) : fmt::format(",{},inf", row.expected);
      if (has_estimates) {
        out += row.estimate ? fmt::format(",{},{},{}", row.estimate->expected, row.estimate->low, row.estimate->high)
                            : ",,,";
      }
      out += '\n';
    }
  }
  return out;
}

}  // namespace spoils::cli
