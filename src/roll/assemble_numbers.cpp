// roll/assemble_numbers.cpp
//
// Emits arithmetic of exact fractions. A fraction takes two registers, one after the other: numerator and denominator,
// as in the slots of a number; both hold kUnset if it is unset. All other expressions become one
// EvaluateNumber, which evaluates its tree. Tests: tests/roll/measures_code_test.cpp, tests/roll/bytecode_test.cpp.
#include "roll/assembler.h"

namespace spoils::roll {

using namespace program;

Assembler::Register Assembler::number_temporary() {
  temporary();
  return temporary();
}

Assembler::Register Assembler::number(ExpressionId id) {
  const auto& e = node(id);
  if (e.op == Op::OrZero) { return number(e.a); }
  const bool is_wide = e.type.kind == ValueKind::Number;
  if (is_wide && e.op == Op::Slot && !e.may_be_unset) { return e.a; }
  if (const auto known = number_constant_of(e)) { return *known; }
  const auto to = number_temporary();
  if (!is_wide) {
    add(Opcode::Widen, to, integer(id));
  } else if (e.op == Op::Slot) {
    add(Opcode::NumberOrZero, to, e.a);
  } else {
    emit_number_into(id, to);
    if (e.may_be_unset) { add(Opcode::NumberOrZero, to, to); }
  }
  return to;
}

std::optional<Assembler::Register> Assembler::number_constant_of(const Expression& e) {
  if (e.op == Op::Fraction) {
    const auto& value = program_.fractions[e.a];
    return bytecode_.number_constant(value.numerator(), value.denominator());
  }
  if (e.op == Op::Constant) { return bytecode_.number_constant(e.value == kUnset ? 0 : e.value, 1); }
  return std::nullopt;
}

std::pair<Assembler::Register, Assembler::Register> Assembler::numbers(ExpressionId first, ExpressionId second) {
  auto a = number(first);
  if (!is_plain(second) && a < bytecode_.first_register_) {
    const auto to = number_temporary();
    add(Opcode::MoveNumber, to, a);
    a = to;
  }
  return {a, number(second)};
}

void Assembler::emit_number_into(ExpressionId id, Register to) {
  const auto free = free_;
  if (is_full() || !emit_number(node(id), id, to)) { add(Opcode::EvaluateNumber, to, 0, 0, id); }
  free_ = free;
}

bool Assembler::emit_number(const Expression& e, ExpressionId id, Register to) {
  if (e.op == Op::Constant && e.value == kUnset) {
    const auto unset = constant(kUnset);
    if (unset == kNoRegister) { return false; }
    add(Opcode::Widen, to, unset);
    return true;
  }
  if (const auto known = number_constant_of(e)) {
    add(Opcode::MoveNumber, to, *known);
    return true;
  }
  if (e.type.kind != ValueKind::Number) {
    add(Opcode::Widen, to, value(id));
    return true;
  }
  switch (e.op) {
    case Op::Slot: add(Opcode::MoveNumber, to, e.a); return true;
    case Op::OrZero: add(Opcode::MoveNumber, to, number(e.a)); return true;
    case Op::Negate: {
      const auto zero = bytecode_.number_constant(0, 1);
      if (!zero) { return false; }
      add(Opcode::SubtractNumbers, to, *zero, number(e.a), id);
      return true;
    }
    case Op::Add: return binary_number(Opcode::AddNumbers, e, id, to);
    case Op::Subtract: return binary_number(Opcode::SubtractNumbers, e, id, to);
    case Op::Multiply: return binary_number(Opcode::MultiplyNumbers, e, id, to);
    case Op::Divide: return binary_number(Opcode::DivideNumbers, e, id, to);
    case Op::Minimum: return binary_number(Opcode::MinimumNumber, e, id, to);
    case Op::Maximum: return binary_number(Opcode::MaximumNumber, e, id, to);
    case Op::Choose: {
      Label otherwise;
      Label end;
      jump_if(e.a, false, otherwise);
      emit_number_into(e.b, to);
      jump(Opcode::Jump, end);
      bind(otherwise);
      emit_number_into(e.c, to);
      bind(end);
      return true;
    }
    case Op::Bind:
      bind(e);
      emit_number_into(e.b, to);
      return true;
    case Op::Invoke:
      if (e.memo != 0) { return false; }
      bind_arguments(e, id);
      emit_number_into(program_.defs[static_cast<std::size_t>(e.value)].body, to);
      return true;
    case Op::ConstantDef: return constant_def(Opcode::ConstantNumber, e, id, to);
    default: return false;
  }
}

bool Assembler::binary_number(Opcode opcode, const Expression& e, ExpressionId id, Register to) {
  const auto [a, b] = numbers(e.a, e.b);
  add(opcode, to, a, b, id);
  return true;
}

bool Assembler::constant_def(Opcode opcode, const Expression& e, ExpressionId id, Register to) {
  if (e.b > 2) { return false; }
  Register a = 0;
  Register b = 0;
  if (e.b == 1) { a = value(program_.operands[e.a]); }
  if (e.b == 2) {
    const auto both = values(program_.operands[e.a], program_.operands[e.a + 1]);
    a = both.first;
    b = both.second;
  }
  add(opcode, to, a, b, id);
  return true;
}

}  // namespace spoils::roll
