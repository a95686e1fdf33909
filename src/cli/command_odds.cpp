// cli/command_odds.cpp
//
// `spoils odds`: computes exact probabilities.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

#include "cli/answered.h"
#include "cli/commands.h"
#include "cli/cut.h"
#include "cli/find_pack.h"
#include "cli/interrupt.h"
#include "cli/odds_options.h"
#include "cli/output_derivations.h"
#include "cli/output_each.h"
#include "cli/output_odds.h"
#include "cli/output_repeated.h"
#include "cli/pack_and_rule.h"
#include "cli/progress.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "cli/spreadsheet.h"
#include "spoils/odds.h"

namespace spoils::cli {

namespace {

// The swept input, parameter or state; null if there is none, which the library reports.
const InputInfo* find_swept(const Pack& pack, const RuleInfo& rule, const std::string& name) {
  for (const auto* group : {&rule.parameters, &pack.inputs(), &pack.states()}) {
    if (const InputInfo* known = find_input(*group, name)) { return known; }
  }
  return nullptr;
}

const std::string kForever = "forever";

/// The time of one answer on a terminal, if the user says nothing else.
constexpr double kDefaultSeconds = 2;

/// The most rolls of an estimate, if the user says nothing else: to 0.1%.
constexpr std::uint64_t kRollsOfEstimate = 1'000'000;
/// The most work of these rolls: a second of it is counted, and takes an eighth to a half of one on the clock. Hence it
/// fits in what a time leaves for the end.
constexpr double kShareOfEstimate = 0.5;
constexpr double kSecondsOfEstimate = 5;

// Returns whether a person waits for the answer. Answers that have neither bounds nor estimates take the time they
// need.
bool has_default_time(const Arguments& arguments) {
  if (arguments.has("--time") || arguments.has("--max-time") || arguments.value("--rolls") == kForever) {
    return false;
  }
  return screen_of(STDOUT_FILENO).terminal && std::getenv("CI") == nullptr;
}

void define_odds(OptionTable& options) {
  options.add("--by", "FIELD,...", "compute the odds by these fields together; `name` is the displayed name");
  options.add("--with", "MEASURE,...", "and by these measures, too");
  options.add("--cut", "COLUMN=A,B,...", "the numbers of this column in ranges: below A, from A to below B, and so on");
  options.add("--where", "EXPR", "given that this condition holds, for example `cursed and kind == mace`");
  options.add("--count", "EXPR", "how many of all things of one roll satisfy this condition");
  options.add("--each", "FIELD,...", "the mean number of the things of one roll with each value of these fields");
  options.add("--sweep", "INPUT[=A..B|A,B,C]",
              "answer for each value of an input, state or parameter, or for some of them");
  options.add("--rolls", "N|forever",
              "odds over N successive rolls of one world, or in the long run: frequency and waiting time");
  options.add("--world", "FILE", "begin with the state of the world in this file; the file is not changed");
  options.add("--why", "VALUE,...", "the paths to the outcome with these values, one per column of --by");
  options.add("--verify", "N", "compare with N rolls; if odds and rolls disagree, the exit code is 6");
  options.flag("--fractions", "also show exact fractions");
  const OddsSettings usual;
  options.add("--max-states", "N", fmt::format("keep at most N states at once; default {}", usual.max_states));
  options.add("--max-paths", "N", fmt::format("limits the number of explored paths; default {}", usual.max_paths));
  options.add("--max-ways", "N", "");  // the former name of --max-paths, for one version
  add_work_options(options,
                   "the time that the odds may take, for example 500ms or 1m, or none; then the answer has bounds; "
                   "with --sweep for all values together, each with an equal share of what is left. Default: 2s on a "
                   "terminal, else none");
  add_threads_option(options, "answer the values of a sweep, or one question with a time,");
  options.flag("--exact", "proven bounds alone for what cannot be exact: nothing is estimated");
  options.add(
      "--estimate", "N",
      fmt::format(
          "estimate what cannot be exact by at most N rolls, with --rolls worlds, fewer if they take long; default {}",
          kRollsOfEstimate));
  options.flag("--whole-rolls", "estimate by such rolls alone, never by samples of the paths");
  options.add("--seed", "SEED", "the seed of these rolls, or of the first world; default 1");
  options.add("--rows", "N", "show at most N rows in text; default 40, 0 for all");
  options.flag("--log", "bars on a logarithmic scale, for rare rows");
  add_set_option(options,
                 "state that the world begins with, or an input or parameter that has the name of an option here; can "
                 "be repeated");
  options.add("--format", "text|json|csv", "for people, for programs, for spreadsheets");
  add_spreadsheet_option(options);
  add_load_options(options);
}

// The options of which only one can be used at a time.
std::optional<Complaint> exclusive(const Arguments& arguments) {
  for (const char* option : {"--by", "--with", "--where", "--count", "--rolls", "--why", "--fractions", "--log"}) {
    if (!arguments.has("--each") || !arguments.has(option)) { continue; }
    return Complaint{ExitCode::WrongUsage, fmt::format("`--each` and `{}` exclude each other", option),
                     "`--each` computes expected numbers of things, not probabilities"};
  }
  for (const char* option : {"--each", "--count", "--rolls", "--why"}) {
    if (!arguments.has("--cut") || !arguments.has(option)) { continue; }
    return Complaint{ExitCode::WrongUsage, fmt::format("`--cut` and `{}` exclude each other", option), {}};
  }
  for (const char* option : {"--sweep", "--rolls"}) {
    if (!arguments.has("--why") || !arguments.has(option)) { continue; }
    return Complaint{ExitCode::WrongUsage, fmt::format("`{}` and `--why` exclude each other", option), {}};
  }
  for (const char* option : {"--rolls", "--why"}) {
    if (!arguments.has("--verify") || !arguments.has(option)) { continue; }
    return Complaint{ExitCode::WrongUsage, fmt::format("`--verify` and `{}` exclude each other", option),
                     "`--verify` applies to odds of one roll"};
  }
  for (const char* option : {"--estimate", "--seed", "--whole-rolls"}) {
    if (!arguments.has(option)) { continue; }
    for (const char* other : {"--exact", "--rolls", "--why"}) {
      if (!arguments.has(other)) { continue; }
      // Whole worlds are rolled: how many, and from which seed on.
      const bool is_of_worlds = other == std::string_view("--rolls") && arguments.value("--rolls") != kForever;
      if (is_of_worlds && option != std::string_view("--whole-rolls")) { continue; }
      return Complaint{ExitCode::WrongUsage, fmt::format("`{}` and `{}` exclude each other", other, option),
                       "estimates are of the odds of one roll, or of a number of rolls"};
    }
  }
  if (arguments.has("--why") && arguments.value("--format") == "csv") {
    return Complaint{ExitCode::WrongUsage, "`--why` has no CSV form", "use `--format text` or `json`"};
  }
  if (!arguments.has("--fractions")) { return std::nullopt; }
  for (const char* option : {"--rolls", "--why"}) {
    if (!arguments.has(option) || arguments.value(option) == kForever) { continue; }
    return Complaint{ExitCode::WrongUsage, fmt::format("`--fractions` and `{}` exclude each other", option),
                     arguments.has("--rolls") ? "fractions are available with `--rolls forever`" : ""};
  }
  if (arguments.has("--rolls") && arguments.value("--format") == "csv") {
    return Complaint{ExitCode::WrongUsage, "the CSV form of the long run has no fractions",
                     "use `--format text` or `json`"};
  }
  if (arguments.has("--rolls") && arguments.has("--sweep") && arguments.value("--format").value_or("text") == "text") {
    return Complaint{ExitCode::WrongUsage, "a sweep of the long run has no room for fractions", "use `--format json`"};
  }
  return std::nullopt;
}

// Returns the question that the options ask.
Result<Question, Complaint> question_of(const Pack& pack, const Arguments& arguments, const Cut& cut,
                                        OddsSettings settings) {
  auto by = read_fields(arguments);
  if (!by) { return Failure{std::move(by).error()}; }
  const auto measures = read_measures(pack, arguments);
  if (!measures) { return Failure{measures.error()}; }
  if (!measures->empty()) {
    if (arguments.has("--count")) {
      return Failure{Complaint{ExitCode::WrongUsage, "`--with` and `--count` exclude each other",
                               "`--count` counts all things of a roll, `--with` describes one"}};
    }
    if (by->empty()) {
      const auto& fields = pack.fields();
      const bool has_kind =
          std::any_of(fields.begin(), fields.end(), [](const FieldInfo& field) { return field.name == "kind"; });
      by->emplace_back(has_kind ? "kind" : "name");
    }
    for (const auto measure : *measures) { by->push_back(pack.measures()[measure].name); }
  }
  auto each = read_fields(arguments, "--each");
  if (!each) { return Failure{std::move(each).error()}; }
  const auto count = arguments.value("--count").value_or("");
  if (!by->empty() && !count.empty()) {
    return Failure{Complaint{ExitCode::WrongUsage, "`--by` and `--count` exclude each other",
                             "`--count` counts all things of a roll, `--by` describes one"}};
  }
  if (auto clash = exclusive(arguments)) { return Failure{std::move(*clash)}; }
  if (auto wrong = apply_cut(cut, *by)) { return Failure{std::move(*wrong)}; }
  if (!each->empty()) {
    ExpectedCounts out{std::move(settings), std::move(*each)};
    return Question(std::move(out));
  }
  const auto where = arguments.value("--where").value_or("");
  const bool fractions = arguments.has("--fractions");
  if (!count.empty()) { return Question(Count{std::move(settings), count, where, fractions}); }
  return Question(Marginal{std::move(settings), std::move(*by), where, fractions});
}

/// Answers a question about many rolls for each value of an input or state. `answer` gives the odds of one value.
template <class Odds, class AnswerOne>
Result<std::vector<Swept<Odds>>, Complaint> sweep_rolls(const Pack& pack, const RuleInfo& rule, Question question,
                                                        const Sweep& sweep, double seconds, AnswerOne&& answer) {
  const auto* const swept = find_swept(pack, rule, sweep.input);
  if (swept == nullptr) {
    // The library knows how to say it.
    const auto refused = exact_odds(pack, question, sweep);
    if (!refused) { return Failure{complaint_of(refused.error())}; }
    return wrong_usage(fmt::format("`{}` cannot be swept", sweep.input));
  }
  const auto values = values_of(sweep, *swept);
  if (!values) { return Failure{values.error()}; }
  const bool is_state = find_input(pack.states(), swept->name) == swept;
  std::vector<Swept<Odds>> out;
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [begin] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const auto stop = settings_of(question).stop;
  for (const auto& value : *values) {
    std::visit(
        [&](OddsSettings& settings) {
          auto& set = is_state ? settings.states : settings.values;
          const auto known = std::find_if(set.begin(), set.end(), [&](auto& one) { return one.first == swept->name; });
          if (known == set.end()) {
            set.emplace_back(swept->name, value);
          } else {
            known->second = value;
          }
          if (seconds <= 0) { return; }
          // Each has an equal share of what is left.
          const double now = elapsed();
          const double share = std::max(0.0, seconds - now) / static_cast<double>(values->size() - out.size());
          settings.stop_seconds = seconds_to_explore(share);
          settings.stop = [&stop, &elapsed, end = now + settings.stop_seconds] { return elapsed() >= end || stop(); };
        },
        question);
    auto odds = answer(question);
    if (!odds) {
      auto error = std::move(odds).error();
      error.message += fmt::format(" when {} is {}", sweep.input, value);
      return Failure{complaint_of(error)};
    }
    out.push_back({value, std::move(*odds)});
  }
  return out;
}

// The word `none` is an unset value, and `"none"` the text.
std::vector<std::optional<std::string>> texts_of(const std::vector<std::string>& words) {
  std::vector<std::optional<std::string>> out;
  for (const auto& word : words) {
    if (word == "none") {
      out.emplace_back();
    } else {
      out.emplace_back(word == "\"none\"" ? "none" : word);
    }
  }
  return out;
}

Outcome run_odds(Arguments& arguments) {
  if (arguments.operands.empty()) { return wrong_usage("missing argument PACK", "for example `spoils odds rogue`"); }
  const auto format = choice(arguments, "--format");
  if (!format) { return Failure{format.error()}; }
  const auto max_states = number(arguments, "--max-states", OddsSettings{}.max_states);
  if (!max_states) { return Failure{max_states.error()}; }
  if (*max_states == 0) { return wrong_usage("`--max-states` must be at least 1"); }
  const auto* const paths_option = arguments.has("--max-ways") ? "--max-ways" : "--max-paths";
  const auto max_paths = number(arguments, paths_option, OddsSettings{}.max_paths);
  if (!max_paths) { return Failure{max_paths.error()}; }
  if (*max_paths == 0) { return wrong_usage(fmt::format("`{}` must be at least 1", paths_option)); }
  auto limits = read_work_limits(arguments);
  if (!limits) { return Failure{limits.error()}; }
  if (has_default_time(arguments)) { limits->max_seconds = kDefaultSeconds; }
  const auto threads = read_threads(arguments);
  if (!threads) { return Failure{threads.error()}; }
  auto estimate_rolls = number(arguments, "--estimate", kRollsOfEstimate);
  if (!estimate_rolls) { return Failure{estimate_rolls.error()}; }
  if (*estimate_rolls == 0) { return wrong_usage("`--estimate` must be at least 1", "`--exact` makes no estimates"); }
  const auto rows = number(arguments, "--rows", 40);
  if (!rows) { return Failure{rows.error()}; }
  const auto verified = number(arguments, "--verify", 0);
  if (!verified) { return Failure{verified.error()}; }
  if (*verified == 0 && arguments.has("--verify")) { return wrong_usage("`--verify` must be at least 1"); }
  const auto loaded = load_pack_and_rule(arguments);
  if (!loaded) { return Failure{loaded.error()}; }
  if (arguments.has("--help")) { return print_pack_help(*loaded, arguments); }
  const Pack& pack = loaded->pack;
  const RuleInfo& rule = *loaded->rule;
  auto setup = resolve_setup(pack, rule, arguments);
  if (!setup) { return Failure{std::move(setup).error()}; }
  const auto& values = setup->values;
  std::optional<Sweep> sweep;
  if (arguments.has("--sweep")) {
    auto read = read_sweep(*arguments.value("--sweep"));
    if (!read) { return Failure{std::move(read).error()}; }
    for (const Values* set : {&values, &std::as_const(setup->states)}) {
      if (auto clash = swept_and_set(*read, *set)) { return Failure{std::move(*clash)}; }
    }
    sweep = std::move(*read);
  }
  if (arguments.has("--world")) {
    if (auto wrong = add_world(pack, *arguments.value("--world"), setup->states)) { return Failure{std::move(*wrong)}; }
  }

  OddsSettings settings;
  settings.rule = rule.name;
  settings.values = values;
  settings.states = setup->states;
  const auto swept_name = sweep ? sweep->input : std::string();
  std::vector<std::string> swept_values{""};
  if (rule.hides(swept_name)) {
    auto all = values_of(*sweep, *find_input(rule.parameters, swept_name));
    if (!all) { return Failure{std::move(all).error()}; }
    swept_values = std::move(*all);
  }
  const auto asked_heading = documents::question_heading(pack, settings, swept_name, swept_values.front());
  if (!asked_heading) { return Failure{complaint_of(asked_heading.error())}; }
  settings.max_states = *max_states;
  settings.max_paths = *max_paths;
  settings.max_memory = limits->max_memory;
  settings.estimate_rolls = arguments.has("--exact") ? 0 : *estimate_rolls;
  settings.estimate_seconds =
      limits->max_seconds > 0 ? std::max(1.0, kShareOfEstimate * limits->max_seconds) : kSecondsOfEstimate;
  settings.whole_rolls = arguments.has("--whole-rolls");
  settings.suggest = true;
  if (const auto seed = arguments.value("--seed")) { settings.estimate_seed = seed_from_text(*seed); }
  settings.threads = *threads;
  // The values of a sweep are stopped in time one by one.
  const bool shares_time = sweep && !arguments.has("--rolls");
  if (shares_time) {
    settings.sweep_seconds = limits->max_seconds;
  } else {
    settings.stop_seconds = seconds_to_explore(limits->max_seconds);
  }
  Progress progress("ends with bounds", shares_time ? limits->max_seconds : settings.stop_seconds);
  settings.stop = [&progress] { return progress.stop(); };
  settings.go_on = [&progress](std::size_t states) {
    progress.note_states(states);
    return true;
  };
  const auto cut = read_cut(pack, arguments);
  if (!cut) { return Failure{cut.error()}; }
  const auto asked = question_of(pack, arguments, *cut, std::move(settings));
  if (!asked) { return Failure{asked.error()}; }
  const Question& question = *asked;
  catch_interrupts();
  const bool fractions = arguments.has("--fractions");
  const auto prepared = [&] {
    OddsHeading heading;
    static_cast<documents::QuestionHeading&>(heading) = *asked_heading;
    heading.screen = screen_of(STDOUT_FILENO);
    heading.where = arguments.value("--where").value_or("");
    heading.count = arguments.value("--count").value_or("");
    heading.most_rows = *rows == 0 ? static_cast<std::size_t>(-1) : static_cast<std::size_t>(*rows);
    heading.ranges = cut->labels;
    heading.log_bars = arguments.has("--log");
    if (arguments.has("--world")) { heading.world = *arguments.value("--world"); }
    return heading;
  };
  // A table for people has room for some values only; programs get all of them.
  const auto sampled =
      sweep && *format == "text" ? sample(*sweep, find_swept(pack, rule, sweep->input)) : std::string();
  const auto prepared_sweep = [&] {
    auto heading = prepared();
    heading.sampled = sampled;
    return heading;
  };
  if (sweep && arguments.value("--rolls") == kForever) {
    const auto swept = sweep_rolls<LongRunOdds>(pack, rule, question, *sweep, 0,
                                                [&](const Question& one) { return long_run_odds(pack, one); });
    progress.clear();
    if (!swept) { return Failure{swept.error()}; }
    const auto heading = prepared_sweep();
    if (*format == "json") { return print(long_run_sweep_json(heading, sweep->input, *swept, fractions)); }
    if (*format == "csv") { return print(as_csv(arguments, long_run_sweep_csv(heading, sweep->input, *swept))); }
    return print(long_run_sweep_text(heading, sweep->input, *swept));
  }
  if (arguments.value("--rolls") == kForever) {
    const auto odds = long_run_odds(pack, question);
    progress.clear();
    if (!odds) { return Failure{complaint_of(odds.error())}; }
    const auto heading = prepared();
    if (*format == "json") { return print(long_run_json(heading, *odds, fractions)); }
    if (*format == "csv") { return print(as_csv(arguments, long_run_csv(heading, *odds))); }
    return print(long_run_text(heading, *odds, fractions));
  }
  if (arguments.has("--rolls")) {
    const auto rolls = number(arguments, "--rolls", 1);
    if (!rolls) { return Failure{rolls.error()}; }
    if (sweep) {
      const auto swept =
          sweep_rolls<RepeatedOdds>(pack, rule, question, *sweep, limits->max_seconds,
                                    [&](const Question& one) { return repeated_odds(pack, one, *rolls); });
      progress.clear();
      if (!swept) { return Failure{swept.error()}; }
      const auto heading = prepared_sweep();
      if (*format == "json") { return print(repeated_sweep_json(heading, sweep->input, *swept)); }
      if (*format == "csv") { return print(as_csv(arguments, repeated_sweep_csv(sweep->input, *swept))); }
      return print(repeated_sweep_text(heading, sweep->input, *swept));
    }
    const auto odds = repeated_odds(pack, question, *rolls);
    progress.clear();
    if (!odds) { return Failure{complaint_of(odds.error())}; }
    const auto heading = prepared();
    if (*format == "json") { return print(repeated_json(heading, *odds)); }
    if (*format == "csv") { return print(as_csv(arguments, repeated_csv(*odds))); }
    return print(repeated_text(heading, *odds));
  }
  if (arguments.has("--why")) {
    const auto wanted = split_list(*arguments.value("--why"));
    const auto derivations = derivations_of(pack, question, texts_of(wanted));
    progress.clear();
    if (!derivations) { return Failure{complaint_of(derivations.error())}; }
    if (*format == "json") { return print(derivations_json(prepared(), wanted, *derivations)); }
    return print(derivations_text(prepared(), wanted, *derivations));
  }
  const Answered answered(pack, question, *verified, *format);
  if (sweep) {
    auto swept = exact_odds(pack, question, *sweep);
    progress.clear();
    if (!swept) { return Failure{complaint_of(swept.error())}; }
    for (auto& row : *swept) { restore_column(*cut, row.table); }
    const auto heading = prepared_sweep();
    const auto show = [&](std::string written) { return answered.print(std::move(written), sweep->input, *swept); };
    if (std::holds_alternative<ExpectedCounts>(question)) {
      if (*format == "json") { return show(documents::each_json(heading, sweep->input, *swept)); }
      if (*format == "csv") { return show(as_csv(arguments, each_csv(sweep->input, *swept))); }
      return show(each_text(heading, sweep->input, *swept));
    }
    if (*format == "json") { return show(documents::sweep_json(heading, sweep->input, *swept, fractions)); }
    if (*format == "csv") { return show(as_csv(arguments, sweep_csv(sweep->input, *swept, fractions))); }
    return show(sweep_text(heading, sweep->input, *swept));
  }
  auto answer = exact_odds(pack, question);
  progress.clear();
  if (!answer) { return Failure{complaint_of(answer.error())}; }
  restore_column(*cut, *answer);
  auto heading = prepared();
  if (auto roller = Roller::make(pack, rule.name, values)) {
    heading.own_fields = own_fields_if_nothing(pack, rule, *roller, *answer);
  }
  const std::vector<Swept<Answer>> alone{{"", *answer}};
  const auto show = [&](std::string written) { return answered.print(std::move(written), "", alone); };
  if (std::holds_alternative<ExpectedCounts>(question)) {
    if (*format == "json") { return show(documents::each_json(heading, "", alone)); }
    if (*format == "csv") { return show(as_csv(arguments, each_csv("", alone))); }
    return show(each_text(heading, "", alone));
  }
  if (*format == "json") { return show(documents::odds_json(heading, *answer, fractions)); }
  if (*format == "csv") { return show(as_csv(arguments, odds_csv(*answer, fractions))); }
  return show(odds_text(heading, *answer));
}

}  // namespace

const Command kOdds = {
    "odds",
    "PACK [RULE]",
    "Compute exact odds.",
    "Every path of the rule is explored, and equal states are merged. If there are more states than --max-states, the "
    "least likely are dropped, and every probability is a proven interval. The same happens at the limits --max-paths, "
    "--max-memory and --time. Beside the interval there is an estimate, unless --exact is given; if there is "
    "neither, the exit code is 4.\n"
    "\n"
    "A condition or field is an expression of the language over the fields of the finished thing.",
    "spoils odds rogue --by class\n"
    "spoils odds rogue weapon --by kind,to_hit --where cursed\n"
    "spoils odds rogue monster --sweep level=1..10\n"
    "spoils odds rogue floor_items --count 'class == food'\n"
    "spoils odds rogue floor_items --each class\n"
    "spoils odds rogue --by class --rolls 100\n"
    "spoils odds mine.loot --rolls forever --set since_five=80\n"
    "spoils odds rogue weapon --by kind,cursed --why mace,true\n"
    "spoils odds rogue weapon --by kind --verify 100000\n"
    "spoils odds powder artifact --by 'count(intrinsics)' --class other --fractions\n",
    Operands::PackAndRule,
    define_odds,
    run_odds,
};

}  // namespace spoils::cli
