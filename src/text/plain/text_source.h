// text/plain/text_source.h
//
// Texts as a pack writes them, between quotation marks, with escapes.
#pragma once

#include <string>
#include <string_view>

namespace spoils::text {

/// Returns a text as a pack writes it. Requires: no line break, since no pack can write it.
[[nodiscard]] std::string text_to_source(std::string_view text);

/// Returns the text that was written so; as it is if it has no quotation marks around it.
[[nodiscard]] std::string text_from_source(std::string_view written);

}  // namespace spoils::text
