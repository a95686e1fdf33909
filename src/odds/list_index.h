// odds/list_index.h
//
// Interns lists (hash-consing): one word for all lists of equal members, so that equal states are equal words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "number/word_hash.h"
#include "program/program.h"

namespace spoils::odds {

class ListIndex {
 public:
  using Word = program::Word;

  ListIndex(const program::Program& program, program::Heap& heap) : program_(program), heap_(heap) { clear(); }

  /// Forgets all lists but the constants of the program.
  void clear() {
    size_ = 0;
    words_.clear();
    for (std::size_t i = 0; i < program_.lists.size(); ++i) {
      const auto& list = program_.lists[i];
      static_cast<void>(word_of(list.data(), list.size(), static_cast<Word>(i)));
    }
  }

  /// Returns the word of a list with these members; `word`, which is one, if there is none yet. Says in `is_new` which.
  Word word_of(const Word* first, std::size_t count, Word word, bool* is_new = nullptr) {
    return word_of(first, count, is_new, [word] { return word; });
  }
  /// The same; a new one is put on the heap.
  Word word_of(const std::vector<Word>& members, bool* is_new = nullptr) {
    return word_of(members.data(), members.size(), is_new,
                   [&] { return heap_.add_list(members.data(), members.size()); });
  }

 private:
  template <class F>
  Word word_of(const Word* first, std::size_t count, bool* is_new, F&& make) {
    auto& place = place_of(first, count);
    const bool fresh = place == program::kUnset;
    if (is_new != nullptr) { *is_new = fresh; }
    if (fresh) {
      place = make();
      ++size_;
    }
    return place;
  }

  static std::size_t hash(const Word* first, std::size_t count) {
    return static_cast<std::size_t>(number::hash_of_words(
        count, [&](std::size_t i) { return first[i]; }, count));
  }

  Word& place_of(const Word* first, std::size_t count) {
    if (size_ * 2 >= words_.size()) { grow(); }
    auto at = hash(first, count) & (words_.size() - 1);
    for (; words_[at] != program::kUnset; at = (at + 1) & (words_.size() - 1)) {
      const auto known = program_.list(words_[at], heap_);
      if (std::equal(first, first + count, known.begin(), known.end())) { break; }
    }
    return words_[at];
  }

  void grow() {
    std::vector<Word> words(std::max<std::size_t>(64, words_.size() * 2), program::kUnset);
    for (const auto word : words_) {
      if (word == program::kUnset) { continue; }
      const auto known = program_.list(word, heap_);
      auto at = hash(known.first, known.count) & (words.size() - 1);
      while (words[at] != program::kUnset) { at = (at + 1) & (words.size() - 1); }
      words[at] = word;
    }
    words_ = std::move(words);
  }

  const program::Program& program_;
  program::Heap& heap_;
  std::size_t size_ = 0;
  std::vector<Word> words_;  // open addressing; kUnset: free
};

}  // namespace spoils::odds
