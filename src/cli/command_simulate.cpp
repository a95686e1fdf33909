// cli/command_simulate.cpp
//
// `spoils simulate`: plays whole runs and counts the results.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/odds_heading.h"
#include "cli/output_simulation.h"
#include "cli/run_progress.h"
#include "cli/screen.h"
#include "cli/simulate_request.h"
#include "cli/sink.h"
#include "cli/spreadsheet.h"
#include "cli/workers.h"
#include "spoils/results.h"
#include "spoils/simulate.h"

namespace spoils::cli {

namespace {

constexpr std::string_view kSqliteFile = "SQLite format 3";  // the first bytes of each SQLite file

Outcome simulate_rule(const Pack& pack, SimulateRequest& request, const std::string& command) {
  catch_interrupts();
  RunProgress progress;
  request.options.workers = workers();
  request.options.go_on = [&](const SimulateProgress& done) { return progress.go_on(done); };
  const auto found = simulate(pack, request.simulation, request.options);
  progress.clear();
  if (!found) { return Failure{complaint_of(found.error())}; }
  // Results that cannot be stored are still shown.
  auto unkept = found->unsaved;
  if (request.has_out) {
    const auto program = fmt::format("spoils {}", SPOILS_VERSION);
    if (auto failed = write_results({*found, program, command}, request.out)) { unkept = std::move(failed); }
  }
  auto written = request.format == "json"  ? simulation_json(*found, names_of_measures(pack))
                 : request.format == "csv" ? simulation_csv(*found)
                                           : simulation_text(*found, request.rows, screen_of(STDOUT_FILENO));
  if (request.format == "csv" && request.is_spreadsheet_safe) { written = spreadsheet_safe(written); }
  auto printed = print(written);
  if (!printed) { return printed; }
  if (unkept) { return Failure{complaint_of(*unkept)}; }
  for (const auto& wrong : found->disagreements) {
    print_remark(fmt::format("{}: {:.6g}, but exactly {:.6g}", wrong.what, wrong.estimate, wrong.exact));
  }
  if (!found->disagreements.empty()) {
    return Failure{Complaint{
        ExitCode::AssertionFailed,
        fmt::format("{} of {} estimates disagree with the odds; the probability of this by chance is 1 in {:.3g}",
                    found->disagreements.size(), found->compared, 1 / found->risk),
        "this is a fault of spoils; please report it with the pack"}};
  }
  if (!found->is_complete) { die_of_interrupt(); }
  return ExitCode::Fine;
}

// Refuses to overwrite files that the user would not want to lose: files of another kind, and counts that may have
// taken hours.
std::optional<Complaint> refuses_to_replace(const SimulateRequest& request) {
  const auto begin_of = [](const std::string& path) {
    std::string out(kSqliteFile.size(), '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(out.data(), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(file.gcount()));
    return out;
  };
  if (request.has_checkpoint && !request.options.resume && !begin_of(request.options.checkpoint).empty()) {
    return Complaint{ExitCode::WrongUsage, fmt::format("the checkpoint {} already exists", request.options.checkpoint),
                     "`--resume` continues it; for another study use another file"};
  }
  if (!request.has_out) { return std::nullopt; }
  const auto begin = begin_of(request.out);
  if (!begin.empty() && begin != kSqliteFile) {
    return Complaint{ExitCode::WrongUsage,
                     fmt::format("{} already exists, and is not a spoils results database", request.out),
                     "`--out` replaces only results databases"};
  }
  return std::nullopt;
}

std::optional<Complaint> refuses_outputs(const SimulateRequest& request) {
  if (request.has_checkpoint && request.has_out &&
      std::filesystem::absolute(request.options.checkpoint).lexically_normal() ==
          std::filesystem::absolute(request.out).lexically_normal()) {
    return Complaint{ExitCode::WrongUsage, "`--checkpoint` and `--out` need the name of a file", {}};
  }
  if (request.has_checkpoint) {
    if (auto refusal = refuses_files(request.options.checkpoint)) { return refusal; }
  }
  if (request.has_out) {
    if (auto refusal = refuses_files(request.out)) { return refusal; }
  }
  return refuses_to_replace(request);
}

Outcome run_simulate(Arguments& arguments) {
  auto prepared = prepare_simulation(arguments);
  if (!prepared) { return Failure{std::move(prepared).error()}; }
  if (arguments.has("--help")) { return print_pack_help(prepared->loaded, arguments); }
  if (auto refusal = refuses_outputs(prepared->request)) { return Failure{std::move(*refusal)}; }
  return simulate_rule(prepared->loaded.pack, prepared->request, prepared->command);
}

}  // namespace

const Command kSimulate = {
    "simulate",
    "PACK [RULE]",
    "Play whole runs and count the results.",
    "A run is one roll of a rule in a world of its own; RULE is `run` if the pack has such a rule, else its first. "
    "Run i is roll i of the seed: `spoils roll` with --seed and --index shows it. The counts are exact, so the answer "
    "for a seed is the same for any number of threads and after any interruption.\n"
    "\n"
    "Every estimate has its 95% interval, and the exact value beside it if odds can compute it. If the two differ by "
    "more than chance explains, the exit code is 1.",
    "spoils simulate rogue run --by level,class --runs 10000\n"
    "spoils simulate rogue run --count 'class == potion'\n"
    "spoils simulate rogue run --first 'class == food' --nth 1,10 --at level\n"
    "spoils simulate rogue level --level 5 --by made_by --sum amount --format json\n"
    "spoils simulate rogue run --by level,class --sum amount --out rogue.db\n"
    "spoils simulate rogue run --runs 1000000 --seed 1 --checkpoint counts --resume\n",
    Operands::PackAndRule,
    define_simulate,
    run_simulate,
};

}  // namespace spoils::cli
