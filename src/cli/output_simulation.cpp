// cli/output_simulation.cpp
//
// Writes the results of a simulation as tables, with intervals and exact odds next to the estimates.
#include "cli/output_simulation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "cli/grid.h"
#include "cli/odds_heading.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

std::string interval(const Estimate& estimate) {
  // Equal values give no deviation, which is no proof that others cannot come.
  if (estimate.low >= estimate.high) { return "no spread seen"; }
  return fmt::format("{}..{}", text::amount(estimate.low), text::amount(estimate.high));
}

std::string percent_interval(const Estimate& estimate) {
  return fmt::format("{}..{}", text::percent_alone(estimate.low), text::percent_alone(estimate.high));
}

std::string more(std::size_t left) { return left > 0 ? "  and " + counted(left, "more row") + "\n" : ""; }

std::string exact_text(const std::optional<double>& exact, bool is_share) {
  if (!exact) { return "-"; }
  return is_share ? text::percent_alone(*exact) : text::amount(*exact);
}

std::string table_text(const ThingCounts& table, std::size_t most_rows, const Screen& screen) {
  std::string out = fmt::format("things by {}", fmt::join(table.by, ", "));
  if (!table.asked.where.empty()) { out += fmt::format(" where {}", table.asked.where); }
  out = bold(printable(out), screen) + "\n";
  const bool has_exact = std::any_of(table.rows.begin(), table.rows.end(), [](const auto& r) { return r.mean.exact; });
  std::vector<std::vector<std::string>> heads{table.by, {"a run", "95%"}, {"at least one", "95%"}};
  if (has_exact) { heads[1].emplace_back("exact"); }
  for (const auto& sum : table.asked.sums) { heads.push_back({sum, "95%"}); }
  Grid grid(heads, table.by.size());
  const auto shown = std::min(table.rows.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& row = table.rows[i];
    auto line = to_texts(row.values);
    line.insert(line.end(), {text::amount(row.mean.value), interval(row.mean)});
    if (has_exact) { line.push_back(exact_text(row.mean.exact, false)); }
    line.insert(line.end(), {text::percent_alone(row.at_least_one.value), percent_interval(row.at_least_one)});
    for (const auto& sum : row.sums) { line.insert(line.end(), {text::amount(sum.mean.value), interval(sum.mean)}); }
    grid.add(std::move(line));
  }
  return out + grid.text(screen) + more(table.rows.size() - shown);
}

// Integers with too many values, in bins of equal width.
std::vector<ValueRow> condensed(const ValueCounts& values, std::size_t most, std::uint64_t runs) {
  if (!values.is_integer || values.rows.size() <= most || !values.least || most == 0) { return values.rows; }
  const auto span = static_cast<std::uint64_t>(*values.greatest) - static_cast<std::uint64_t>(*values.least);
  const auto width = span / most + 1;
  std::vector<ValueRow> out;
  std::uint64_t open = 0;
  for (const auto& row : values.rows) {
    if (!is_integer(row.value)) {
      out.push_back(row);
      continue;
    }
    const auto value = static_cast<std::uint64_t>(std::strtoll(row.value->text.c_str(), nullptr, 10));
    const auto bin = (value - static_cast<std::uint64_t>(*values.least)) / width;
    if (out.empty() || bin != open) {
      ValueRow made;
      const auto first = static_cast<std::uint64_t>(*values.least) + bin * width;
      made.value = Cell{fmt::format("{}", static_cast<std::int64_t>(first)), Cell::Kind::Integer};
      made.last = Cell{fmt::format("{}", static_cast<std::int64_t>(first + width - 1)), Cell::Kind::Integer};
      out.push_back(std::move(made));
      open = bin;
    }
    out.back().runs += row.runs;
  }
  for (auto& row : out) { row.share.value = static_cast<double>(row.runs) / static_cast<double>(runs); }
  return out;
}

