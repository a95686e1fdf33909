// importers/pyrel.h
//
// Converts the data of Pyrel into the text of a pack, before formatting. docs/import.md describes the meaning of the
// data, and which data are left out.
#pragma once

#include <string>

#include "spoils/import.h"

namespace spoils::importers {

/// Returns the same as `import_pyrel`, with a text that is not yet formatted.
[[nodiscard]] Imported pyrel_pack(const std::string& folder, const ImportOptions& options);

}  // namespace spoils::importers
