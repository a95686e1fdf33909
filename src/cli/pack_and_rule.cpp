// cli/pack_and_rule.cpp
//
// Loads the pack first, since only it tells which options are flags and thus which words are operands.
#include "cli/pack_and_rule.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/find_pack.h"
#include "cli/help.h"
#include "cli/odds_options.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "text/plain/nearest.h"

namespace spoils::cli {

namespace {

// Returns what to do about a word that is neither the pack nor one of its rules, if its place tells.
std::optional<std::string> help_for_operand(const Pack& pack, const Arguments& arguments, const std::string& word) {
  constexpr std::array<std::string_view, 2> kLongDashes{"\u2013", "\u2014"};
  for (const auto dash : kLongDashes) {
    if (word.starts_with(dash)) {
      const auto name = word.substr(word.find_first_not_of(dash));
      return fmt::format("this dash is not the one of options: write `--{}`", name);
    }
  }
  for (const auto& [option, value] : arguments.given) {
    if (value.size() > 1 && value.back() == ',') {
      return fmt::format("write the list without blanks: {} {}{}", option, value, word);
    }
    constexpr std::array<std::string_view, 9> kOperators{"==", "=", "!=", "<", "<=", ">", ">=", "and", "or"};
    const bool is_operator = std::find(kOperators.begin(), kOperators.end(), word) != kOperators.end();
    if (is_operator && (option == "--where" || option == "--count")) {
      return fmt::format("quote the condition: {} '{} {} ...'", option, value, word);
    }
  }
  const auto& inputs = pack.inputs();
  const bool is_input =
      std::any_of(inputs.begin(), inputs.end(), [&](const InputInfo& input) { return input.name == word; });
  if (is_input || arguments.table->find("--" + word) != nullptr) {
    return fmt::format("options begin with two dashes: --{}", word);
  }
  return std::nullopt;
}

}  // namespace

Result<PackAndRule, Complaint> load_pack_and_rule(Arguments& arguments, std::string_view preferred) {
  std::string named = arguments.operands.front();
  auto pack = load_pack(named, load_wishes(arguments));
  if (!pack) { return Failure{std::move(pack).error()}; }
  return_flag_values(*pack, arguments);
  const std::vector<std::string>& operands = arguments.operands;
  const bool is_chosen = operands.size() > 1;
  const auto& rules = pack->rules();
  const bool has_preferred =
      std::any_of(rules.begin(), rules.end(), [&](const RuleInfo& rule) { return rule.name == preferred; });
  const auto rule = find_rule(*pack, is_chosen ? operands[1] : std::string(has_preferred ? preferred : ""));
  if (!rule) {
    auto complaint = rule.error();
    const auto help = is_chosen ? help_for_operand(*pack, arguments, operands[1]) : std::nullopt;
    if (help) { complaint.help = *help; }
    return Failure{std::move(complaint)};
  }
  if (operands.size() > 2) {
    return wrong_usage(
        fmt::format("unexpected argument `{}` after pack and rule", operands[2]),
        help_for_operand(*pack, arguments, operands[2]).value_or("inputs are options, for example --depth 12"));
  }
  return PackAndRule{std::move(named), std::move(*pack), *rule, is_chosen};
}

void add_with_option(OptionTable& options) {
  options.add("--with", "MEASURE,...", "show these measures of each thing, too");
}

Result<std::vector<std::size_t>, Complaint> read_measures(const Pack& pack, const Arguments& arguments) {
  std::vector<std::size_t> out;
  const auto given = arguments.value("--with");
  if (!given) { return out; }
  const auto& all = pack.measures();
  for (const auto& name : split_list(*given)) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const MeasureInfo& info) { return info.name == name; });
    if (found != all.end()) {
      out.push_back(static_cast<std::size_t>(found - all.begin()));
      continue;
    }
    std::vector<std::string_view> known;
    for (const auto& info : all) { known.push_back(info.name); }
    const auto near = text::nearest(name, known);
    const auto& fields = pack.fields();
    if (std::any_of(fields.begin(), fields.end(), [&](const FieldInfo& field) { return field.name == name; })) {
      return wrong_usage(fmt::format("the pack has no measure `{}`", name),
                         arguments.table->find("--by") != nullptr ? fmt::format("it is a field: `--by {}`", name)
                                                                  : fmt::format("`{}` is a field", name));
    }
    return wrong_usage(fmt::format("the pack has no measure `{}`", name),
                       near          ? fmt::format("there is a measure `{}`", *near)
                       : all.empty() ? std::string("it declares none: `measure worth = plus * 2`")
                                     : fmt::format("its first one is `{}`", all.front().name));
  }
  return out;
}

Result<Roller, Complaint> make_roller(const PackAndRule& loaded, const Setup& setup) {
  auto roller = Roller::make(loaded.pack, loaded.rule->name, setup.values);
  if (!roller) { return Failure{complaint_of(roller.error())}; }
  for (const auto& [name, value] : setup.states) {
    if (const auto wrong = roller->set_state(name, value)) { return Failure{complaint_of(*wrong)}; }
  }
  return std::move(*roller);
}

Outcome print_pack_help(const PackAndRule& loaded, const Arguments& arguments) {
  return print(pack_help(loaded.pack, loaded.named, *loaded.rule, loaded.is_chosen, *arguments.table,
                         screen_of(STDOUT_FILENO).width));
}

}  // namespace spoils::cli
