// text/plain/markup.h
//
// Text within XML, SVG and HTML: pages of books, plots and reports for other programs are written by it. Pinned by
// tests/text/markup_test.cpp.
#pragma once

#include <string>
#include <string_view>

namespace spoils::text {

/// Returns the text with the characters of markup as entities, for contents and for values in double quotes. Control
/// characters other than tabs and ends of lines become blanks, since XML cannot contain them.
[[nodiscard]] std::string escaped_markup(std::string_view text);

}  // namespace spoils::text
