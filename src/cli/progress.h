// cli/progress.h
//
// Long work says on standard error that it goes on, if a person looks there.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace spoils::cli {

class Progress {
 public:
  /// `ending` says what Ctrl-C does, as in "ends with bounds".
  explicit Progress(std::string_view ending);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Shows how many states there are, a few times a second after the first; returns false once it was interrupted.
  bool go_on(std::size_t states);

  /// Takes the line away again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string_view ending_;
  bool is_watched_;
  bool is_shown_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace spoils::cli
