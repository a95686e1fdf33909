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
    if (size_ * 2 >= buckets_.size()) { grow(); }
    auto at = hash(state) & (buckets_.size() - 1);
    for (; buckets_[at] != 0; at = (at + 1) & (buckets_.size() - 1)) {
      const auto known = buckets_[at] - 1;
      if (std::equal(state, state + width_, words_.data() + known * width_)) { return {known, false}; }
    }
    make_room(words_, width_);
    words_.insert(words_.end(), state, state + width_);
    buckets_[at] = static_cast<std::uint32_t>(++size_);
    return {size_ - 1, true};
  }

 private:
  [[nodiscard]] std::size_t hash(const program::Word* state) const {
    return static_cast<std::size_t>(number::hash_of_words(width_, [&](std::size_t i) { return state[i]; }));
  }

  void grow() {
    buckets_.assign(std::max<std::size_t>(8, buckets_.size() * 2), 0);
    for (std::size_t i = 0; i < size_; ++i) {
      auto at = hash(state(i)) & (buckets_.size() - 1);
      while (buckets_[at] != 0) { at = (at + 1) & (buckets_.size() - 1); }
      buckets_[at] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::size_t width_;
  std::size_t size_ = 0;
  std::vector<program::Word> words_;
  std::vector<std::uint32_t> buckets_;  // open addressing; 0: free, else number of the state + 1
};

}  // namespace spoils::odds
