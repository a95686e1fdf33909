// check/lower/supposed.cpp
//
// Lowers the value after a rule to a block that runs the rule and sets a slot, which alone is not put back
// (Statement::Kind::Suppose). Tests: tests/program/lowering_test.cpp, tests/odds/after_test.cpp.
#include "check/lower/lowering.h"

namespace spoils::check {

using program::ExpressionId;
using program::Op;

namespace {

program::Statement assignment(program::SlotId slot, ExpressionId value) {
  program::Statement out;
  out.kind = program::Statement::Kind::Assign;
  out.a = slot;
  out.b = value;
  return out;
}

}  // namespace

// E after f(1)     E of f(1): a block that runs the rule and then keeps the value in a slot of its own. Arguments are
// evaluated before it, since `of` begins a thing.
Lowered Lowering::supposed(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  lang::Statement run;
  run.kind = lang::Statement::Kind::Call;
  run.span = s.expressions.back().span;
  run.expressions.push_back(s.expressions.back());
  const bool is_new = s.supposes == lang::Statement::Supposes::Of;
  std::vector<std::uint32_t> inner;
  run_rule(run, inner);
  for (const auto number : inner) {
    const auto called = out_.statements[number];
    for (std::uint32_t i = 0; is_new && i < called.c; ++i) {
      const auto argument = out_.operands[called.b + i];
      const auto type = out_.expressions[argument].type;
      const auto place = out_.places[argument];
      const auto slot = add_local("", type, place);
      out.push_back(add(assignment(slot, argument), place));
      out_.operands[called.b + i] = node(Op::Slot, type, place, slot).id;
    }
  }
  const auto value = expression(s.expressions[0]);
  const auto place = s.expressions[0].span;
  const auto slot = add_local("", value.type, place);
  inner.push_back(add(assignment(slot, value.id), place));
  program::Statement made;
  made.kind = program::Statement::Kind::Suppose;
  made.a = slot;
  made.b = value.id;
  made.c = add_block(inner);
  made.value = is_new ? 1 : 0;
  out.push_back(add(made, s.span));
  return node(Op::Slot, value.type, place, slot);
}

}  // namespace spoils::check
