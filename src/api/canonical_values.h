// api/canonical_values.h
//
// Interns texts and lists by their values (hash-consing), so that two words of one type are equal exactly if their
// values are; and orders values. precompute() makes outcomes of what the odds engine returns with it: neither which
// outcomes are the same nor their order then depends on how that engine stores texts and lists. Tested by
// tests/api/precomputed_test.cpp.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "program/program.h"

namespace spoils::api {

class CanonicalValues {
 public:
  /// Texts and lists are added to `heap` once each, except for constant texts of the program.
  CanonicalValues(const program::Program& program, program::Heap& heap) : program_(program), heap_(heap) {}

  /// Returns the word for the value that `word` has in a program with the constants of this one and perhaps others,
  /// and on its heap. Always the same program and heap. Cost: the length of a text or list when its word is seen first,
  /// times the logarithm of how many there are.
  program::Word intern(program::ValueType type, program::Word word, const program::Program& from,
                       const program::Heap& heap);

  /// Compares two interned words of a type that takes one word: less than, equal to or greater than 0. Unset comes
  /// before all else, texts are compared by their bytes, lists and sets member by member, everything else as integers.
  [[nodiscard]] int compare(program::ValueType type, program::Word a, program::Word b) const;

 private:
  program::Word text(program::Word word, const program::Program& from, const program::Heap& heap);
  program::Word list(program::ValueType element, program::Word word, const program::Program& from,
                     const program::Heap& heap);

  const program::Program& program_;
  program::Heap& heap_;
  // By type and the word in the other program.
  std::map<std::tuple<program::ValueKind, program::ValueKind, program::Word>, program::Word> known_;
  std::map<std::string, program::Word> texts_;
  std::map<std::vector<program::Word>, program::Word> lists_;
};

/// Compares two numbers, each as a numerator and a positive denominator, by their values; unset (by its numerator)
/// comes before all else.
[[nodiscard]] int compare_numbers(const program::Word* a, const program::Word* b);

}  // namespace spoils::api
