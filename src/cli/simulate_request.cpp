// cli/simulate_request.cpp
//
// Reads the options of `spoils simulate` into a study, and checks those that exclude each other.
#include "cli/simulate_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "cli/find_pack.h"
#include "cli/odds_options.h"
#include "cli/open_world.h"
#include "cli/shell_word.h"
#include "cli/spreadsheet.h"

namespace spoils::cli {

namespace {

Result<double, Complaint> read_time(const std::string& text) {
  double seconds = 0;
  // from_chars for doubles is missing in some standard libraries: digits, a point, digits.
  std::size_t used = 0;
  double scale = 1;
  bool behind = false;
  for (; used < text.size() && ((text[used] >= '0' && text[used] <= '9') || (text[used] == '.' && !behind)); ++used) {
    if (text[used] == '.') {
      behind = true;
      continue;
    }
    seconds = seconds * 10 + (text[used] - '0');
    if (behind) { scale *= 10; }
  }
  const auto unit = text.substr(used);
  const double factor = unit == "s" || unit.empty() ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (used == 0 || factor == 0) {
    return wrong_usage(fmt::format("`--every {}` is not a duration", text), "for example 60s, 10m or 1h");
  }
  return seconds / scale * factor;
}

std::optional<Complaint> read_questions(const Arguments& arguments, Simulation& simulation) {
  const std::string where = arguments.value("--where").value_or("");
  const auto sums = arguments.values("--sum");
  const auto with = arguments.value("--with");
  const auto measures = with ? split_list(*with) : std::vector<std::string>();
  for (const auto& by : arguments.values("--by")) {
    auto fields = split_list(by);
    if (std::find(fields.begin(), fields.end(), "") != fields.end()) {
      return Complaint{ExitCode::WrongUsage, fmt::format("`--by {}` names an empty field", by),
                       "separate the fields with commas"};
    }
    fields.insert(fields.end(), measures.begin(), measures.end());
    simulation.tables.push_back({std::move(fields), where, sums});
  }
  if (simulation.tables.empty() && (!where.empty() || !sums.empty() || !measures.empty())) {
    simulation.tables.push_back({measures, where, sums});
  }
  for (const auto& condition : arguments.values("--count")) {
    simulation.per_run.push_back(fmt::format("count(thing in things where {})", condition));
  }
  for (auto& expression : arguments.values("--per-run")) { simulation.per_run.push_back(std::move(expression)); }
  std::vector<std::uint64_t> nth;
  for (const auto& word : split_list(arguments.value("--nth").value_or("1"))) {
    std::uint64_t n = 0;
    const auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), n);
    if (wrong != std::errc{} || end != word.data() + word.size() || n == 0) {
      return Complaint{ExitCode::WrongUsage, fmt::format("`--nth {}` is not an integer from 1", word),
                       "for example --nth 1,2,10"};
    }
    nth.push_back(n);
  }
  for (const auto& condition : arguments.values("--first")) {
    simulation.firsts.push_back({condition, nth, arguments.value("--at").value_or("")});
  }
  if (simulation.firsts.empty() && (arguments.has("--nth") || arguments.has("--at"))) {
    return Complaint{ExitCode::WrongUsage, "`--nth` and `--at` need `--first`",
                     "for example --first 'kind == amulet' --at level"};
  }
  return std::nullopt;
}

std::optional<Complaint> read_checkpoint(const Arguments& arguments, SimulateOptions& options) {
  const auto every = read_time(arguments.value("--every").value_or("60s"));
  if (!every) { return every.error(); }
  options.every_seconds = *every;
  options.resume = arguments.has("--resume");
  if (!arguments.has("--checkpoint")) {
    if (!options.resume && !arguments.has("--every")) { return std::nullopt; }
    return Complaint{ExitCode::WrongUsage, "`--resume` and `--every` need `--checkpoint`", {}};
  }
  options.checkpoint = *arguments.value("--checkpoint");
  if (!arguments.has("--seed")) {
    return Complaint{ExitCode::WrongUsage, "a checkpoint needs `--seed`", "it can be resumed only with the same seed"};
  }
  return std::nullopt;
}

