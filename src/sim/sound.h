// sim/sound.h
//
// Whether a SimulationResult has the form that simulate() gives it. The functions of spoils/results.h take one that the
// caller may have made or changed, and index it by its own counts. Tested by tests/simulate/misuse_test.cpp.
#pragma once

#include "spoils/simulate.h"

namespace spoils::sim {

/// Returns whether each row has as many values as its table has columns, texts called numbers are integers, ranges are
/// not empty and estimates are finite. Cost: linear.
[[nodiscard]] bool is_sound(const SimulationResult& simulation);

/// Returns the same of one expression.
[[nodiscard]] bool is_sound(const ValueCounts& counts);

}  // namespace spoils::sim
