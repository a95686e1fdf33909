// cli/output_csv.h
//
// Rolls for spreadsheets: one thing a line.
#pragma once

#include <memory>

#include "cli/roll_writer.h"

namespace spoils::cli {

/// A header, then one line a thing: the index of its roll, its place among the things of the roll, the place of its
/// holder, its name, and every field of the pack. Quoted as RFC 4180 says, lines end in "\n", members of a list are
/// separated by ";". With `show_seed` a column for the seed stands second. A field that has the name of one of these
/// columns is called `field.NAME`.
/// `is_safe`: for spreadsheets, as cli/spreadsheet.h says.
[[nodiscard]] std::unique_ptr<RollWriter> make_csv_writer(const RollHeading& heading, bool is_safe);

}  // namespace spoils::cli
