// cli/option_table.h
//
// The options of one command as data. The parser (options.h), the help (help.h) and the completion (complete.h) read
// the same table.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spoils::cli {

struct Option {
  std::string name;         // "--output"
  std::string letter;       // "-o"; empty: none
  std::string type;         // of its value, as the help shows it: "FILE", "text|json"; empty: a flag
  std::string description;  // empty: hidden from the help and from completion
  bool is_repeatable = false;
  bool may_omit_value = false;  // `--dump` is the first choice, another is given as `--dump=CHOICE`

  [[nodiscard]] bool takes_value() const { return !type.empty(); }

  /// Returns the words to choose from: of "text|json|csv" all three, of "N|forever" the second.
  [[nodiscard]] std::vector<std::string> choices() const;
};

class OptionTable {
 public:
  /// `command` is its name in messages: "spoils roll".
  explicit OptionTable(std::string command) : command_(std::move(command)) {}

  /// Adds an option with a value. `names` is "--output" or "-o,--output".
  Option& add(std::string_view names, std::string type, std::string description);
  /// Adds an option without a value.
  void flag(std::string_view names, std::string description) { add(names, {}, std::move(description)); }

  /// Returns the option of that name or letter, with its dashes; nullptr if there is none.
  [[nodiscard]] const Option* find(std::string_view name) const;
  /// Returns the names of all options that are not hidden, in the order in which they were added.
  [[nodiscard]] std::vector<std::string> names() const;

  [[nodiscard]] const std::string& command() const { return command_; }
  [[nodiscard]] const std::vector<Option>& all() const { return options_; }

 private:
  std::string command_;
  std::vector<Option> options_;
};

/// Adds `--set NAME=VALUE` to a command, for inputs whose names are options of the command.
void add_set_option(
    OptionTable& options,
    std::string description = "an input or parameter that has the name of an option here; can be repeated");

}  // namespace spoils::cli
