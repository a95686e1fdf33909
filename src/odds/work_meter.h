// odds/work_meter.h
//
// The part of a pass that is done, in paths, of which each part of a program gets a share (odds/interpret_loops.h). If
// a pass has a time, too, the time that is over counts as paths: the same part of all that the pass may go. So the
// shares are shares of the time, and work that has used its own is given up in time for the work after it. Such an
// answer depends on the clock, as each does that the clock ends. Tests: tests/odds/work_meter_test.cpp.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace spoils::odds {

/// The part of the time for finishing stopped work with which a pass that divides its time plans, and the part after
/// which it is late.
inline constexpr double kGraceInTime = 0.5;
inline constexpr double kMostGraceInTime = 0.75;

class WorkMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// A pass begins that may go so many paths, and that may last until `end` if it has a time. `paths` is, in all
  /// functions, the number gone so far.
  void begin(std::uint64_t most, Clock::time_point now, std::optional<Clock::time_point> end) {
    most_ = most;
    begin_ = now;
    end_ = end;
    by_time_ = 0;
    looked_at_ = 0;
    pace_ = 1;
  }

  /// From now on the pass ends at this time if it would end later. Requires: it has a time.
  void end_by(Clock::time_point end) { end_ = std::min(*end_, end); }

  /// Sees what time it is, after so many paths.
  void look(std::uint64_t paths, Clock::time_point now) {
    if (!end_) { return; }
    const auto whole = std::chrono::duration<double>(*end_ - begin_).count();
    const auto part = whole > 0 ? std::chrono::duration<double>(now - begin_).count() / whole : kMuchTooLate;
    by_time_ = std::min(part, kMuchTooLate) * static_cast<double>(most_);
    looked_at_ = paths;
    if (paths >= kFewPaths) { pace_ = std::max(1.0, by_time_ / static_cast<double>(paths)); }
  }

  /// Returns what is done after so many paths; between two looks paths count for as much as they did so far.
  [[nodiscard]] std::uint64_t done(std::uint64_t paths) const {
    if (!end_) { return paths; }
    const auto since = static_cast<double>(paths - looked_at_) * pace_;
    return std::max(paths, static_cast<std::uint64_t>(by_time_ + since));
  }

  /// Returns how many paths are left until so much is done.
  [[nodiscard]] double paths_until(std::uint64_t end, std::uint64_t paths) const {
    const auto now = done(paths);
    return now < end ? static_cast<double>(end - now) / pace_ : 0;
  }

  [[nodiscard]] bool has_time() const { return end_.has_value(); }
  /// Whether the time is nearer to its end than the paths are.
  [[nodiscard]] bool is_short_of_time(std::uint64_t paths) const { return done(paths) > paths; }

  /// From now on nothing but paths counts.
  void forget_time() {
    end_.reset();
    pace_ = 1;
  }

 private:
  static constexpr std::uint64_t kFewPaths = 1'000;  // that say little about the time that others will take
  static constexpr double kMuchTooLate = 4;          // keeps the sums in range

  std::uint64_t most_ = 0;
  Clock::time_point begin_;
  std::optional<Clock::time_point> end_;
  double by_time_ = 0;           // done when the clock was looked at
  std::uint64_t looked_at_ = 0;  // the paths at that time
  double pace_ = 1;              // what a path counts for
};

}  // namespace spoils::odds
