// roll/block_prefetch.h
//
// The first random words of rolls that follow each other, made together: side by side they take half the time, and
// rolls need not wait for them.
#pragma once

#include <array>
#include <cstdint>

#include "roll/philox_batch.h"

namespace spoils::roll {

class BlockPrefetch {
 public:
  /// Returns block 0 of a roll of the stream of a key (roll/stream.h); null, at no cost, as long as rolls do not follow
  /// each other by their indices. The block lies there until the next call.
  [[nodiscard]] const PhiloxBlock* of(std::uint64_t key, std::uint64_t index) {
    if (key != key_ || index - first_ >= made_) [[unlikely]] { go_to(key, index); }
    return made_ == 0 ? nullptr : &blocks_[index - first_];
  }

 private:
  // Rolls that draw nothing are not asked for; so many between two others are passed over.
  static constexpr std::uint64_t kMostSkipped = 1;

  void go_to(std::uint64_t key, std::uint64_t index);

  std::uint64_t key_ = 0;
  std::uint64_t first_ = 0;  // index of the first of blocks_, or of the roll before
  std::uint64_t made_ = 0;   // how many there are: none or all
  std::array<PhiloxBlock, kPhiloxBatch> blocks_{};
};

}  // namespace spoils::roll
