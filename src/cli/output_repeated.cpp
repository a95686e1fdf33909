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
#include "cli/number_order.h"
#include "cli/output_odds.h"
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
  bool is_estimated = false;
  std::optional<EstimatedShare> estimate = {};  // with its interval
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

// People see no waits of an estimate: none is known.
Figures figures(const RepeatedRow& row, bool with_unknown_waits = true) {
  const bool is_estimated = row.estimate.has_value();
  Figures out{{"a roll", "p", row.first, true, true, is_estimated},
              {"in all", "at_least_one", row.at_least_once, true, true, is_estimated, row.estimate},
              {"times", "expected", row.expected, false, true, is_estimated}};
  if (!is_estimated || with_unknown_waits) { add_wait(out, row); }
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
  if (figure.estimate) { return estimate_text(*figure.estimate); }
  // An exact answer that no double holds.
  constexpr double kLeast = 1e-300;
  const bool is_lost = *figure.value > 0 && *figure.value < kLeast;
  const auto shown = figure.is_percent ? text::percent_alone(*figure.value)
                     : is_lost         ? std::string("<1e-300")
                                       : text::amount(*figure.value);
  return figure.is_estimated ? "~" + shown : shown;
}

bool is_unknown(const Figures& line) {
  return std::any_of(line.begin(), line.end(), [](const Figure& figure) { return !figure.is_known; });
}

