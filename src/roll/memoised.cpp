// roll/memoised.cpp
//
// Memoised folds and defs: looked up in the memo table (roll/memo_table.h), evaluated after a miss. Their cost is
// counted by the rule of roll/cost.h.
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

namespace {

/// Collects the key of a memo; false if it is too long.
bool collect_key(const Program& program, const Heap& heap, const Word* slots, std::uint32_t number,
                 MemoTable::Key& key) {
  const auto& memo = program.memos[number - 1];
  for (const auto slot : memo.words) { key.words[key.count++] = slots[slot]; }
  for (const auto slot : memo.lists) {
    const auto list = program.list(slots[slot], heap);
    if (key.count + list.count + 1 > MemoTable::kMaxKey) { return false; }
    key.words[key.count++] = slots[slot] == kUnset ? -1 : static_cast<Word>(list.count);
    for (const auto member : list) { key.words[key.count++] = member; }
  }
  return true;
}

void put(MemoTable::Place& place, Word value) { place.first = value; }
void put(MemoTable::Place& place, const Rational& value) {
  place.first = value.numerator();
  place.second = value.denominator();
}

template <class Value>
Value value_in(const MemoTable::Place& place);
template <>
Word value_in(const MemoTable::Place& place) {
  return place.first;
}
template <>
Rational value_in(const MemoTable::Place& place) {
  return Rational::in_lowest_terms(place.first, place.second);
}

}  // namespace

template <class Value, class Evaluate>
Value Interpreter::memoised(std::uint32_t memo, ExpressionId id, Evaluate&& evaluate_now) {
  MemoTable::Key key;
  if (!memos_.pays(memo) || !collect_key(*program_, *heap_, slots_, memo, key)) { return evaluate_now(); }
  const auto& stored = memos_.place(memo, key);
  const bool is_stored = stored.holds(memo, key);
  memos_.count(memo, is_stored);
  auto cost = stored.cost;
  Value value(0);
  const bool is_ready = charge(cost, is_stored, id, [&] { value = evaluate_now(); });
  if (is_stored) { return value_in<Value>(stored); }
  if (is_ready) {
    // Another memo may have taken the place, or the table grown, while the value was computed.
    auto& place = memos_.place(memo, key);
    place.keep(memo, key);
    put(place, value);
    place.cost = cost;
  }
  return value;
}

Word Interpreter::memoised_word(const Expression& e, ExpressionId id) {
  return memoised<Word>(e.memo, id, [&] {
    return e.op == Op::Fold ? fold(program_->folds[e.a], id)
                            : word(program_->defs[static_cast<std::size_t>(e.value)].body);
  });
}

Rational Interpreter::memoised_number(const Expression& e, ExpressionId id) {
  return memoised<Rational>(e.memo, id, [&] {
    return e.op == Op::Fold ? fold_number(program_->folds[e.a], id)
                            : number_or_unset(program_->defs[static_cast<std::size_t>(e.value)].body);
  });
}

}  // namespace spoils::roll
