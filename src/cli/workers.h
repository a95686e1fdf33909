// cli/workers.h
//
// The other processes that play runs with this one, if there are any: a program on many machines sets them before it
// runs a command.
#pragma once

#include "spoils/simulate.h"

namespace spoils::cli {

/// `workers` outlives the commands; null: this process plays alone.
void use_workers(Workers* workers);

[[nodiscard]] Workers* workers();

}  // namespace spoils::cli
