// cli/progress.h
//
// Progress of long work on standard error; the work ends at Ctrl-C or when its time is over.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace spoils::cli {

class Progress {
 public:
  /// The interval of the lines when standard error is not a terminal.
  static constexpr std::chrono::seconds kEveryLine{10};

  /// `ending` describes the effect of Ctrl-C, as in "ends with bounds". `seconds`: of --time, 0 for no limit.
  explicit Progress(std::string_view ending, double seconds = 0);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Records the number of states, which stop() shows.
  void note_states(std::size_t states) { states_ = states; }
  /// Shows the progress; on a terminal a few times a second after the first, otherwise a line every ten seconds.
  /// Returns true once it was interrupted or its time is over.
  bool stop();
  /// Records that `done` of `of` things are done, as in "3 of 61 expectations".
  void note(std::size_t done, std::size_t of, std::string_view things);

  /// Removes the progress line.
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
