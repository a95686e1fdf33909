// cli/sink.cpp
#include "cli/sink.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "cli/interrupt.h"

namespace spoils::cli {

bool Sink::write_all() {
  std::size_t done = 0;
  while (open_ && done < text_.size()) {
    const ssize_t written = ::write(descriptor_, text_.data() + done, text_.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      open_ = false;
      error_ = errno;
    } else if (interrupted()) {
      // The user wants to stop, and the reader may never read on.
      open_ = false;
    }
  }
  text_.clear();
  return open_;
}

std::optional<Complaint> Sink::finish() {
  write_all();
  if (error_ == 0 || error_ == EPIPE) { return std::nullopt; }
  return system_complaint("cannot write to standard output", error_);
}

Outcome print(std::string_view text, ExitCode code) {
  Sink sink(STDOUT_FILENO);
  sink.text() = text;
  if (auto failed = sink.finish()) { return Failure{std::move(*failed)}; }
  return code;
}

}  // namespace spoils::cli
