// cli/command_check.cpp
//
// `spoils check`: reports the mistakes in packs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/find_pack.h"
#include "cli/interrupt.h"
#include "cli/odds_options.h"
#include "cli/output_check.h"
#include "cli/progress.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "cli/verdicts.h"

namespace spoils::cli {

namespace {

void define_check(OptionTable& options) {
  options.flag("--no-odds", "do not compute the expectations of the pack");
  options.add("--verify", "N", "compare the odds of each expectation with N rolls; default 4096");
  options.flag("--no-verify", "do not compare the odds of expectations with rolls");
  options.flag("--accept-likely", "an expectation that is likely met, but not proved, is no failure");
  options.add("--dump", "program|bytecode", "also print the compiled program, or the bytecode that rolls run")
      .may_omit_value = true;
  add_work_options(options);
  add_threads_option(options, "check expectations");
  options.add("--format", "text|json|junit", "for people, for programs (one object per pack), or for CI");
  options.flag("-q,--quiet", "errors only: no warnings, no notes, no summary");
}

Outcome run_check(Arguments& arguments) {
  const auto format = choice(arguments, "--format");
  if (!format) { return Failure{format.error()}; }
  const auto limits = read_work_limits(arguments);
  if (!limits) { return Failure{limits.error()}; }
  const auto threads = read_threads(arguments);
  if (!threads) { return Failure{threads.error()}; }
  if (arguments.operands.empty()) {
    return Failure{Complaint{ExitCode::WrongUsage, "missing argument PACK",
                             "for example `spoils check rogue` or `spoils check mine.loot`"}};
  }
  VerifyOptions verify;
  const auto rolls = number(arguments, "--verify", verify.rolls);
  if (!rolls) { return Failure{rolls.error()}; }
  if (*rolls == 0) { return wrong_usage("`--verify` must be at least 1", "`--no-verify` compares nothing"); }
  if (arguments.has("--verify") && arguments.has("--no-verify")) {
    return wrong_usage("`--verify` and `--no-verify` exclude each other");
  }
  verify.rolls = *rolls;
  // All names are resolved first: a mistyped one should not cost the time of checking the others.
  std::vector<std::string> paths;
  for (const std::string& named : arguments.operands) {
    auto path = find_pack(named);
    if (!path) { return Failure{std::move(path).error()}; }
    paths.push_back(std::move(*path));
  }
  const std::vector<std::string> folders = pack_folders();
  const Screen screen = screen_of(STDOUT_FILENO);
  const auto chosen = choice(arguments, "--dump");
  if (!chosen) { return Failure{chosen.error()}; }
  const Dump dump = !arguments.has("--dump") ? Dump::None : *chosen == "bytecode" ? Dump::Bytecode : Dump::Program;
  ExitCode code = ExitCode::Fine;
  catch_interrupts();
  Progress progress("ends it", limits->max_seconds);
  CheckOptions options;
  options.max_memory = limits->max_memory;
  options.threads = *threads;
  if (!arguments.has("--no-verify")) { options.verify = verify; }
  constexpr std::uint64_t kRollsOfEstimate = 1'000'000;
  options.estimate_rolls = kRollsOfEstimate;
  options.stop = [&progress] { return progress.stop(); };
  options.progress = [&progress](std::size_t done, std::size_t of) { progress.note(done, of, "expectations"); };
  Sink sink(STDOUT_FILENO);
  if (*format == "junit") { sink.text() += junit_begin(); }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string& named = arguments.operands[i];
    const Loaded read = Pack::load(paths[i], folders);
    // Other commands make no rolls for it, and say the same whether they find a verdict or not.
    if (read.pack) { keep_verdict(read.pack->hash(), {warnings_of(read.findings), read.pack->checked_quantities()}); }
    const Loaded loaded = with_failing_rolls(with_doubts(read));
    if (!loaded.pack && code != ExitCode::Disagreement) { code = ExitCode::PackInvalid; }
    const bool computes = loaded.pack && !arguments.has("--no-odds");
    const auto results = computes ? check_expectations(*loaded.pack, options) : std::vector<ExpectationResult>{};
    progress.clear();
    if (interrupted()) { die_of_interrupt(); }
    for (const ExpectationResult& result : results) {
      if (result.verified && !result.verified->agrees()) { code = ExitCode::Disagreement; }
      if (result.holds || (result.likely && arguments.has("--accept-likely"))) { continue; }
      if (code == ExitCode::Fine && result.likely) { code = ExitCode::LikelyMet; }
      const bool is_unbroken = code == ExitCode::Fine || code == ExitCode::LikelyMet;
      if (is_unbroken && !result.likely) { code = ExitCode::AssertionFailed; }
    }
    const Checked checked{named, loaded, results};
    if (*format == "json") {
      sink.text() += check_json(checked, dump);
    } else if (*format == "junit") {
      sink.text() += check_junit(checked);
    } else {
      sink.text() += check_text(checked, arguments.has("--quiet"), dump, screen);
    }
    // A test suite is printed only when it is complete.
    if (*format != "junit" && !sink.pass_on()) { break; }
  }
  if (*format == "junit") { sink.text() += junit_end(); }
  if (auto failed = sink.finish()) { return Failure{std::move(*failed)}; }
  return code;
}

}  // namespace

const Command kCheck = {
    "check",
    "PACK...",
    "Check packs for mistakes.",
    "Errors, warnings and notes go to standard output; the exit code is 3 if a pack has errors, 1 if one of its "
    "expectations (`expect`) is not met, else 0. Expectations are computed exactly and compared with a few thousand "
    "rolls each; if the two disagree, spoils is wrong, and the exit code is 6. If odds are too large for more than "
    "bounds, an expectation is decided if all within them agree; else rolls say at most that it is likely met, not "
    "proved, with exit code 7, unless --accept-likely is given. Each rule that no other runs is rolled a few times at "
    "the ends of its inputs: a roll that fails is a warning. Each finding has a code that "
    "docs/diagnostics.md explains.",
    "spoils check mine.loot\n"
    "spoils check rogue powder\n"
    "spoils check -q packs/*\n"
    "spoils check mine.loot --verify 100000\n"
    "spoils check mine.loot --format json\n"
    "spoils check mine.loot --format junit > results.xml\n",
    Operands::Packs,
    define_check,
    run_check,
};

}  // namespace spoils::cli
