// sim/outcome.h
//
// From folds to a SimulationResult: rows with estimates and intervals, and their comparison with exact odds.
#pragma once

#include "sim/folds.h"
#include "sim/plan.h"
#include "spoils/simulate.h"

namespace spoils::sim {

/// Returns what was counted, without odds. Errors: Limit where a fold has grown too large, or sums left 128 bits.
[[nodiscard]] Result<SimulationResult, Error> outcome_of(const Plan& plan, const Folds& folds);

/// Adds exact odds to the estimates if they can be computed within a small budget, and notes disagreements.
void compare_with_odds(const Plan& plan, SimulationResult& simulation, const SimulateOptions& options);

}  // namespace spoils::sim
