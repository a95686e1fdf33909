// cli/interrupt.cpp
#include "cli/interrupt.h"

#include <unistd.h>

#include <array>
#include <csignal>

namespace spoils::cli {

namespace {

volatile std::sig_atomic_t caught_signal = 0;

extern "C" {
// A signal just before a blocking write would not interrupt that write; the alarms that follow do.
void remember_signal(int signal) {
  if (signal != SIGALRM) { caught_signal = signal; }
  alarm(1);
}
}

// Without SA_RESTART: a blocking write must return.
void install(int signal, int flags) {
  struct sigaction action {};
  action.sa_handler = remember_signal;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction previous {};
    // A parent process that set a signal to be ignored (nohup) meant it.
    if (sigaction(signal, nullptr, &previous) == 0 && previous.sa_handler == SIG_IGN) { continue; }
    install(signal, static_cast<int>(SA_RESETHAND));
  }
  install(SIGALRM, 0);
}

bool interrupted() { return caught_signal != 0; }

void die_of_interrupt() {
  if (caught_signal == 0) { return; }
  const int signal = caught_signal;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace spoils::cli