/// Appends a table of the first rows. `figures_of` returns the figures of a row, `shown` is the number of rows to show.
template <class Row>
bool append_grid(std::string& out, const OddsHeading& heading, const std::vector<std::string>& by,
                 const std::vector<Row>& rows, const std::function<Figures(const Row&)>& figures_of) {
  std::vector<std::string> heads;
  for (const Figure& figure : figures_of(rows.empty() ? Row{} : rows.front())) { heads.emplace_back(figure.head); }
  const auto shown = rows_to_show(rows, heading.most_rows);
  Grid grid({by, heads}, by.size());
  bool has_unknown = false;
  for (const Row* row : shown) {
    std::vector<std::string> line = to_texts(row->values);
    const auto values = figures_of(*row);
    has_unknown = has_unknown || is_unknown(values);
    for (const Figure& figure : values) { line.push_back(figure_text(figure)); }
    grid.add(std::move(line));
  }
  out += grid.text(heading.screen);
  if (shown.size() < rows.size()) { out += fmt::format("  and {} more\n", rows.size() - shown.size()); }
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
std::string csv_head(const std::string& swept, const std::vector<std::string>& by,
                     const std::function<Figures(const Row&)>& figures_of) {
  std::vector<std::string> figures;
  for (const Figure& figure : figures_of(Row{})) { figures.emplace_back(figure.key); }
  return csv_header(swept, by, figures);
}

/// `before`: the cells at the beginning of each line, each with its comma.
template <class Row>
std::string csv_lines(const std::vector<Row>& rows, const std::function<Figures(const Row&)>& figures_of,
                      const std::string& before = {}) {
  std::string out;
  for (const Row& row : rows) {
    out += before;
    for (const auto& cell : row.values) { out += csv_cell(cell) + ","; }
    bool first = true;
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
  std::string out = heading_lines(heading, "in " + counted(odds.rolls, "roll"));
  const bool has_unknown = append_grid<RepeatedRow>(out, heading, odds.by, odds.rows,
                                                    [](const RepeatedRow& row) { return figures(row, false); });
  if (odds.estimate) {
    const auto& made = *odds.estimate;
    const auto unlisted = odds.by.empty() ? std::string()
                                          : fmt::format("; an outcome that is not listed has at most {}",
                                                        text::percent_alone(made.unseen, text::Rounding::Up));
    const auto width = heading.screen.width;
    out += paragraphs("in all: probability of at least one occurrence; times: mean number of occurrences\n", width);
    out +=
        paragraphs(fmt::format("estimated, not proven: +- with 95% confidence, by {} of {}, the first of seed {}{}\n",
                               counted(made.worlds, "world"), counted(odds.rolls, "roll"), made.seed, unlisted),
                   width);
    out += paragraphs(fmt::format("nothing is proven, and no wait is known: {}\n", printable(made.reason)), width);
    return out;
  }
  out += paragraphs(
      fmt::format("in all: probability of at least one occurrence; times: mean number of occurrences; {}\n", kWaits),
      heading.screen.width);
  if (has_unknown && !odds.later_fault.empty()) {
    const auto why = fmt::format("?: not known, since a later roll fails ({})", odds.later_fault);
    out += paragraphs(printable(why) + '\n', heading.screen.width);
  } else if (has_unknown) {
    out += paragraphs(kUnknown, heading.screen.width);
  }
  if (!odds.is_independent) {
    out += fmt::format("state is carried from roll to roll: {}{}\n", odds.are_all_worlds ? "" : "more than ",
                       counted(odds.worlds, "world"));
  }
  return out;
}

namespace {

Figures repeated_figures(const RepeatedRow& row) { return figures(row); }

// For programs, with the limits of an estimate; of an exact answer both are the figure.
Figures estimated_figures(const RepeatedRow& row) {
  auto out = figures(row);
  const auto& share = row.estimate;
  out.push_back({"", "est_lo", share ? share->low : row.at_least_once, true});
  out.push_back({"", "est_hi", share ? share->high : row.at_least_once, true});
  return out;
}

void add_repeated(JsonWriter& json, const RepeatedOdds& odds) {
  json.member("rolls", odds.rolls);
  if (odds.estimate) {
    const auto& made = *odds.estimate;
    json.key("estimate")
        .open('{')
        .member("worlds", made.worlds)
        .member("seed", made.seed)
        .member("unseen", made.unseen);
    json.member("reason", made.reason);
    json.close('}');
  } else {
    json.member("independent", odds.is_independent).member("worlds", odds.worlds);
  }
  if (!odds.later_fault.empty()) { json.member("later_fault", odds.later_fault); }
  json.list("rows", odds.rows, [&](const RepeatedRow& row) {
    add_row(json, row.values, figures(row));
    if (row.estimate) { json.member("est_lo", row.estimate->low).member("est_hi", row.estimate->high); }
    json.close('}');
  });
}

void add_long_run(JsonWriter& json, const OddsHeading& heading, const LongRunOdds& odds, bool fractions) {
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
}

/// One JSON object with the answer for each value; `add` writes one of them.
template <class Odds>
std::string json_of_sweep(std::string_view schema, const OddsHeading& heading, const std::string& input,
                          const std::vector<Swept<Odds>>& rows,
                          const std::function<void(JsonWriter&, const Odds&)>& add) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, schema, heading, rows.empty() ? std::vector<std::string>{} : rows.front().table.by);
  json.list("sweep", rows, [&](const Swept<Odds>& row) {
    json.open('{');
    documents::write_swept(json, input, row.value);
    add(json, row.table);
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

std::optional<EstimatedShare> estimate_of(const RepeatedRow& row) { return row.estimate; }
std::optional<EstimatedShare> estimate_of(const LongRunRow& /*row*/) { return std::nullopt; }

/// The grid of one probability of each row. One that is 0 may yet belong to what occurs: `occurs` says so.
template <class Odds>
std::string text_of_sweep(const OddsHeading& heading, const std::string& input, const std::vector<Swept<Odds>>& rows,
                          const std::string& what, const std::function<double(std::size_t, const Odds&)>& figure,
                          const std::function<bool(std::size_t, const Odds&)>& occurs) {
  std::vector<Swept<Answer>> shown;
  for (const auto& row : rows) {
    OddsTable table;
    table.by = row.table.by;
    const bool counts = table.by.empty();
    if (counts) { table.by = {"things"}; }
    for (std::size_t i = 0; i < row.table.rows.size(); ++i) {
      OddsRow out;
      out.values = counts ? Cells{Cell{"at least one", Cell::Kind::Text}} : row.table.rows[i].values;
      out.probability = out.low = out.high = figure(i, row.table);
      if (out.high <= 0 && occurs(i, row.table)) { out.high = 1; }
      out.estimate = estimate_of(row.table.rows[i]);
      if (out.estimate) {
        table.exact = false;
        out.low = 0;
        out.high = 1;
      }
      table.rows.push_back(std::move(out));
    }
    shown.push_back({row.value, std::move(table)});
  }
  return sweep_text(heading, input, shown, what);
}

}  // namespace

std::string repeated_json(const OddsHeading& heading, const RepeatedOdds& odds) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.repeated", heading, odds.by);
  add_repeated(json, odds);
  json.close('}');
  return out + '\n';
}

std::string repeated_csv(const RepeatedOdds& odds) {
  const auto figures_of = odds.estimate ? estimated_figures : repeated_figures;
  return csv_head<RepeatedRow>("", odds.by, figures_of) + csv_lines<RepeatedRow>(odds.rows, figures_of);
}

std::string repeated_sweep_text(const OddsHeading& heading, const std::string& input,
                                const std::vector<Swept<RepeatedOdds>>& rows) {
  const auto rolls = rows.empty() ? 0 : rows.front().table.rolls;
  return text_of_sweep<RepeatedOdds>(
      heading, input, rows, "at least one occurrence in " + counted(rolls, "roll"),
      [](std::size_t i, const RepeatedOdds& odds) { return odds.rows[i].at_least_once; },
      [](std::size_t, const RepeatedOdds&) { return false; });
}

std::string repeated_sweep_json(const OddsHeading& heading, const std::string& input,
                                const std::vector<Swept<RepeatedOdds>>& rows) {
  return json_of_sweep<RepeatedOdds>("spoils.repeated", heading, input, rows, add_repeated);
}

std::string repeated_sweep_csv(const std::string& input, const std::vector<Swept<RepeatedOdds>>& rows) {
  if (rows.empty()) { return {}; }
  const bool has_estimates =
      std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.table.estimate.has_value(); });
  const auto figures_of = has_estimates ? estimated_figures : repeated_figures;
  auto out = csv_head<RepeatedRow>(input, rows.front().table.by, figures_of);
  for (const auto& row : rows) { out += csv_lines<RepeatedRow>(row.table.rows, figures_of, csv_cell(row.value) + ","); }
  return out;
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
  add_long_run(json, heading, odds, fractions);
  json.close('}');
  return out + '\n';
}

