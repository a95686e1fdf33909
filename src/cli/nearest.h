// cli/nearest.h
//
// "Did you mean": the known name that is closest to a mistyped one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spoils::cli {

/// Returns the known name with the smallest edit distance (insertions, deletions, replacements and swaps of
/// neighbours), if the distance is small for the length of the word. Case and the difference of `-` and `_` do not
/// count; ties go to the first name.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

/// Returns "did you mean `X`?" with the nearest known name, or `otherwise`.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                                       std::string_view otherwise);

}  // namespace spoils::cli
