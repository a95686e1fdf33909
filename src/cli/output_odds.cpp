// cli/output_odds.cpp
//
// Writes odds as text with bars, and as CSV; output_sweep.cpp has the columns of sweeps, documents/odds.h the JSON.
#include "cli/output_odds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/number_order.h"
#include "documents/odds.h"
#include "text/plain/counted.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

void append_csv_rows(std::string& out, const OddsTable& table, bool fractions, bool estimates,
                     const std::string& before) {
  for (const OddsRow& row : table.rows) {
    out += before;
    for (const auto& cell : row.values) { out += csv_cell(cell) + ","; }
    out += table.exact ? fmt::format("{0},{0},{0}", row.probability) : fmt::format(",{},{}", row.low, row.high);
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

std::vector<std::string> figures_of(bool fractions, bool estimates) {
  std::vector<std::string> out{"p", "lo", "hi"};
  if (fractions) { out.insert(out.end(), {"num", "den"}); }
  if (estimates) { out.insert(out.end(), {"est", "est_lo", "est_hi"}); }
  return out;
}

// The part of a row that its probability takes.
std::string chance_text(const OddsTable& table, const OddsRow& row) {
  if (table.exact && row.fraction) {
    const bool is_possible = row.fraction->numerator != "0";
    const auto share = is_possible ? text::above_impossibility(row.probability) : row.probability;
    return text::percent(share) + "  " + row.fraction->text();
  }
  if (table.exact) { return text::percent(row.probability); }
  const auto proven = text::percent_between(row.low, row.high);
  return row.estimate ? fmt::format("{}  {}", estimate_text(*row.estimate), proven) : proven;
}

std::string bounds_text(const ShareBounds& bounds) {
  if (bounds.low == bounds.high) { return text::percent(bounds.low); }
  return text::percent_between(bounds.low, bounds.high);
}

std::string chance_of_condition(const OddsTable& table) {
  if (table.exact) { return text::percent(table.given); }
  const auto proven = text::percent_between(table.given, table.given_at_most());
  return table.estimate && table.estimate->given ? fmt::format("{}  {}", estimate_text(*table.estimate->given), proven)
                                                 : proven;
}

}  // namespace

std::string odds_text(const OddsHeading& heading, const Answer& answer) {
  const auto& table = table_of(answer);
  std::string out = heading_lines(heading);
  const auto width = heading.screen.row_width;
  const auto rows = rows_to_show(table.rows, heading.most_rows);
  std::vector<std::size_t> widths(table.by.size(), 0);
  std::size_t chances = 0;
  std::vector<std::string> chance_texts;
  for (const OddsRow* row : rows) {
    for (std::size_t k = 0; k < row->values.size(); ++k) {
      widths[k] = std::max(widths[k], display_width(printable(to_text(row->values[k]))));
    }
    chance_texts.push_back(chance_text(table, *row));
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
  // Numbers and the ranges of `--cut` have an order of their own, so the first row need not be the likeliest.
  double most = 0;
  for (const OddsRow* row : rows) { most = std::max(most, length(*row)); }
  double least = most;
  for (const OddsRow* row : rows) {
    if (length(*row) > 0) { least = std::min(least, length(*row)); }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const OddsRow& row = *rows[i];
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
  if (const auto shown = rows.size(); shown < table.rows.size()) {
    const auto rest = table.together([&](const OddsRow& row) { return &row >= &table.rows[shown]; });
    out += fmt::format("  and {} more, {} together\n", table.rows.size() - shown, bounds_text(rest));
  }
  // The mean of the explored part is not the mean of the whole.
  if (std::holds_alternative<CountTable>(answer) && table.exact) {
    // Not the complement of none, which the sum of very small probabilities is no part of.
    const auto some = table.together([](const OddsRow& row) { return to_text(row.values[0]) != "0"; });
    out +=
        fmt::format("  mean {}, at least one {}\n", text::mean(std::get<CountTable>(answer).mean), bounds_text(some));
  }
  if (const auto middle = documents::middle_of(table); middle && !std::holds_alternative<CountTable>(answer)) {
    std::vector<std::string> parts;
    if (middle->mean) { parts.push_back("mean " + text::mean(*middle->mean)); }
    if (middle->median) { parts.push_back(fmt::format("median {}", *middle->median)); }
    if (!parts.empty()) { out += fmt::format("  {}\n", fmt::join(parts, ", ")); }
  }
  const bool is_nothing =
      table.rows.size() == 1 &&
      std::all_of(table.rows[0].values.begin(), table.rows[0].values.end(), [](const auto& cell) { return !cell; });
  // A field that the rule sets may be none all the same.
  const auto& own = heading.own_fields;
  const bool is_set = std::any_of(table.by.begin(), table.by.end(), [&](const std::string& field) {
    return std::find(own.begin(), own.end(), field) != own.end();
  });
  if (is_nothing && !is_set && !std::holds_alternative<CountTable>(answer)) {
    const std::string what =
        own.empty() ? "makes no thing of its own here; `--each FIELD` gives the mean numbers of all things that it "
                      "makes, `--count` how many there are\n"
                    : fmt::format("sets no {} with these values, but {}: `--by {}` gives the odds\n",
                                  fmt::join(table.by, ", "), fmt::join(own, ", "), own.front());
    out += paragraphs("the rule " + what, heading.screen.width);
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
  return text::estimate(share.probability, share.low, share.high, text::Unit::Share);
}

std::string estimate_text(const EstimatedNumber& number) {
  return text::estimate(number.expected, number.low, number.high, text::Unit::Amount);
}

std::string estimate_note(const OddsEstimate& estimate, const std::string& unlisted) {
  if (estimate.samples > 0) {
    return fmt::format(
        "estimated, not proven: +- with 95% confidence, by {} of the paths with seed {}; {} at most {}\n",
        text::counted(estimate.samples, "sample"), estimate.seed, unlisted,
        text::percent_alone(estimate.unseen, text::Rounding::Up));
  }
  if (estimate.counted == 0) { return fmt::format("no estimate: {}\n", printable(estimate.none)); }
  auto out = fmt::format("estimated, not proven: +- with 95% confidence, by {} of seed {}",
                         text::counted(estimate.rolls, "roll"), estimate.seed);
  if (estimate.counted != estimate.rolls) {
    out += fmt::format(", of which {} {}", estimate.counted, estimate.counted == 1 ? "counts" : "count");
  }
  return out + fmt::format("; {} at most {}\n", unlisted, text::percent_alone(estimate.unseen, text::Rounding::Up));
}

std::string odds_csv(const Answer& answer, bool fractions) {
  const auto& table = table_of(answer);
  const bool estimates = table.estimate.has_value();
  std::string out = csv_header("", table.by, figures_of(fractions, estimates));
  append_csv_rows(out, table, fractions, estimates, "");
  return out;
}

std::string sweep_csv(const std::string& input, const std::vector<Swept<Answer>>& rows, bool fractions) {
  if (rows.empty()) { return {}; }
  const bool estimates =
      std::any_of(rows.begin(), rows.end(), [](const auto& row) { return table_of(row.table).estimate.has_value(); });
  std::string out = csv_header(input, table_of(rows.front().table).by, figures_of(fractions, estimates));
  for (const Swept<Answer>& row : rows) {
    append_csv_rows(out, table_of(row.table), fractions, estimates, csv_cell(row.value) + ",");
  }
  return out;
}

}  // namespace spoils::cli
