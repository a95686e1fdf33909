// cli/help.h
//
// The texts of --help.
#pragma once

#include <string>

#include "cli/commands.h"
#include "spoils/pack.h"

namespace spoils::cli {

/// Returns the first commands to try: the output of the program without a command.
[[nodiscard]] std::string first_steps(int width);

/// Returns the help of the program: all commands, each with an example.
[[nodiscard]] std::string program_help(int width);

/// Returns the help of a command.
[[nodiscard]] std::string command_help(const Command& command, const OptionTable& options, int width);

/// Returns the help of a pack: its rules, its inputs and the parameters of one rule. If `chosen`, the other rules are
/// left out. `app` has the options of the command.
[[nodiscard]] std::string pack_help(const Pack& pack, std::string_view named, const RuleInfo& rule, bool chosen,
                                    const OptionTable& options, int width);

}  // namespace spoils::cli
