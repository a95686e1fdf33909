// cli/output_csv.h
//
// Rolls for spreadsheets: one line per thing.
#pragma once

#include <memory>

#include "cli/roll_writer.h"

namespace spoils::cli {

/// A header, then one line per thing: the index of its roll, its position among the things of the roll, the position of
/// its holder, its name, and every field of the pack. Quoted as in RFC 4180, lines end in "\n", members of a list are
/// separated by ";". With `show_seed` the second column is the seed. A field that has the name of one of these columns
/// is called `field.NAME`.
/// `is_safe`: for spreadsheets, as cli/spreadsheet.h says.
[[nodiscard]] std::unique_ptr<RollWriter> make_csv_writer(const RollHeading& heading, bool is_safe);

}  // namespace spoils::cli
