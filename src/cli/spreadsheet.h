// cli/spreadsheet.h
//
// CSV that a spreadsheet can open without computing what is in it: a cell that begins as a formula does is a formula
// there, wherever the text came from.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.h"

namespace spoils::cli {

/// Returns whole lines of CSV in which an apostrophe stands before each cell that begins with `=`, `+`, `-`, `@`, a tab
/// or a carriage return and is no number. Cost: linear.
[[nodiscard]] std::string spreadsheet_safe(std::string_view csv);

/// Adds `--spreadsheet-safe` to a command.
void add_spreadsheet_option(CLI::App& app);

/// Returns CSV as the command line wants it: safe with that option, else as it is.
[[nodiscard]] std::string as_csv(const Arguments& arguments, std::string csv);

}  // namespace spoils::cli
