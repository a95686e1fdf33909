// cli/options.cpp
#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "cli/nearest.h"

namespace spoils::cli {

namespace {

// The parts of a word `--NAME=VALUE`.
struct LongOption {
  std::string name;  // with its dashes
  std::optional<std::string> value;
};

LongOption split_long(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) { return {std::string(word), std::nullopt}; }
  return {std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))};
}

// Goes through the words once; CLI11 then receives only its own options, each as one word, so that it cannot misread
// options of the pack or unusual values.
class Splitter {
 public:
  Splitter(const CLI::App& app, const std::vector<std::string>& words, bool takes_pack_options)
      : app_(app), words_(words), takes_pack_options_(takes_pack_options) {}

  std::optional<Complaint> run(Arguments& arguments, std::vector<std::string>& own) {
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (word == "--") {
        arguments.operands.insert(arguments.operands.end(), words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1,
                                  words_.end());
        break;
      }
      std::optional<Complaint> wrong;
      if (!is_option(word)) {
        arguments.operands.push_back(word);
      } else if (word[1] == '-') {
        wrong = long_option(word, arguments, own);
      } else {
        wrong = short_options(word, own);
      }
      if (wrong) { return wrong; }
    }
    return std::nullopt;
  }

 private:
  std::optional<Complaint> long_option(const std::string& word, Arguments& arguments, std::vector<std::string>& own) {
    LongOption option = split_long(word);
    const CLI::Option* known = app_.get_option_no_throw(option.name);
    if (known == nullptr) {
      if (!takes_pack_options_ || option.name.size() < 3) { return unknown(option.name); }
      PackOption pack_option{option.name.substr(2), std::move(option.value), false, arguments.operands.size()};
      pack_option.attached = pack_option.value.has_value();
      if (!pack_option.attached) { pack_option.value = next_value(); }
      arguments.pack_options.push_back(std::move(pack_option));
      return std::nullopt;
    }
    return known_option(*known, option.name, std::move(option.value), own);
  }

  std::optional<Complaint> short_options(const std::string& word, std::vector<std::string>& own) {
    for (std::size_t letter = 1; letter < word.size(); ++letter) {
      const std::string name{'-', word[letter]};
      const CLI::Option* known = app_.get_option_no_throw(name);
      if (known == nullptr) { return unknown(word.size() == 2 ? word : fmt::format("{}` in `{}", name, word)); }
      if (!takes_value(*known)) {
        own.push_back("--" + known->get_lnames().front());
        continue;
      }
      std::optional<std::string> value;
      if (letter + 1 < word.size()) { value = word.substr(letter + 1); }
      return known_option(*known, name, std::move(value), own);
    }
    return std::nullopt;
  }

  std::optional<Complaint> known_option(const CLI::Option& option, const std::string& name,
                                        std::optional<std::string> value, std::vector<std::string>& own) {
    const std::string full = "--" + option.get_lnames().front();
    if (!takes_value(option)) {
      if (value) { return Complaint{ExitCode::WrongUsage, fmt::format("`{}` takes no value", name), {}}; }
      own.push_back(full);
      return std::nullopt;
    }
    if (!value) { value = value_is_optional(option) ? choices_of(option).front() : next_value(); }
    if (!value) {
      return Complaint{
          ExitCode::WrongUsage, fmt::format("`{}` needs a value: {} {}", name, name, option.get_type_name()), {}};
    }
    const bool repeatable = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    if (!repeatable && std::find(seen_.begin(), seen_.end(), &option) != seen_.end()) {
      return Complaint{ExitCode::WrongUsage, fmt::format("`{}` was given twice", name), {}};
    }
    seen_.push_back(&option);
    own.push_back(full);
    own.push_back(std::move(*value));
    return std::nullopt;
  }

  std::optional<std::string> next_value() {
    if (at_ + 1 >= words_.size() || words_[at_ + 1] == "--" || is_option(words_[at_ + 1])) { return std::nullopt; }
    return words_[++at_];
  }

  Complaint unknown(const std::string& name) const {
    return {ExitCode::WrongUsage, fmt::format("unknown option `{}`", name),
            did_you_mean(name, long_names(app_), fmt::format("`{} --help` lists the options", app_.get_name()))};
  }

  const CLI::App& app_;
  const std::vector<std::string>& words_;
  bool takes_pack_options_;
  std::size_t at_ = 0;
  std::vector<const CLI::Option*> seen_;
};

bool is_flag_text(std::string_view text) { return text == "true" || text == "false"; }

bool is_flag(const Pack& pack, std::string_view name) {
  const auto flag_of_that_name = [name](const InputInfo& input) {
    return input.kind == InputInfo::Kind::Flag && same_name(input.name, name);
  };
  return std::any_of(pack.inputs().begin(), pack.inputs().end(), flag_of_that_name) ||
         std::any_of(pack.rules().begin(), pack.rules().end(), [&](const RuleInfo& rule) {
           return std::any_of(rule.parameters.begin(), rule.parameters.end(), flag_of_that_name);
         });
}

