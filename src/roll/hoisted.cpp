// roll/hoisted.cpp
//
// Hoisted (input-invariant) expressions, found by check/link/hoist.h: each is evaluated again only when one of its
// one or two inputs has changed. Their cost is counted on each use, so limits do not depend on earlier rolls.
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

template <class WorkOut>
inline const Interpreter::Remembered& Interpreter::remember(const Expression& e, ExpressionId id, WorkOut&& work_out) {
  auto& known = hoisted_[e.a];
  if (known.is_known && slots_[known.first] == known.first_key && slots_[known.second] == known.second_key) [[likely]] {
    spend(known.work, id);
    return known;
  }
  const auto before = work_left_;
  const bool had_failed = failed();
  work_out(known, program_->expressions[id]);
  known.is_known = !failed();
  known.first_key = slots_[known.first];
  known.second_key = slots_[known.second];
  known.work = before - work_left_;
  // The fault is reported at the same place as for a stored value.
  if (!had_failed && fault().kind == Fault::Kind::TooMuchWork) {
    clear_fault();
    fail(Fault::Kind::TooMuchWork, id);
  }
  return known;
}

Word Interpreter::hoisted_word(const Expression& e, ExpressionId id) {
  return remember(e, id, [&](Remembered& out, const Expression& as_compiled) { out.value = evaluate(as_compiled, id); })
      .value;
}

Rational Interpreter::hoisted_number(const Expression& e, ExpressionId id) {
  const auto& known = remember(
      e, id, [&](Remembered& out, const Expression& as_compiled) { out.number = evaluate_number(as_compiled, id); });
  return known.number;
}

}  // namespace spoils::roll
