// cli/run_progress.cpp
//
// Writes the number of runs done, with an estimate of the time that is left.
#include "cli/run_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "text/plain/counted.h"

namespace spoils::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto kFirstShown = 1000ms;
constexpr auto kShownEvery = 200ms;
constexpr std::size_t kBarWidth = 20;

std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::clamp(seconds, 0.0, 1e9));
  if (whole < 60) { return fmt::format("{} s", whole); }
  if (whole < 3600) { return fmt::format("{} min {:02} s", whole / 60, whole % 60); }
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

RunProgress::RunProgress()
    : screen_(screen_of(STDERR_FILENO)),
      next_(begin_ + (screen_.terminal ? Clock::duration(kFirstShown) : Clock::duration(Progress::kEveryLine))) {}

bool RunProgress::go_on(const SimulateProgress& progress) {
  const auto now = Clock::now();
  if (!has_begun_) {
    has_begun_ = true;
    first_ = progress.done;
    begin_ = now;
  }
  if (now < next_ || progress.of == 0) { return !interrupted(); }
  const double part = static_cast<double>(progress.done) / static_cast<double>(progress.of);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(progress.done - first_) / std::max(seconds, 1e-3);
  const auto left = [&] { return time_text(static_cast<double>(progress.of - progress.done) / rate); };
  const bool is_rolling = progress.done < progress.of && rate > 0;
  if (screen_.terminal) {
    next_ = now + kShownEvery;
    is_shown_ = true;
    const auto filled = static_cast<std::size_t>(part * kBarWidth);
    std::string line = fmt::format("[{}{}] {:.1f}%  {:.0f} runs/s", std::string(filled, '#'),
                                   std::string(kBarWidth - filled, '.'), part * 100, rate);
    const auto width = static_cast<std::size_t>(screen_.width) - 1;
    if (is_rolling) {
      line += fmt::format("  {} left", left());
      constexpr std::string_view kHint = "; Ctrl-C shows the results so far";
      if (line.size() + kHint.size() <= width) { line += kHint; }
    } else {
      line += "  comparing with odds";
    }
    line.resize(width, ' ');
    fmt::print(stderr, "\r{}", line);
  } else {
    next_ = now + Progress::kEveryLine;
    fmt::print(stderr, "spoils: {} of {}, {}; {}\n", progress.done, text::counted(progress.of, "run"),
               time_text(seconds), is_rolling ? left() + " left" : "comparing with odds");
  }
  std::fflush(stderr);
  return !interrupted();
}

void RunProgress::clear() {
  if (is_shown_) { fmt::print(stderr, "\r{:{}}\r", "", screen_.width - 1); }
  is_shown_ = false;
}

}  // namespace spoils::cli
