// program/evaluate_lists.h
//
// The bodies of program/evaluate.h for lists and sets, compiled by each interpreter with its own draws;
// program/list_maker.h makes the lists.
#pragma once

#include "program/evaluate.h"

namespace spoils::program {

template <class Reading>
bool Evaluator<Reading>::contains(ValueKind kind, Word list, Word member, ExpressionId id) {
  const auto view = program_->list(list, *heap_);
  if (!spend(view.count, id)) { return false; }
  if (kind != ValueKind::Text) { return std::find(view.begin(), view.end(), member) != view.end(); }
  return std::any_of(view.begin(), view.end(), [&](Word known) { return is_same(kind, known, member); });
}

template <class Reading>
Word Evaluator<Reading>::make_list(const Expression& e, ExpressionId id) {
  std::array<Word, kMaxMembers> members{};
  const auto count = std::min<std::size_t>(e.b, members.size());
  for (std::uint32_t i = 0; i < count; ++i) { members[i] = word(program_->operands[e.a + i]); }
  auto* end = members.data() + count;
  if (e.op == Op::MakeSet) { end = lists_of(e.type.element).make_unique(members.data(), end); }
  check_heap(id);
  return heap_->add_list(members.data(), static_cast<std::size_t>(end - members.data()));
}

template <class Reading>
Word Evaluator<Reading>::with_member(const Expression& e, ExpressionId id) {
  const auto list = word(e.a);
  const auto member = word(e.b);
  if (e.op == Op::Insert && contains(e.type.element, list, member, id)) { return list; }
  const auto lists = lists_of(e.type.element);
  return checked_list(e.op == Op::Append ? lists.appended(list, member) : lists.inserted(list, member), id);
}

template <class Reading>
Word Evaluator<Reading>::without_member(const Expression& e, ExpressionId id) {
  const auto list = word(e.a);
  const auto member = word(e.b);
  return checked_list(lists_of(e.type.element).without(list, member), id);
}

template <class Reading>
Word Evaluator<Reading>::join(const Expression& e, ExpressionId id) {
  const auto left = word(e.a);
  const auto right = word(e.b);
  const auto lists = lists_of(e.type.element);
  return checked_list(e.type.kind == ValueKind::Set ? lists.united(left, right) : lists.joined(left, right), id);
}

template <class Reading>
Word Evaluator<Reading>::shuffle(const Expression& e, ExpressionId id) {
  const auto source = program_->list(word(e.a), *heap_);
  if (!spend(source.count, id)) { return kUnset; }
  std::vector<Word> members(source.begin(), source.end());
  if (members.size() > 1) {
    drawing_ = id;
    self().draw_order(members, e.type.element);
  }
  check_heap(id);
  return heap_->add_list(members.data(), members.size());
}

template <class Reading>
Word Evaluator<Reading>::sequence(Word first, Word last, ExpressionId id) {
  const auto begin = heap_->begin_list();
  if (last < first) { return list_of(begin, id); }
  const auto count = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
  if (count > kMaxSequence || count == 0) {
    fail(Fault::Kind::TooMuchText, id);
    return list_of(begin, id);
  }
  if (!spend(count, id)) { return list_of(begin, id); }
  for (std::uint64_t i = 0; i < count; ++i) { heap_->push(first + static_cast<Word>(i)); }
  return list_of(begin, id);
}

template <class Reading>
Word Evaluator<Reading>::fold(const Fold& f, ExpressionId id) {
  if (f.kind == FoldKind::List || f.kind == FoldKind::Set || f.kind == FoldKind::MostCommon) {
    return fold_list(f, id);
  }
  const auto source = word(f.source);
  Word result = 0;
  bool any = false;
  switch (f.kind) {
    case FoldKind::All:
    case FoldKind::Product: result = 1; break;
    case FoldKind::First:
    case FoldKind::Last: result = kUnset; break;
    default: break;
  }
  // A member that fails ends the fold: each could leave as much on the heap again.
  for (std::size_t i = 0; i < program_->list(source, *heap_).count; ++i) {
    if (failed() || !spend(1, id)) { return 0; }
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (f.condition != kNone && !flag(f.condition)) { continue; }
    const auto value = f.value == kNone ? slots_[f.variable] : word(f.value);
    const auto amount = value == kUnset ? 0 : value;
    switch (f.kind) {
      case FoldKind::Count: ++result; break;
      case FoldKind::Sum:
        if constexpr (Reading::kReordersSums) { self().sees_amount(amount); }
        result = checked(number::add(result, amount), id);
        break;
      case FoldKind::Product: result = checked(number::multiply(result, amount), id); break;
      case FoldKind::Any: result = f.value == kNone || value == 1 ? 1 : result; break;
      case FoldKind::All: result = f.value == kNone || value == 1 ? result : 0; break;
      case FoldKind::First: result = any ? result : value; break;
      case FoldKind::Last: result = value; break;
      case FoldKind::Maximum: result = any ? std::max(result, amount) : amount; break;
      case FoldKind::Minimum: result = any ? std::min(result, amount) : amount; break;
      default: break;
    }
    any = true;
  }
  return result;
}

template <class Reading>
Word Evaluator<Reading>::fold_list(const Fold& f, ExpressionId id) {
  const auto source = word(f.source);
  std::vector<Word> found;
  for (std::size_t i = 0; i < program_->list(source, *heap_).count; ++i) {
    if (failed() || !spend(1, id)) { break; }
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (f.condition != kNone && !flag(f.condition)) { continue; }
    found.push_back(f.value == kNone ? slots_[f.variable] : word(f.value));
  }
  return value_of_found(f, found.data(), found.data() + found.size(), id);
}

template <class Reading>
Word Evaluator<Reading>::value_of_found(const Fold& f, Word* first, Word* last, ExpressionId id) {
  const auto kind = f.value == kNone ? program_->slots[f.variable].type.kind : node(f.value).type.kind;
  if (f.kind == FoldKind::MostCommon) {
    const auto count = static_cast<std::size_t>(last - first);
    if (!spend(count * count, id)) { return kUnset; }
    // The value that occurs most often; none where two are equally common.
    Word best = kUnset;
    std::ptrdiff_t most = 0;
    for (const auto* value = first; value != last; ++value) {
      const auto times = std::count_if(first, last, [&](Word other) { return is_same(kind, other, *value); });
      if (times > most) {
        most = times;
        best = *value;
      } else if (times == most && !is_same(kind, *value, best)) {
        best = kUnset;
      }
    }
    return best;
  }
  if (f.kind == FoldKind::Set) { last = lists_of(kind).make_unique(first, last); }
  check_heap(id);
  return heap_->add_list(first, static_cast<std::size_t>(last - first));
}

}  // namespace spoils::program
