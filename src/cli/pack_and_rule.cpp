// cli/pack_and_rule.cpp
//
// Loads the pack first, since only it tells which options are flags and thus which words are operands.
#include "cli/pack_and_rule.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/find_pack.h"
#include "cli/help.h"
#include "cli/screen.h"
#include "cli/sink.h"

namespace spoils::cli {

Result<PackAndRule, Complaint> load_pack_and_rule(Arguments& arguments, std::string_view preferred) {
  std::string named = arguments.operands.front();
  auto pack = load_pack(named, load_wishes(arguments));
  if (!pack) { return Failure{std::move(pack).error()}; }
  return_flag_values(*pack, arguments);
  const std::vector<std::string>& operands = arguments.operands;
  if (operands.size() > 2) {
    return wrong_usage(fmt::format("unexpected argument `{}` after pack and rule", operands[2]),
                       "inputs are options, for example --depth 12");
  }
  const bool is_chosen = operands.size() == 2;
  const auto& rules = pack->rules();
  const bool has_preferred =
      std::any_of(rules.begin(), rules.end(), [&](const RuleInfo& rule) { return rule.name == preferred; });
  const auto rule = find_rule(*pack, is_chosen ? operands[1] : std::string(has_preferred ? preferred : ""));
  if (!rule) { return Failure{rule.error()}; }
  return PackAndRule{std::move(named), std::move(*pack), *rule, is_chosen};
}

Result<Roller, Complaint> make_roller(const PackAndRule& loaded, const Arguments& arguments) {
  const auto values = resolve_values(loaded.pack, *loaded.rule, arguments);
  if (!values) { return Failure{values.error()}; }
  auto roller = Roller::make(loaded.pack, loaded.rule->name, *values);
  if (!roller) { return Failure{complaint_of(roller.error())}; }
  return std::move(*roller);
}

Outcome print_pack_help(const PackAndRule& loaded, const Arguments& arguments) {
  return print(pack_help(loaded.pack, loaded.named, *loaded.rule, loaded.is_chosen, *arguments.table,
                         screen_of(STDOUT_FILENO).width));
}

}  // namespace spoils::cli
