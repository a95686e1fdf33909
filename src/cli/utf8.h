// cli/utf8.h
//
// Decodes UTF-8 that may be broken: names come from packs, arguments from the shell.
#pragma once

#include <cstddef>
#include <string_view>

namespace spoils::cli {

inline constexpr char32_t kBroken = 0xFFFFFFFF;
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// Returns the code point at `at` and moves `at` after it; kBroken, and one byte further, if the bytes are not valid
/// UTF-8.
/// Requires: at < text.size().
[[nodiscard]] char32_t next_code_point(std::string_view text, std::size_t& at);

}  // namespace spoils::cli
