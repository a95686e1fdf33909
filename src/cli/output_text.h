// cli/output_text.h
//
// Rolls for people: the names of things in one column, then those of their fields that the names do not tell already.
#pragma once

#include <memory>

#include "cli/roll_writer.h"

namespace spoils::cli {

/// Names first, then `field=value` in aligned columns, whole numbers to the right; where the columns do not fit the
/// width of the screen the fields flow. What is held stands indented under its holder. If a roll gives several things,
/// each begins with its index. A line is never wider than the screen.
///
/// Things are laid out some hundred at a time, and columns only grow: output begins at once and memory stays small.
[[nodiscard]] std::unique_ptr<RollWriter> make_text_writer(const RollHeading& heading);

}  // namespace spoils::cli
