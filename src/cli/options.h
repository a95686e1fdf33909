// cli/options.h
//
// The arguments of a command. A word that begins with `--` and is no option of the command may be an input of the pack
// or a parameter of the rule, which is known only after the pack is loaded: those are resolved afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/complaint.h"
#include "cli/option_table.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::cli {

/// A `--NAME VALUE` or `--NAME=VALUE` that is not an option of the command itself.
struct PackOption {
  std::string name;                  // without the dashes, as typed
  std::optional<std::string> value;  // unset if none followed
  bool attached = false;             // written with `=`
  std::size_t operands_before = 0;   // the position of its value among the operands if it turns out to be a flag
};

/// A command line, split and parsed.
struct Arguments {
  const OptionTable* table = nullptr;
  std::vector<std::pair<std::string, std::string>> given;  // options of the command by name, flags without a value
  std::vector<std::string> operands;
  std::vector<PackOption> pack_options;
  std::vector<std::string> in_full;  // the options of the command that are given by their names, not by a letter

  [[nodiscard]] bool has(const std::string& option) const;
  /// Returns the value of an option that can be given once.
  [[nodiscard]] std::optional<std::string> value(const std::string& option) const;
  /// Returns the values of an option that can be given several times.
  [[nodiscard]] std::vector<std::string> values(const std::string& option) const;
};

/// Parses the words after the name of a command. `-` alone and negative numbers are operands or values; all words after
/// `--` are operands. Errors: options that are unknown (if the command takes none of the pack), lack a value or are
/// given twice.
[[nodiscard]] Result<Arguments, Complaint> parse_arguments(const OptionTable& options,
                                                           const std::vector<std::string>& words,
                                                           bool takes_pack_options);

/// Returns whether a word on the command line is an option, not a value: it begins with `-` and is not a number.
[[nodiscard]] bool is_option(std::string_view word);

/// Returns the selected choice of an option; the first if it was not given.
[[nodiscard]] Result<std::string, Complaint> choice(const Arguments& arguments, const std::string& option);

/// Returns an option that is an integer from 0 to `most`, `otherwise` if it was not given.
[[nodiscard]] Result<std::uint64_t, Complaint> number(const Arguments& arguments, const std::string& option,
                                                      std::uint64_t otherwise, std::uint64_t most = UINT64_MAX);

/// Returns whether two names are the same but for `-` and `_`.
[[nodiscard]] bool same_name(std::string_view a, std::string_view b);

/// Moves the values of options that are flags in the pack back to the operands: in `--lit floor` floor is the rule.
void return_flag_values(const Pack& pack, Arguments& arguments);

/// Returns the input or parameter of that name, nullptr if there is none.
[[nodiscard]] const InputInfo* find_input(const std::vector<InputInfo>& inputs, std::string_view name);

/// Finds an input or parameter by its name as typed, or returns an error.
using InputFinder = std::function<Result<const InputInfo*, Complaint>(const std::string& name)>;

/// Returns the values that the pack's options and `--set NAME=VALUE` give, by the pack's names.
/// Errors: those of `find`, values that are missing or given twice.
[[nodiscard]] Result<Values, Complaint> collect_values(const Arguments& arguments, const InputFinder& find);

/// The values that the options of a pack and `--set NAME=VALUE` set.
struct Setup {
  Values values;  // inputs and parameters
  Values states;  // that a roll or a world begins with
};

/// Returns them for the library. Errors: names that neither the pack nor the rule has, values that are missing or given
/// twice.
[[nodiscard]] Result<Setup, Complaint> resolve_setup(const Pack& pack, const RuleInfo& rule,
                                                     const Arguments& arguments);

/// Returns the rule of that name, the pack's first if `name` is empty. Errors: there is none.
[[nodiscard]] Result<const RuleInfo*, Complaint> find_rule(const Pack& pack, const std::string& name);

/// Returns how an input is set, up to its value: "--depth ", or "--set count=" if a command has an option of that name.
[[nodiscard]] std::string spelling_of(const InputInfo& input, const OptionTable& options);

/// Returns the values that an input takes, for people: "1..40", "red|green", "TEXT".
[[nodiscard]] std::string domain_of(const InputInfo& input);

}  // namespace spoils::cli
