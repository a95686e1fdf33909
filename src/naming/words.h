// naming/words.h
//
// The basic parts of names: symbols as words, and numbers.
// Everything appends to the caller's string, which no text argument may point into, and allocates only when that
// string has no room. Bytes that are not ASCII pass unchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spoils::naming {

/// Appends a symbol as people read it: "long_sword" as "long sword".
void append_spaced(std::string& out, std::string_view symbol);

/// Appends a decimal number: "5", "-2".
void append_number(std::string& out, std::int64_t number);

/// Appends a number that always has a sign, as bonuses are written: "+1", "-2", "+0".
void append_signed(std::string& out, std::int64_t number);

}  // namespace spoils::naming
