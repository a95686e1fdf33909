// api/sweep_values.h
//
// The values of an input or state for which a sweep answers, and how its time is divided among them.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "api/side_by_side.h"
#include "program/program.h"
#include "program/work_scope.h"
#include "spoils/odds.h"

namespace spoils::api {

using Setting = std::pair<std::string, program::Word>;  // a value of the swept input, as written and as a word

/// Returns the input or state that is swept. Errors: UnknownInput; BadValue if it is a set or a map.
[[nodiscard]] Result<program::SlotId, Error> swept_slot(const program::Program& program, const std::string& input);

/// Returns its values, in order: those that the sweep names, or all. Errors: BadValue.
[[nodiscard]] Result<std::vector<Setting>, Error> values_to_sweep(const program::Program& program, program::SlotId slot,
                                                                  const Sweep& sweep);

/// Divides the time of a sweep among its values: each gets an equal share of what is left, so a value that is quick
/// leaves its time to those after it.
class SweepTime {
 public:
  using Clock = program::WorkTime::Clock;

  /// `workers`: how many values are asked at once.
  SweepTime(double seconds, std::size_t values, std::size_t workers)
      : end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        left_(values),
        workers_(workers) {}

  /// Returns the time of the next value.
  Clock::duration next() {
    const program::LockGuard<Gate> lock(gate_);
    const auto rest = std::max(end_ - Clock::now(), Clock::duration(0));
    const auto left = std::max<std::size_t>(1, left_);
    left_ = left - 1;
    return rest * static_cast<Clock::rep>(std::min(workers_, left)) / static_cast<Clock::rep>(left);
  }

 private:
  Clock::time_point end_;
  Gate gate_;
  std::size_t left_;
  std::size_t workers_;
};

}  // namespace spoils::api
