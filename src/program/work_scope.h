// program/work_scope.h
//
// The limits on memory and time of one piece of work, on the thread that does it. They reach every allocation,
// whatever container makes it (spoils/memory.h). Work that nears its limit on memory sees that here and gives up what
// it can spare; beyond the limit an allocation throws std::bad_alloc, which the owner of the scope catches. Work that
// was stopped and runs on for long without checking (one sum of huge fractions) is ended in the same way.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "spoils/memory.h"

namespace spoils::program {

/// Memory of one piece of work, if nothing else is said.
inline constexpr std::size_t kUsualMemory = 1'000'000'000;

/// When a piece of work began, and when it was stopped: the time for finishing depends on both.
struct WorkTime {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  std::optional<Clock::time_point> stopped_at;
  Clock::duration least_grace = std::chrono::milliseconds(100);  // for finishing, however short the work was
  std::optional<Clock::time_point> stops_at;                     // if it is known that it will be stopped, and when
};

/// Returns after how much of a time for work it is stopped, so that its grace period ends with that time.
[[nodiscard]] WorkTime::Clock::duration before_grace(WorkTime::Clock::duration all);

class WorkScope {
 public:
  /// Asked now and then, also within long steps; true ends the work. It may look at the clock: that never decides what
  /// an answer says, but only whether there is one.
  using Stop = bool (*)(void* context);

  /// Limits what the thread may allocate from now on, and within scopes around this one to what those still allow.
  /// `stop` null: that of the scope around it.
  WorkScope(std::size_t bytes, Stop stop, void* context);
  /// The same for a part of some work that has its own time, or another thread for it.
  WorkScope(std::size_t bytes, Stop stop, void* context, const WorkTime& time);
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;
  ~WorkScope();

  /// Whether so much of the limit is held that what can be spared should be given up: the rest is for finishing, and
  /// for containers that need twice their size while they grow.
  [[nodiscard]] bool is_short() const {
    if (memory_account.held <= short_) [[likely]] { return false; }
    was_short_ = true;
    return true;
  }
  /// Whether the limit on memory had any effect on the work, here or in a scope within this one that has ended. If not,
  /// the work would have done the same with more memory.
  [[nodiscard]] bool was_short() const { return was_short_; }
  /// Records that it had one elsewhere.
  void note_short() { was_short_ = true; }
  /// Whether so much was freed again that it pays to go on.
  [[nodiscard]] bool is_eased() const { return memory_account.held <= short_ - ease_; }
  /// The same as is_short(), of what one container may take that grows by copying.
  [[nodiscard]] std::size_t most_of_one() const { return most_of_one_; }

  /// Whether the work was stopped. Calls `stop` unless an earlier call returned true.
  bool is_stopped();
  /// Whether is_stopped() returned true before.
  [[nodiscard]] bool was_stopped() const { return is_stopped_; }
  /// Whether there is anything that may stop the work.
  [[nodiscard]] bool can_be_stopped() const { return stop_ != nullptr; }
  /// Returns which part of the time for finishing stopped work is over; 0 if the work was not stopped.
  [[nodiscard]] double grace_used() const;
  /// Returns when grace_used() returns such a part, if the work was stopped, or it is known when it will be.
  [[nodiscard]] std::optional<WorkTime::Clock::time_point> grace_until(double part) const;
  /// Returns when the work began, for parts of it on other threads.
  [[nodiscard]] WorkTime time() const;
  /// Whether the work was stopped so long ago that it should have ended.
  [[nodiscard]] bool is_overdue() const { return grace_used() >= 1; }
  /// Whether an allocation failed since the scope began, because of time.
  [[nodiscard]] bool was_ended() const { return was_ended_; }

  /// For long steps that allocate nothing: asks whether the work of this thread was stopped. Errors: std::bad_alloc
  /// if it is overdue, as from an allocation.
  static void look();

 private:
  friend void spoils::memory_line_passed(std::int64_t bytes);
  using Clock = WorkTime::Clock;

  static constinit thread_local WorkScope* current;

  [[nodiscard]] Clock::duration grace_after(Clock::time_point stop) const;

  WorkScope* around_;
  MemoryAccount before_;
  std::int64_t short_;
  std::int64_t ease_;
  std::size_t most_of_one_;
  Stop stop_;
  void* context_;
  bool is_stopped_ = false;
  bool was_ended_ = false;
  mutable bool was_short_ = false;
  Clock::time_point begin_;
  Clock::duration least_grace_;
  Clock::time_point stopped_at_;
  std::optional<Clock::time_point> stops_at_;
};

}  // namespace spoils::program
