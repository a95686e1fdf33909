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
    places_.clear();
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
    const bool fresh = place.word == program::kUnset;
    if (is_new != nullptr) { *is_new = fresh; }
    if (fresh) {
      place.word = make();
      ++size_;
    }
    return place.word;
  }

  static std::size_t hash(const Word* first, std::size_t count) {
    return static_cast<std::size_t>(number::hash_of_words(
        count, [&](std::size_t i) { return first[i]; }, count));
  }

  struct Place {
    Word word = program::kUnset;  // kUnset: free
    std::size_t hash = 0;         // lists are compared, and read at all, only where it agrees
  };

  Place& place_of(const Word* first, std::size_t count) {
    if (size_ * 2 >= places_.size()) { grow(); }
    const auto wanted = hash(first, count);
    auto at = wanted & (places_.size() - 1);
    for (; places_[at].word != program::kUnset; at = (at + 1) & (places_.size() - 1)) {
      if (places_[at].hash != wanted) { continue; }
      const auto known = program_.list(places_[at].word, heap_);
      if (std::equal(first, first + count, known.begin(), known.end())) { break; }
    }
    places_[at].hash = wanted;
    return places_[at];
  }

  void grow() {
    const auto before = std::move(places_);
    places_.assign(std::max<std::size_t>(64, before.size() * 2), {});
    for (const auto& place : before) {
      if (place.word == program::kUnset) { continue; }
      auto at = place.hash & (places_.size() - 1);
      while (places_[at].word != program::kUnset) { at = (at + 1) & (places_.size() - 1); }
      places_[at] = place;
    }
  }

  const program::Program& program_;
  program::Heap& heap_;
  std::size_t size_ = 0;
  std::vector<Place> places_;  // open addressing; their number is a power of two
};

}  // namespace spoils::odds
