// cli/pack_and_rule.h
//
// The operands PACK and RULE, which roll, odds, explain and simulate share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/complaint.h"
#include "cli/options.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::cli {

struct PackAndRule {
  std::string named;  // the pack, as the user wrote it
  Pack pack;
  const RuleInfo* rule = nullptr;  // of the pack
  bool is_chosen = false;          // the command line names it
};

/// Loads the pack and finds the rule: the second operand, else `preferred` if the pack has such a rule, else its first.
/// Returns the values of flags of the pack to the operands first. Requires: there is an operand.
[[nodiscard]] Result<PackAndRule, Complaint> load_pack_and_rule(Arguments& arguments, std::string_view preferred = {});

/// Returns a roller of the rule, with these values of inputs, parameters and state.
[[nodiscard]] Result<Roller, Complaint> make_roller(const PackAndRule& loaded, const Setup& setup);

/// Adds `--with MEASURE,...` to a command.
void add_with_option(OptionTable& options);

/// Returns the measures that `--with` names, as indices in Pack::measures(). Errors: one that the pack does not have.
[[nodiscard]] Result<std::vector<std::size_t>, Complaint> read_measures(const Pack& pack, const Arguments& arguments);

/// Prints the rules, parameters and inputs of the pack, for `--help` after its name.
[[nodiscard]] Outcome print_pack_help(const PackAndRule& loaded, const Arguments& arguments);

}  // namespace spoils::cli
