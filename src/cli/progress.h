// cli/progress.h
//
// Long work says on standard error how far it is, and ends at Ctrl-C or when its time is over.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace spoils::cli {

class Progress {
 public:
  /// How often there is a line where no terminal shows one that changes.
  static constexpr std::chrono::seconds kEveryLine{10};

  /// `ending` says what Ctrl-C does, as in "ends with bounds". `seconds`: of --max-time, 0 for as long as it takes.
  explicit Progress(std::string_view ending, double seconds = 0);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Takes note of how many states there are; returns false once stop() holds.
  bool go_on(std::size_t states);
  /// Shows how far the work is; on a terminal a few times a second after the first, else a line every ten seconds.
  /// Returns true once it was interrupted or its time is over.
  bool stop();
  /// Takes note that so many of some things are done, as in "3 of 61 expectations".
  void note(std::size_t done, std::size_t of, std::string_view things);

  /// Takes the line away again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string_view ending_;
  bool is_watched_;
  double seconds_;
  std::size_t states_ = 0;
  std::string done_;
  bool is_shown_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace spoils::cli
