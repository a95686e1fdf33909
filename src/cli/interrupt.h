// cli/interrupt.h
//
// Ctrl-C and its like, for commands that have something to save first.
#pragma once

namespace spoils::cli {

/// From now on SIGINT, SIGTERM and SIGHUP do not end the program but make interrupted() true. A second one ends it.
void catch_interrupts();

/// Returns whether one of them has come.
[[nodiscard]] bool interrupted();

/// Ends the program by the signal that came, as if it had never been caught: the shell sees that it was interrupted.
/// Does nothing if none came.
void die_of_interrupt();

}  // namespace spoils::cli
