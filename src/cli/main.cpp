// cli/main.cpp
//
// The program `spoils`. All errors arrive here: one message, one exit code.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "spoils/counted_new.h"

namespace {

using spoils::cli::Complaint;
using spoils::cli::ExitCode;

// If standard output was closed, the next opened file would get its descriptor, and the output would be written there.
void occupy_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) == -1) { static_cast<void>(open("/dev/null", O_RDONLY)); }
  }
}

ExitCode end_with(const Complaint& complaint) {
  spoils::cli::print_complaint(complaint);
  return complaint.code;
}

ExitCode run(const std::vector<std::string>& words) {
  try {
    const spoils::cli::Outcome outcome = spoils::cli::run_program(words);
    return outcome ? *outcome : end_with(outcome.error());
  } catch (const std::bad_alloc&) {
    return end_with({ExitCode::LimitHit, "out of memory", {}});
  } catch (const std::exception& error) {
    return end_with({ExitCode::InternalError, std::string("internal error: ") + error.what(),
                     "this is a fault of spoils; please report it with the command and the pack"});
  }
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  return static_cast<int>(run(words));
}
