// text/plain/counted.h
//
// A number with its noun in the singular or plural, for messages. Nouns with another plural than `-s` are given whole.
// Tests: the goldens of E0511 and E0507, tests/cli/odds_test.py.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace spoils::text {

/// Returns "1 row", "2 rows".
template <std::integral Number>
[[nodiscard]] std::string counted(Number count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Returns "1 die", "2 dice".
template <std::integral Number>
[[nodiscard]] std::string counted(Number count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace spoils::text
