// roll/batched_words.cpp
//
// Generates a batch of words if indices ascend, else one block.
#include "roll/batched_words.h"

#include <algorithm>

#include "roll/philox.h"
#include "roll/philox_batch.h"
#include "roll/seed.h"

namespace spoils::roll {

void BatchedWords::fetch(std::uint64_t seed, std::uint64_t index) {
  const bool goes_on = has_key_ && seed == seed_ && index == first_ + count_;
  if (!has_key_ || seed != seed_) {
    key_ = stream_key(seed, stream_);
    seed_ = seed;
    has_key_ = true;
  }
  const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
  const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
  constexpr std::uint64_t kAllBlocks = std::uint64_t{1} << 63;
  const auto block = index / 2;
  std::array<PhiloxBlock, kPhiloxBatch> blocks;
  std::size_t count = 1;
  if (goes_on) {
    count = static_cast<std::size_t>(std::min<std::uint64_t>(kPhiloxBatch, kAllBlocks - block));
    philox_batch(key_, {block, 0}, PhiloxRow::Low, blocks.data());
  } else {
    blocks[0] = philox4x32_10({low(block), high(block), 0, 0}, {low(key_), high(key_)});
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto& words = blocks[i];
    words_[2 * i] = std::uint64_t{words[1]} << 32 | words[0];
    words_[2 * i + 1] = std::uint64_t{words[3]} << 32 | words[2];
  }
  first_ = 2 * block;
  count_ = 2 * count;
}

}  // namespace spoils::roll
