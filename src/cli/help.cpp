// cli/help.cpp
#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/screen.h"

namespace spoils::cli {

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0  success\n"
    "  1  an expectation or an estimate does not hold, or `fmt --check` found files\n"
    "     to change\n"
    "  2  wrong usage: an unknown command, option, pack or rule, a value out of range\n"
    "  3  the pack is invalid or cannot be read, or did something impossible during a\n"
    "     roll; data to import have mistakes\n"
    "  4  a limit was reached, also --max-memory and --time\n"
    "  5  internal error, or another file that cannot be read or written\n"
    "  6  exact odds and rolls disagree (`odds --verify`, `check`): a fault of spoils\n"
    "  7  an expectation is likely met, but not proved (`check`)\n";

std::string_view first_line(std::string_view text) { return text.substr(0, std::min(text.find('\n'), text.size())); }

// A `##` text as one paragraph.
std::string joined_lines(std::string_view text) {
  std::string out(text);
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

std::string indented(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::string_view line = first_line(lines);
    out += fmt::format("  {}\n", line);
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  return out;
}

std::string option_left(const Option& option) {
  const std::string names = (option.letter.empty() ? "" : option.letter + ", ") + option.name;
  if (!option.takes_value()) { return names; }
  return names + (option.may_omit_value ? "[=" + option.type + ']' : ' ' + option.type);
}

Rows input_rows(const std::vector<InputInfo>& inputs, const OptionTable& options) {
  Rows rows;
  for (const InputInfo& input : inputs) {
    std::string right = joined_lines(input.doc);
    right += fmt::format("{}({})", right.empty() ? "" : " ",
                         input.initial ? fmt::format("default {}", *input.initial) : "required");
    rows.emplace_back(printable(fmt::format("{}{}", spelling_of(input, options), domain_of(input))), printable(right));
  }
  return rows;
}

// The default rule is the first one of its list and marked as such.
Rows rule_rows(const std::vector<RuleInfo>& rules, bool own) {
  Rows rows;
  for (const RuleInfo& rule : rules) {
    if (rule.own != own) { continue; }
    std::string right = joined_lines(rule.doc);
    const auto add = [&right](const std::string& text) { right += (right.empty() ? "" : " ") + text; };
    if (&rule == &rules.front()) { add("(the default)"); }
    std::string parameters;
    for (const InputInfo& parameter : rule.parameters) { parameters += fmt::format(" --{}", parameter.name); }
    if (!parameters.empty()) { add(fmt::format("(takes{})", parameters)); }
    rows.emplace_back(rule.name, printable(right));
  }
  return rows;
}

std::string section(std::string_view title, const Rows& rows, int width) {
  if (rows.empty()) { return {}; }
  return fmt::format("\n{}:\n{}", title, two_columns(rows, width));
}

}  // namespace

std::string first_steps(int width) {
  const Rows steps = {
      {"spoils packs", "list the shipped packs"},
      {"spoils roll rogue", "roll a random thing"},
      {"spoils odds rogue --by class", "compute the exact odds of each class"},
      {"spoils explain rogue", "explain a roll"},
      {"spoils simulate rogue run", "play whole runs and count"},
      {"spoils check mine.loot", "find the mistakes in a pack of your own"},
      {"spoils book rogue -o r.html", "describe a pack in one document"},
  };
  std::string out = paragraphs("spoils: what a pack of loot drops, and how often.", width);
  out += section("Try", steps, width);
  out += '\n' + paragraphs("`spoils --help` lists all commands; after a command it shows its options.", width);
  return out;
}

std::string program_help(int width) {
  std::string out = paragraphs("spoils: what a pack of loot drops, and how often.", width);
  out += "\nUsage: spoils COMMAND [ARGUMENT]...\n\nCommands:\n";
  Rows rows;
  Rows examples;
  for (const Command* command : commands()) {
    rows.emplace_back(command->name, command->summary);
    examples.emplace_back(first_line(command->examples), "");
  }
  out += two_columns(rows, width);
  out += section("Options",
                 {{"-h, --help", "this text; after a command: the help of the command"}, {"--version", "the version"}},
                 width);
  out += section("Examples", examples, width);
  out += '\n' + paragraphs(
                    "A PACK is the name of a shipped pack (`spoils packs` lists them), a .loot file, or a folder of "
                    "them. Folders with further packs are named in SPOILS_PATH, separated by colons. NO_COLOR=1 "
                    "turns colours off.",
                    width);
  out += fmt::format("\n{}", kExitCodes);
  return out;
}

std::string command_help(const Command& command, const OptionTable& options, int width) {
  std::string out = paragraphs(command.summary, width);
  out += fmt::format("\nUsage: spoils {}{}{} [OPTION]...\n", command.name, command.operands_shown.empty() ? "" : " ",
                     command.operands_shown);
  Rows rows;
  for (const Option& option : options.all()) {
    if (!option.description.empty()) { rows.emplace_back(option_left(option), option.description); }
  }
  out += section("Options", rows, width);
  if (!command.details.empty()) { out += '\n' + paragraphs(command.details, width); }
  out += fmt::format("\nExamples:\n{}", indented(command.examples));
  out += fmt::format("\n{}", kExitCodes);
  return out;
}

std::string pack_help(const Pack& pack, std::string_view named, const RuleInfo& rule, bool chosen,
                      const OptionTable& options, int width) {
  const std::string rule_shown = chosen ? rule.name : "[RULE]";
  std::string title(pack.title().empty() ? pack.name() : pack.title());
  if (!pack.version().empty()) { title += fmt::format(", version {}", pack.version()); }
  std::string out = paragraphs(printable(title), width);
  out += '\n' + paragraphs(fmt::format("Usage: {} {} {} [OPTION]...", options.command(), named, rule_shown), width);
  if (chosen) {
    if (!rule.doc.empty()) { out += '\n' + paragraphs(printable(joined_lines(rule.doc)), width); }
  } else {
    out += section("Rules", rule_rows(pack.rules(), true), width);
    out += section("Rules of the packs that it uses", rule_rows(pack.rules(), false), width);
  }
  out += section(fmt::format("Parameters of {}", rule.name), input_rows(rule.parameters, options), width);
  auto inputs = pack.inputs();
  std::erase_if(inputs, [&](const InputInfo& input) { return rule.hides(input.name); });
  out += section("Inputs", input_rows(inputs, options), width);
  out += '\n' + paragraphs(fmt::format("`{} --help` lists the options for all packs.{}", options.command(),
                                       chosen ? "" : " For the parameters of a rule write --help after its name."),
                           width);
  return out;
}

}  // namespace spoils::cli
