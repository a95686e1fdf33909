// book/markdown.h
//
// Formats a document as Markdown for code hosts: tables with pipes, links to headings, no HTML.
#pragma once

#include <string>

#include "book/document.h"

namespace spoils::book {

/// Returns the document without charts, since their tables contain the same figures.
[[nodiscard]] std::string to_markdown(const Document& document);

}  // namespace spoils::book