// Explains that the pack has no such option: suggests a similar name, or reports where else the name is declared.
Complaint unknown_input(const Pack& pack, const RuleInfo& rule, const std::string& name, const CLI::App& app,
                        bool takes_state = false) {
  std::string help;
  for (const RuleInfo& other : pack.rules()) {
    if (find_input(other.parameters, name) == nullptr) { continue; }
    help = fmt::format("`{}` is a parameter of the rule `{}`", name, other.name);
    break;
  }
  if (help.empty() && find_input(pack.states(), name) != nullptr) {
    help = fmt::format("`{}` is a state: it changes from roll to roll in a world (--world FILE)", name);
  }
  if (help.empty()) {
    std::vector<std::string> known;
    for (const std::vector<InputInfo>* inputs : {&pack.inputs(), &rule.parameters}) {
      for (const InputInfo& input : *inputs) {
        const bool hidden = app.get_option_no_throw("--" + input.name) != nullptr;
        known.push_back(hidden ? "--set " + input.name : "--" + input.name);
      }
    }
    if (takes_state) {
      for (const InputInfo& state : pack.states()) { known.push_back("--" + state.name); }
    }
    const std::string otherwise = known.empty()
                                      ? fmt::format("`{} --help` lists the options", app.get_name())
                                      : fmt::format("the inputs and parameters are {}", fmt::join(known, ", "));
    for (std::string& own : long_names(app)) { known.push_back(std::move(own)); }
    help = did_you_mean("--" + name, known, otherwise);
  }
  return {ExitCode::WrongUsage,
          fmt::format("unknown option `--{}` (pack `{}`, rule `{}`)", name, pack.name(), rule.name), std::move(help)};
}

}  // namespace

bool Arguments::has(const std::string& option) const { return app->get_option(option)->count() > 0; }

std::optional<std::string> Arguments::value(const std::string& option) const {
  const CLI::Option& found = *app->get_option(option);
  if (found.count() == 0) { return std::nullopt; }
  return found.results().front();
}

std::vector<std::string> Arguments::values(const std::string& option) const {
  return app->get_option(option)->results();
}

void add_set_option(CLI::App& app) {
  app.add_option("--set", "an input or parameter that has the name of an option here; can be repeated")
      ->type_name("NAME=VALUE")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<Arguments, Complaint> parse_arguments(CLI::App& app, const std::vector<std::string>& words,
                                             bool takes_pack_options) {
  Arguments arguments;
  arguments.app = &app;
  std::vector<std::string> own;
  if (auto wrong = Splitter(app, words, takes_pack_options).run(arguments, own)) { return Failure{std::move(*wrong)}; }
  std::reverse(own.begin(), own.end());  // CLI11 reads them from the end
  try {
    app.parse(std::move(own));
  } catch (const CLI::ParseError& error) {
    return wrong_usage(error.what(), fmt::format("`{} --help` lists the options", app.get_name()));
  }
  return arguments;
}

bool is_option(std::string_view word) {
  if (word.size() < 2 || word[0] != '-') { return false; }
  return (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

bool value_is_optional(const CLI::Option& option) {
  return takes_value(option) && option.get_items_expected_min() == 0;
}

std::vector<std::string> long_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) { continue; }
    for (const std::string& name : option->get_lnames()) { names.push_back("--" + name); }
  }
  return names;
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = takes_value(option) ? option.get_type_name() : std::string{};
  std::vector<std::string> choices;
  if (type.find('|') == std::string::npos) { return choices; }
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find('|', begin), type.size());
    choices.push_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return choices;
}

Result<std::string, Complaint> choice(const Arguments& arguments, const std::string& option) {
  const std::vector<std::string> choices = choices_of(*arguments.app->get_option(option));
  const auto given = arguments.value(option);
  if (!given) { return choices.front(); }
  if (std::find(choices.begin(), choices.end(), *given) != choices.end()) { return *given; }
  return wrong_usage(fmt::format("`{}` is not one of the choices (option `{}`)", *given, option),
                     did_you_mean(*given, choices, fmt::format("choose one of {}", fmt::join(choices, ", "))));
}

Result<std::uint64_t, Complaint> number(const Arguments& arguments, const std::string& option,
                                        std::uint64_t otherwise) {
  const auto given = arguments.value(option);
  if (!given) { return otherwise; }
  std::uint64_t value = 0;
  const char* last = given->data() + given->size();
  const auto [end, error] = std::from_chars(given->data(), last, value);
  if (error == std::errc{} && end == last) { return value; }
  return wrong_usage(
      fmt::format("`{}` is not an integer from 0 to 18446744073709551615 (option `{}`)", *given, option));
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return x == y || (x == '_' && y == '-') || (x == '-' && y == '_'); });
}

void return_flag_values(const Pack& pack, Arguments& arguments) {
  std::size_t returned = 0;
  for (PackOption& option : arguments.pack_options) {
    if (option.attached || !option.value || is_flag_text(*option.value) || !is_flag(pack, option.name)) { continue; }
    const auto place = static_cast<std::ptrdiff_t>(option.operands_before + returned);
    arguments.operands.insert(arguments.operands.begin() + place, std::move(*option.value));
    option.value.reset();
    ++returned;
  }
}

