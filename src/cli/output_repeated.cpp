// cli/output_repeated.cpp
//
// Writes odds of many rolls: one row for each outcome, and a legend of the columns that are shown.
#include "cli/output_repeated.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "cli/complaint.h"
#include "cli/grid.h"
#include "text/plain/figures.h"

namespace spoils::cli {

using text::JsonWriter;

namespace {

constexpr std::size_t kMostDigits = 60;  // the limit of a fraction that is shown to people

/// One figure of a row. Unset: for people `never`, or `?` if it is not known.
struct Figure {
  const char* head;
  const char* key;
  std::optional<double> value;
  bool is_percent = false;
  bool is_known = true;
};

using Figures = std::vector<Figure>;

void add_wait(Figures& out, const WaitingTime& row) {
  out.push_back({"wait", "mean_wait", row.mean_wait, false, row.is_mean_known});
  constexpr std::array<std::pair<const char*, const char*>, 3> kPoints{
      {{"50%", "wait_50"}, {"90%", "wait_90"}, {"99%", "wait_99"}}};
  for (std::size_t k = 0; k < kPoints.size(); ++k) {
    out.push_back({kPoints[k].first, kPoints[k].second, row.wait_points[k], false, row.are_points_known[k]});
  }
}

Figures figures(const RepeatedRow& row) {
  Figures out{{"a roll", "p", row.first, true},
              {"in all", "at_least_one", row.at_least_once, true},
              {"times", "expected", row.expected}};
  add_wait(out, row);
  return out;
}

Figures figures(const LongRunRow& row, bool counts) {
  Figures out{{"a roll", "p", row.first, true}, {"long run", "rate", row.rate, true}};
  if (counts) { out.push_back({"things", "amount", row.amount}); }
  out.push_back({"ever", "ever", row.ever, true, row.ever.has_value()});
  add_wait(out, row);
  return out;
}

std::string figure_text(const Figure& figure) {
  if (!figure.is_known) { return "?"; }
  if (!figure.value) { return "never"; }
  return figure.is_percent ? text::percent_alone(*figure.value) : text::four_digits(*figure.value);
}

bool is_unknown(const Figures& line) {
  return std::any_of(line.begin(), line.end(), [](const Figure& figure) { return !figure.is_known; });
}

/// Appends a table of the first rows. `figures_of` returns the figures of a row, `shown` is the number of rows to show.
template <class Row>
bool append_grid(std::string& out, const OddsHeading& heading, const std::vector<std::string>& by,
                 const std::vector<Row>& rows, const std::function<Figures(const Row&)>& figures_of) {
  std::vector<std::string> heads;
  for (const Figure& figure : figures_of(Row{})) { heads.emplace_back(figure.head); }
  const std::size_t shown = std::min(rows.size(), heading.most_rows);
  Grid grid({by, heads}, by.size());
  bool has_unknown = false;
  for (std::size_t i = 0; i < shown; ++i) {
    std::vector<std::string> line = to_texts(rows[i].values);
    const auto values = figures_of(rows[i]);
    has_unknown = has_unknown || is_unknown(values);
    for (const Figure& figure : values) { line.push_back(figure_text(figure)); }
    grid.add(std::move(line));
  }
  out += grid.text(heading.screen);
  if (shown < rows.size()) { out += fmt::format("  and {} more\n", rows.size() - shown); }
  return has_unknown;
}

constexpr const char* kWaits =
    "wait: rolls until the first occurrence, on average, and with a probability of 50%, 90%, 99%";
constexpr const char* kUnknown =
    "?: not known, since further rolls lead to too many states of the world, or the computation takes too long\n";

void add_row(JsonWriter& json, const Cells& values, const Figures& figures) {
  json.open('{');
  write_values(json, values);
  std::vector<std::string> unknown;
  for (const Figure& figure : figures) {
    json.member(figure.key, figure.value);
    if (!figure.is_known) { unknown.emplace_back(figure.key); }
  }
  json.member("unknown", unknown);
}

template <class Row>
std::string csv_of(const std::vector<std::string>& by, const std::vector<Row>& rows,
                   const std::function<Figures(const Row&)>& figures_of) {
  std::string out;
  for (const auto& name : by) { out += csv_cell(name) + ","; }
  bool first = true;
  for (const Figure& figure : figures_of(Row{})) {
    out += fmt::format("{}{}", first ? "" : ",", figure.key);
    first = false;
  }
  out += '\n';
  for (const Row& row : rows) {
    for (const auto& cell : row.values) { out += csv_cell(cell) + ","; }
    first = true;
    for (const Figure& figure : figures_of(row)) {
      const std::string text = figure.value ? fmt::format("{}", *figure.value) : figure.is_known ? "" : "?";
      out += fmt::format("{}{}", first ? "" : ",", text);
      first = false;
    }
    out += '\n';
  }
  return out;
}

std::string fraction_text(const ExactFraction& fraction) {
  if (fraction.denominator == "1") { return fraction.numerator; }
  const std::size_t digits = fraction.numerator.size() + fraction.denominator.size();
  if (digits > kMostDigits) { return fmt::format("a fraction of {} digits, which `--format json` has", digits); }
  return fraction.text();
}

/// Exact values below the table: those of a long chain have hundreds of digits, too many for a column.
void append_fractions(std::string& out, const OddsHeading& heading, const LongRunOdds& odds) {
  const std::size_t shown = std::min(odds.rows.size(), heading.most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const LongRunRow& row = odds.rows[i];
    std::string line;
    for (const auto& cell : row.values) { line += (line.empty() ? "" : ",") + to_text(cell); }
    line += fmt::format("{}long run {}", line.empty() ? "" : ": ", fraction_text(*row.rate_fraction));
    if (row.wait_fraction) { line += fmt::format(", wait {}", fraction_text(*row.wait_fraction)); }
    const auto width = static_cast<std::size_t>(heading.screen.width);
    for (const auto& part : wrap(printable(line), width - 2, width - 2)) { out += "  " + part + "\n"; }
  }
}

}  // namespace

std::string repeated_text(const OddsHeading& heading, const RepeatedOdds& odds) {
  std::string out = heading_lines(heading, fmt::format("in {} rolls", odds.rolls));
  const bool has_unknown =
      append_grid<RepeatedRow>(out, heading, odds.by, odds.rows, [](const RepeatedRow& row) { return figures(row); });
  out += paragraphs(
      fmt::format("in all: probability of at least one occurrence; times: mean number of occurrences; {}\n", kWaits),
      heading.screen.width);
  if (has_unknown) { out += paragraphs(kUnknown, heading.screen.width); }
  if (!odds.is_independent) {
    out += fmt::format("state is carried from roll to roll: {}{} worlds\n", odds.are_all_worlds ? "" : "more than ",
                       odds.worlds);
  }
  return out;
}

std::string repeated_json(const OddsHeading& heading, const RepeatedOdds& odds) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.repeated", heading, odds.by);
  json.member("rolls", odds.rolls).member("independent", odds.is_independent).member("worlds", odds.worlds);
  json.list("rows", odds.rows, [&](const RepeatedRow& row) {
    add_row(json, row.values, figures(row));
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

std::string repeated_csv(const RepeatedOdds& odds) {
  return csv_of<RepeatedRow>(odds.by, odds.rows, [](const RepeatedRow& row) { return figures(row); });
}

std::string long_run_text(const OddsHeading& heading, const LongRunOdds& odds, bool fractions) {
  std::string out = heading_lines(heading, "in the long run");
  const bool counts = !heading.count.empty();
  const bool has_unknown = append_grid<LongRunRow>(out, heading, odds.by, odds.rows,
                                                   [counts](const LongRunRow& row) { return figures(row, counts); });
  if (fractions) { append_fractions(out, heading, odds); }
  out += paragraphs(fmt::format("long run: the share of rolls with the outcome, in the limit of many rolls; {}ever: "
                                "probability of any occurrence; {}\n",
                                counts ? "things: mean number per roll; " : "", kWaits),
                    heading.screen.width);
  if (has_unknown) { out += paragraphs(kUnknown, heading.screen.width); }
  if (odds.is_independent) { return out; }
  out += paragraphs(fmt::format("state is carried from roll to roll: {}, {} of them recurrent\n",
                                counted(odds.worlds, "world"), odds.recurrent),
                    heading.screen.width);
  if (odds.classes > 1) {
    out += paragraphs(fmt::format("a game ends up in one of {} sets of worlds that it never leaves: rates are averages "
                                  "over games\n",
                                  odds.classes),
                      heading.screen.width);
  }
  return out;
}

std::string long_run_json(const OddsHeading& heading, const LongRunOdds& odds, bool fractions) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.long_run", heading, odds.by);
  json.member("independent", odds.is_independent).member("worlds", odds.worlds);
  json.member("recurrent", odds.recurrent).member("classes", odds.classes);
  json.list("rows", odds.rows, [&](const LongRunRow& row) {
    add_row(json, row.values, figures(row, !heading.count.empty()));
    if (fractions) {
      json.member("rate_num", row.rate_fraction->numerator).member("rate_den", row.rate_fraction->denominator);
      json.text_or_null("wait_num", row.wait_fraction ? row.wait_fraction->numerator : "");
      json.text_or_null("wait_den", row.wait_fraction ? row.wait_fraction->denominator : "");
    }
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

std::string long_run_csv(const OddsHeading& heading, const LongRunOdds& odds) {
  const bool counts = !heading.count.empty();
  return csv_of<LongRunRow>(odds.by, odds.rows, [counts](const LongRunRow& row) { return figures(row, counts); });
}

}  // namespace spoils::cli
