// odds/state_index.h
//
// A hash set of states with numbers: runs of words of one width, each stored once, numbered in the order of their
// first occurrence.
#pragma once

#include <algorithm>
#include <bit>
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

/// Runs of words of one width, by number. A few are one vector; more are in blocks of one size, so that nothing is
/// copied while they grow, and there are never two of them.
class WordRuns {
 public:
  explicit WordRuns(std::size_t width)
      : width_(width),
        shift_(static_cast<unsigned>(std::countr_zero(std::bit_floor(kWordsOfBlock / (width + 1) + 1)))) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] const program::Word* operator[](std::size_t number) const {
    const auto block = number >> shift_;
    const auto at = (number & ((std::size_t{1} << shift_) - 1)) * width_;
    return (block == 0 ? first_ : more_[block - 1]).data() + at;
  }

  /// Requires: `run` is none of these.
  void push_back(const program::Word* run) {
    const auto block = size_ >> shift_;
    if (block > more_.size()) { more_.emplace_back().reserve(width_ << shift_); }
    auto& words = block == 0 ? first_ : more_.back();
    words.insert(words.end(), run, run + width_);
    ++size_;
  }

 private:
  static constexpr std::size_t kWordsOfBlock = 8'192;  // 64 kB

  std::size_t width_;
  unsigned shift_;  // of the runs of a block
  std::size_t size_ = 0;
  std::vector<program::Word> first_;
  std::vector<std::vector<program::Word>> more_;
};

class StateIndex {
 public:
  explicit StateIndex(std::size_t width = 0) : states_(width) {}

  [[nodiscard]] std::size_t size() const { return states_.size(); }
  [[nodiscard]] std::size_t width() const { return states_.width(); }
  [[nodiscard]] const program::Word* state(std::size_t number) const { return states_[number]; }

  /// Returns the number of a state, and whether it is new. Cost: linear in the width. Requires: `state` is none of
  /// those that are stored, unless it is known that it is not new.
  std::pair<std::size_t, bool> number_of(const program::Word* state) {
    if (size() * kMostFilled.second >= buckets_.size() * kMostFilled.first) { grow(); }
    const auto tag = tag_of(state);
    auto at = tag & (buckets_.size() - 1);
    for (; buckets_[at].number != 0; at = (at + 1) & (buckets_.size() - 1)) {
      if (buckets_[at].tag != tag) { continue; }
      const std::size_t known = buckets_[at].number - 1;
      if (std::equal(state, state + width(), states_[known])) { return {known, false}; }
    }
    states_.push_back(state);
    buckets_[at] = {tag, static_cast<std::uint32_t>(size())};
    return {size() - 1, true};
  }

 private:
  struct Bucket {
    std::uint32_t tag = 0;     // half of the hash: states are compared, and read at all, only where it agrees
    std::uint32_t number = 0;  // 0: free, else number of the state + 1
  };
  static constexpr std::pair<std::size_t, std::size_t> kMostFilled{2, 3};

  [[nodiscard]] std::uint32_t tag_of(const program::Word* state) const {
    return static_cast<std::uint32_t>(number::hash_of_words(width(), [&](std::size_t i) { return state[i]; }));
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

  WordRuns states_;
  std::vector<Bucket> buckets_;  // open addressing; their number is a power of two
};

}  // namespace spoils::odds
