// roll/block_prefetch.cpp
//
// Decides whether rolls follow each other, and generates the first blocks of the next sixteen.
#include "roll/block_prefetch.h"

#include <algorithm>

namespace spoils::roll {

void BlockPrefetch::go_to(std::uint64_t key, std::uint64_t index) {
  const auto next = first_ + std::max<std::uint64_t>(made_, 1);
  const bool follows = key == key_ && (index == next || index == next + kMostSkipped);
  key_ = key;
  first_ = index;
  made_ = 0;
  // There is no index after the last.
  if (!follows || index + kPhiloxBatch < index) { return; }
  philox_batch(key, {0, index}, PhiloxRow::High, blocks_.data());
  made_ = kPhiloxBatch;
}

}  // namespace spoils::roll
