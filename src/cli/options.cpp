// cli/options.cpp
#include "cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "text/plain/nearest.h"

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

// Each command has the option for a number of rolls or runs that fits it.
std::optional<std::string> number_of_rolls(const std::string& name, const OptionTable& options) {
  constexpr std::array<std::string_view, 5> kHabits{"-n", "--count", "--rolls", "--runs", "--times"};
  if (std::find(kHabits.begin(), kHabits.end(), name) == kHabits.end()) { return std::nullopt; }
  for (const auto& [own, what] : {std::pair{"--runs", "runs"}, std::pair{"--rolls", "rolls of one world"}}) {
    if (options.find(own) == nullptr) { continue; }
    return fmt::format("`{} N` is the number of {}", own, what);
  }
  return std::nullopt;
}

// Goes through the words once.
class Parser {
 public:
  Parser(const OptionTable& options, const std::vector<std::string>& words, bool takes_pack_options)
      : options_(options), words_(words), takes_pack_options_(takes_pack_options) {
    arguments_.table = &options;
  }

  Result<Arguments, Complaint> run() {
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (word == "--") {
        arguments_.operands.insert(arguments_.operands.end(), words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1,
                                   words_.end());
        break;
      }
      std::optional<Complaint> wrong;
      if (!is_option(word)) {
        arguments_.operands.push_back(word);
      } else {
        wrong = word[1] == '-' ? long_option(word) : short_options(word);
      }
      if (wrong) { return Failure{std::move(*wrong)}; }
    }
    return std::move(arguments_);
  }

 private:
  std::optional<Complaint> long_option(const std::string& word) {
    LongOption option = split_long(word);
    if (const Option* known = options_.find(option.name)) {
      if (takes_pack_options_) { arguments_.in_full.push_back(known->name); }
      return known_option(*known, option.name, std::move(option.value));
    }
    if (!takes_pack_options_ || option.name.size() < 3) { return unknown(option.name); }
    PackOption pack_option{option.name.substr(2), std::move(option.value), false, arguments_.operands.size()};
    pack_option.attached = pack_option.value.has_value();
    if (!pack_option.attached) { pack_option.value = next_value(); }
    arguments_.pack_options.push_back(std::move(pack_option));
    return std::nullopt;
  }

  std::optional<Complaint> short_options(const std::string& word) {
    for (std::size_t letter = 1; letter < word.size(); ++letter) {
      const std::string name{'-', word[letter]};
      const Option* known = options_.find(name);
      if (known == nullptr && word.size() == 2) { return unknown(word); }
      if (known == nullptr) {  // `-seed` for `--seed`
        return Complaint{ExitCode::WrongUsage, fmt::format("unknown option `{}` in `{}`", name, word),
                         fmt::format("did you mean `-{}`?", word)};
      }
      if (letter + 1 < word.size() && word[letter + 1] == '=') {
        if (!known->takes_value()) { return known_option(*known, name, word.substr(letter + 2)); }
        return Complaint{ExitCode::WrongUsage, fmt::format("`{}` has no `=`", name),
                         fmt::format("write `{} {}`", name, word.substr(letter + 2))};
      }
      if (!known->takes_value()) {
        arguments_.given.emplace_back(known->name, "");
        continue;
      }
      std::optional<std::string> value;
      if (letter + 1 < word.size()) { value = word.substr(letter + 1); }
      return known_option(*known, name, std::move(value));
    }
    return std::nullopt;
  }

  // `name` is the spelling on the command line.
  std::optional<Complaint> known_option(const Option& option, const std::string& name,
                                        std::optional<std::string> value) {
    const auto wrong = [](std::string what) { return Complaint{ExitCode::WrongUsage, std::move(what), {}}; };
    if (!option.takes_value()) {
      if (value) { return wrong(fmt::format("`{}` takes no value", name)); }
      value.emplace();
    } else {
      if (!value) { value = option.may_omit_value ? option.choices().front() : next_value(); }
      if (!value || value->empty()) { return wrong(fmt::format("`{}` needs a value: {} {}", name, name, option.type)); }
      if (!option.is_repeatable && arguments_.has(option.name)) {
        return wrong(fmt::format("`{}` was given twice", name));
      }
    }
    arguments_.given.emplace_back(option.name, std::move(*value));
    return std::nullopt;
  }

  std::optional<std::string> next_value() {
    if (at_ + 1 >= words_.size() || words_[at_ + 1] == "--" || is_option(words_[at_ + 1])) { return std::nullopt; }
    return words_[++at_];
  }

  Complaint unknown(const std::string& name) const {
    if (const auto number = number_of_rolls(name, options_)) {
      return {ExitCode::WrongUsage, fmt::format("unknown option `{}`", name), *number};
    }
    return {
        ExitCode::WrongUsage, fmt::format("unknown option `{}`", name),
        text::did_you_mean(name, options_.names(), fmt::format("`{} --help` lists the options", options_.command()))};
  }

  const OptionTable& options_;
  const std::vector<std::string>& words_;
  bool takes_pack_options_;
  std::size_t at_ = 0;
  Arguments arguments_;
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
Complaint unknown_input(const Pack& pack, const RuleInfo& rule, const std::string& name, const OptionTable& options) {
  if (const auto number = number_of_rolls("--" + name, options)) {
    return {ExitCode::WrongUsage, fmt::format("unknown option `--{}`", name), *number};
  }
  std::string help;
  for (const RuleInfo& other : pack.rules()) {
    if (find_input(other.parameters, name) == nullptr) { continue; }
    help = fmt::format("`{}` is a parameter of the rule `{}`", name, other.name);
    break;
  }
  if (help.empty()) {
    std::vector<std::string> known;
    for (const std::vector<InputInfo>* inputs : {&pack.inputs(), &rule.parameters}) {
      for (const InputInfo& input : *inputs) {
        const bool hidden = options.find("--" + input.name) != nullptr;
        known.push_back(hidden ? "--set " + input.name : "--" + input.name);
      }
    }
    for (const InputInfo& state : pack.states()) { known.push_back("--" + state.name); }
    const std::string otherwise =
        known.empty() ? fmt::format("the pack has no inputs; `{} --help` lists the options", options.command())
                      : fmt::format("the {} are {}",
                                    pack.states().empty() ? "inputs and parameters" : "inputs, parameters and states",
                                    fmt::join(known, ", "));
    for (std::string& own : options.names()) { known.push_back(std::move(own)); }
    help = text::did_you_mean("--" + name, known, otherwise);
  }
  return {ExitCode::WrongUsage,
          fmt::format("unknown option `--{}` (pack `{}`, rule `{}`)", name, pack.name(), rule.name), std::move(help)};
}

