// program/evaluate_maps.h
//
// The bodies of program/evaluate.h for maps, compiled by each interpreter with its own draws. A map is a list of words
// in the heap: keys in ascending order, each followed by its value, which is not 0. So equal maps are equal lists. A
// key that is unset is no key: its value is 0, and setting it changes nothing. tests/odds/maps_test.cpp pins it.
#pragma once

#include "program/evaluate.h"

namespace spoils::program {

/// Returns the place of a key among the words of a map, or of the first key after it.
inline std::size_t place_of_key(Program::ListView map, Word key) {
  std::size_t first = 0;
  std::size_t last = map.count / 2;
  while (first < last) {
    const auto middle = (first + last) / 2;
    if (map.first[2 * middle] < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return 2 * first;
}

template <class Reading>
Word Evaluator<Reading>::make_map(const Expression& e, ExpressionId id) {
  std::array<Word, kMaxMembers> words{};
  std::size_t count = 0;
  const auto given = std::min<std::size_t>(e.b, words.size());
  for (std::uint32_t i = 0; i + 1 < given; i += 2) {
    const auto key = word(program_->operands[e.a + i]);
    const auto value = operand(program_->operands[e.a + i + 1]);
    if (key == kUnset) { continue; }
    const auto at = place_of_key({words.data(), count}, key);
    if (at == count || words[at] != key) {
      std::copy_backward(words.data() + at, words.data() + count, words.data() + count + 2);
      words[at] = key;
      words[at + 1] = 0;
      count += 2;
    }
    words[at + 1] = checked(number::add(words[at + 1], value), id);
  }
  const auto begin = heap_->begin_list();
  for (std::size_t i = 0; i < count; i += 2) {
    if (words[i + 1] == 0) { continue; }
    heap_->push(words[i]);
    heap_->push(words[i + 1]);
  }
  return list_of(begin, id);
}

template <class Reading>
Word Evaluator<Reading>::value_at(Word map, Word key) const {
  const auto words = program_->list(map, *heap_);
  const auto at = place_of_key(words, key);
  return at < words.count && words.first[at] == key ? words.first[at + 1] : 0;
}

template <class Reading>
Word Evaluator<Reading>::with_entry(const Expression& e, ExpressionId id) {
  const auto before = word(e.a);
  const auto key = word(e.b);
  const auto amount = operand(e.c);
  const auto map = before == kUnset ? 0 : before;  // list number 0 is empty
  if (key == kUnset) { return map; }
  const auto old = value_at(map, key);
  const auto value = e.op == Op::SetAt ? amount : checked(number::add(old, amount), id);
  const auto count = program_->list(map, *heap_).count;
  if (value == old || !spend(count, id)) { return map; }
  const auto at = place_of_key(program_->list(map, *heap_), key);
  const auto begin = heap_->begin_list();
  for (std::size_t i = 0; i < at; ++i) { heap_->push(program_->list(map, *heap_).first[i]); }
  if (value != 0) {
    heap_->push(key);
    heap_->push(value);
  }
  for (std::size_t i = old == 0 ? at : at + 2; i < count; ++i) { heap_->push(program_->list(map, *heap_).first[i]); }
  return list_of(begin, id);
}

template <class Reading>
Word Evaluator<Reading>::joined_maps(const Expression& e, ExpressionId id) {
  const auto left = word(e.a);
  const auto right = word(e.b);
  const auto counts = std::array{program_->list(left, *heap_).count, program_->list(right, *heap_).count};
  const auto begin = heap_->begin_list();
  if (!spend(counts[0] + counts[1], id)) { return list_of(begin, id); }
  const auto add = [&](Word key, Word value) {
    if (value == 0) { return; }
    heap_->push(key);
    heap_->push(value);
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < counts[0] || j < counts[1]) {
    // Read anew each time: what is pushed may move the heap.
    const auto a = program_->list(left, *heap_);
    const auto b = program_->list(right, *heap_);
    if (j == counts[1] || (i < counts[0] && a.first[i] < b.first[j])) {
      add(a.first[i], a.first[i + 1]);
      i += 2;
      continue;
    }
    const bool in_both = i < counts[0] && a.first[i] == b.first[j];
    const auto old = in_both ? a.first[i + 1] : 0;
    const auto change = b.first[j + 1];
    add(b.first[j], checked(e.op == Op::AddMaps ? number::add(old, change) : number::subtract(old, change), id));
    i += in_both ? 2U : 0U;
    j += 2;
  }
  return list_of(begin, id);
}

template <class Reading>
Word Evaluator<Reading>::keys_of(const Expression& e, ExpressionId id) {
  const auto map = word(e.a);
  const auto count = program_->list(map, *heap_).count;
  const auto begin = heap_->begin_list();
  if (!spend(count, id)) { return list_of(begin, id); }
  for (std::size_t i = 0; i < count; i += 2) { heap_->push(program_->list(map, *heap_).first[i]); }
  const auto type = node(e.a).type;
  auto& words = heap_->words();
  const auto before = [&](Word a, Word b) { return program_->is_key_before(type, a, b); };
  if (type.has_table()) { std::sort(words.begin() + static_cast<std::ptrdiff_t>(begin), words.end(), before); }
  return list_of(begin, id);
}

}  // namespace spoils::program
