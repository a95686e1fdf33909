// naming/letters.h
//
// The character classes of names. ASCII only and without a locale, so that a name is the same on every machine; bytes
// of other scripts are part of their word but are never changed.
#pragma once

#include <cstddef>
#include <string_view>

namespace spoils::naming {

[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// True for the bytes of words: letters, digits and every byte that is not ASCII.
[[nodiscard]] constexpr bool is_word_byte(char c) { return is_letter(c) || is_digit(c) || !is_ascii(c); }

[[nodiscard]] constexpr char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
[[nodiscard]] constexpr char upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

/// True for a, e, i, o, u in either case; y is a consonant here.
[[nodiscard]] constexpr bool is_vowel(char c) {
  const char l = lower(c);
  return l == 'a' || l == 'e' || l == 'i' || l == 'o' || l == 'u';
}

/// True for capitals that cannot be pronounced as a word and are read letter by letter, as "MP" and "NPC". With y as a
/// vowel "LYNX" is a word.
[[nodiscard]] constexpr bool is_spelled_out(std::string_view word) {
  for (const char c : word) {
    if (!is_upper(c) || is_vowel(c) || c == 'Y') { return false; }
  }
  return true;
}

/// True if the texts are equal but for case. Requires: `lower_text` has no capitals.
[[nodiscard]] constexpr bool equals_ignoring_case(std::string_view text, std::string_view lower_text) {
  if (text.size() != lower_text.size()) { return false; }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower(text[i]) != lower_text[i]) { return false; }
  }
  return true;
}

}  // namespace spoils::naming
