// importers/pyrel.h
//
// The data of Pyrel as the text of a pack, not yet laid out. What it means, and what is left out, stands in
// docs/import.md.
#pragma once

#include <string>

#include "spoils/import.h"

namespace spoils::importers {

/// Returns what `import_pyrel` returns, with a text that no formatter has seen.
[[nodiscard]] Imported pyrel_pack(const std::string& folder, const ImportOptions& options);

}  // namespace spoils::importers
