// cli/command_tweak.cpp
//
// `spoils tweak`: changes decisions of one roll and keeps the rest; by options, by a script, or by a menu on a
// terminal.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/find_pack.h"
#include "cli/odds_options.h"
#include "cli/open_world.h"
#include "cli/output_tweak.h"
#include "cli/pack_and_rule.h"
#include "cli/sink.h"
#include "cli/tweak_menu.h"
#include "documents/tweak.h"

namespace spoils::cli {

namespace {

constexpr std::size_t kMostScriptBytes = std::size_t{64} << 20U;

void define_tweak(OptionTable& options) {
  options.add("--seed", "SEED", "a number, 0x and hexadecimal digits, or any text; random if not given");
  options.add("--index", "I", "the index of the roll; default 0");
  add_set_option(options);
  options.add("--world", "FILE", "tweak the next roll of the world in this file; the file is not changed");
  options.add("--by-hand", "F=V", "begin with a thing that has this field, in place of a roll; can be repeated")
      .is_repeatable = true;
  options.add("--edit", "EDIT", "make this edit, as `pin ID = CHOICE`; can be repeated").is_repeatable = true;
  options.add("--choices", "ID", "show all choices of this decision, and what the thing would be with each");
  options.add("--from", "N", "the first of these choices, from 0; default 0");
  options.add("--count", "N", "how many of them; default 100");
  options.add("--outlook", "ID", "show the odds if this decision or step were open, and all others kept");
  options.add("--by", "F,...", "fields or measures for --outlook; default `name`");
  options.add("--reach", "F=V", "show how likely field F is V, if the decisions that it depends on were open");
  options.add("--script", "FILE", "begin with the roll and the edits of this file, and add the new edits to it");
  options.add("--format", "text|json", "for people, or one object for programs");
  options.flag("--json", "the same as `--format json`");
  add_load_options(options);
}

Complaint wrong_script(const std::string& path, const std::string& why) {
  return {ExitCode::InternalError, fmt::format("cannot read the script: {} ({})", why, path), {}};
}

/// Reads a script; nothing if the file does not exist yet.
Result<std::optional<documents::TweakScript>, Complaint> load_script(const std::string& path, const Pack& pack) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) { return std::optional<documents::TweakScript>(); }
  const auto bytes = read_file(path, kMostScriptBytes);
  if (!bytes) { return Failure{bytes.error()}; }
  auto script = documents::read_script(*bytes);
  if (!script) { return Failure{wrong_script(path, script.error())}; }
  if (script->pack != pack.name()) {
    return Failure{
        Complaint{ExitCode::PackInvalid,
                  fmt::format("the script is of pack `{}`, not of `{}` ({})", script->pack, pack.name(), path),
                  {}}};
  }
  return std::optional(std::move(*script));
}

/// Makes a roller for the roll of a script.
Result<Roller, Complaint> roller_of_script(PackAndRule& loaded, const documents::TweakScript& script) {
  const auto rule = find_rule(loaded.pack, script.rule);
  if (!rule) { return Failure{rule.error()}; }
  loaded.rule = *rule;
  auto roller = documents::roller_of(loaded.pack, script);
  if (!roller) { return Failure{complaint_of(roller.error())}; }
  return std::move(*roller);
}

/// Splits `F = V`.
Result<std::pair<std::string, std::string>, Complaint> field_and_value(const std::string& text,
                                                                       std::string_view option) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) {
    return wrong_usage(fmt::format("`{0}` needs a field and a value: `{0} 'F = V'`", option));
  }
  const auto trimmed = [](const std::string& part) {
    const auto first = part.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : part.substr(first, part.find_last_not_of(' ') - first + 1);
  };
  return std::pair(trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)));
}

/// Answers the questions of the command line.
Result<documents::TweakAnswers, Complaint> answer(Tweaker& tweaker, const Arguments& arguments) {
  documents::TweakAnswers out;
  if (const auto id = arguments.value("--choices")) {
    const auto from = number(arguments, "--from", 0);
    if (!from) { return Failure{from.error()}; }
    const auto count = number(arguments, "--count", 100);
    if (!count) { return Failure{count.error()}; }
    auto found = tweaker.choices(*id, *from, *count);
    if (!found) { return Failure{complaint_of(found.error())}; }
    out.choices = std::move(*found);
  }
  if (const auto id = arguments.value("--outlook")) {
    std::vector<std::string> by;
    for (const auto& name : split_list(arguments.value("--by").value_or("name"))) { by.emplace_back(name); }
    auto found = tweaker.outlook(*id, by);
    if (!found) { return Failure{complaint_of(found.error())}; }
    out.outlook = std::move(*found);
  }
  if (const auto question = arguments.value("--reach")) {
    const auto wanted = field_and_value(*question, "--reach");
    if (!wanted) { return Failure{wanted.error()}; }
    auto found = tweaker.reach(wanted->first, wanted->second);
    if (!found) { return Failure{complaint_of(found.error())}; }
    out.reach.emplace(*question, std::move(*found));
  }
  return out;
}

Outcome print_tweaked(const RollHeading& heading, const Tweaker& tweaker, const documents::TweakAnswers& answers,
                      bool is_json) {
  Sink sink(STDOUT_FILENO);
  RollText out = roll_text(sink);
  if (is_json) {
    documents::write_tweaked(heading, tweaker, answers, out);
  } else {
    const bool asks = answers.choices || answers.outlook || answers.reach;
    if (!asks) { write_tweak_text(heading, tweaker, false, out); }
    if (answers.choices) { out.text() += choices_text(*answers.choices, heading.screen, false); }
    if (answers.outlook) { out.text() += outlook_text(*answers.outlook, heading.screen); }
    if (answers.reach) { out.text() += reach_text(answers.reach->first, answers.reach->second, heading.screen); }
  }
  if (auto unwritten = sink.finish()) { return Failure{std::move(*unwritten)}; }
  return ExitCode::Fine;
}

