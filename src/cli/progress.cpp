// cli/progress.cpp
//
// Writes progress at most a few times a second on a terminal and every ten seconds elsewhere, and looks at the clock
// and at interrupts.
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/interrupt.h"
#include "cli/screen.h"
#include "text/plain/counted.h"

namespace spoils::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto kFirst = 1000ms;
constexpr auto kEvery = 200ms;

}  // namespace

Progress::Progress(std::string_view ending, double seconds)
    : ending_(ending),
      is_watched_(screen_of(STDERR_FILENO).terminal),
      seconds_(seconds),
      next_(begin_ + (is_watched_ ? Clock::duration(kFirst) : Clock::duration(kEveryLine))) {}

Progress::~Progress() { clear(); }

void Progress::note(std::size_t done, std::size_t of, std::string_view things) {
  done_ = fmt::format("{} of {} {}, ", done, of, things);
  states_ = 0;
}

bool Progress::stop() {
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  if (now >= next_) {
    next_ = now + (is_watched_ ? Clock::duration(kEvery) : Clock::duration(kEveryLine));
    if (is_watched_) {
      is_shown_ = true;
      fmt::print(stderr, "\r{}{}, {:.1f} s; Ctrl-C {}  ", done_, text::counted(states_, "state"), seconds, ending_);
    } else {
      fmt::print(stderr, "spoils: {}{}, {:.0f} s\n", done_, text::counted(states_, "state"), seconds);
    }
    std::fflush(stderr);
  }
  return interrupted() || (seconds_ > 0 && seconds >= seconds_);
}

void Progress::clear() {
  if (is_shown_) { fmt::print(stderr, "\r{:79}\r", ""); }
  is_shown_ = false;
}

}  // namespace spoils::cli
