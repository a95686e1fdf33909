#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/interrupt.h"
#include "cli/screen.h"

namespace spoils::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto kFirst = 1000ms;
constexpr auto kEvery = 200ms;

}  // namespace

Progress::Progress(std::string_view ending)
    : ending_(ending), is_watched_(screen_of(STDERR_FILENO).terminal), next_(begin_ + kFirst) {}

Progress::~Progress() { clear(); }

bool Progress::go_on(std::size_t states) {
  const auto now = Clock::now();
  if (is_watched_ && now >= next_) {
    next_ = now + kEvery;
    is_shown_ = true;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    fmt::print(stderr, "\r{} states, {:.1f} s; Ctrl-C {}  ", states, seconds, ending_);
    std::fflush(stderr);
  }
  return !interrupted();
}

void Progress::clear() {
  if (is_shown_) fmt::print(stderr, "\r{:72}\r", "");
  is_shown_ = false;
}

}  // namespace spoils::cli
