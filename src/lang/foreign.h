// lang/foreign.h
//
// Recognises what other languages write, so that a slip of habit gets one finding that names the spelling of this one.
// Reads the bytes of a source or one word; the lexer and the parser ask after something cannot be read, so that no
// valid pack ever meets it. Pinned by tests/lang/foreign_test.cpp and the goldens of E0007, E0108, E0109, E0225 and
// E0307.
#pragma once

#include <optional>
#include <string_view>

#include "text/report.h"

namespace spoils::lang {

/// The format of a text editor that keeps fonts and colours in the file.
inline constexpr std::string_view kFormattedText = "a text with formats (RTF)";

/// Returns "JSON", "YAML" and so on if the first line that is no comment can begin no pack and looks like that.
[[nodiscard]] std::optional<std::string_view> other_format(std::string_view bytes);

/// Returns whether a character is a letter (or a mark that combines with one) beyond ASCII.
[[nodiscard]] bool is_foreign_letter(char32_t character);

/// A word or mark of other languages, and what this one writes for it.
struct Habit {
  std::string_view word;
  std::string_view replacement;  ///< empty if no edit of the word alone mends it
  std::string_view help;         ///< if there is no replacement: what to do; else why, or empty
};

/// Adds what a habit says to do to the finding about its word.
void add_help(text::Finding& finding, Span word, const Habit& habit);

/// Returns the habit for a stray character such as `&` or U+2212.
[[nodiscard]] const Habit* habit_of_character(std::string_view character);

/// Returns the habit for a word that begins a statement, as `return` or `var`.
[[nodiscard]] const Habit* habit_of_statement(std::string_view word);

/// Returns the habit for a word that begins a declaration, as `function`.
[[nodiscard]] const Habit* habit_of_declaration(std::string_view word);

/// Returns the habit for the name of a function that is called, as `len`.
[[nodiscard]] const Habit* habit_of_function(std::string_view name);

}  // namespace spoils::lang
