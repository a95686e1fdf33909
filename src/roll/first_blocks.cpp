#include "roll/first_blocks.h"

#include <algorithm>

namespace spoils::roll {

void FirstBlocks::go_to(std::uint64_t key, std::uint64_t index) {
  const auto next = first_ + std::max<std::uint64_t>(made_, 1);
  const bool follows = key == key_ && (index == next || index == next + kMostSkipped);
  key_ = key;
  first_ = index;
  made_ = 0;
  // Behind the last index there is none.
  if (!follows || index + kPhiloxRow < index) { return; }
  philox_row(key, {0, index}, PhiloxRow::High, blocks_.data());
  made_ = kPhiloxRow;
}

}  // namespace spoils::roll
