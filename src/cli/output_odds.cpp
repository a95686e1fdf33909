// cli/output_odds.cpp
//
// Writes odds as text with bars and sweeps as columns, and as CSV; documents/odds.h has the JSON.
#include "cli/output_odds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "text/plain/counted.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

// This file writes answers with probabilities alone; output_each.h has those of expected numbers.
const OddsTable& table_of(const Answer& answer) { return *probabilities(answer); }

double mean_of(const Answer& answer) { return std::get<CountTable>(answer).mean; }

// The probability that is shown for a row of an answer that may not be exact.
double shown_probability(const OddsRow& row) { return row.estimate ? row.estimate->probability : row.probability; }

void append_csv_rows(std::string& out, const OddsTable& table, bool fractions, bool estimates,
                     const std::string& before) {
  for (const OddsRow& row : table.rows) {
    out += before;
    for (const auto& cell : row.values) { out += csv_cell(cell) + ","; }
    out += table.exact ? fmt::format("{},{},{}", row.probability, row.probability, row.probability)
                       : fmt::format(",{},{}", row.low, row.high);
    if (fractions) {
      out += row.fraction ? fmt::format(",{},{}", row.fraction->numerator, row.fraction->denominator) : ",,";
    }
    if (estimates) {
      out += row.estimate ? fmt::format(",{},{},{}", row.estimate->probability, row.estimate->low, row.estimate->high)
                          : ",,,";
    }
    out += '\n';
  }
}

std::string csv_header(const std::vector<std::string>& by, bool fractions, bool estimates) {
  std::string out;
  for (const auto& name : by) { out += csv_cell(name) + ","; }
  return out + "p,lo,hi" + (fractions ? ",num,den" : "") + (estimates ? ",est,est_lo,est_hi\n" : "\n");
}

// The part of a row that its probability takes.
std::string chance_text(const OddsTable& table, const OddsRow& row) {
  if (table.exact) { return text::percent(row.probability) + (row.fraction ? "  " + row.fraction->text() : ""); }
  const auto proven = text::percent(row.low) + " to " + text::percent(row.high);
  return row.estimate ? fmt::format("{}  {}", estimate_text(*row.estimate), proven) : proven;
}

std::string chance_of_condition(const OddsTable& table) {
  if (table.exact) { return text::percent(table.given); }
  const auto proven = text::percent(table.given) + " to " + text::percent(table.given_at_most());
  return table.estimate && table.estimate->given ? fmt::format("{}  {}", estimate_text(*table.estimate->given), proven)
                                                 : proven;
}

}  // namespace

