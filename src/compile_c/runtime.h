// compile_c/runtime.h
//
// The part of a compiled header that is the same for all packs, as text: generators of draws, arithmetic, lists. It is
// the definition of docs/determinism.md in C, written for itself; tests/compile_c compares it with the library.
#pragma once

#include <string_view>

namespace spoils::compile_c::runtime {

extern const std::string_view kStream;      // Philox, keys, bounded draws
extern const std::string_view kWide;        // draws below more than 2^32
extern const std::string_view kNoWide;      // if there are none
extern const std::string_view kLcg;         // declared generators
extern const std::string_view kSmall;       // least, greatest, what is unset
extern const std::string_view kArithmetic;  // checked
extern const std::string_view kFloored;     // division
extern const std::string_view kNumbers;     // fractions
extern const std::string_view kDeclaredChance;
extern const std::string_view kInterpolate;
extern const std::string_view kShares;        // of weights
extern const std::string_view kNumberShares;  // of fractions
extern const std::string_view kLists;
extern const std::string_view kTexts;  // those made in a roll or for a name
extern const std::string_view kTextKeys;
extern const std::string_view kNumberTexts;
extern const std::string_view kNames;  // articles and plurals
extern const std::string_view kMaps;
extern const std::string_view kMapTexts;
extern const std::string_view kDistinct;  // draws without replacement
extern const std::string_view kPlaces;    // look-ups in tables
extern const std::string_view kCache;     // candidates of picks, in memory of the caller

}  // namespace spoils::compile_c::runtime
