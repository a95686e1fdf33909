// cli/odds_options.h
//
// Options that several commands about odds take.
#pragma once

#include <string>
#include <vector>

#include "cli/complaint.h"
#include "spoils/odds.h"

namespace spoils::cli {

/// Returns the parts of a list with commas. Commas inside brackets belong to an expression:
/// count(x in intrinsics where x == fast), kind.
[[nodiscard]] std::vector<std::string> split_list(const std::string& list);

/// Reads `INPUT` or `INPUT=A..B`. Errors: no such range.
[[nodiscard]] Result<Sweep, Complaint> read_sweep(const std::string& text);

}  // namespace spoils::cli
