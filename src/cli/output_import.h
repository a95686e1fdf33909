// cli/output_import.h
//
// What came of an import, as text: what is wrong, or what was carried over and what was not.
#pragma once

#include <string>
#include <vector>

#include "spoils/import.h"

namespace spoils::cli {

/// Returns a line for each mistake in the data, with a second one for help; of the first 20, and how many more there
/// are.
[[nodiscard]] std::string problems_text(const std::vector<ImportProblem>& problems);

/// Returns what came of each file, and then all that is left out: for each field and reason the records, wrapped to
/// the width.
[[nodiscard]] std::string import_report(const Imported& imported, int width);

}  // namespace spoils::cli
