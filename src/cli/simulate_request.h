// cli/simulate_request.h
//
// The command line of `spoils simulate`, read: what to play, what to ask and where the answer goes.
#pragma once

#include <cstddef>
#include <string>

#include "cli/complaint.h"
#include "cli/options.h"
#include "spoils/pack.h"
#include "spoils/simulate.h"

namespace CLI {
class App;
}

namespace spoils::cli {

void define_simulate(CLI::App& app);

/// All that stands on the command line but the pack.
struct SimulateRequest {
  Study study;
  SimulateOptions options;
  std::string format;
  std::size_t rows = 40;
  std::string out;  ///< file for the results
  bool has_out = false;
  bool has_checkpoint = false;
  bool is_spreadsheet_safe = false;  ///< of CSV
};

struct PreparedSimulation {
  Pack pack;
  const RuleInfo* rule = nullptr;  ///< of the pack
  bool is_chosen = false;          ///< the command line names it
  SimulateRequest request;
  std::string command;  ///< that gives the same results, whatever threads, files and seed by chance this one had
};

/// Reads the command line, loads the pack and finds the rule. Touches no file but those of the pack.
[[nodiscard]] Result<PreparedSimulation, Complaint> prepare_simulation(Arguments& arguments);

}  // namespace spoils::cli
