// cli/run_progress.h
//
// Progress of a simulation on standard error.
#pragma once

#include <chrono>
#include <cstdint>

#include "cli/screen.h"
#include "spoils/simulate.h"

namespace spoils::cli {

class RunProgress {
 public:
  RunProgress();
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;
  ~RunProgress() { clear(); }

  /// Shows a bar, the rate and the remaining time, a few times a second after the first; without a terminal, a line
  /// every ten seconds. Returns false once it was interrupted.
  bool go_on(const SimulateProgress& progress);

  /// Removes the progress line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  Screen screen_;
  bool is_shown_ = false;
  bool has_begun_ = false;
  std::uint64_t first_ = 0;  // runs that were in the checkpoint at the start
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace spoils::cli
