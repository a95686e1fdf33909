// text/suggest.h
//
// The nearest known name to an unknown one: did you mean ...?
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace spoils::text {

/// Returns the known name that takes the fewest slips to become `word`: a character too many, too few or wrong, or two
/// neighbours swapped; a capital for a small letter is no slip. The first of equals. Nothing if even the best takes
/// more than about a third of the word's length, or if the word has more than 64 characters.
///
/// Cost: the known names times the square of the word's length.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace spoils::text