std::string odds_text(const OddsHeading& heading, const Answer& answer) {
  const auto& table = table_of(answer);
  std::string out = heading_lines(heading);
  const auto width = heading.screen.row_width;
  const std::size_t shown = std::min(table.rows.size(), heading.most_rows);
  std::vector<std::size_t> widths(table.by.size(), 0);
  std::size_t chances = 0;
  std::vector<std::string> chance_texts;
  for (std::size_t i = 0; i < shown; ++i) {
    const OddsRow& row = table.rows[i];
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      widths[k] = std::max(widths[k], display_width(printable(to_text(row.values[k]))));
    }
    chance_texts.push_back(chance_text(table, row));
    chances = std::max(chances, display_width(chance_texts.back()));
  }
  if (table.by.size() > 1) {
    std::string names;
    for (std::size_t k = 0; k < table.by.size(); ++k) {
      widths[k] = std::max(widths[k], display_width(printable(table.by[k])));
      names += "  " + padded(printable(table.by[k]), widths[k], false);
    }
    while (!names.empty() && names.back() == ' ') { names.pop_back(); }
    out += dim(names, heading.screen) + "\n";
  }
  std::size_t taken = 2 + chances;
  for (const auto w : widths) { taken += w + 2; }
  const std::size_t room = width > taken + 2 ? std::min<std::size_t>(width - taken - 2, 40) : 0;
  const auto length = [](const OddsRow& row) { return row.estimate ? row.estimate->probability : row.high; };
  // The ranges of `--cut` have an order of their own, so the first row need not be the likeliest.
  double most = 0;
  for (std::size_t i = 0; i < shown; ++i) { most = std::max(most, length(table.rows[i])); }
  double least = most;
  for (std::size_t i = 0; i < shown; ++i) {
    if (length(table.rows[i]) > 0) { least = std::min(least, length(table.rows[i])); }
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const OddsRow& row = table.rows[i];
    std::string line;
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      line += "  " + padded(printable(to_text(row.values[k])), widths[k], is_integer(row.values[k]));
    }
    line += "  " + padded(chance_texts[i], chances, false);
    double share = length(row) > 0 ? length(row) / most : 0;
    if (heading.log_bars && least < most && share > 0) {
      share = (std::log(length(row)) - std::log(least)) / (std::log(most) - std::log(least));
    }
    const auto bar = static_cast<std::size_t>(std::lround(share * static_cast<double>(room)));
    line += "  " + std::string(length(row) > 0 ? std::max<std::size_t>(bar, room > 0 ? 1 : 0) : 0, '#');
    while (!line.empty() && line.back() == ' ') { line.pop_back(); }
    out += line + "\n";
  }
  if (shown < table.rows.size()) {
    double rest = 0;
    for (std::size_t i = shown; i < table.rows.size(); ++i) { rest += shown_probability(table.rows[i]); }
    out += fmt::format("  and {} more, {} together\n", table.rows.size() - shown, text::percent(rest));
  }
  // The mean of the explored part is not the mean of the whole.
  if (std::holds_alternative<CountTable>(answer) && table.exact) {
    double none = 0;
    for (const OddsRow& row : table.rows) {
      if (row.values.size() == 1 && to_text(row.values[0]) == "0") { none += row.probability; }
    }
    out += fmt::format("  mean {}, at least one {}\n", text::four_digits(mean_of(answer)), text::percent(1 - none));
  }
  const bool is_nothing = shown == 1 && std::all_of(table.rows[0].values.begin(), table.rows[0].values.end(),
                                                    [](const auto& cell) { return !cell; });
  if (is_nothing && !std::holds_alternative<CountTable>(answer)) {
    out += paragraphs(
        "the rule makes no thing of its own that has these fields; `--each FIELD` gives the mean numbers of all things "
        "that it makes, `--count` how many there are\n",
        heading.screen.width);
  }
  if (!heading.where.empty()) { out += "  the condition holds with probability " + chance_of_condition(table) + "\n"; }
  if (table.estimate) { out += paragraphs(estimate_note(*table.estimate), heading.screen.width); }
  if (!table.exact) {
    std::string differ;
    for (const auto& [name, values] : table.widest_slots) {
      differ +=
          fmt::format("{}{} ({})", differ.empty() ? "; most differ in " : ", ", name, text::counted(values, "value"));
    }
    out += paragraphs(
        fmt::format(
            "bounds: {} of all rolls is unexplored, at {}{}{}; {}{}\n", text::percent(table.unexplored),
            text::counted(table.states, "state"), table.widest_at.empty() ? "" : " in " + printable(table.widest_at),
            printable(differ), more_with(table.limit),
            table.exact_without.empty() ? "" : fmt::format(", or exact without {}", printable(table.exact_without))),
        heading.screen.width);
  }
  return out;
}

std::string more_with(OddsLimit limit) {
  switch (limit) {
    case OddsLimit::Paths: return "more with --max-paths";
    case OddsLimit::Memory: return "more with --max-memory";
    case OddsLimit::Stopped: return "more with --time";
    case OddsLimit::Draw: return "a draw has too many outcomes to go through, which no option changes";
    case OddsLimit::None: return "shares this small need --fractions";
    case OddsLimit::States: break;
  }
  return "more with --max-states";
}

std::string estimate_text(const EstimatedShare& share) {
  if (!(share.probability > 0) && share.low == 0) { return "below " + text::percent_alone(share.high); }
  const double half = std::max(share.high - share.probability, share.probability - share.low);
  // Two digits: more would say nothing about a width.
  const double unit = half > 0 ? std::pow(10, std::floor(std::log10(half)) - 1) : 1;
  return fmt::format("{} +- {}", text::percent_alone(share.probability),
                     text::percent_alone(std::ceil(half / unit - 1e-9) * unit));
}

std::string estimate_note(const OddsEstimate& estimate) {
  if (estimate.counted == 0) { return fmt::format("no estimate: {}\n", printable(estimate.none)); }
  auto out = fmt::format("estimated, not proven: +- with 95% confidence, by {} of seed {}",
                         text::counted(estimate.rolls, "roll"), estimate.seed);
  if (estimate.counted != estimate.rolls) {
    out += fmt::format(", of which {} {}", estimate.counted, estimate.counted == 1 ? "counts" : "count");
  }
  return out + fmt::format("; an outcome that is not listed has at most {}\n", text::percent_alone(estimate.unseen));
}

std::string odds_csv(const Answer& answer, bool fractions) {
  const auto& table = table_of(answer);
  const bool estimates = table.estimate.has_value();
  std::string out = csv_header(table.by, fractions, estimates);
  append_csv_rows(out, table, fractions, estimates, "");
  return out;
}

