// cli/command_diff.cpp
//
// `spoils diff`: compares the odds of two versions of a pack.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/odds_options.h"
#include "cli/output_diff.h"
#include "cli/progress.h"
#include "cli/revision.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "spoils/diff.h"
#include "text/plain/nearest.h"

namespace spoils::cli {

namespace {

/// The rolls of each question that cannot be compared, of each pack: to 0.5%, in some hundredths of a second.
constexpr std::uint64_t kRollsOfDiff = 20'000;

void define_diff(OptionTable& options) {
  options.add("--by", "FIELD,...", "compare the odds by these fields together; default: each field by itself");
  options.add("--sweep", "INPUT[=A..B|A,B,C]", "compare for each value of an input or state, or for some of them");
  options.add("--threshold", "CHANGE", "ignore odds that changed by less than this part of themselves; default 1%");
  options.add("--least", "CHANGE", "ignore odds that changed by less than this; default 0.0001%");
  options.add("--rows", "N", "show at most N rows of each table in text and Markdown; default 12, 0 for all");
  add_work_options(options);
  add_threads_option(options, "compare fields");
  add_set_option(options,
                 "state that the world begins with, or an input or parameter that has the name of an option here; can "
                 "be repeated");
  options.add("--format", "text|json|markdown", "for people, for programs, for pull requests");
  options.flag("--exact", "estimate nothing of what has too many paths to be compared");
  options.flag("--fail", "exit with 1 if anything differs, else with 4 if something was not compared");
  add_load_options(options);
}

// Reads a share written as `1%` or `0.01`.
Result<double, Complaint> share(const Arguments& arguments, const std::string& option, double otherwise) {
  auto text = arguments.value(option);
  if (!text) { return otherwise; }
  const std::string given = *text;
  const bool in_percent = !text->empty() && text->back() == '%';
  if (in_percent) { text->pop_back(); }
  // Digits and one point: from_chars for doubles is missing in some standard libraries.
  const bool is_number = !text->empty() && text->find_first_not_of("0123456789.") == std::string::npos &&
                         std::count(text->begin(), text->end(), '.') <= 1 && *text != ".";
  if (!is_number || text->size() > 18) {
    return wrong_usage(fmt::format("`{} {}` is not a share", option, given), "for example 5% or 0.05");
  }
  return std::stod(*text) / (in_percent ? 100 : 1);
}

// At this point it is enough that some pack or rule has an input, parameter or state of that name; which one is
// resolved later.
Result<const InputInfo*, Complaint> find_anywhere(const Pack& before, const Pack& after, const std::string& name) {
  std::vector<std::string> known;
  for (const Pack* pack : {&after, &before}) {
    std::vector<const std::vector<InputInfo>*> groups{&pack->inputs()};
    for (const RuleInfo& rule : pack->rules()) { groups.push_back(&rule.parameters); }
    groups.push_back(&pack->states());
    for (const std::vector<InputInfo>* group : groups) {
      if (const InputInfo* input = find_input(*group, name)) { return input; }
      for (const InputInfo& input : *group) { known.push_back(input.name); }
    }
  }
  return wrong_usage(fmt::format("neither pack has an input, parameter or state `{}`", name),
                     text::did_you_mean(name, known, "`spoils diff --help` lists the options"));
}

Outcome run_diff(Arguments& arguments) {
  if (arguments.has("--help")) { return print(command_help(kDiff, *arguments.table, screen_of(STDOUT_FILENO).width)); }
  if (arguments.operands.size() < 2) {
    return wrong_usage(arguments.operands.empty() ? "missing arguments OLD and NEW" : "missing argument NEW",
                       "for example `spoils diff rogue rogue_game` or `spoils diff rogue@HEAD rogue`");
  }
  const auto format = choice(arguments, "--format");
  if (!format) { return Failure{format.error()}; }
  const auto limits = read_work_limits(arguments);
  if (!limits) { return Failure{limits.error()}; }
  const auto threads = read_threads(arguments);
  if (!threads) { return Failure{threads.error()}; }
  const auto rows = number(arguments, "--rows", 12);
  if (!rows) { return Failure{rows.error()}; }
  DiffOptions options;
  const auto ratio = share(arguments, "--threshold", options.ratio);
  if (!ratio) { return Failure{ratio.error()}; }
  const auto least = share(arguments, "--least", options.least);
  if (!least) { return Failure{least.error()}; }
  options.ratio = *ratio;
  options.least = *least;
  auto by = read_fields(arguments);
  if (!by) { return Failure{std::move(by).error()}; }
  options.by = std::move(*by);
  if (arguments.has("--sweep")) {
    auto sweep = read_sweep(*arguments.value("--sweep"));
    if (!sweep) { return Failure{std::move(sweep).error()}; }
    options.sweep = std::move(*sweep);
  }
  const auto before = load_pack_at(arguments.operands[0], load_wishes(arguments));
  if (!before) { return Failure{before.error()}; }
  const auto after = load_pack_at(arguments.operands[1], load_wishes(arguments));
  if (!after) { return Failure{after.error()}; }
  return_flag_values(*after, arguments);
  for (std::size_t i = 2; i < arguments.operands.size(); ++i) {
    options.rules.push_back(arguments.operands[i]);
    std::replace(options.rules.back().begin(), options.rules.back().end(), '-', '_');
  }
  const auto find = [&](const std::string& name) { return find_anywhere(*before, *after, name); };
  auto values = collect_values(arguments, find);
  if (!values) { return Failure{std::move(values).error()}; }
  options.values = std::move(*values);
  if (!options.sweep.input.empty()) {
    const auto swept = find(options.sweep.input);
    if (!swept) { return Failure{swept.error()}; }
    if (auto clash = swept_and_set(options.sweep, options.values)) { return Failure{std::move(*clash)}; }
  }
  options.max_memory = limits->max_memory;
  options.threads = *threads;
  options.estimate_rolls = arguments.has("--exact") ? 0 : kRollsOfDiff;
  catch_interrupts();
  Progress progress("ends with the comparisons made so far", limits->max_seconds);
  options.stop = [&progress] { return progress.stop(); };
  options.go_on = [&progress](std::size_t states) {
    progress.note_states(states);
    return true;
  };
  const auto difference = compare(*before, *after, options);
  progress.clear();
  if (!difference) { return Failure{complaint_of(difference.error())}; }

  DiffHeading heading;
  heading.before = arguments.operands[0];
  heading.after = arguments.operands[1];
  heading.values = options.values;
  heading.swept = options.sweep.input;
  heading.ratio = options.ratio;
  heading.least = options.least;
  heading.most_rows = *rows == 0 ? static_cast<std::size_t>(-1) : static_cast<std::size_t>(*rows);
  heading.has_fields = arguments.has("--by");
  heading.screen = screen_of(STDOUT_FILENO);
  const bool differs = !difference->tables.empty() || !difference->only_before.empty() ||
                       !difference->only_after.empty() || !difference->inputs.empty();
  // Odds that were not compared may differ, so they are no green light.
  const bool has_gaps = !difference->gaps.empty();
  auto code = ExitCode::Fine;
  if (arguments.has("--fail") && (differs || has_gaps)) {
    code = differs ? ExitCode::AssertionFailed : ExitCode::LimitHit;
  }
  if (*format == "json") { return print(diff_json(heading, *difference), code); }
  if (*format == "markdown") { return print(diff_markdown(heading, *difference), code); }
  return print(diff_text(heading, *difference), code);
}

}  // namespace

const Command kDiff = {
    "diff",
    "OLD NEW [RULE...]",
    "Show which odds differ between two packs.",
    "OLD and NEW are packs as in other commands, or PACK@REV: the pack as it was in a revision of its git repository. "
    "For each rule that both have (or for the rules named), the tables list every outcome whose odds changed beyond "
    "the thresholds: new outcomes, outcomes that are gone, and the rest by the size of the change. All odds are "
    "exact. Questions with too many paths are not compared; differences that rolls show are listed as estimates, which "
    "decide nothing.\n"
    "\n"
    "Without --by each field that a rule sets is compared by itself, then all of them together where that can be "
    "computed at once, and for rules that drop things also their number. Inputs and parameters are options; each is "
    "used in every pack and rule that has one of its name.",
    "spoils diff rogue rogue_game\n"
    "spoils diff crawl crawl_game weapon --by kind,race --depth 12\n"
    "spoils diff crawl crawl_game floor --sweep depth=0..27 --threshold 5%\n"
    "spoils diff packs/rogue@main packs/rogue --format markdown --fail\n",
    Operands::PacksAndRules,
    define_diff,
    run_diff,
};

}  // namespace spoils::cli
