// roll/remembered.cpp
//
// Folds and defs that are looked up before they are worked out. What they cost is counted either way, so that no roll
// hangs on the rolls before it.
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

namespace {

/// Collects what a memo hangs on; false if that is too much.
bool collect_key(const Program& program, const Heap& heap, const Word* slots, std::uint32_t number, Memory::Key& key) {
  const auto& memo = program.memos[number - 1];
  for (const auto slot : memo.words) { key.words[key.count++] = slots[slot]; }
  for (const auto slot : memo.lists) {
    const auto list = program.list(slots[slot], heap);
    if (key.count + list.count + 1 > Memory::kMaxKey) { return false; }
    key.words[key.count++] = slots[slot] == kUnset ? -1 : static_cast<Word>(list.count);
    for (const auto member : list) { key.words[key.count++] = member; }
  }
  return true;
}

}  // namespace

Word Interpreter::remembered_word(const Expression& e, ExpressionId id) {
  const auto work_out = [&] {
    return e.op == Op::Fold ? fold(program_->folds[e.a], id)
                            : word(program_->defs[static_cast<std::size_t>(e.value)].body);
  };
  Memory::Key key;
  if (!memory_.pays(e.memo) || !collect_key(*program_, *heap_, slots_, e.memo, key)) { return work_out(); }
  auto& place = memory_.place(e.memo, key);
  const bool is_known = place.holds(e.memo, key) && place.work <= work_left_;
  memory_.count(e.memo, is_known);
  if (is_known) {
    work_left_ -= place.work;
    return place.first;
  }
  const auto work = work_left_;
  const auto value = work_out();
  if (failed()) { return value; }
  place.keep(e.memo, key);
  place.first = value;
  place.work = work - work_left_;
  return value;
}

Rational Interpreter::remembered_number(const Expression& e, ExpressionId id) {
  const auto work_out = [&] {
    return e.op == Op::Fold ? fold_number(program_->folds[e.a], id)
                            : number(program_->defs[static_cast<std::size_t>(e.value)].body);
  };
  Memory::Key key;
  if (!memory_.pays(e.memo) || !collect_key(*program_, *heap_, slots_, e.memo, key)) { return work_out(); }
  auto& place = memory_.place(e.memo, key);
  const bool is_known = place.holds(e.memo, key) && place.work <= work_left_;
  memory_.count(e.memo, is_known);
  if (is_known) {
    work_left_ -= place.work;
    return *Rational::make(place.first, place.second);
  }
  const auto work = work_left_;
  const auto value = work_out();
  if (failed()) { return value; }
  place.keep(e.memo, key);
  place.first = value.numerator();
  place.second = value.denominator();
  place.work = work - work_left_;
  return value;
}

}  // namespace spoils::roll