namespace {

constexpr std::size_t kMostFraction = 24;  // characters of a fraction in a column; three columns fit into 80

/// A sweep as a table of texts: outcomes as rows, values of the input as columns.
class SweepTable {
 public:
  SweepTable(const OddsHeading& heading, const std::vector<Swept<Answer>>& rows)
      : heading_(heading),
        rows_(rows),
        is_count_(!rows.empty() && std::holds_alternative<CountTable>(rows.front().table)) {
    gather();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!columns_.empty() && follows(rows[i - 1].value, rows[i].value) &&
          cells_[i] == cells_[columns_.back().first]) {
        columns_.back().last = i;
      } else {
        columns_.push_back({i, i});
      }
    }
  }

  std::string text(const std::string& input, const std::string& what) const {
    std::size_t names = display_width(input);
    for (const auto& name : names_) { names = std::max(names, display_width(name)); }
    std::size_t cell_width = 7;
    for (const auto& column : columns_) {
      cell_width = std::max(cell_width, std::min<std::size_t>(display_width(label(column)) + 2, 16));
      for (const auto& cell : cells_[column.first]) { cell_width = std::max(cell_width, cell.size() + 1); }
    }
    const auto width = heading_.screen.row_width;
    const std::size_t fit = width > names + 2 + cell_width ? (width - names - 2) / cell_width : 1;
    std::string out;
    for (std::size_t first = 0; first < columns_.size(); first += fit) {
      const std::size_t last = std::min(columns_.size(), first + fit);
      if (first > 0) { out += '\n'; }
      std::string line = "  " + padded(input, names, false);
      for (std::size_t i = first; i < last; ++i) {
        line += padded(label(columns_[i]).substr(0, cell_width - 1), cell_width, true);
      }
      out += dim(line, heading_.screen) + "\n";
      for (std::size_t k = 0; k < names_.size(); ++k) {
        line = "  " + padded(names_[k], names, false);
        for (std::size_t i = first; i < last; ++i) { line += padded(cells_[columns_[i].first][k], cell_width, true); }
        out += line + "\n";
      }
    }
    return out + notes(what);
  }

 private:
  /// Adjacent values whose cells have the same text.
  struct Column {
    std::size_t first;
    std::size_t last;
  };

  static std::optional<std::int64_t> number_of(const std::string& text) {
    std::int64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(out) : std::nullopt;
  }

  // Only listed values share a column: the table makes no claim about values between them.
  static bool follows(const std::string& before, const std::string& value) {
    const auto first = number_of(before);
    const auto second = number_of(value);
    return first && second && *first < *second && *second - 1 == *first;
  }

  static std::string cell(double p) {
    if (p <= 0) { return "."; }
    if (p >= 1) { return "100"; }
    std::string text = fmt::format("{:.2f}", p * 100);
    if (text == "0.00") { return "<0.01"; }
    return text == "100.00" ? std::string(">99.9") : text;
  }

  // A double rounds what is nearly certain to 1.
  static std::string percentage(double share, const std::string& fraction) {
    return share >= 1 && !fraction.empty() && fraction != "1" ? ">99.9" : cell(share);
  }

  [[nodiscard]] bool never_holds(std::size_t i) const {
    const auto& table = table_of(rows_[i].table);
    return table.rows.empty() && table.exact;
  }

  // Bounds of the numbers do not bound their mean.
  [[nodiscard]] bool has_mean(std::size_t i) const { return !is_count_ || table_of(rows_[i].table).exact; }

  [[nodiscard]] bool is_unanswered(std::size_t i) const {
    const auto& table = table_of(rows_[i].table);
    return table.rows.empty() && !table.exact;
  }

  [[nodiscard]] std::string label(const Column& column) const {
    std::string mark;
    for (auto i = column.first; i <= column.last; ++i) {
      if (!table_of(rows_[i].table).exact) { mark = "~"; }
    }
    if (column.first == column.last) { return mark + rows_[column.first].value; }
    return fmt::format("{}{}..{}", mark, rows_[column.first].value, rows_[column.last].value);
  }

  // Returns the place of the range that a row has, their number if it has none.
  [[nodiscard]] std::ptrdiff_t range_in(const OddsRow& row) const {
    const auto& ranges = heading_.ranges;
    for (const auto& value : row.values) {
      const auto found = std::find(ranges.begin(), ranges.end(), to_text(value));
      if (found != ranges.end()) { return found - ranges.begin(); }
    }
    return static_cast<std::ptrdiff_t>(ranges.size());
  }

  void gather() {
    std::map<std::string, std::vector<double>> by_outcome;
    std::map<std::string, std::vector<std::string>> fractions;
    std::map<std::string, std::ptrdiff_t> range_of;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const OddsRow& row : table_of(rows_[i].table).rows) {
        const auto outcome = printable(fmt::format("{}", fmt::join(to_texts(row.values), "  ")));
        range_of.emplace(outcome, range_in(row));
        auto& shares = by_outcome[outcome];
        shares.resize(rows_.size(), 0);
        shares[i] += shown_probability(row);
        if (!row.fraction) { continue; }
        has_fractions_ = true;
        auto& own = fractions[outcome];
        own.resize(rows_.size());
        own[i] = row.fraction->text();
      }
    }
    // Outcomes sorted by the range of `--cut`, then by their greatest probability at any value, then by size.
    std::vector<std::pair<std::string, std::vector<double>>> outcomes(by_outcome.begin(), by_outcome.end());
    std::stable_sort(outcomes.begin(), outcomes.end(), [&](const auto& a, const auto& b) {
      const auto first = range_of.at(a.first);
      const auto second = range_of.at(b.first);
      if (first != second) { return first < second; }
      const auto most = *std::max_element(a.second.begin(), a.second.end());
      const auto other = *std::max_element(b.second.begin(), b.second.end());
      if (most != other) { return most > other; }
      // Numbers by size, before words.
      const auto number = number_of(a.first);
      const auto other_number = number_of(b.first);
      return number && (!other_number || *number < *other_number);
    });
    const std::size_t shown = std::min(outcomes.size(), heading_.most_rows);
    left_out_ = outcomes.size() - shown;
    for (std::size_t k = 0; k < shown; ++k) { names_.push_back(outcomes[k].first); }
    cells_.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t k = 0; k < shown; ++k) {
        const double share = outcomes[k].second[i];
        const auto exact = fractions.find(outcomes[k].first);
        const auto fraction = exact == fractions.end() ? std::string() : exact->second[i];
        const bool is_short = !fraction.empty() && fraction.size() <= kMostFraction;
        has_long_ = has_long_ || (!fraction.empty() && !is_short);
        cells_[i].push_back(never_holds(i)     ? "-"
                            : is_unanswered(i) ? "?"
                            : is_short         ? fraction
                                       : percentage(share, fraction) + (has_fractions_ && share > 0 ? "%" : ""));
      }
      if (is_count_) { cells_[i].push_back(has_mean(i) ? text::four_digits(mean_of(rows_[i].table)) : "?"); }
    }
    if (is_count_) { names_.emplace_back("mean"); }
  }

  [[nodiscard]] std::string notes(const std::string& what) const {
    std::string out;
    if (left_out_ > 0) { out += fmt::format("  and {} more\n", left_out_); }
    out += has_fractions_ ? "  exact" : "  in percent";
    out += (what.empty() ? "" : ", " + what) + "; . never";
    if (has_long_) { out += "; % a fraction that is longer, which --format json has"; }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!never_holds(i)) { continue; }
      out += "; - the condition never holds";
      break;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!is_unanswered(i) && has_mean(i)) { continue; }
      out += "; ? no answer within the limits";
      break;
    }
    for (const auto& row : rows_) {
      if (table_of(row.table).exact) { continue; }
      out += "; ~ not exact: --format csv has the bounds";
      break;
    }
    return out + "\n";
  }

  const OddsHeading& heading_;
  const std::vector<Swept<Answer>>& rows_;
  const bool is_count_;
  std::vector<std::string> names_;               // of the lines
  std::vector<std::vector<std::string>> cells_;  // by value of the input, then by line
  std::vector<Column> columns_;
  std::size_t left_out_ = 0;
  bool has_fractions_ = false;
  bool has_long_ = false;  // some fraction is too long for a column
};

}  // namespace

std::string sweep_text(const OddsHeading& heading, const std::string& input, const std::vector<Swept<Answer>>& rows,
                       const std::string& what) {
  return heading_lines(heading, "by " + input) + SweepTable(heading, rows).text(input, what);
}

std::string sweep_csv(const std::string& input, const std::vector<Swept<Answer>>& rows, bool fractions) {
  if (rows.empty()) { return {}; }
  const bool estimates =
      std::any_of(rows.begin(), rows.end(), [](const auto& row) { return table_of(row.table).estimate.has_value(); });
  std::string out = csv_cell(input) + "," + csv_header(table_of(rows.front().table).by, fractions, estimates);
  for (const Swept<Answer>& row : rows) {
    append_csv_rows(out, table_of(row.table), fractions, estimates, csv_cell(row.value) + ",");
  }
  return out;
}

}  // namespace spoils::cli