std::string values_text(const ValueCounts& values, const std::string& name, std::uint64_t runs, bool so_far,
                        std::size_t most_rows, const Screen& screen) {
  std::string out;
  const auto spread = spread_of(values);
  if (values.mean) {
    auto line = fmt::format("mean {} ({}){}, deviation {}", text::amount(values.mean->value), interval(*values.mean),
                            values.mean->exact ? fmt::format(", exactly {}", text::mean(*values.mean->exact)) : "",
                            text::amount(values.deviation));
    if (spread) { line += fmt::format(", least {}, greatest {}", spread->least, spread->greatest); }
    out += indented(line, screen);
  }
  if (spread) {
    std::string line = "at most";
    for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
      const auto& [value, low, high] = spread->quantiles[i];
      line += fmt::format("{} {}{} in {}", i > 0 ? "," : "", value,
                          low == high ? "" : fmt::format(" ({}..{})", low, high), text::percent_alone(kQuantiles[i]));
    }
    out += indented(line, screen);
  }
  const auto rows = condensed(values, most_rows, runs);
  const bool is_condensed = rows.size() != values.rows.size();
  const bool has_exact =
      !is_condensed && std::any_of(rows.begin(), rows.end(), [](const auto& r) { return r.share.exact; });
  std::vector<std::string> head{"runs", "share"};
  if (!is_condensed) { head.emplace_back("95%"); }
  if (has_exact) { head.emplace_back("exact"); }
  if (so_far) { head.emplace_back("so far"); }
  Grid grid({{name}, head}, values.is_integer ? 0 : 1);
  const auto shown = values.is_integer ? rows.size() : std::min(rows.size(), most_rows);
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& row = rows[i];
    std::vector<std::string> line{to_text(row.value) + (row.value == row.last ? "" : ".." + to_text(row.last)),
                                  fmt::format("{}", row.runs), text::percent_alone(row.share.value)};
    if (!is_condensed) { line.push_back(percent_interval(row.share)); }
    if (has_exact) { line.push_back(exact_text(row.share.exact, true)); }
    below += row.runs;
    if (so_far) { line.push_back(text::percent_alone(static_cast<double>(below) / static_cast<double>(runs))); }
    grid.add(std::move(line));
  }
  return out + grid.text(screen) + more(rows.size() - shown);
}

std::string firsts_text(const SimulationResult& simulation, std::size_t most_rows, const Screen& screen) {
  std::string out;
  for (std::size_t i = 0; i < simulation.firsts.size();) {
    const auto& asked = simulation.firsts[i].asked;
    out += "\n" + bold(printable(fmt::format("the n-th of: {}", asked.condition)), screen) + "\n";
    auto end = i;
    const auto belongs = [&](const FirstCounts& first) {
      return first.asked.condition == asked.condition && first.asked.at == asked.at;
    };
    for (; end < simulation.firsts.size() && belongs(simulation.firsts[end]); ++end) {
      const auto& first = simulation.firsts[end];
      auto line = fmt::format("n = {}: in {} of all runs ({})", first.nth, text::percent(first.chance.value),
                              percent_interval(first.chance));
      if (first.chance.exact) { line += fmt::format(", exactly {}", text::percent_alone(*first.chance.exact)); }
      out += indented(line, screen);
      if (!first.wait) { continue; }
      out += indented(
          fmt::format("runs until then: {} on average ({}..{}); {}, {}, {} with 50%, 90%, 99%; here first in run {}",
                      text::amount(first.wait->value), text::amount(first.wait->low),
                      first.wait->high > 0 ? text::amount(first.wait->high) : "?", text::amount(first.wait_points[0]),
                      text::amount(first.wait_points[1]), text::amount(first.wait_points[2]), *first.first_run),
          screen);
      if (!asked.at.empty()) { out += values_text(first.at, asked.at, simulation.runs, true, most_rows, screen); }
    }
    i = end;
  }
  return out;
}

std::string estimate_cells(const Estimate& estimate) {
  return fmt::format("{},{},{},{},{}", estimate.value, estimate.error, estimate.low, estimate.high,
                     estimate.exact ? fmt::format("{}", *estimate.exact) : "");
}

std::string values_csv(const ValueCounts& values, const std::string& before) {
  std::string out;
  for (const auto& row : values.rows) {
    out += fmt::format("{}{},{},{},{}\n", before, csv_cell(row.value), csv_cell(row.last), row.runs,
                       estimate_cells(row.share));
  }
  return out;
}

}  // namespace

