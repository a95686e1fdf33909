// lang/format.h
//
// `spoils fmt`: lays out the text of a pack. It moves tokens and nothing else: words, comments and the breaks between
// lines stay as the author made them, so that a formatted pack means what it meant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "text/report.h"
#include "text/source.h"

namespace spoils::lang {

/// Returns the source in the usual layout: two blanks for each level, one blank between tokens, rows of tables and
/// grids in columns, no blanks at the ends of lines, at most one blank line in a row, LF line ends. Tokens that the
/// author aligned by hand from line to line (`=`, braces, comments, the continuation of a long line) stay aligned.
/// The function is idempotent: formatting a formatted source changes nothing.
///
/// Errors: returns nothing if the source cannot be parsed; E01xx and E02xx in `report` say why.
/// Cost: linear in the text, times the depth of nesting.
[[nodiscard]] std::optional<std::string> format(const text::Sources& sources, std::uint32_t source,
                                                text::Report& report);

}  // namespace spoils::lang