/// Applies the edits of a script and then the new ones.
std::optional<Complaint> edit(Tweaker& tweaker, const std::optional<documents::TweakScript>& script,
                              const Arguments& arguments) {
  if (script) {
    const auto replayed = documents::apply_edits(*script, tweaker);
    if (!replayed) { return complaint_of(replayed.error()); }
    if (!replayed->is_same_pack) { print_remark("the pack has changed since the script was written"); }
    for (const auto& [edit, why] : replayed->left_out) {
      print_remark(fmt::format("left out: `{}`: {}", edit, why.text()));
    }
  }
  for (const auto& text : arguments.values("--edit")) {
    if (const auto refused = tweaker.apply(text)) { return complaint_of(*refused); }
  }
  return std::nullopt;
}

Outcome run_tweak(Arguments& arguments) {
  if (arguments.operands.empty()) {
    return wrong_usage("missing argument PACK", "for example `spoils tweak rogue`; `spoils packs` lists the packs");
  }
  const auto format = choice(arguments, "--format");
  if (!format) { return Failure{format.error()}; }
  const bool is_json = *format == "json" || arguments.has("--json");
  auto source = read_roll_source(arguments);
  if (!source) { return Failure{std::move(source).error()}; }
  auto loaded = load_pack_and_rule(arguments);
  if (!loaded) { return Failure{loaded.error()}; }
  if (arguments.has("--help")) { return print_pack_help(*loaded, arguments); }
  std::optional<documents::TweakScript> script;
  const auto path = arguments.value("--script");
  if (path) {
    if (!source->world.empty()) { return wrong_usage("`--script` and `--world` exclude each other"); }
    auto read = load_script(*path, loaded->pack);
    if (!read) { return Failure{std::move(read).error()}; }
    script = std::move(*read);
  }
  if (script) {
    source->seed = seed_from_text(script->seed);
    source->index = script->index;
  }
  auto roller = script ? roller_of_script(*loaded, *script) : make_roller(*loaded, arguments, *source);
  if (!roller) { return Failure{std::move(roller).error()}; }
  std::optional<World> world;
  if (!source->world.empty()) {
    auto opened = open_world_to_look_at(loaded->pack, source->world, source->seed);
    if (!opened) { return Failure{std::move(opened).error()}; }
    world = std::move(opened->world);
  }
  auto heading = heading_of(*loaded, *roller, *source, world ? &*world : nullptr);
  for (std::size_t i = 0; i < loaded->pack.measures().size(); ++i) { heading.measures.push_back(i); }
  std::optional<Values> by_hand = script ? script->by_hand : std::nullopt;
  if (arguments.has("--by-hand")) {
    if (world || script) {
      return wrong_usage(
          fmt::format("`--by-hand` and `{}` exclude each other", world ? "--world" : "--script with a script"));
    }
    by_hand.emplace();
    for (const auto& text : arguments.values("--by-hand")) {
      auto field = field_and_value(text, "--by-hand");
      if (!field) { return Failure{std::move(field).error()}; }
      by_hand->push_back(std::move(*field));
    }
  }
  auto tweaker = by_hand ? Tweaker::by_hand(*roller, *by_hand, heading.seed)
                 : world ? Tweaker::make(*roller, *world)
                         : Tweaker::make(*roller, heading.seed, heading.first);
  if (!tweaker) { return Failure{complaint_of(tweaker.error())}; }
  if (auto refused = edit(*tweaker, script, arguments)) { return Failure{std::move(*refused)}; }
  const auto answers = answer(*tweaker, arguments);
  if (!answers) { return Failure{answers.error()}; }
  if (path && (!script || arguments.has("--edit"))) {
    if (auto failure = put_file(*path, documents::to_json(documents::script_of(*tweaker)))) {
      return Failure{std::move(*failure)};
    }
  }
  bool asks = is_json;
  for (const auto* const option :
       {"--by-hand", "--edit", "--choices", "--outlook", "--reach", "--script", "--format"}) {
    asks = asks || arguments.has(option);
  }
  if (!asks && ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0) {
    return run_tweak_menu(heading, *tweaker);
  }
  return print_tweaked(heading, *tweaker, *answers, is_json);
}

}  // namespace

const Command kTweak = {
    "tweak",
    "PACK [RULE]",
    "Change decisions of one roll, and keep the rest.",
    "A roll is a list of decisions, each with an id. An edit changes the list, and the roll is made again: it takes "
    "from "
    "the list what is there, and draws only what is new. On a terminal, without --edit and the like, a menu reads "
    "edits.\n"
    "\n"
    "Edits: `pin ID = CHOICE`, `force ID = CHOICE`, `reroll ID`, `skip ID`, `unskip ID`, `more ID`, "
    "`run RULE(ARGUMENTS)`, `set FIELD = VALUE`, `unset FIELD`. An id may be shortened to an end of it that fits one "
    "only.",
    "spoils tweak rogue --seed tour --edit 'reroll'\n"
    "spoils tweak drops --seed 1 --format json\n"
    "spoils tweak rogue --seed tour --script sword.json --edit 'set quantity = 3'\n",
    Operands::PackAndRule,
    define_tweak,
    run_tweak,
};

}  // namespace spoils::cli
