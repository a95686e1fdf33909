// roll/philox.h
//
// Philox4x32-10: 128 bits of counter and 64 bits of key to 128 random bits, a pure function of both.
// A generator without state is what lets roll i be made without the rolls before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spoils::roll {

/// The constants of the generator.
struct Philox {
  static constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
  static constexpr std::uint64_t kMultiplier2 = 0xCD9E8D57;
  static constexpr std::uint32_t kWeyl0 = 0x9E3779B9;  // golden ratio
  static constexpr std::uint32_t kWeyl1 = 0xBB67AE85;  // square root of 3, less 1
  static constexpr int kRounds = 10;
};

/// Turns several counters into their blocks, side by side: word w of counter i is counters[w][i]. Compilers make it of
/// vector instructions.
template <std::size_t kCount>
constexpr void philox4x32_10(std::array<std::array<std::uint32_t, kCount>, 4>& counters,
                             std::array<std::uint32_t, 2> key) {
  using Words = std::array<std::uint32_t, kCount>;
  // Copies, and a loop for each step, so that the compiler sees that the lanes are independent.
  Words c0 = counters[0];
  Words c1 = counters[1];
  Words c2 = counters[2];
  Words c3 = counters[3];
  auto [k0, k1] = key;
  for (int round = 0; round < Philox::kRounds; ++round) {
    Words high0{};
    Words low0{};
    Words high2{};
    Words low2{};
    for (std::size_t i = 0; i < kCount; ++i) {
      const std::uint64_t product = Philox::kMultiplier0 * c0[i];
      high0[i] = static_cast<std::uint32_t>(product >> 32);
      low0[i] = static_cast<std::uint32_t>(product);
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      const std::uint64_t product = Philox::kMultiplier2 * c2[i];
      high2[i] = static_cast<std::uint32_t>(product >> 32);
      low2[i] = static_cast<std::uint32_t>(product);
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      c0[i] = high2[i] ^ c1[i] ^ k0;
      c1[i] = low2[i];
      c2[i] = high0[i] ^ c3[i] ^ k1;
      c3[i] = low0[i];
    }
    k0 += Philox::kWeyl0;
    k1 += Philox::kWeyl1;
  }
  counters = {c0, c1, c2, c3};
}

/// Returns the block of four words that belongs to `counter` under `key`; word 0 is the least significant of each.
///
/// Cost:   ten rounds of two multiplications, no branch, no memory.
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC11, 2011.
[[nodiscard]] constexpr std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> counter,
                                                                   std::array<std::uint32_t, 2> key) {
  std::array<std::array<std::uint32_t, 1>, 4> counters{{{counter[0]}, {counter[1]}, {counter[2]}, {counter[3]}}};
  philox4x32_10(counters, key);
  return {counters[0][0], counters[1][0], counters[2][0], counters[3][0]};
}

}  // namespace spoils::roll
