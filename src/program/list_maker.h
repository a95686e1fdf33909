// program/list_maker.h
//
// Makes lists and sets from others: with a member more or less, joined, sorted. Texts in them are compared by their
// characters, since equal texts made while rolling have different handles. Tests: tests/program/list_maker_test.cpp,
// tests/mutants/lists.toml.
#pragma once

#include "program/program.h"
#include "program/value.h"

namespace spoils::program {

/// Adds lists whose members are of one kind to a heap, so views of lists end.
class ListMaker {
 public:
  /// Both outlive this.
  ListMaker(const Program& program, Heap& heap, ValueKind element)
      : program_(program), heap_(heap), is_text_(element == ValueKind::Text) {}

  /// Puts members into the order of a set, each once; returns where they end.
  Word* make_unique(Word* first, Word* last) const;

  /// Returns the members of two lists, the left ones first.
  [[nodiscard]] Word joined(Word left, Word right) const;
  /// Returns the set of the members of two lists or sets. Cost: linear if both are ascending, as sets are.
  [[nodiscard]] Word united(Word left, Word right) const;
  /// Returns a list with a member at its end.
  [[nodiscard]] Word appended(Word list, Word member) const;
  /// Returns a set with a member more. Requires: the set does not have it.
  [[nodiscard]] Word inserted(Word set, Word member) const;
  /// Returns a list without the first of the members that are equal to one, if there is any.
  [[nodiscard]] Word without(Word list, Word member) const;

  /// Whether the members of a list are in the order of a set, each once.
  [[nodiscard]] bool is_set(Word list) const;

 private:
  [[nodiscard]] Program::ListView view(Word list) const { return program_.list(list, heap_); }
  [[nodiscard]] bool is_same(Word a, Word b) const {
    if (a == b || !is_text_ || a == kUnset || b == kUnset) { return a == b; }
    return program_.text(a, heap_) == program_.text(b, heap_);
  }
  [[nodiscard]] bool is_before(Word a, Word b) const {
    if (!is_text_ || a == kUnset || b == kUnset) { return a < b; }
    return program_.text(a, heap_) < program_.text(b, heap_);
  }
  [[nodiscard]] Word* add_room(std::size_t words) const;
  [[nodiscard]] Word finish(const Word* first, const Word* end) const;

  const Program& program_;
  Heap& heap_;
  bool is_text_;
};

}  // namespace spoils::program
