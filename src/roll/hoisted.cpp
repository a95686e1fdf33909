// roll/hoisted.cpp
//
// Hoisted (input-invariant) expressions, found by check/link/hoist.h: each is evaluated again only when one of its
// one or two inputs has changed. Their cost is counted by the rule of roll/cost.h.
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

template <class Evaluate>
inline const HoistedValue& Interpreter::hoisted_value(const Expression& e, ExpressionId id, Evaluate&& evaluate_now) {
  auto& known = hoisted_[e.a];
  const bool is_stored =
      known.is_known && slots_[known.first] == known.first_key && slots_[known.second] == known.second_key;
  known.is_known = charge(known.cost, is_stored, id, [&] {
    evaluate_now(known, program_->expressions[id]);
    known.first_key = slots_[known.first];
    known.second_key = slots_[known.second];
  });
  return known;
}

Word Interpreter::hoisted_word(const Expression& e, ExpressionId id) {
  return hoisted_value(e, id,
                       [&](HoistedValue& out, const Expression& as_compiled) { out.value = evaluate(as_compiled, id); })
      .value;
}

Rational Interpreter::hoisted_number(const Expression& e, ExpressionId id) {
  const auto& known = hoisted_value(
      e, id, [&](HoistedValue& out, const Expression& as_compiled) { out.number = evaluate_number(as_compiled, id); });
  return known.number;
}

}  // namespace spoils::roll
