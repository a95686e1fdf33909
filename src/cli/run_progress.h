// cli/run_progress.h
//
// How far a simulation is, on standard error.
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

  /// Shows a bar, the rate and the time that is left, a few times a second after the first; where there is no terminal,
  /// a line every ten seconds. Returns false once it was interrupted.
  bool go_on(const SimulateProgress& progress);

  /// Takes the line away again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  Screen screen_;
  bool is_shown_ = false;
  bool has_begun_ = false;
  std::uint64_t first_ = 0;  // runs that were done before, by whoever wrote the checkpoint
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace spoils::cli
