// mpi/main.cpp
//
// The program `spoils-mpi`: `spoils simulate` on all ranks of an MPI job. Rank 0 is the program `spoils` with a crew;
// it alone prints, and reads and writes files other than the pack.
#include <mpi.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/open_world.h"
#include "cli/workers.h"
#include "mpi/messages.h"
#include "mpi/workers.h"
#include "spoils/counted_new.h"

namespace {

using spoils::cli::Complaint;
using spoils::cli::ExitCode;

bool has(const std::vector<std::string>& words, const std::string& option) {
  return std::any_of(words.begin(), words.end(),
                     [&](const auto& word) { return word == option || word.rfind(option + "=", 0) == 0; });
}

// Settings that are random or depend on the machine must be the same for all ranks.
void settle(std::vector<std::string>& words) {
  if (!has(words, "--threads")) { words.insert(words.begin() + 1, {"--threads", "1"}); }
  if (has(words, "--seed") || has(words, "--checkpoint")) { return; }
  auto seed = spoils::cli::random_seed();
  MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  words.insert(words.begin() + 1, {"--seed", spoils::seed_to_text(seed)});
}

ExitCode answer(const std::vector<std::string>& words) {
  const auto outcome = spoils::cli::run_program(words);
  if (outcome) { return *outcome; }
  spoils::cli::print_complaint(outcome.error());
  return outcome.error().code;
}

ExitCode lead(const std::vector<std::string>& words) {
  try {
    spoils::mpi::Leader leader;
    spoils::cli::use_workers(&leader);
    const auto code = answer(words);
    spoils::cli::use_workers(nullptr);
    return code;
  } catch (const std::exception& error) {
    spoils::cli::print_complaint({ExitCode::InternalError, std::string("internal error: ") + error.what(), {}});
    return ExitCode::InternalError;
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;  // threads play, but only this one speaks
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  auto code = ExitCode::Fine;
  const bool simulates = !words.empty() && words[0] == "simulate" && !has(words, "--help") && !has(words, "-h");
  if (simulates) { settle(words); }
  const bool asks = has(words, "--help") || has(words, "-h") || has(words, "--version");
  if (spoils::mpi::own_rank() == 0) {
    // The launcher gives the ranks a terminal of its own, wherever the output goes.
    ::setenv("NO_COLOR", "1", 0);
    if (asks) {
      if (words[0] != "simulate" && !has(words, "--version")) { words.insert(words.begin(), "simulate"); }
      code = answer(words);
    } else if (simulates) {
      code = lead(words);
    } else {
      spoils::cli::print_complaint({ExitCode::WrongUsage, "spoils-mpi has the one command `simulate`",
                                    "as in `mpirun -n 4 spoils-mpi simulate rogue run`; `spoils simulate --help`"});
      code = ExitCode::WrongUsage;
    }
  } else if (simulates) {
    // Rank 0 says when to stop; what interrupts the whole job reaches it, too.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) { std::signal(signal, SIG_IGN); }
    words.erase(words.begin());
    words.emplace_back("--quiet");
    if (std::count(words.begin(), words.end(), "--quiet") + std::count(words.begin(), words.end(), "-q") > 1) {
      words.pop_back();
    }
    spoils::mpi::follow(words);
  }
  MPI_Finalize();
  return static_cast<int>(code);
}
