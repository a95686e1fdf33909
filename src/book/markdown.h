// book/markdown.h
//
// A document as Markdown, as code hosts show it: tables with pipes, links to headings, no HTML.
#pragma once

#include <string>

#include "book/document.h"

namespace spoils::book {

/// Returns the document; charts are left out, since the tables beside them say the same.
[[nodiscard]] std::string to_markdown(const Document& document);

}  // namespace spoils::book
