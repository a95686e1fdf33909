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
#include "roll/philox_batch.h"

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
    go_to(0, 0);
  }

  /// The same; `block` is the first of that roll.
  constexpr void restart(std::uint64_t key, std::uint64_t index, const PhiloxBlock& block) {
    restart(key, index);
    put(block, 0);
    made_ = kBlockWords;
  }

  /// Returns the next word.
  [[nodiscard]] constexpr std::uint32_t next32() {
    if (taken_ == made_) [[unlikely]] { refill(); }
    return words_[taken_++];
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

  /// Returns how many words were taken since the start of the roll; rejected ones count.
  [[nodiscard]] constexpr std::uint64_t draws() const { return first_ + taken_; }

  /// Goes back to where draws() was `draws` in the same roll. Cost: a block, if its words are no longer at hand.
  constexpr void go_back(std::uint64_t draws) {
    assert(draws <= this->draws());
    if (draws < first_) {
      go_to(draws / kBlockWords * kBlockWords, 0);
      if (draws > first_) { refill(); }
    }
    taken_ = static_cast<std::uint32_t>(draws - first_);
  }

 private:
  static constexpr std::uint32_t kBlockWords = 4;
  // A roll that has taken so many blocks will take many more; in others a row would make too many.
  static constexpr std::uint64_t kBlocksAlone = 8;

  // From this word on nothing is made.
  constexpr void go_to(std::uint64_t first, std::uint32_t made) {
    first_ = first;
    taken_ = 0;
    made_ = made;
  }
  constexpr void put(const PhiloxBlock& block, std::uint32_t at) {
    for (std::uint32_t i = 0; i < kBlockWords; ++i) { words_[at + i] = block[i]; }
  }

  // Out of line on purpose: the rare path would swell each of the many places that draw.
  [[gnu::noinline]] constexpr void refill() {
    const auto block = (first_ + made_) / kBlockWords;
    if (block >= kBlocksAlone && !std::is_constant_evaluated()) {
      go_to(first_ + made_, kBlockWords);
      return refill_by_row(block);
    }
    // The first words of a roll stay where they are, so that going back to its begin makes none of them again.
    if (first_ > 0 || block >= kBlocksAlone) { go_to(first_ + made_, 0); }
    put(philox4x32_10({low_half(block), high_half(block), low_half(index_), high_half(index_)},
                      {low_half(key_), high_half(key_)}),
        made_);
    made_ += kBlockWords;
  }
  void refill_by_row(std::uint64_t block) {
    std::array<PhiloxBlock, kPhiloxBatch> blocks;
    philox_batch(key_, {block, index_}, PhiloxRow::Low, blocks.data());
    for (std::uint32_t i = 0; i < kPhiloxBatch; ++i) { put(blocks[i], kBlockWords * i); }
    made_ = static_cast<std::uint32_t>(kPhiloxBatch) * kBlockWords;
  }

  [[nodiscard]] static constexpr std::uint32_t low_half(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
  }
  [[nodiscard]] static constexpr std::uint32_t high_half(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32);
  }

  std::uint64_t key_;
  std::uint64_t index_;
  std::uint64_t first_ = 0;  // number of words of the roll before words_
  std::uint32_t taken_ = 0;  // of words_
  std::uint32_t made_ = 0;   // of words_
  std::array<std::uint32_t, kPhiloxBatch * kBlockWords> words_{};
};

static_assert(std::is_trivially_copyable_v<Stream>);

}  // namespace spoils::roll
