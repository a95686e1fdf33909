// roll/thing.h
//
// The things of one roll, in flat arrays that keep their memory from roll to roll.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "program/program.h"

namespace spoils::roll {

/// One thing: which rule made it, where its words are, and what holds it.
struct ThingRow {
  program::RuleId made_by = 0;
  std::uint32_t first_word = 0;  // its words: every input, then Rule::fields of its rule
  std::int32_t holder = -1;      // index of the thing that it is inside of
  bool is_given_out = true;      // false: it set no field, or was discarded
  std::int32_t position = -1;    // among those given out
};

/// Words in a row, more of which are added without being set first, and which keep their memory.
class WordRow {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const program::Word* data() const { return words_.data(); }

  /// Returns where so many more words lie. They hold anything, until the next call.
  program::Word* add(std::size_t count) {
    if (size_ + count > words_.size()) [[unlikely]] { grow(size_ + count); }
    size_ += count;
    return words_.data() + size_ - count;
  }
  /// Gives back all but the first. Requires: there are so many.
  void cut(std::size_t size) { size_ = size; }

 private:
  // To twice as many, but no more than a roll may need.
  void grow(std::size_t needed) { words_.resize(std::max(needed, std::min(2 * needed, program::kMaxThingWords))); }

  std::size_t size_ = 0;
  std::vector<program::Word> words_;
};

/// The things of one roll, in the order in which their rules began.
struct Things {
  std::vector<ThingRow> rows;
  WordRow words;
  std::vector<std::uint32_t> given_out;  // indices of rows, in order

  void clear() {
    rows.clear();
    words.cut(0);
    given_out.clear();
  }
};

}  // namespace spoils::roll
