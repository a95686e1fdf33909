// roll/memo_table.h
//
// The memo table: a direct-mapped cache of the values of folds and defs, within a roll and from roll to roll. The hash
// of the key (the words that a value depends on) gives its place; a new entry replaces the old one. Tests:
// tests/roll/optimisations_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "number/word_hash.h"
#include "program/value.h"
#include "roll/cost.h"

namespace spoils::roll {

class MemoTable {
 public:
  /// The size of a key, members of lists included.
  static constexpr std::size_t kMaxKey = 16;
  /// Stored values; 168 bytes each: 1.4 MB.
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

  /// Returns the place of a value. Memory is allocated at the first call.
  Place& place(std::uint32_t memo, const Key& key) {
    if (places_.empty()) { places_.resize(kPlaces); }
    return places_[number::hash_of_words(
                       key.count, [&](std::size_t i) { return key.words[i]; }, memo) %
                   kPlaces];
  }

  /// Counts hits and misses; a memo with a hit rate below 50% is disabled.
  void count(std::uint32_t memo, bool was_found) {
    auto& use = uses_[memo];
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

  std::vector<Use> uses_;
  std::vector<Place> places_;
};

}  // namespace spoils::roll
