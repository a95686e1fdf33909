// book/wording.h
//
// The format of values, odds and documentation in a book.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/document.h"
#include "book/outline.h"
#include "program/program.h"
#include "spoils/pack.h"

namespace spoils::book {

/// Returns a probability for a cell: "12.5%", below 1% "1 in 250", a dash for 0.
[[nodiscard]] std::string chance(double probability);

/// Returns a number of at most four digits: "3.15", "0.04", "1200".
[[nodiscard]] std::string figure(double value);

/// Returns the values of an integer at which a book shows odds: both ends and round numbers between them, closer at the
/// beginning, where most of a game takes place. At most eight; all if there are no more than that.
[[nodiscard]] std::vector<std::int64_t> chosen_values(std::int64_t first, std::int64_t last);

/// Returns the display text of a symbol; other texts unchanged.
[[nodiscard]] std::string shown(const program::Program& program, const std::string& value);

/// Returns the values of an input: "1 to 40", "red, green"; empty if any is allowed.
[[nodiscard]] std::string domain_of(const InputInfo& input);

/// Returns the text with one blank for each run of blanks and line ends.
[[nodiscard]] std::string one_line(std::string_view source);

/// Returns the paragraphs of a comment: names in backticks are code, and links where they are names of entries.
[[nodiscard]] std::vector<Block> documentation(const Outline& outline, std::string_view doc);

[[nodiscard]] Block paragraph(Line line);
[[nodiscard]] Cell text_cell(std::string text);
[[nodiscard]] Cell number_cell(std::string text);

}  // namespace spoils::book
