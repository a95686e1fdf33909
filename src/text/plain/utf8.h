// text/plain/utf8.h
//
// Source text should be UTF-8, but may be anything: every function here takes any bytes, and a byte that belongs to
// no valid sequence counts as one character of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace spoils::text {

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD, for what must not or cannot be shown

/// One decoded character.
struct CodePoint {
  char32_t value = 0;      // U+FFFD if not valid
  std::size_t length = 1;  // bytes, 1..4; 1 if not valid
  bool valid = true;
};

/// Returns the character that begins `bytes`. Refuses overlong forms, surrogates and values above U+10FFFF.
/// Requires: `bytes` is not empty.
[[nodiscard]] CodePoint decode(std::string_view bytes);

/// Returns the length in bytes of the character that begins `bytes`; 1 for a broken byte, 0 for no bytes.
[[nodiscard]] std::size_t code_point_length(std::string_view bytes);

/// Returns the offset of the first byte that begins no valid sequence; nothing if there is none.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view bytes);

/// Returns the same, where a NUL byte is no text either.
[[nodiscard]] std::optional<std::size_t> find_non_text(std::string_view bytes);

/// Takes away the byte order mark with which some editors begin UTF-8.
void remove_mark(std::string& bytes);

/// Returns how many terminal columns a character takes: 0 for combining marks and joiners, 2 for wide East Asian
/// characters and emoji, else 1. Source: Unicode 14 general categories and UAX #11.
[[nodiscard]] int display_width(char32_t character);

/// Returns the columns of a whole text, character by character; a broken byte takes 1.
[[nodiscard]] std::size_t display_width(std::string_view bytes);

/// Returns whether a terminal would act on the character, or show other characters elsewhere because of it: control
/// characters, line and paragraph separators, and marks that turn the direction of writing.
[[nodiscard]] bool is_control(char32_t character);

/// Returns the text with each such character, and each broken byte, replaced by U+FFFD.
[[nodiscard]] std::string printable(std::string_view bytes);

}  // namespace spoils::text