std::string long_run_csv(const OddsHeading& heading, const LongRunOdds& odds) {
  const bool counts = !heading.count.empty();
  const auto figures_of = [counts](const LongRunRow& row) { return figures(row, counts); };
  return csv_head<LongRunRow>("", odds.by, figures_of) + csv_lines<LongRunRow>(odds.rows, figures_of);
}

std::string long_run_sweep_text(const OddsHeading& heading, const std::string& input,
                                const std::vector<Swept<LongRunOdds>>& rows) {
  return text_of_sweep<LongRunOdds>(
      heading, input, rows, "the share of rolls in the long run",
      [](std::size_t i, const LongRunOdds& odds) { return odds.rows[i].rate; },
      [](std::size_t i, const LongRunOdds& odds) { return odds.rows[i].ever.value_or(1) > 0; });
}

std::string long_run_sweep_json(const OddsHeading& heading, const std::string& input,
                                const std::vector<Swept<LongRunOdds>>& rows, bool fractions) {
  const auto add = [&](JsonWriter& json, const LongRunOdds& odds) { add_long_run(json, heading, odds, fractions); };
  return json_of_sweep<LongRunOdds>("spoils.long_run", heading, input, rows, add);
}

std::string long_run_sweep_csv(const OddsHeading& heading, const std::string& input,
                               const std::vector<Swept<LongRunOdds>>& rows) {
  if (rows.empty()) { return {}; }
  const bool counts = !heading.count.empty();
  const auto figures_of = [counts](const LongRunRow& row) { return figures(row, counts); };
  auto out = csv_head<LongRunRow>(input, rows.front().table.by, figures_of);
  for (const auto& row : rows) { out += csv_lines<LongRunRow>(row.table.rows, figures_of, csv_cell(row.value) + ","); }
  return out;
}

}  // namespace spoils::cli
