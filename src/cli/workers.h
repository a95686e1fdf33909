// cli/workers.h
//
// Who plays runs with this process, if there is somebody: a program on many machines says so before it runs a command.
#pragma once

#include "spoils/simulate.h"

namespace spoils::cli {

/// `crew` outlives the commands; null: nobody.
void use_workers(Workers* workers);

[[nodiscard]] Workers* workers();

}  // namespace spoils::cli
