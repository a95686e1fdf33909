// cli/output_simulation.h
//
// The results of a simulation, as tables for people, and as JSON and CSV for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/screen.h"
#include "spoils/simulate.h"

namespace spoils::cli {

/// Returns one block per question. At most `most_rows` rows of each table; integers with more values are grouped into
/// bins of equal width.
[[nodiscard]] std::string simulation_text(const SimulationResult& simulation, std::size_t most_rows,
                                          const Screen& screen);

/// Returns one JSON object (schema spoils.simulation). `measures`: the columns that are measures of the pack.
[[nodiscard]] std::string simulation_json(const SimulationResult& simulation, const std::vector<std::string>& measures);

/// Returns a header and a line per row of the only question. Requires: it has one.
[[nodiscard]] std::string simulation_csv(const SimulationResult& simulation);

}  // namespace spoils::cli
