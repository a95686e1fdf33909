// cli/workers.cpp
//
// Holds the one pointer to the workers of this process.
#include "cli/workers.h"

namespace spoils::cli {

namespace {

Workers* workers_in_use = nullptr;

}  // namespace

void use_workers(Workers* workers) { workers_in_use = workers; }
Workers* workers() { return workers_in_use; }

}  // namespace spoils::cli
