// roll/philox_batch.h
//
// Blocks of the generator whose counters follow each other, made together: side by side they take a fraction of the
// time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spoils::roll {

/// 128 random bits, as philox4x32_10 gives them.
using PhiloxBlock = std::array<std::uint32_t, 4>;

/// The two halves of a counter; words 0 and 1 are the lower one (roll/philox.h).
struct PhiloxCounter {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// Which half of the counter counts up, from block to block; the other stays.
enum class PhiloxRow : std::uint8_t { Low, High };

inline constexpr std::size_t kPhiloxBatch = 16;  ///< blocks made at once

/// Makes the blocks of a counter and of those that follow it, modulo 2^64 in that half. `key` has the first word of the
/// generator's key in its lower half. By vectors of 256 bits where the machine has them.
void philox_batch(std::uint64_t key, PhiloxCounter first, PhiloxRow counting, PhiloxBlock* blocks);

/// The same in plain C++, as it is done where it has none.
void philox_batch_plainly(std::uint64_t key, PhiloxCounter first, PhiloxRow counting, PhiloxBlock* blocks);

}  // namespace spoils::roll
