#include "cli/crew.h"

namespace spoils::cli {

namespace {

RunCrew* crew_in_use = nullptr;

}  // namespace

void use_crew(RunCrew* crew) { crew_in_use = crew; }
RunCrew* crew() { return crew_in_use; }

}  // namespace spoils::cli
