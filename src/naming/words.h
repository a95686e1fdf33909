// naming/words.h
//
// The basic parts of names: symbols as words, capitals, numbers and lists.
// Everything appends to the caller's string, which no text argument may point into, and allocates only when that
// string has no room. Bytes that are not ASCII pass unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spoils::naming {

/// Appends a symbol as people read it: "long_sword" as "long sword".
void append_spaced(std::string& out, std::string_view symbol);

/// Appends with a capital at the start, seen through quotes and brackets: "(cursed) cap" as "(Cursed) cap".
/// A text that starts with a number or a sign has no capital: "+1 sword" stays.
void append_capitalised(std::string& out, std::string_view text);

/// Appends a decimal number: "5", "-2".
void append_number(std::string& out, std::int64_t number);

/// Appends a number that always has a sign, as bonuses are written: "+1", "-2", "+0".
void append_signed(std::string& out, std::int64_t number);

/// Appends the texts of a list: `last_separator` is written before the last one and `separator` before all others but
/// the first, so ", " and " and " give "fire, ice and speed". `texts` is any sized container of a type that converts to
/// std::string_view; an empty one appends nothing.
template <class Texts>
void append_joined(std::string& out, const Texts& texts, std::string_view separator, std::string_view last_separator) {
  std::size_t left = texts.size();
  bool first = true;
  for (const auto& text : texts) {
    if (!first) { out.append(left == 1 ? last_separator : separator); }
    out.append(std::string_view(text));
    first = false;
    --left;
  }
}

}  // namespace spoils::naming
