// cli/commands.h
//
// The commands of the program: one file each, listed here. A command is data for its help and its completion, and a
// function that runs it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/complaint.h"
#include "cli/options.h"

namespace spoils::cli {

/// The kind of operands that a command takes; used by completion.
enum class Operands : std::uint8_t {
  None,
  PackAndRule,
  PackAndRules,
  PacksAndRules,
  Packs,
  Files,
  Shell,
  ImporterAndFolder
};

struct Command {
  std::string_view name;
  std::string_view operands_shown;  // "PACK [RULE]", for the line that shows the usage
  std::string_view summary;         // one line
  std::string_view details;         // paragraphs after the options; may be empty
  std::string_view examples;        // one per line; the list of all commands shows the first
  Operands operands = Operands::None;
  void (*define)(OptionTable& options) = nullptr;
  Outcome (*run)(Arguments& arguments) = nullptr;

  /// Returns whether unknown options may be inputs of a pack, which has its own help.
  [[nodiscard]] bool takes_pack_options() const {
    return operands == Operands::PackAndRule || operands == Operands::PacksAndRules;
  }
};

extern const Command kBook;
extern const Command kCheck;
extern const Command kCompile;
extern const Command kCompletion;
extern const Command kDiff;
extern const Command kExplain;
extern const Command kFmt;
extern const Command kImport;
extern const Command kLsp;
extern const Command kOdds;
extern const Command kPacks;
extern const Command kReport;
extern const Command kRoll;
extern const Command kSimulate;
extern const Command kTweak;
extern const Command kWorkbench;

/// Returns all commands in the order in which help lists them.
[[nodiscard]] const std::vector<const Command*>& commands();

/// Returns the options of a command, with `--help`.
[[nodiscard]] OptionTable options_of(const Command& command);

/// Returns the command of that name, nullptr if there is none.
[[nodiscard]] const Command* find_command(std::string_view name);

/// Runs the program on its arguments, without its own name.
[[nodiscard]] Outcome run_program(const std::vector<std::string>& words);

}  // namespace spoils::cli
