// cli/output_import.h
//
// The result of an import, as text: the mistakes in the data, or the data that were carried over and those left out.
#pragma once

#include <string>
#include <vector>

#include "spoils/import.h"

namespace spoils::cli {

/// Returns a line for each mistake in the data, with a second one for help; at most 20, then the number of the others.
[[nodiscard]] std::string problems_text(const std::vector<ImportProblem>& problems);

/// Returns the result of each file, and then all data that were left out: for each field and reason the records,
/// wrapped to the width.
[[nodiscard]] std::string import_report(const Imported& imported, int width);

}  // namespace spoils::cli
