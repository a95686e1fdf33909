// cli/help.h
//
// The texts of --help.
#pragma once

#include <string>

#include "cli/commands.h"
#include "spoils/pack.h"

namespace spoils::cli {

/// Returns commands to begin with: the answer to no command at all.
[[nodiscard]] std::string first_steps(int width);

/// Returns what the program can do: all commands, each with an example.
[[nodiscard]] std::string program_help(int width);

/// Returns how a command is used.
[[nodiscard]] std::string command_help(const Command& command, const CLI::App& app, int width);

/// Returns what a pack takes: its rules, its inputs and the parameters of one rule. If `chosen`, the other rules are
/// left out. `app` has the options of the command that asks.
[[nodiscard]] std::string pack_help(const Pack& pack, std::string_view named, const RuleInfo& rule, bool chosen,
                                    const CLI::App& app, int width);

}  // namespace spoils::cli
