// odds/state_index.h
//
// A hash set of states with numbers: runs of words of one width, each stored once, numbered in the order of their
// first occurrence.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "number/word_hash.h"
#include "program/value.h"

namespace spoils::odds {

/// Makes room for more at the end of a vector. Large ones grow by a quarter, not by as much again: while one grows
/// there are two of it, and together they must fit into what the work may hold.
template <class T>
void make_room(std::vector<T>& vector, std::size_t more) {
  constexpr std::size_t kLargeBytes = 4'000'000;
  if (vector.capacity() - vector.size() >= more || vector.capacity() * sizeof(T) < kLargeBytes) { return; }
  vector.reserve(vector.capacity() + std::max(more, vector.capacity() / 4));
}

class StateIndex {
 public:
  explicit StateIndex(std::size_t width = 0) : width_(width) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] const program::Word* state(std::size_t number) const { return words_.data() + number * width_; }

  /// Returns the number of a state, and whether it is new. Cost: linear in the width.
  std::pair<std::size_t, bool> number_of(const program::Word* state) {
    if (size_ * kMostFilled.second >= buckets_.size() * kMostFilled.first) { grow(); }
    const auto tag = tag_of(state);
    auto at = tag & (buckets_.size() - 1);
    for (; buckets_[at].number != 0; at = (at + 1) & (buckets_.size() - 1)) {
      if (buckets_[at].tag != tag) { continue; }
      const std::size_t known = buckets_[at].number - 1;
      if (std::equal(state, state + width_, words_.data() + known * width_)) { return {known, false}; }
    }
    make_room(words_, width_);
    words_.insert(words_.end(), state, state + width_);
    buckets_[at] = {tag, static_cast<std::uint32_t>(++size_)};
    return {size_ - 1, true};
  }

 private:
  struct Bucket {
    std::uint32_t tag = 0;     // half of the hash: states are compared, and read at all, only where it agrees
    std::uint32_t number = 0;  // 0: free, else number of the state + 1
  };
  static constexpr std::pair<std::size_t, std::size_t> kMostFilled{2, 3};

  [[nodiscard]] std::uint32_t tag_of(const program::Word* state) const {
    return static_cast<std::uint32_t>(number::hash_of_words(width_, [&](std::size_t i) { return state[i]; }));
  }

  void grow() {
    const auto before = std::move(buckets_);
    buckets_.assign(std::max<std::size_t>(8, before.size() * 2), {});
    for (const auto& bucket : before) {
      if (bucket.number == 0) { continue; }
      auto at = bucket.tag & (buckets_.size() - 1);
      while (buckets_[at].number != 0) { at = (at + 1) & (buckets_.size() - 1); }
      buckets_[at] = bucket;
    }
  }

  std::size_t width_;
  std::size_t size_ = 0;
  std::vector<program::Word> words_;
  std::vector<Bucket> buckets_;  // open addressing; their number is a power of two
};

}  // namespace spoils::odds
