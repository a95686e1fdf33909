// cli/nearest.h
//
// "Did you mean": the known name that a mistyped one is closest to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spoils::cli {

/// Returns the known name with the fewest insertions, deletions, replacements and swaps of neighbours between, if there
/// are few enough for the length of the word. Case and the difference of `-` and `_` count nothing; of equally near
/// ones the first.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

/// Returns "did you mean `X`?" with the nearest known name, or `otherwise`.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                                       std::string_view otherwise);

}  // namespace spoils::cli
