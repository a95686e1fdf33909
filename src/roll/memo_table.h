// roll/memo_table.h
//
// The memo table: a direct-mapped cache of the values of folds and defs, within a roll and from roll to roll. The hash
// of the key (the words that a value depends on) gives its place; a new entry replaces the old one. The table grows
// fourfold when it has missed twice as often as it has places. Tests:
// tests/roll/optimisations_test.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "number/word_hash.h"
#include "program/value.h"
#include "roll/cost.h"

namespace spoils::roll {

class MemoTable {
 public:
  /// The size of a key, members of lists included.
  static constexpr std::size_t kMaxKey = 16;
  /// Stored values, 168 bytes each: as many at first, 21 KB, and at most so many, 1.4 MB. Allocating all at once took
  /// as long as the first hundred things of packs/crawl.
  static constexpr std::size_t kFirstPlaces = 128;
  static constexpr std::size_t kPlaces = 8192;

  struct Key {
    std::array<program::Word, kMaxKey> words;
    std::uint32_t count = 0;
  };
  struct Place {
    std::uint32_t memo = 0;  // 0: the place is free
    std::uint32_t count = 0;
    program::Word first = 0;
    program::Word second = 1;
    Cost cost;
    std::array<program::Word, kMaxKey> words;

    [[nodiscard]] bool holds(std::uint32_t of, const Key& key) const {
      if (memo != of || count != key.count) { return false; }
      for (std::uint32_t i = 0; i < count; ++i) {
        if (words[i] != key.words[i]) { return false; }
      }
      return true;
    }
    void keep(std::uint32_t of, const Key& key) {
      memo = of;
      count = key.count;
      for (std::uint32_t i = 0; i < count; ++i) { words[i] = key.words[i]; }
    }
  };

  explicit MemoTable(std::size_t memos) : uses_(memos + 1) {}

  /// Whether looking there has paid so far. `memo` from 1.
  [[nodiscard]] bool pays(std::uint32_t memo) const { return !uses_[memo].is_disabled; }

  /// Returns the place of a value, valid until the next call. Memory is allocated at the first call.
  Place& place(std::uint32_t memo, const Key& key) {
    if (misses_ >= 2 * places_.size() && places_.size() < kPlaces) [[unlikely]] { grow(); }
    return places_[index(memo, key.words.data(), key.count)];
  }

  /// Stores nothing from now on.
  void disable() {
    for (auto& use : uses_) { use.is_disabled = true; }
  }

  /// Counts hits and misses; a memo with a hit rate below 50% is disabled.
  void count(std::uint32_t memo, bool was_found) {
    auto& use = uses_[memo];
    misses_ += was_found ? 0 : 1;
    use.hits += was_found ? 1 : 0;
    if (++use.lookups < kTrial) { return; }
    use.is_disabled = 2 * use.hits < use.lookups;
    use.lookups = 0;
    use.hits = 0;
  }

  /// Returns the hits of a memo since its last trial began. For tests.
  [[nodiscard]] std::uint32_t hits(std::uint32_t memo) const { return uses_[memo].hits; }

 private:
  static constexpr std::uint32_t kTrial = 4096;
  struct Use {
    std::uint32_t lookups = 0;
    std::uint32_t hits = 0;
    bool is_disabled = false;
  };

  [[nodiscard]] std::size_t index(std::uint32_t memo, const program::Word* words, std::size_t count) const {
    return number::hash_of_words(
               count, [words](std::size_t i) { return words[i]; }, memo) &
           (places_.size() - 1);
  }
  void grow() {
    const auto before = std::exchange(places_, std::vector<Place>(std::max(kFirstPlaces, 4 * places_.size())));
    for (const auto& known : before) {
      if (known.memo != 0) { places_[index(known.memo, known.words.data(), known.count)] = known; }
    }
    misses_ = 0;
  }

  std::size_t misses_ = 0;  // since the table has its size
  std::vector<Use> uses_;
  std::vector<Place> places_;
};

}  // namespace spoils::roll