// "-n/--count": the user may know either.
std::string spellings(const Arguments& arguments, const std::string& option) {
  const auto& letter = arguments.table->find(option)->letter;
  return letter.empty() ? option : letter + "/" + option;
}

}  // namespace

bool Arguments::has(const std::string& option) const { return value(option).has_value(); }

std::optional<std::string> Arguments::value(const std::string& option) const {
  for (const auto& [name, value] : given) {
    if (name == option) { return value; }
  }
  return std::nullopt;
}

std::vector<std::string> Arguments::values(const std::string& option) const {
  std::vector<std::string> out;
  for (const auto& [name, value] : given) {
    if (name == option) { out.push_back(value); }
  }
  return out;
}

Result<Arguments, Complaint> parse_arguments(const OptionTable& options, const std::vector<std::string>& words,
                                             bool takes_pack_options) {
  return Parser(options, words, takes_pack_options).run();
}

bool is_option(std::string_view word) {
  if (word.size() < 2 || word[0] != '-') { return false; }
  return (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

Result<std::string, Complaint> choice(const Arguments& arguments, const std::string& option) {
  const std::vector<std::string> choices = arguments.table->find(option)->choices();
  const auto given = arguments.value(option);
  if (!given) { return choices.front(); }
  if (std::find(choices.begin(), choices.end(), *given) != choices.end()) { return *given; }
  return wrong_usage(fmt::format("`{}` is not one of the choices (option `{}`)", *given, spellings(arguments, option)),
                     text::did_you_mean(*given, choices, fmt::format("choose one of {}", fmt::join(choices, ", "))));
}

Result<std::uint64_t, Complaint> number(const Arguments& arguments, const std::string& option, std::uint64_t otherwise,
                                        std::uint64_t most) {
  const auto given = arguments.value(option);
  if (!given) { return otherwise; }
  std::uint64_t value = 0;
  const char* last = given->data() + given->size();
  const auto [end, error] = std::from_chars(given->data(), last, value);
  if (error == std::errc{} && end == last && value <= most) { return value; }
  std::string help;
  if (option == "--rolls") {
    help = "write `--rolls forever` for the long run";
  } else if (given->find_first_of("eE_,.") != std::string::npos && given->find_first_of("0123456789") == 0) {
    help = "write it with digits alone, such as `1000`";
  }
  return wrong_usage(
      fmt::format("`{}` is not an integer from 0 to {} (option `{}`)", *given, most, spellings(arguments, option)),
      std::move(help));
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

// An option of the command wins over an input of its name. Whoever meant the input must not take the answer for it.
static void tell_of_hidden_inputs(const Arguments& arguments, const InputFinder& find, const Values& values) {
  for (const auto& option : arguments.in_full) {
    const auto found = find(option.substr(2));
    if (option == "--set" || !found) { continue; }
    const auto& name = (*found)->name;
    if (std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.first == name; })) { continue; }
    const auto given = arguments.value(option).value_or("");
    print_remark(fmt::format("`{}` is an option of `{}`; to set `{}` of the pack, write `--set {}={}`", option,
                             arguments.table->command(), name, name, given.empty() ? "true" : given));
  }
}

Result<Values, Complaint> collect_values(const Arguments& arguments, const InputFinder& find) {
  struct Given {
    std::string name;
    std::optional<std::string> value;
    bool is_set = false;  // by `--set`
  };
  std::vector<Given> all;
  for (const PackOption& option : arguments.pack_options) { all.push_back({option.name, option.value}); }
  for (const std::string& set : arguments.values("--set")) {
    const std::size_t equals = set.find('=');
    if (equals == std::string::npos || equals == 0) {
      return wrong_usage(fmt::format("`--set {}` is not of the form NAME=VALUE", set), "for example `--set depth=12`");
    }
    all.push_back({set.substr(0, equals), set.substr(equals + 1), true});
  }
  Values values;
  for (Given& given : all) {
    const auto found = find(given.name);
    if (!found) {
      auto complaint = found.error();
      const std::string begin = fmt::format("unknown option `--{}`", given.name);
      if (given.is_set && complaint.what.compare(0, begin.size(), begin) == 0) {
        complaint.what.replace(0, begin.size(), fmt::format("unknown input `{}` in `--set`", given.name));
      }
      return Failure{std::move(complaint)};
    }
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
  tell_of_hidden_inputs(arguments, find, values);
  return values;
}

Result<Setup, Complaint> resolve_setup(const Pack& pack, const RuleInfo& rule, const Arguments& arguments) {
  std::vector<std::string> states;
  auto values = collect_values(arguments, [&](const std::string& name) -> Result<const InputInfo*, Complaint> {
    const InputInfo* input = find_input(rule.parameters, name);
    if (input == nullptr) { input = find_input(pack.inputs(), name); }
    if (input != nullptr) { return input; }
    input = find_input(pack.states(), name);
    if (input == nullptr) { return Failure{unknown_input(pack, rule, name, *arguments.table)}; }
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
    help = text::did_you_mean(name, names, fmt::format("the rules are {}", fmt::join(names, ", ")));
  }
  return wrong_usage(fmt::format("pack `{}` has no rule `{}`", pack.name(), name), std::move(help));
}

std::string spelling_of(const InputInfo& input, const OptionTable& options) {
  if (options.find("--" + input.name) == nullptr) { return fmt::format("--{} ", input.name); }
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
