// cli/tweak_menu.h
//
// The menu of `spoils tweak` on a terminal: reads a line, makes the edit, shows the roll again. Everything that it
// shows is in the JSON of the same edits. Tests: tests/cli/tweak_test.py, with recorded keystrokes.
#pragma once

#include "cli/complaint.h"
#include "cli/roll_writer.h"
#include "spoils/tweak.h"

namespace spoils::cli {

/// Runs until the user leaves, or the input ends.
[[nodiscard]] Outcome run_tweak_menu(const RollHeading& heading, Tweaker& tweaker);

}  // namespace spoils::cli
