// cli/screen.h
//
// The output device: its width, whether it shows colours, and text formatted to fit it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/plain/utf8.h"

namespace spoils::cli {

struct Screen {
  bool terminal = false;
  bool colour = false;
  int width = 80;  // columns for sentences, at least kLeastWidth
  /// Columns for a line of results: the width, but no limit if the output is not a terminal and COLUMNS is not set, so
  /// that each thing, outcome or row is one line there.
  std::size_t row_width = 80;
};

using text::display_width;
using text::printable;  // no name in a pack can move the cursor

inline constexpr std::size_t kAnyWidth = 1'000'000;

inline constexpr int kLeastWidth = 20;  // a narrower screen has no room even for a short name and its number

/// Returns the properties of the device that a file descriptor writes to. COLUMNS takes precedence over the terminal's
/// own width; without either it is 80. Colours are for terminals, unless NO_COLOR or CLICOLOR=0 forbids them or
/// CLICOLOR_FORCE demands them.
[[nodiscard]] Screen screen_of(int descriptor);

/// Breaks a printable text at blanks into lines of at most `first` and then `rest` columns; a word that is longer is
/// broken between choices, `red|green`, or anywhere. Never returns an empty list.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t first, std::size_t rest);

/// Returns a printable text wrapped to the screen, with a hanging indent.
[[nodiscard]] std::string hanging(std::string_view text, const Screen& screen);
/// The same, all of it indented.
[[nodiscard]] std::string indented(std::string_view text, const Screen& screen);

/// Returns the columns for lines of source in findings: those of the screen less the numbers of the lines.
[[nodiscard]] int source_width(const Screen& screen);

/// Returns the text of findings with headlines, labels and the lines `= help: ...` and `= note: ...` wrapped, if lines
/// of results have a width.
[[nodiscard]] std::string wrapped_remarks(std::string_view findings, const Screen& screen);

/// Returns lines of two aligned columns, `  LEFT  RIGHT`, the right one wrapped. A left text that is too long has a
/// line of its own.
[[nodiscard]] std::string two_columns(const std::vector<std::pair<std::string, std::string>>& rows, int width);

/// Returns a text of paragraphs (separated by an empty line) wrapped to the width. Lines that begin with a blank stay.
[[nodiscard]] std::string paragraphs(std::string_view text, int width);

/// Returns the text in the terminal's dim or bold, if the screen knows colours.
[[nodiscard]] std::string dim(std::string_view text, const Screen& screen);
[[nodiscard]] std::string bold(std::string_view text, const Screen& screen);

}  // namespace spoils::cli