const InputInfo* find_input(const std::vector<InputInfo>& inputs, std::string_view name) {
  const auto found = std::find_if(inputs.begin(), inputs.end(),
                                  [name](const InputInfo& input) { return same_name(input.name, name); });
  return found == inputs.end() ? nullptr : &*found;
}

Result<Values, Complaint> collect_values(const Arguments& arguments, const InputFinder& find) {
  struct Given {
    std::string name;
    std::optional<std::string> value;
  };
  std::vector<Given> all;
  for (const PackOption& option : arguments.pack_options) { all.push_back({option.name, option.value}); }
  for (const std::string& set : arguments.values("--set")) {
    const std::size_t equals = set.find('=');
    if (equals == std::string::npos || equals == 0) {
      return wrong_usage(fmt::format("`--set {}` is not of the form NAME=VALUE", set), "for example `--set depth=12`");
    }
    all.push_back({set.substr(0, equals), set.substr(equals + 1)});
  }
  Values values;
  for (Given& given : all) {
    const auto found = find(given.name);
    if (!found) { return Failure{found.error()}; }
    const InputInfo* input = *found;
    if (!given.value && input->kind == InputInfo::Kind::Flag) { given.value = "true"; }
    if (!given.value) {
      return wrong_usage(fmt::format("`--{}` needs a value: --{} {}", given.name, input->name, domain_of(*input)));
    }
    const auto same = [input](const auto& value) { return value.first == input->name; };
    if (std::any_of(values.begin(), values.end(), same)) {
      return wrong_usage(fmt::format("`{}` was given twice", input->name));
    }
    values.emplace_back(input->name, std::move(*given.value));
  }
  return values;
}

Result<Values, Complaint> resolve_values(const Pack& pack, const RuleInfo& rule, const Arguments& arguments) {
  return collect_values(arguments, [&](const std::string& name) -> Result<const InputInfo*, Complaint> {
    const InputInfo* input = find_input(rule.parameters, name);
    if (input == nullptr) { input = find_input(pack.inputs(), name); }
    if (input == nullptr) { return Failure{unknown_input(pack, rule, name, *arguments.app)}; }
    return input;
  });
}

Result<Setup, Complaint> resolve_setup(const Pack& pack, const RuleInfo& rule, const Arguments& arguments) {
  std::vector<std::string> states;
  auto values = collect_values(arguments, [&](const std::string& name) -> Result<const InputInfo*, Complaint> {
    const InputInfo* input = find_input(rule.parameters, name);
    if (input == nullptr) { input = find_input(pack.inputs(), name); }
    if (input != nullptr) { return input; }
    input = find_input(pack.states(), name);
    if (input == nullptr) { return Failure{unknown_input(pack, rule, name, *arguments.app, true)}; }
    states.push_back(input->name);
    return input;
  });
  if (!values) { return Failure{std::move(values).error()}; }
  Setup out;
  for (auto& value : *values) {
    const bool is_state = std::find(states.begin(), states.end(), value.first) != states.end();
    (is_state ? out.states : out.values).push_back(std::move(value));
  }
  return out;
}

Result<const RuleInfo*, Complaint> find_rule(const Pack& pack, const std::string& name) {
  const std::vector<RuleInfo>& rules = pack.rules();
  if (rules.empty()) {
    return Failure{Complaint{ExitCode::WrongUsage, fmt::format("pack `{}` has no rules to roll", pack.name()), {}}};
  }
  if (name.empty()) { return &rules.front(); }
  std::vector<std::string> names;
  for (const RuleInfo& rule : rules) {
    if (same_name(rule.name, name)) { return &rule; }
    names.push_back(rule.name);
  }
  std::string help;
  const std::size_t equals = name.find('=');
  if (equals != std::string::npos) {
    help = fmt::format("inputs are options: --{} {}", name.substr(0, equals), name.substr(equals + 1));
  } else {
    help = did_you_mean(name, names, fmt::format("the rules are {}", fmt::join(names, ", ")));
  }
  return wrong_usage(fmt::format("pack `{}` has no rule `{}`", pack.name(), name), std::move(help));
}

std::string spelling_of(const InputInfo& input, const CLI::App& app) {
  if (app.get_option_no_throw("--" + input.name) == nullptr) { return fmt::format("--{} ", input.name); }
  return fmt::format("--set {}=", input.name);
}

std::string domain_of(const InputInfo& input) {
  switch (input.kind) {
    case InputInfo::Kind::Integer:
      if (input.first && input.last) { return fmt::format("{}..{}", *input.first, *input.last); }
      if (input.first) { return fmt::format("{}..", *input.first); }
      if (input.last) { return fmt::format("..{}", *input.last); }
      return "INTEGER";
    case InputInfo::Kind::Number: return "NUMBER";
    case InputInfo::Kind::Flag: return "true|false";
    case InputInfo::Kind::Symbol:
      if (input.choices.empty()) { return "SYMBOL"; }
      return fmt::format("{}", fmt::join(input.choices, "|"));
    case InputInfo::Kind::Text: break;
  }
  return "TEXT";
}

}  // namespace spoils::cli
