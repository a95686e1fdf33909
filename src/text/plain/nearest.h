// text/plain/nearest.h
//
// "Did you mean": the known name that is nearest to an unknown one, by the optimal string alignment distance.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spoils::text {

/// Returns the known name that takes the fewest slips to become `word`: a character too many, too few or wrong, or two
/// neighbours swapped; a capital for a small letter, or `-` for `_`, is no slip. The first of equals. Nothing if even
/// the best takes more than about a third of the word's length, or if the word has more than 64 characters.
///
/// Cost: the known names times the square of the word's length.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known);

/// Returns "did you mean `x`?", or `otherwise`.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                                       std::string_view otherwise = {});

}  // namespace spoils::text
