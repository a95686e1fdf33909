// cli/spreadsheet.h
//
// CSV that a spreadsheet can open without evaluating cells: a cell that begins like a formula is a formula there,
// whatever its source.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.h"

namespace spoils::cli {

/// Returns complete lines of CSV with an apostrophe before each cell that begins with `=`, `+`, `-`, `@`, a tab or a
/// carriage return and is not a number. Cost: linear.
[[nodiscard]] std::string spreadsheet_safe(std::string_view csv);

/// Adds `--spreadsheet-safe` to a command.
void add_spreadsheet_option(OptionTable& options);

/// Returns CSV as the command line requests it: safe with that option, otherwise unchanged.
[[nodiscard]] std::string as_csv(const Arguments& arguments, std::string csv);

}  // namespace spoils::cli
