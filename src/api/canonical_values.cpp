// api/canonical_values.cpp
//
// Interns texts by their bytes and lists by the interned words of their members. A constant text is not copied.
#include "api/canonical_values.h"

#include "number/wide.h"

namespace spoils::api {

using namespace program;

Word CanonicalValues::intern(ValueType type, Word word, const Program& from, const Heap& heap) {
  const bool is_list = holds_words(type.kind);
  if (word == kUnset || (type.kind != ValueKind::Text && !is_list)) { return word; }
  const auto [found, is_new] = known_.try_emplace({type.kind, type.element, word}, kUnset);
  if (is_new) { found->second = is_list ? list(of(type.element), word, from, heap) : text(word, from, heap); }
  return found->second;
}

Word CanonicalValues::text(Word word, const Program& from, const Heap& heap) {
  const auto bytes = from.text(word, heap);
  const auto [found, is_new] = texts_.try_emplace(std::string(bytes), kUnset);
  if (is_new) {
    const bool is_constant = (word & Heap::kMark) == 0 && static_cast<std::size_t>(word) < program_.texts.size();
    found->second = is_constant ? word : heap_.add_text(found->first);
  }
  return found->second;
}

Word CanonicalValues::list(ValueType element, Word word, const Program& from, const Heap& heap) {
  const auto view = from.list(word, heap);
  std::vector<Word> members(view.begin(), view.end());
  for (auto& member : members) { member = intern(element, member, from, heap); }
  const auto [found, is_new] = lists_.try_emplace(std::move(members), kUnset);
  if (is_new) { found->second = heap_.add_list(found->first.data(), found->first.size()); }
  return found->second;
}

int CanonicalValues::compare(ValueType type, Word a, Word b) const {
  if (a == b) { return 0; }
  if (a == kUnset || b == kUnset) { return a == kUnset ? -1 : 1; }
  if (type.kind == ValueKind::Text) { return program_.text(a, heap_).compare(program_.text(b, heap_)); }
  if (!holds_words(type.kind)) { return a < b ? -1 : 1; }
  const auto left = program_.list(a, heap_);
  const auto right = program_.list(b, heap_);
  for (std::size_t i = 0; i < left.count && i < right.count; ++i) {
    const auto order = compare(of(type.element), left.first[i], right.first[i]);
    if (order != 0) { return order; }
  }
  return left.count == right.count ? 0 : left.count < right.count ? -1 : 1;
}

int compare_numbers(const Word* a, const Word* b) {
  if (a[0] == kUnset || b[0] == kUnset) { return a[0] == b[0] ? 0 : a[0] == kUnset ? -1 : 1; }
  const auto left = number::Wide{a[0]} * b[1];
  const auto right = number::Wide{b[0]} * a[1];
  return left == right ? 0 : left < right ? -1 : 1;
}

}  // namespace spoils::api
