// text/plain/name_letters.h
//
// The letters of which names and words of a pack consist: ASCII letters, digits and `_`, and no digit at the beginning.
#pragma once

#include <algorithm>
#include <string_view>

namespace spoils::text {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] constexpr bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

/// Returns whether a text can be a name; keywords can, too.
[[nodiscard]] constexpr bool is_name(std::string_view text) {
  return !text.empty() && is_name_start(text.front()) && std::all_of(text.begin(), text.end(), is_name_part);
}

/// Returns whether a name is written so on a command line, where `-` may be in the place of `_`.
[[nodiscard]] constexpr bool is_given_as(std::string_view name, std::string_view given) {
  return std::equal(name.begin(), name.end(), given.begin(), given.end(),
                    [](char ours, char theirs) { return ours == (theirs == '-' ? '_' : theirs); });
}

}  // namespace spoils::text
