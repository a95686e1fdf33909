// book/html.h
//
// Formats a document as one HTML file that needs no other files: with styles and charts inside, without scripts.
#pragma once

#include <string>

#include "book/document.h"

namespace spoils::book {

/// Returns the document as HTML that is also well-formed XML.
[[nodiscard]] std::string to_html(const Document& document);

}  // namespace spoils::book
