// tests/affordable.h
//
// How often tests may roll. Under sanitizers a roll takes ten times as long, and a tenth of the rolls is made there:
// what is looked for are faults of memory, and the laws are those of the other builds. Tests of chance must therefore
// hold for any number of rolls: take their bounds from that number, as the chi-square test does.
#pragma once

#include <cstdint>

namespace spoils {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

constexpr std::uint64_t affordable(std::uint64_t rolls) { return kIsSanitized ? rolls / 10 : rolls; }

}  // namespace spoils
