// tests/affordable.h
//
// The number of rolls in tests. Under sanitizers a roll takes ten times as long, and a tenth of the rolls is made: that
// build looks for faults of memory, while the other builds test the laws. A test of chance must therefore hold for any
// number of rolls: it takes its bounds from that number, as the chi-square test does.
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
