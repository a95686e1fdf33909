// text/render_json.h
//
// Findings for editors and the workbench.
#pragma once

#include <span>
#include <string>

#include "spoils/diagnostic.h"
#include "text/source.h"

namespace spoils::text {

/// Returns the findings as a JSON array on one line without a line end, each with severity ("error", "warning",
/// "note"), code, message, its place, labels (each a message and a place), notes, help and edit (a replacement and a
/// place; help and edit are null if there are none). A place is file, line, column, endLine and endColumn. Bytes that
/// are no UTF-8 become U+FFFD.
///
/// Units: lines and columns from 1, columns in UTF-16 units; the end is the place after the last character.
[[nodiscard]] std::string render_json(std::span<const Diagnostic> diagnostics, const Sources& sources);

}  // namespace spoils::text
