#include "program/list_maker.h"

#include <algorithm>

namespace spoils::program {

// Adds room at the end of the heap, which ends all views.
Word* ListMaker::add_room(std::size_t words) const {
  auto& all = heap_.words();
  const auto begin = all.size();
  all.resize(begin + words);
  return all.data() + begin;
}

// Cuts the room after `end`; the list begins at `first`.
Word ListMaker::finish(const Word* first, const Word* end) const {
  auto& all = heap_.words();
  const auto begin = static_cast<std::size_t>(first - all.data());
  all.resize(static_cast<std::size_t>(end - all.data()));
  return heap_.finish_list(begin);
}

Word* ListMaker::make_unique(Word* first, Word* last) const {
  if (!is_text_) {
    std::sort(first, last);
    return std::unique(first, last);
  }
  std::sort(first, last, [this](Word a, Word b) { return is_before(a, b); });
  return std::unique(first, last, [this](Word a, Word b) { return is_same(a, b); });
}

Word ListMaker::joined(Word left, Word right) const {
  auto* const first = add_room(view(left).count + view(right).count);
  const auto a = view(left);
  const auto b = view(right);
  return finish(first, std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), first)));
}

bool ListMaker::is_set(Word list) const {
  const auto members = view(list);
  for (std::size_t i = 1; i < members.count; ++i) {
    if (!is_before(members.first[i - 1], members.first[i])) { return false; }
  }
  return true;
}

Word ListMaker::united(Word left, Word right) const {
  const bool are_sets = is_set(left) && is_set(right);
  auto* const first = add_room(view(left).count + view(right).count);
  const auto a = view(left);
  const auto b = view(right);
  if (!are_sets) {
    auto* const end = std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), first));
    return finish(first, make_unique(first, end));
  }
  const auto before = [this](Word x, Word y) { return is_before(x, y); };
  return finish(first, std::set_union(a.begin(), a.end(), b.begin(), b.end(), first, before));
}

Word ListMaker::appended(Word list, Word member) const {
  auto* const first = add_room(view(list).count + 1);
  const auto members = view(list);
  auto* const end = std::copy(members.begin(), members.end(), first);
  *end = member;
  return finish(first, end + 1);
}

Word ListMaker::inserted(Word set, Word member) const {
  auto* const first = add_room(view(set).count + 1);
  const auto members = view(set);
  const auto* next = members.begin();
  auto* end = first;
  while (next != members.end() && !is_before(member, *next)) { *end++ = *next++; }
  *end++ = member;
  return finish(first, std::copy(next, members.end(), end));
}

Word ListMaker::without(Word list, Word member) const {
  auto* const first = add_room(view(list).count);
  const auto members = view(list);
  const auto* next = members.begin();
  auto* end = first;
  while (next != members.end() && !is_same(*next, member)) { *end++ = *next++; }
  if (next != members.end()) { ++next; }
  return finish(first, std::copy(next, members.end(), end));
}

}  // namespace spoils::program
