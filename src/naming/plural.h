// naming/plural.h
//
// English plurals of item names: the effect of `~` after a noun if its quantity is not 1.
// Regular endings by rule, and a short table of irregular words (plural.cpp); a pack spells out others, "knife:knives"
// (check/lower/display.cpp). The noun is the last word before the `~`, or the last before " of " if the text has one:
// "bottle of water" gives "bottles of water".
//
// Without a plural ending are only sheep, fish and deer (with their compounds) and words that look plural already
// ("gloves", "magic for beginners"). Mail and armour count like other things: "2 plate mails". A pack that prefers
// "2 suits of plate mail" writes "suit~ of plate mail".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace spoils::naming {

/// True if a noun after this number is plural: "no potions", "-1 potions", but "1 potion".
[[nodiscard]] constexpr bool takes_plural(std::int64_t quantity) { return quantity != 1; }

/// Makes the noun that `out` holds from `begin` on plural. Blanks, quotes and brackets at the end of the noun stay
/// after the ending; a text without a word is not changed. Requires: begin <= out.size().
void make_plural(std::string& out, std::size_t begin);

}  // namespace spoils::naming
