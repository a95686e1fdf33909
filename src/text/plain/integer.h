// text/plain/integer.h
//
// The integer that a whole text is. Tests: all that reads or sorts numbers of answers, as tests/cli/odds_test.py.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace spoils::text {

/// Returns the integer that a text of digits is, perhaps with a minus before them; nothing for any other text, or where
/// it does not fit.
[[nodiscard]] inline std::optional<std::int64_t> integer_of(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace spoils::text
