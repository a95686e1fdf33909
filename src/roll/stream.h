// roll/stream.h
//
// The random numbers of one roll: a sequence of 32-bit words that a key and a roll index fix.
// Copying a stream saves its place; docs/determinism.md pins every number that it gives.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <type_traits>

#include "roll/bounded.h"
#include "roll/philox.h"

namespace spoils::roll {

/// Words 4b..4b+3 of roll i are Philox4x32-10 of the counter (b low, b high, i low, i high) under the key (low, high).
/// No two streams that differ in key or index share a counter, so neither can run into the other.
class Stream {
 public:
  /// `key` as stream_key makes it (roll/seed.h); `index` says which roll, from 0.
  constexpr Stream(std::uint64_t key, std::uint64_t index) : key_(key), index_(index) {}

  /// Goes to the first word of another roll. Cost: a few stores; nothing is generated before the first draw.
  constexpr void restart(std::uint64_t key, std::uint64_t index) {
    key_ = key;
    index_ = index;
    next_block_ = 0;
    used_ = kBlockWords;
  }

  /// The same; `block` is the first of that roll.
  constexpr void restart(std::uint64_t key, std::uint64_t index, const std::array<std::uint32_t, 4>& block) {
    key_ = key;
    index_ = index;
    next_block_ = 1;
    used_ = 0;
    words_ = block;
  }

  /// Returns the next word.
  [[nodiscard]] constexpr std::uint32_t next32() {
    if (used_ == kBlockWords) [[unlikely]] { refill(); }
    return words_[used_++];
  }

  /// Returns the next two words as one number, the first as its low half.
  [[nodiscard]] constexpr std::uint64_t next64() {
    const std::uint64_t low = next32();
    const std::uint64_t high = next32();
    return high << 32 | low;
  }

  /// Returns an integer below `n`, each equally likely: by 32-bit words for n up to 2^32, else by 64-bit words.
  /// Nothing is drawn for n = 1. Requires: n in 1..2^63.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t n) {
    assert(n >= 1 && n <= std::uint64_t{1} << 63);
    constexpr std::uint64_t kWords32 = std::uint64_t{1} << 32;
    if (n - 2 <= kWords32 - 2) [[likely]] {  // n in 2..2^32, by one comparison
      return bounded<std::uint32_t>(n, [this] { return next32(); });
    }
    if (n < 2) { return 0; }
    return bounded<std::uint64_t>(n, [this] { return next64(); });
  }

  /// How far it has got in its roll.
  struct Place {
    std::uint64_t next_block = 0;
    std::uint32_t used = 0;
  };
  [[nodiscard]] constexpr Place place() const { return {next_block_, used_}; }
  /// Goes back to where it was in the same roll. Cost: a block, if that was left.
  constexpr void go_back(const Place& place) {
    if (next_block_ != place.next_block) {
      next_block_ = place.next_block - 1;
      if (place.next_block > 0) { refill(); }
      next_block_ = place.next_block;
    }
    used_ = place.used;
  }

  /// Returns how many words were taken since the start of the roll; rejected ones count.
  [[nodiscard]] constexpr std::uint64_t draws() const { return next_block_ * kBlockWords + used_ - kBlockWords; }

 private:
  static constexpr std::uint32_t kBlockWords = 4;

  // Out of line on purpose: the rare path would swell each of the many places that draw. Two blocks at a time cost
  // short rolls twice as much, and gained on long ones with one of two compilers only.
  [[gnu::noinline]] constexpr void refill() {
    const std::array key{low_half(key_), high_half(key_)};
    words_ = philox4x32_10({low_half(next_block_), high_half(next_block_), low_half(index_), high_half(index_)}, key);
    ++next_block_;
    used_ = 0;
  }

  [[nodiscard]] static constexpr std::uint32_t low_half(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
  }
  [[nodiscard]] static constexpr std::uint32_t high_half(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32);
  }

  std::uint64_t key_;
  std::uint64_t index_;
  std::uint64_t next_block_ = 0;      // the first that was not generated yet
  std::uint32_t used_ = kBlockWords;  // how many of words_ were taken; all, before the first draw
  std::array<std::uint32_t, kBlockWords> words_{};
};

static_assert(std::is_trivially_copyable_v<Stream>);

}  // namespace spoils::roll
