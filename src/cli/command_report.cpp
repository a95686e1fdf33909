// cli/command_report.cpp
//
// `spoils report`: shows the results that `spoils simulate --out` has stored, as tables and plots, or compares two
// studies.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/odds_heading.h"
#include "cli/output_simulation.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "spoils/results.h"
#include "text/plain/counted.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

void define_report(OptionTable& options) {
  options.add("--plots", "FOLDER", "write a plot of each question into this folder, as SVG");
  options.add("--rows", "N", "show at most N rows in text; default 40, 0 for all");
  options.add("--format", "text|json", "for people, for programs");
}

std::string about(const Results& results) {
  const auto& simulation = results.simulation;
  std::string out = fmt::format("{} {} {}: {}", simulation.pack, simulation.version, simulation.rule,
                                text::counted(simulation.runs, "run"));
  for (const auto& [name, value] : simulation.values) { out += fmt::format(", {} {}", name, value); }
  return out + fmt::format(", seed {}, {}", seed_to_text(simulation.seed), results.program);
}

std::string figure(const Estimate& estimate) {
  return fmt::format("{} ({}..{})", text::amount(estimate.value), text::amount(estimate.low),
                     text::amount(estimate.high));
}

std::string comparison_text(const Results& before, const Results& after, const Comparison& found, std::size_t rows,
                            const Screen& screen) {
  std::string out = dim(hanging(printable("A: " + about(before)), screen), screen) +
                    dim(hanging(printable("B: " + about(after)), screen), screen) + "\n";
  const auto shown = std::min(found.changes.size(), rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& change = found.changes[i];
    out += hanging(printable(change.what), screen);
    out += fmt::format("    {} -> {}{}\n", figure(change.before), figure(change.after),
                       std::isinf(change.sigmas) ? "" : fmt::format("  {:+.1f} standard errors", change.sigmas));
  }
  if (shown < found.changes.size()) { out += fmt::format("and {} more\n", found.changes.size() - shown); }
  out += fmt::format("{}{} of {} differ{} by more than chance explains (probability of at least one by chance: {}%)\n",
                     shown > 0 ? "\n" : "", found.changes.size(), text::counted(found.compared, "figure"),
                     found.changes.size() == 1 ? "s" : "", text::four_digits(found.risk * 100));
  for (const auto& question : found.only_before) { out += hanging(printable("only in A: " + question), screen); }
  for (const auto& question : found.only_after) { out += hanging(printable("only in B: " + question), screen); }
  return out;
}

std::string comparison_json(const Comparison& found) {
  std::string out;
  text::JsonWriter json(out);
  const auto add = [&](std::string_view key, const Estimate& estimate) {
    json.key(key).open('{').member("value", estimate.value).member("error", estimate.error);
    json.member("low", estimate.low).member("high", estimate.high).close('}');
  };
  json.document("spoils.comparison").member("compared", found.compared).member("risk", found.risk);
  json.list("changes", found.changes, [&](const auto& change) {
    json.open('{').member("what", change.what);
    add("before", change.before);
    add("after", change.after);
    json.member("sigmas", change.sigmas).close('}');
  });
  json.member("only_before", found.only_before).member("only_after", found.only_after).close('}');
  return out + '\n';
}

Result<std::string, Complaint> write_plots(const SimulationResult& simulation, const SimulationResult* other,
                                           const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) { return Failure{system_complaint(fmt::format("cannot make the folder {}", folder), failed.value())}; }
  std::string out;
  for (const auto& plot : draw_results(simulation, other)) {
    const auto path = (std::filesystem::path(folder) / (plot.name + ".svg")).string();
    if (auto wrong = put_file(path, plot.svg)) { return Failure{std::move(*wrong)}; }
    out += fmt::format("{}: {}\n", path, printable(plot.title));
  }
  return out;
}

Result<Results, Complaint> read(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    const bool is_there = std::filesystem::exists(path, ignored);
    return Failure{Complaint{ExitCode::WrongUsage,
                             is_there ? fmt::format("not a file: {}", path) : fmt::format("no such file: {}", path),
                             "`spoils simulate ... --out FILE` writes one"}};
  }
  auto found = read_results(path);
  if (!found) { return Failure{complaint_of(found.error())}; }
  return std::move(*found);
}

Outcome run_report(Arguments& arguments) {
  const auto& operands = arguments.operands;
  if (operands.empty()) { return wrong_usage("missing argument FILE", "for example `spoils report rogue.db`"); }
  if (operands.size() > 2) { return wrong_usage(fmt::format("unexpected argument `{}` after two files", operands[2])); }
  const auto format = choice(arguments, "--format");
  if (!format) { return Failure{format.error()}; }
  const auto rows = number(arguments, "--rows", 40);
  if (!rows) { return Failure{rows.error()}; }
  const auto most = *rows == 0 ? static_cast<std::size_t>(-1) : static_cast<std::size_t>(*rows);
  const auto screen = screen_of(STDOUT_FILENO);
  const auto first = read(operands[0]);
  if (!first) { return Failure{first.error()}; }
  std::optional<Results> second;
  if (operands.size() == 2) {
    auto other = read(operands[1]);
    if (!other) { return Failure{std::move(other).error()}; }
    second = std::move(*other);
  }
  std::string out;
  if (second) {
    const auto found = compare_results(first->simulation, second->simulation);
    out = *format == "json" ? comparison_json(found) : comparison_text(*first, *second, found, most, screen);
  } else {
    out = *format == "json" ? simulation_json(first->simulation, {}) : simulation_text(first->simulation, most, screen);
  }
  if (arguments.has("--plots")) {
    const auto plots =
        write_plots(first->simulation, second ? &second->simulation : nullptr, *arguments.value("--plots"));
    if (!plots) { return Failure{plots.error()}; }
    if (*format == "text") { out += "\n" + *plots; }
  }
  return print(out);
}

}  // namespace

const Command kReport = {
    "report",
    "FILE [OTHER]",
    "Show the results of a simulation, or compare two.",
    "FILE is the output of `spoils simulate --out FILE`: an SQLite database, whose tables any program can query. With "
    "two files, the figures that differ by more than chance explains are listed.",
    "spoils report rogue.db\n"
    "spoils report rogue.db --plots plots\n"
    "spoils report before.db after.db\n",
    Operands::Files,
    define_report,
    run_report,
};

}  // namespace spoils::cli
