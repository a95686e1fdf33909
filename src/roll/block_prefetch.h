// roll/block_prefetch.h
//
// Block prefetch: the first block of random words is generated for a batch of consecutive rolls at once
// (roll/philox_batch.h), which takes half the time of one by one. Tests: tests/roll/block_prefetch_test.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "roll/philox_batch.h"

namespace spoils::roll {

class BlockPrefetch {
 public:
  /// Returns block 0 of a roll of the stream of a key (roll/stream.h); null, at no cost, as long as rolls do not follow
  /// each other by their indices. The pointer is valid until the next call.
  [[nodiscard]] const PhiloxBlock* of(std::uint64_t key, std::uint64_t index) {
    if (key != key_ || index - first_ >= made_) [[unlikely]] { go_to(key, index); }
    return made_ == 0 ? nullptr : &blocks_[static_cast<std::size_t>(index - first_)];
  }

 private:
  // Rolls that draw nothing request no block; up to this many of them between two others are skipped.
  static constexpr std::uint64_t kMostSkipped = 1;

  void go_to(std::uint64_t key, std::uint64_t index);

  std::uint64_t key_ = 0;
  std::uint64_t first_ = 0;  // index of the first of blocks_, or of the roll before
  std::uint64_t made_ = 0;   // how many there are: none or all
  std::array<PhiloxBlock, kPhiloxBatch> blocks_{};
};

}  // namespace spoils::roll
