// roll/batched_words.h
//
// One random word for each item of a fused rule: item i has the word i of 64 bits of roll 0 of a stream.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "roll/philox_batch.h"

namespace spoils::roll {

class BatchedWords {
 public:
  explicit BatchedWords(std::string stream) : stream_(std::move(stream)) {}

  /// Returns the word if it is in store, else null. Cost: two comparisons.
  [[nodiscard]] const std::uint64_t* in_store(std::uint64_t seed, std::uint64_t index) const {
    return seed == seed_ && index - first_ < count_ ? &words_[static_cast<std::size_t>(index - first_)] : nullptr;
  }

  /// Cost: half a block of the generator for indices in ascending order, else a whole one.
  /// `ahead` gets the words that the next indices have, whenever some are made.
  template <class Ahead>
  [[nodiscard]] std::uint64_t word(std::uint64_t seed, std::uint64_t index, Ahead&& ahead) {
    if (seed != seed_ || index - first_ >= count_) [[unlikely]] {
      fetch(seed, index);
      for (std::size_t i = 0; i < count_; ++i) { ahead(words_[i]); }
    }
    return words_[static_cast<std::size_t>(index - first_)];
  }
  [[nodiscard]] std::uint64_t word(std::uint64_t seed, std::uint64_t index) {
    return word(seed, index, [](std::uint64_t) {});
  }

 private:
  void fetch(std::uint64_t seed, std::uint64_t index);

  std::string stream_;
  std::uint64_t seed_ = 0;
  std::uint64_t key_ = 0;
  bool has_key_ = false;
  std::uint64_t first_ = 0;  // index of the first word in store
  std::uint64_t count_ = 0;
  std::array<std::uint64_t, 2 * kPhiloxBatch> words_{};
};

}  // namespace spoils::roll
