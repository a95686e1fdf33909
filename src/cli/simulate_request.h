// cli/simulate_request.h
//
// Parses the command line of `spoils simulate`: the simulation to play, its questions and the output.
#pragma once

#include <cstddef>
#include <string>

#include "cli/complaint.h"
#include "cli/options.h"
#include "cli/pack_and_rule.h"
#include "spoils/simulate.h"

namespace spoils::cli {

void define_simulate(OptionTable& options);

/// All of the command line but the pack.
struct SimulateRequest {
  Simulation simulation;
  SimulateOptions options;
  std::string format;
  std::size_t rows = 40;
  std::string out;  ///< file for the results
  bool has_out = false;
  bool has_checkpoint = false;
  bool is_spreadsheet_safe = false;  ///< of CSV
};

struct PreparedSimulation {
  PackAndRule loaded;
  SimulateRequest request;
  std::string command;  ///< a command that gives the same results, independent of the threads, files and random seed of
                        ///< this one
};

/// Reads the command line, loads the pack and finds the rule. Opens only the files of the pack.
[[nodiscard]] Result<PreparedSimulation, Complaint> prepare_simulation(Arguments& arguments);

}  // namespace spoils::cli
