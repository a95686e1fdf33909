// naming/article.h
//
// "a" or "an", or the number instead: the replacement of `&` at the start of a display text.
// The choice follows the sound of what is written next ("a unicorn", "an hour", "an 11"), by rules and a short list of
// exceptions; a text that reads differently can spell out its article instead of `&`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spoils::naming {

/// Returns "a" or "an" for the words that follow, with no blank. Case does not matter, except that capitals without a
/// vowel are spelled out ("an MP potion"), like any lone letter ("an X-ray", "a U"). Numbers are read as words
/// ("an 18"), signs as "plus" and "minus" ("a +8"); quotes, brackets and other marks are looked through. A text
/// without a word gets "a".
[[nodiscard]] std::string_view article(std::string_view following);

/// Returns what is put before the words that follow: the article if `quantity` is 1 (a caller without a quantity gives
/// 1), "no" if it is 0, and otherwise the number: "an orb", "no orbs", "5 orbs". The noun already has its form. It ends
/// with a blank unless the text is empty or brings its own. A number is written to `digits`, to which the result then
/// points. So a name can be built first and counted last.
[[nodiscard]] std::string_view counting_words(std::int64_t quantity, std::string_view following, std::string& digits);

}  // namespace spoils::naming
