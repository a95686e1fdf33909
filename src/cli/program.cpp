// cli/program.cpp
//
// Selects and runs the command: the part of the program that is the same for all of them.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/find_pack.h"
#include "cli/help.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "text/plain/nearest.h"

#ifndef SPOILS_VERSION
#error "SPOILS_VERSION must be defined by the build"
#endif

namespace spoils::cli {

namespace {

// The command that has another name in other programs; empty if there is none.
std::string_view command_of_habit(std::string_view name) {
  if (name == "format") { return "fmt"; }
  if (name == "lint" || name == "validate" || name == "test" || name == "verify") { return "check"; }
  if (name == "run" || name == "generate" || name == "drop") { return "roll"; }
  if (name == "chance" || name == "probability") { return "odds"; }
  if (name == "list" || name == "ls") { return "packs"; }
  if (name == "serve" || name == "web") { return "workbench"; }
  if (name == "convert") { return "import"; }
  return {};
}

Complaint unknown_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command* command : commands()) { names.emplace_back(command->name); }
  const auto meant = command_of_habit(name);
  std::string help = !meant.empty()         ? fmt::format("did you mean `{}`?", meant)
                     : find_pack(name).ok() ? fmt::format("did you mean `spoils roll {}`?", name)
                                            : text::did_you_mean(name, names, "`spoils --help` lists the commands");
  const bool option = is_option(name);
  return {ExitCode::WrongUsage, fmt::format("unknown {} `{}`", option ? "option" : "command", name), std::move(help)};
}

Outcome run_command(const Command& command, const std::vector<std::string>& words) {
  const OptionTable options = options_of(command);
  auto arguments = parse_arguments(options, words, command.takes_pack_options());
  if (!arguments) { return Failure{std::move(arguments).error()}; }
  // After the name of a pack, --help describes the pack.
  if (arguments->has("--help") && !(command.takes_pack_options() && !arguments->operands.empty())) {
    return print(command_help(command, options, screen_of(STDOUT_FILENO).width));
  }
  return command.run(*arguments);
}

}  // namespace

OptionTable options_of(const Command& command) {
  OptionTable options(fmt::format("spoils {}", command.name));
  command.define(options);
  options.flag("-h,--help", "this text");
  return options;
}

const std::vector<const Command*>& commands() {
  static const std::vector<const Command*> kAll = {&kRoll,      &kOdds,  &kSimulate, &kReport,    &kExplain, &kTweak,
                                                   &kWorkbench, &kBook,  &kDiff,     &kCompile,   &kCheck,   &kFmt,
                                                   &kImport,    &kPacks, &kLsp,      &kCompletion};
  return kAll;
}

const Command* find_command(std::string_view name) {
  const auto& all = commands();
  const auto found =
      std::find_if(all.begin(), all.end(), [name](const Command* command) { return command->name == name; });
  return found == all.end() ? nullptr : *found;
}

Outcome run_program(const std::vector<std::string>& words) {
  if (words.empty()) { return print(first_steps(screen_of(STDOUT_FILENO).width)); }
  const std::string& first = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "--version" || first == "-V") { return print(fmt::format("spoils {}\n", SPOILS_VERSION)); }
  if (first == kCompleteCommand) { return print(complete(rest)); }
  if (first == "--help" || first == "-h" || first == "help") {
    if (rest.empty()) { return print(program_help(screen_of(STDOUT_FILENO).width)); }
    const Command* command = find_command(rest.front());
    if (command == nullptr) { return Failure{unknown_command(rest.front())}; }
    return run_command(*command, {"--help"});
  }
  const Command* command = find_command(first);
  if (command == nullptr) { return Failure{unknown_command(first)}; }
  return run_command(*command, rest);
}

}  // namespace spoils::cli
