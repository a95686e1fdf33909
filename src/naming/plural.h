// naming/plural.h
//
// English plurals of item names: the effect of `~` after a noun if its quantity is not 1.
// Regular endings by rule, a short table of irregular words (plural.cpp), and "knife:knives" for whatever the table
// lacks. The noun is the last word before the `~`, or the last before " of " if the text has one: "bottle of water"
// gives "bottles of water".
//
// Without a plural ending are only sheep, fish and deer (with their compounds) and words that look plural already
// ("gloves", "magic for beginners"). Mail and armour count like other things: "2 plate mails". A pack that prefers
// "2 suits of plate mail" writes "suit~ of plate mail".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spoils::naming {

/// True if a noun after this number is plural: "no potions", "-1 potions", but "1 potion".
[[nodiscard]] constexpr bool takes_plural(std::int64_t quantity) { return quantity != 1; }

/// Splits the explicit form "knife:knives" at its first colon, which has neither a blank beside it nor an empty side.
/// A text without such a colon is its own singular and has an empty plural, so "tome: fire" is an ordinary noun.
[[nodiscard]] std::string_view singular_of(std::string_view noun);
[[nodiscard]] std::string_view plural_of(std::string_view noun);

/// Appends a noun in the singular or plural. An explicit form replaces the whole noun. Blanks, quotes and brackets at
/// the end of the noun stay after the ending; a text without a word is not changed. Requires: `noun_before_tilde` does
/// not point into `out`.
void append_noun(std::string& out, std::string_view noun_before_tilde, bool plural);

/// Makes the noun that `out` holds from `begin` on plural, by the same rules but for the explicit form. It spares a
/// symbol's words a second buffer: append_spaced, then this. Requires: begin <= out.size().
void make_plural(std::string& out, std::size_t begin);

}  // namespace spoils::naming
