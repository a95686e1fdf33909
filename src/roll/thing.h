// roll/thing.h
//
// The things of one roll, in flat arrays that keep their memory from roll to roll.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// Elements side by side, whose memory is kept when they are given back. A roll needs little more than `kMost` of them.
template <class Element, std::size_t kMost>
class Store {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Element* data() const { return elements_.data(); }
  [[nodiscard]] const Element* begin() const { return data(); }
  [[nodiscard]] const Element* end() const { return data() + size_; }
  [[nodiscard]] const Element& front() const { return elements_.front(); }
  Element& operator[](std::size_t i) { return elements_[i]; }
  const Element& operator[](std::size_t i) const { return elements_[i]; }

  void push_back(const Element& element) { *add(1) = element; }
  /// Returns the address of so many more elements, valid until the next call. Their content is unspecified.
  Element* add(std::size_t count) {
    const auto before = size_;
    size_ += count;
    if (size_ > capacity_) [[unlikely]] { grow(size_); }
    return elements_.data() + before;
  }
  /// Gives back all but the first. Requires: there are so many.
  void cut(std::size_t size) { size_ = size; }

 private:
  [[gnu::noinline]] void grow(std::size_t needed) {
    capacity_ = std::max(needed, std::min(2 * needed, kMost));
    elements_.resize(capacity_);
  }

  std::size_t size_ = 0;
  std::size_t capacity_ = 0;  // elements_.size(), which divides by the size of an element
  std::vector<Element> elements_;
};

/// Copies a few words to memory that does not overlap; a call to the library would cost more than they do.
inline void copy_words(const program::Word* from, std::size_t count, program::Word* to) {
  for (; count >= 4; count -= 4, from += 4, to += 4) { std::memcpy(to, from, 4 * sizeof(program::Word)); }
  if ((count & 2) != 0) {
    std::memcpy(to, from, 2 * sizeof(program::Word));
    from += 2;
    to += 2;
  }
  if ((count & 1) != 0) { *to = *from; }
}

using WordStore = Store<program::Word, program::kMaxThingWords>;

/// The things of one roll, in the order in which their rules began.
struct Things {
  Store<ThingRow, program::kMaxThings> rows;
  WordStore words;
  Store<std::uint32_t, program::kMaxThings> given_out;  // indices of rows, in order

  void clear() {
    rows.cut(0);
    words.cut(0);
    given_out.cut(0);
  }
};

}  // namespace spoils::roll
