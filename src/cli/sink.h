// cli/sink.h
//
// Standard output in blocks of 64 KiB. The reader may close the pipe (`| head`): then all later output is dropped and
// the program ends quietly. Every other write error is reported once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "cli/complaint.h"

namespace spoils::cli {

class Sink {
 public:
  explicit Sink(int descriptor) : descriptor_(descriptor) {}

  /// The buffer: append to it, then call `pass_on`.
  [[nodiscard]] std::string& text() { return text_; }

  /// Writes the buffer if it is full enough. Returns false if nothing more can be written.
  [[nodiscard]] bool pass_on() { return text_.size() < kBlockBytes ? open_ : write_all(); }

  /// Writes the rest. Returns the reason if something could not be written, nothing if the reader closed the pipe.
  [[nodiscard]] std::optional<Complaint> finish();

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10U;

  bool write_all();

  int descriptor_;
  int error_ = 0;  // of the failed write
  bool open_ = true;
  std::string text_;
};

/// Writes a text to standard output. Returns `code`, also if the reader closed the pipe.
[[nodiscard]] Outcome print(std::string_view text, ExitCode code = ExitCode::Fine);

}  // namespace spoils::cli