std::string simulation_text(const SimulationResult& simulation, std::size_t most_rows, const Screen& screen) {
  std::string head = fmt::format("{} {}", simulation.pack, simulation.rule);
  for (const auto& [name, value] : simulation.values) { head += fmt::format("  {} {}", name, value); }
  head += fmt::format("  seed {}  {} run{}  {} thing{}", seed_to_text(simulation.seed), simulation.runs,
                      simulation.runs == 1 ? "" : "s", simulation.things, simulation.things == 1 ? "" : "s");
  if (!simulation.is_complete) { head += fmt::format("  (stopped; {} were requested)", simulation.asked_runs); }
  std::string out = dim(hanging(printable(head), screen), screen);
  for (const auto& table : simulation.tables) { out += "\n" + table_text(table, most_rows, screen); }
  for (const auto& counts : simulation.per_run) {
    out += "\n" + bold(printable(counts.expression), screen) + "\n" +
           values_text(counts.values, "value", simulation.runs, false, most_rows, screen);
  }
  out += firsts_text(simulation, most_rows, screen);
  if (simulation.compared > 0) {
    out += fmt::format("\n{} estimate{} compared with exact odds: {}\n", simulation.compared,
                       simulation.compared == 1 ? "" : "s",
                       simulation.disagreements.empty() ? "all agree" : "NOT all agree");
  }
  if (!simulation.uncompared.empty()) {
    out += simulation.compared > 0 ? "not compared:\n" : "\nnothing was compared with exact odds:\n";
    for (const auto& what : simulation.uncompared) { out += indented(printable(what), screen); }
  }
  if (simulation.runs == 1) { out += "\n" + hanging("One run gives no error for a mean.", screen); }
  return out;
}

std::string simulation_csv(const SimulationResult& simulation) {
  if (!simulation.tables.empty()) {
    const auto& table = simulation.tables.front();
    std::string out;
    for (const auto& name : table.by) { out += csv_cell(name) + ","; }
    out += "things,runs,most,mean,error,low,high,exact,at_least_one,at_least_one_low,at_least_one_high";
    for (const auto& sum : table.asked.sums) {
      for (const auto* column : {"", " mean", " error", " low", " high"}) {
        out += "," + csv_cell("sum " + sum + column);
      }
    }
    out += '\n';
    for (const auto& row : table.rows) {
      for (const auto& cell : row.values) { out += csv_cell(cell) + ","; }
      out += fmt::format("{},{},{},{},{},{},{}", row.things, row.runs, row.most, estimate_cells(row.mean),
                         row.at_least_one.value, row.at_least_one.low, row.at_least_one.high);
      for (const auto& sum : row.sums) {
        out += fmt::format(",{},{},{},{},{}", sum.total, sum.mean.value, sum.mean.error, sum.mean.low, sum.mean.high);
      }
      out += '\n';
    }
    return out;
  }
  if (!simulation.per_run.empty()) {
    return "value,last,runs,share,error,low,high,exact\n" + values_csv(simulation.per_run.front().values, "");
  }
  const bool has_at = !simulation.firsts.front().asked.at.empty();
  std::string out = has_at ? "nth,value,last,runs,share,error,low,high,exact\n"
                           : "nth,runs,chance,error,low,high,exact,wait,wait_low,wait_high,wait_50,wait_90,wait_99,"
                             "first_run\n";
  for (const auto& first : simulation.firsts) {
    if (has_at) {
      out += values_csv(first.at, fmt::format("{},", first.nth));
      continue;
    }
    out += fmt::format("{},{},{},", first.nth, first.runs, estimate_cells(first.chance));
    out += first.wait ? fmt::format("{},{},{},{},{},{},{}\n", first.wait->value, first.wait->low,
                                    first.wait->high > 0 ? fmt::format("{}", first.wait->high) : "",
                                    first.wait_points[0], first.wait_points[1], first.wait_points[2], *first.first_run)
                      : ",,,,,,\n";
  }
  return out;
}

}  // namespace spoils::cli
