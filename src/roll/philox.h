// roll/philox.h
//
// Philox4x32-10: 128 bits of counter and 64 bits of key to 128 random bits, a pure function of both.
// A generator without state is what lets roll i be made without the rolls before it.
#pragma once

#include <array>
#include <cstdint>

namespace spoils::roll {

/// Returns the block of four words that belongs to `counter` under `key`; word 0 is the least significant of each.
///
/// Cost:   ten rounds of two multiplications, no branch, no memory.
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC11, 2011.
[[nodiscard]] constexpr std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> counter,
                                                                   std::array<std::uint32_t, 2> key) {
  constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
  constexpr std::uint64_t kMultiplier2 = 0xCD9E8D57;
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9;  // golden ratio
  constexpr std::uint32_t kWeyl1 = 0xBB67AE85;  // square root of 3, less 1
  constexpr int kRounds = 10;

  auto [c0, c1, c2, c3] = counter;
  auto [k0, k1] = key;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = kMultiplier0 * c0;
    const std::uint64_t product2 = kMultiplier2 * c2;
    c0 = static_cast<std::uint32_t>(product2 >> 32) ^ c1 ^ k0;
    c1 = static_cast<std::uint32_t>(product2);
    c2 = static_cast<std::uint32_t>(product0 >> 32) ^ c3 ^ k1;
    c3 = static_cast<std::uint32_t>(product0);
    k0 += kWeyl0;
    k1 += kWeyl1;
  }
  return {c0, c1, c2, c3};
}

}  // namespace spoils::roll
