#include "roll/item_words.h"

#include <algorithm>

#include "roll/philox.h"
#include "roll/seed.h"

namespace spoils::roll {

void ItemWords::fetch(std::uint64_t seed, std::uint64_t index) {
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
  const auto blocks = goes_on ? std::min(kBlocks, kAllBlocks - block) : 1;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const auto words = philox4x32_10({low(block + i), high(block + i), 0, 0}, {low(key_), high(key_)});
    words_[2 * i] = std::uint64_t{words[1]} << 32 | words[0];
    words_[2 * i + 1] = std::uint64_t{words[3]} << 32 | words[2];
  }
  first_ = 2 * block;
  count_ = 2 * blocks;
}

}  // namespace spoils::roll
