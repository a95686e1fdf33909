// cli/output_text.h
//
// Rolls for people: the names of things in one column, then those of their fields that the names do not show already.
#pragma once

#include <memory>

#include "cli/roll_writer.h"

namespace spoils::cli {

/// Names first, then `field=value` in aligned columns, integers to the right; if the columns do not fit the width of
/// the screen, the fields are wrapped. Held things are indented under their holder. If a roll gives several things,
/// each line begins with the index of the roll. A line is never wider than the screen.
///
/// Things are laid out some hundred at a time, and columns only grow wider: output begins at once and memory stays
/// small.
[[nodiscard]] std::unique_ptr<RollWriter> make_text_writer(const RollHeading& heading);

/// Writes the things of one roll in this way, without the heading; ends where no more is wanted.
void write_things(const RollHeading& heading, const Things& things, RollText& out);

}  // namespace spoils::cli
