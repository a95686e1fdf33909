// program/evaluate_blocks.h
//
// The bodies of program/evaluate.h for the block of a def, compiled by each reading with its own draws: statements that
// set slots of the block alone, in the order in which they are written. Each statement and turn counts as work.
#pragma once

#include "program/evaluate.h"
#include "program/walk.h"

namespace spoils::program {

template <class Reading>
bool Evaluator<Reading>::run_block(BlockId block, ExpressionId id) {
  for (const auto number : statements_of(*program_, block)) {
    if (!run_in_block(program_->statements[number], id)) { return false; }
  }
  return true;
}

template <class Reading>
bool Evaluator<Reading>::run_in_block(const Statement& s, ExpressionId id) {
  using Kind = Statement::Kind;
  if (!spend(1, id)) { return false; }
  const auto turn = [&] { return spend(1, id) && run_block(s.c, id) && !failed(); };
  switch (s.kind) {
    case Kind::Assign: store(s.a, s.b); return !failed();
    case Kind::If:
      if (flag(s.a)) { return !failed() && run_block(s.b, id); }
      return !failed() && (s.c == kNone || run_block(s.c, id));
    case Kind::Repeat: {
      const auto count = whole(s.a);
      for (Word i = 0; i < count; ++i) {
        if (s.b != kNone && !flag(s.b)) { break; }
        if (!turn()) { return false; }
      }
      return !failed();
    }
    case Kind::ForEach: {
      const auto list = word(s.b);
      for (std::size_t i = 0; i < program_->list(list, *heap_).count; ++i) {
        slots_[s.a] = program_->list(list, *heap_).first[i];
        if (!turn()) { return false; }
      }
      return !failed();
    }
    case Kind::ForRange: {
      const auto first = whole(s.b);
      const auto last = whole(s.value);
      // The last may be the greatest integer there is.
      for (auto next = first; next <= last; ++next) {
        slots_[s.a] = next;
        if (!turn()) { return false; }
        if (next == last) { break; }
      }
      return !failed();
    }
    default: return false;  // `stop`: the slot of the result is set; a def contains no other kind
  }
}

}  // namespace spoils::program
