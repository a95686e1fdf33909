// number/word_hash.h
//
// The hash of words for the hash tables of the engine: multiplication by 2^64 over the golden ratio, then the upper
// half is folded into the lower, whose bits are the index of a place. Source: Knuth, volume 3, 6.4 (Fibonacci hashing).
// Nothing that a caller sees depends on it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spoils::number {

inline constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;

/// Returns the hash of what `hash` is that of, followed by one more word. Words that are all 0 need a first hash that
/// says how many they are, if those of several lengths meet in one table.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * kGoldenRatio;
  return hash ^ hash >> 32U;
}

/// Returns the hash of `count` words, those that `word(i)` returns.
template <class Word>
[[nodiscard]] constexpr std::uint64_t hash_of_words(std::size_t count, Word&& word, std::uint64_t first = 0) {
  auto out = first;
  for (std::size_t i = 0; i < count; ++i) { out = mixed(out, static_cast<std::uint64_t>(word(i))); }
  return out;
}

}  // namespace spoils::number
