// cli/interrupt.h
//
// Ctrl-C and similar signals, for commands that have something to save first.
#pragma once

namespace spoils::cli {

/// After this call the first SIGINT, SIGTERM or SIGHUP does not end the program but makes interrupted() true. A second
/// one ends it.
void catch_interrupts();

/// Returns whether such a signal was received.
[[nodiscard]] bool interrupted();

/// Ends the program by the received signal, as if it had not been caught, so that the shell sees the interruption. Does
/// nothing if none was received.
void die_of_interrupt();

}  // namespace spoils::cli