Result<SimulateRequest, Complaint> read_simulate_request(const Arguments& arguments) {
  SimulateRequest out;
  auto format = choice(arguments, "--format");
  if (!format) { return Failure{std::move(format).error()}; }
  out.format = std::move(*format);
  const auto runs = number(arguments, "--runs", 10'000);
  if (!runs) { return Failure{runs.error()}; }
  const auto threads = read_threads(arguments);
  if (!threads) { return Failure{threads.error()}; }
  const auto keys = number(arguments, "--max-keys", out.simulation.max_keys);
  if (!keys) { return Failure{keys.error()}; }
  const auto rows = number(arguments, "--rows", 40);
  if (!rows) { return Failure{rows.error()}; }
  out.has_checkpoint = arguments.has("--checkpoint");
  out.simulation.runs = *runs;
  out.simulation.max_keys = *keys;
  out.options.threads = *threads;
  out.options.exact = !arguments.has("--no-exact");
  out.is_spreadsheet_safe = arguments.has("--spreadsheet-safe");
  const auto max_memory = read_max_memory(arguments);
  if (!max_memory) { return Failure{max_memory.error()}; }
  out.options.max_memory = *max_memory;
  out.rows = *rows == 0 ? static_cast<std::size_t>(-1) : static_cast<std::size_t>(*rows);
  const auto seed = arguments.value("--seed");
  out.simulation.seed = seed ? seed_from_text(*seed) : random_seed();
  if (auto wrong = read_questions(arguments, out.simulation)) { return Failure{std::move(*wrong)}; }
  if (arguments.has("--out")) {
    out.out = *arguments.value("--out");
    out.has_out = true;
  }
  if (auto wrong = read_checkpoint(arguments, out.options)) { return Failure{std::move(*wrong)}; }
  if (out.format == "csv" &&
      out.simulation.tables.size() + out.simulation.per_run.size() + out.simulation.firsts.size() > 1) {
    return wrong_usage("the CSV output has one question only", "use `--format json`");
  }
  return out;
}

// The command that gives the same results, independent of the threads, files and random seed of this one.
std::string command_line(const std::string& named, const SimulateRequest& request) {
  const auto& simulation = request.simulation;
  std::string out = fmt::format("spoils simulate {} {} --runs {} --seed {}", shell_word(named), simulation.rule,
                                simulation.runs, seed_to_text(simulation.seed));
  const auto add = [&](const char* option, const std::string& value) {
    out += fmt::format(" {} {}", option, shell_word(value));
  };
  if (simulation.max_keys != Simulation{}.max_keys) { add("--max-keys", fmt::format("{}", simulation.max_keys)); }
  for (const auto* values : {&simulation.values, &simulation.states}) {
    for (const auto& [name, value] : *values) { add("--set", name + "=" + value); }
  }
  for (const auto& table : simulation.tables) {
    if (!table.by.empty()) { add("--by", fmt::format("{}", fmt::join(table.by, ","))); }
  }
  if (!simulation.tables.empty()) {
    const auto& table = simulation.tables.front();
    if (!table.where.empty()) { add("--where", table.where); }
    for (const auto& sum : table.sums) { add("--sum", sum); }
  }
  for (const auto& expression : simulation.per_run) { add("--per-run", expression); }
  for (const auto& first : simulation.firsts) { add("--first", first.condition); }
  if (!simulation.firsts.empty()) {
    add("--nth", fmt::format("{}", fmt::join(simulation.firsts.front().nth, ",")));
    if (!simulation.firsts.front().at.empty()) { add("--at", simulation.firsts.front().at); }
  }
  return out;
}

}  // namespace

void define_simulate(OptionTable& options) {
  const auto many = [&](const std::string& name, const std::string& text, const std::string& type) {
    options.add(name, type, text).is_repeatable = true;
  };
  options.add("--runs", "N", "the number of runs; default 10000");
  options.add("--seed", "SEED", "a number, 0x and hexadecimal digits, or any text; random if not given");
  options.add("--threads", "T", "the number of threads; default: one per processor");
  many("--by", "count things by these fields and inputs in a table; can be repeated", "FIELD,...");
  options.add("--with", "MEASURE,...", "and by these measures, too");
  options.add("--where", "EXPR", "count only things that satisfy this condition, in all tables");
  many("--sum", "add up this number of each thing by row; can be repeated", "EXPR");
  many("--count", "count the things of a run that satisfy this condition; can be repeated", "EXPR");
  many("--per-run", "evaluate this expression over a whole run; can be repeated", "EXPR");
  many("--first", "find the first thing that satisfies this condition; can be repeated", "EXPR");
  options.add("--nth", "N,...", "instead of the first such thing, the n-th; one or more n");
  options.add("--at", "EXPR", "also record this expression of that thing, for example `level`");
  options.add("--out", "FILE", "write the results to this SQLite file, for `spoils report`");
  options.add("--checkpoint", "FILE", "save the counts in this file, to resume after a stop");
  options.add("--every", "TIME", "the interval of checkpoints, for example 60s, 10m or 1h; default 60s");
  options.flag("--resume", "continue from the checkpoint, if it exists");
  options.flag("--no-exact", "do not compute exact odds");
  add_memory_option(options);
  options.add("--max-keys", "N", "the limit on the rows of a table; default 200000");
  options.add("--rows", "N", "show at most N rows in text; default 40, 0 for all");
  add_set_option(options);
  options.add("--format", "text|json|csv", "for people, for programs, for spreadsheets");
  add_spreadsheet_option(options);
  add_load_options(options);
}

Result<PreparedSimulation, Complaint> prepare_simulation(Arguments& arguments) {
  if (arguments.operands.empty()) {
    return wrong_usage("missing argument PACK", "for example `spoils simulate rogue run --runs 1000`");
  }
  auto request = read_simulate_request(arguments);
  if (!request) { return Failure{std::move(request).error()}; }
  auto loaded = load_pack_and_rule(arguments, "run");
  if (!loaded) { return Failure{std::move(loaded).error()}; }
  request->simulation.rule = loaded->rule->name;
  if (!arguments.has("--help")) {
    auto setup = resolve_setup(loaded->pack, *loaded->rule, arguments);
    if (!setup) { return Failure{std::move(setup).error()}; }
    request->simulation.values = std::move(setup->values);
    request->simulation.states = std::move(setup->states);
  }
  auto command = command_line(loaded->named, *request);
  return PreparedSimulation{std::move(*loaded), std::move(*request), std::move(command)};
}

}  // namespace spoils::cli
