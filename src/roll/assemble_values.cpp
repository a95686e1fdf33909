// roll/assemble_values.cpp
//
// Conditions become jumps, all other expressions instructions that put their word into a register.
#include <algorithm>

#include "roll/assembler.h"

namespace spoils::roll {

using namespace program;

void Assembler::jump_if_condition(ExpressionId id, bool when, Label& label) {
  const auto begin = out_.size();
  const auto jumps = label.jumps.size();
  jump_if(id, when, label);
  if (!falls_back(begin)) { return; }
  label.jumps.resize(jumps);
  jump(when ? Opcode::JumpIf : Opcode::JumpIfNot, label, tree_value(id));
}

void Assembler::emit_jump(ExpressionId id, bool when, Label& label) {
  const auto& e = node(id);
  if (is_full()) { return jump_if_value(id, when, label); }
  switch (e.op) {
    case Op::Not: return jump_if(e.a, !when, label);
    case Op::OrZero: return jump_if(e.a, when, label);  // an unset value is not true either
    case Op::And:
    case Op::Or: {
      const bool both = (e.op == Op::And) == when;
      if (!both) {
        jump_if(e.a, when, label);
        return jump_if(e.b, when, label);
      }
      Label skip;
      jump_if(e.a, !when, skip);
      jump_if(e.b, when, label);
      return bind(skip);
    }
    case Op::Equal: {
      if (jump_if_row_word(e, when, label)) { return; }
      const auto [a, b] = values(e.a, e.b);
      return jump(when ? Opcode::JumpIfEqual : Opcode::JumpIfNotEqual, label, a, b);
    }
    case Op::Less: {
      const auto [a, b] = integers(e.a, e.b);
      return when ? jump(Opcode::JumpIfLess, label, a, b) : jump(Opcode::JumpIfLessOrEqual, label, b, a);
    }
    case Op::LessOrEqual: {
      const auto [a, b] = integers(e.a, e.b);
      return when ? jump(Opcode::JumpIfLessOrEqual, label, a, b) : jump(Opcode::JumpIfLess, label, b, a);
    }
    case Op::SameNumber: {
      const auto [a, b] = numbers(e.a, e.b);
      return jump(when ? Opcode::JumpIfSameNumber : Opcode::JumpIfNotSameNumber, label, a, b);
    }
    case Op::LessNumber: {
      const auto [a, b] = numbers(e.a, e.b);
      return when ? jump(Opcode::JumpIfLessNumber, label, a, b) : jump(Opcode::JumpIfLessOrEqualNumber, label, b, a);
    }
    case Op::LessOrEqualNumber: {
      const auto [a, b] = numbers(e.a, e.b);
      return when ? jump(Opcode::JumpIfLessOrEqualNumber, label, a, b) : jump(Opcode::JumpIfLessNumber, label, b, a);
    }
    case Op::InRange: {
      const auto [known, first] = integers(e.a, e.b, !is_plain(e.c));
      const auto last = integer(e.c);
      Label outside;
      auto& out = when ? outside : label;
      jump(Opcode::JumpIfLess, out, known, first);
      jump(Opcode::JumpIfLess, out, last, known);
      if (when) { jump(Opcode::Jump, label); }
      return bind(outside);
    }
    case Op::Contains: {
      if (node(e.a).type.kind == ValueKind::Text) { break; }
      const auto [member, list] = values(e.a, e.b);
      jump(when ? Opcode::JumpIfContains : Opcode::JumpIfNotContains, label, member, list);
      out_.back().id = id;
      return;
    }
    case Op::Chance:
      if (node(e.a).op != Op::Fraction) { break; }
      jump(when ? Opcode::JumpIfChance : Opcode::JumpIfNoChance, label, written(e));
      out_.back().fraction = &program_.fractions[node(e.a).a];
      out_.back().id = id;
      return;
    case Op::Bind: bind(e); return jump_if(e.b, when, label);
    case Op::Invoke:
      if (e.memo != 0) { break; }
      bind_arguments(e, id);
      return jump_if(program_.defs[static_cast<std::size_t>(e.value)].body, when, label);
    default: break;
  }
  jump_if_value(id, when, label);
}

bool Assembler::jump_if_row_word(const Expression& e, bool when, Label& label) {
  const auto& value = node(e.b);
  const auto& a = node(e.a);
  const bool or_zero = a.op == Op::OrZero;
  if (value.op != Op::Constant || value.value == kUnset || (or_zero && value.value == 0)) { return false; }
  const auto& cell = or_zero ? node(a.a) : a;
  const auto* words = row_words(cell);
  const auto known = words == nullptr ? kNoRegister : constant(value.value);
  if (known == kNoRegister) { return false; }
  jump(when ? Opcode::JumpIfRowWord : Opcode::JumpIfNotRowWord, label, cell.c, known);
  out_.back().words = words;
  return true;
}

const Word* Assembler::row_words(const Expression& e) {
  if (e.op != Op::RowCell && e.op != Op::RowOutcome) { return nullptr; }
  return bytecode_.column(e.a, e.op == Op::RowCell ? e.b : kNone);
}

void Assembler::jump_if_value(ExpressionId id, bool when, Label& label) {
  jump(when ? Opcode::JumpIf : Opcode::JumpIfNot, label, value(id));
}

std::uint32_t Assembler::written(const Expression& chance) { return static_cast<std::uint32_t>(chance.value); }

Assembler::Register Assembler::value(ExpressionId id) {
  const auto& e = node(id);
  if (e.op == Op::Slot) { return e.a; }
  if (e.op == Op::Constant) {
    const auto known = constant(e.value);
    if (known != kNoRegister) { return known; }
  }
  const auto to = temporary();
  emit_into(id, to);
  return to;
}

Assembler::Register Assembler::integer(ExpressionId id) {
  const auto known = value(id);
  if (!node(id).may_be_unset) { return known; }
  const auto to = temporary();
  add(Opcode::OrZero, to, known);
  return to;
}

std::pair<Assembler::Register, Assembler::Register> Assembler::values(ExpressionId first, ExpressionId second) {
  const auto a = preserved(value(first), !is_plain(second));
  return {a, value(second)};
}

std::pair<Assembler::Register, Assembler::Register> Assembler::integers(ExpressionId first, ExpressionId second,
                                                                        bool hold) {
  const auto a = preserved(integer(first), hold || !is_plain(second));
  return {a, preserved(integer(second), hold)};
}

Assembler::Register Assembler::preserved(Register known, bool hold) {
  if (!hold || known >= bytecode_.first_register_) { return known; }
  const auto to = temporary();
  add(Opcode::Move, to, known);
  return to;
}

bool Assembler::is_plain(ExpressionId id) const {
  const auto& e = node(id);
  if (e.op == Op::OrZero) { return is_plain(e.a); }
  return e.op == Op::Slot || e.op == Op::Constant || e.op == Op::Fraction;
}

void Assembler::emit_into(ExpressionId id, Register to) {
  const auto free = free_;
  if (is_full() || !emit(node(id), id, to)) { add(Opcode::Evaluate, to, 0, 0, id); }
  free_ = free;
}

bool Assembler::emit(const Expression& e, ExpressionId id, Register to) {
  switch (e.op) {
    case Op::Constant:
    case Op::Slot: {
      const auto from = e.op == Op::Slot ? e.a : constant(e.value);
      if (from == kNoRegister) { return false; }
      add(Opcode::Move, to, from);
      return true;
    }
    case Op::OrZero:
      if (node(e.a).op == Op::Slot) {
        add(Opcode::OrZero, to, node(e.a).a);
        return true;
      }
      emit_into(e.a, to);
      if (node(e.a).may_be_unset) { add(Opcode::OrZero, to, to); }
      return true;
    case Op::Negate: add(Opcode::Negate, to, integer(e.a)); return true;
    case Op::Absolute: add(Opcode::Absolute, to, integer(e.a)); return true;
    case Op::Add: return binary(Opcode::Add, e, id, to);
    case Op::Subtract: return binary(Opcode::Subtract, e, id, to);
    case Op::Multiply: return binary(Opcode::Multiply, e, id, to);
    case Op::FloorDivide: return binary(Opcode::FloorDivide, e, id, to);
    case Op::Modulo: return binary(Opcode::Modulo, e, id, to);
    case Op::Minimum: return binary(Opcode::Minimum, e, id, to);
    case Op::Maximum: return binary(Opcode::Maximum, e, id, to);
    case Op::PickRange: return binary(Opcode::Range, e, id, to);
    case Op::Dice: return binary(Opcode::Dice, e, id, to);
    case Op::Equal:
    case Op::Less:
    case Op::LessOrEqual:
    case Op::SameNumber:
    case Op::LessNumber:
    case Op::LessOrEqualNumber:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::InRange: return flag_into(id, to);
    case Op::Contains: {
      if (node(e.a).type.kind == ValueKind::Text) { return false; }
      const auto [member, list] = values(e.a, e.b);
      add(Opcode::Contains, to, member, list, id);
      return true;
    }
    case Op::Floor: add(Opcode::Floor, to, number(e.a)); return true;
    case Op::Ceil: add(Opcode::Ceil, to, number(e.a)); return true;
    case Op::Round: add(Opcode::Round, to, number(e.a)); return true;
    case Op::ValueAt: {
      const auto [map, key] = values(e.a, e.b);
      add(Opcode::ValueAt, to, map, key, id);
      return true;
    }
    case Op::Keys: {
      // A block sets its own slots alone, so the keys of a field are the same to its end.
      const auto& map = node(e.a);
      if (keys_ == kNoRegister || map.op != Op::Slot || program_.slots[map.a].kind == Slot::Kind::Local) {
        return false;
      }
      if (keys_of_ == kNone) { keys_of_ = map.a; }
      if (keys_of_ != map.a) { return false; }
      add(Opcode::Keys, to, map.a, keys_, id);
      return true;
    }
    case Op::ConstantDef: return constant_def(Opcode::ConstantWord, e, id, to);
    case Op::Size: add(Opcode::Size, to, value(e.a)); return true;
    case Op::Choose: {
      Label otherwise;
      Label end;
      jump_if(e.a, false, otherwise);
      emit_into(e.b, to);
      jump(Opcode::Jump, end);
      bind(otherwise);
      emit_into(e.c, to);
      bind(end);
      return true;
    }
    case Op::Bind:
      bind(e);
      emit_into(e.b, to);
      return true;
    case Op::Invoke:
      bind_arguments(e, id);
      if (e.memo != 0) {
        add(Opcode::Memoised, to, 0, 0, id);
      } else {
        emit_into(program_.defs[static_cast<std::size_t>(e.value)].body, to);
      }
      return true;
    case Op::Fold:
      if (e.memo == 0) { return fold(program_.folds[e.a], id, to); }
      add(Opcode::Memoised, to, 0, 0, id);
      return true;
    case Op::Hoisted: add(Opcode::Hoisted, to, 0, 0, id); return true;
    case Op::Chance:
      if (node(e.a).op == Op::Fraction) {
        add(Opcode::Chance, to, written(e), 0, id).fraction = &program_.fractions[node(e.a).a];
      } else {
        add(Opcode::ChanceOf, to, written(e), 0, id);
      }
      return true;
    case Op::PickMember: add(Opcode::Member, to, value(e.a), 0, id); return true;
    case Op::PickTable: return pick(e, id, to);
    case Op::Cell: {
      const auto* column = bytecode_.constant_column(e.a, e.b);
      if (column == nullptr) { return false; }
      const auto outcome = value(e.c);
      add(Opcode::Cell, to, outcome, 0, id).column = column;
      return true;
    }
    case Op::RowCell:
    case Op::RowOutcome: {
      const auto* words = row_words(e);
      if (words == nullptr) { return false; }
      add(Opcode::RowWord, to, e.c).words = words;
      return true;
    }
    default: return false;
  }
}

bool Assembler::binary(Opcode opcode, const Expression& e, ExpressionId id, Register to) {
  const auto [a, b] = integers(e.a, e.b);
  add(opcode, to, a, b, id);
  return true;
}

bool Assembler::flag_into(ExpressionId id, Register to) {
  Label otherwise;
  Label end;
  jump_if(id, false, otherwise);
  add(Opcode::Move, to, constant(1));
  jump(Opcode::Jump, end);
  bind(otherwise);
  add(Opcode::Move, to, constant(0));
  bind(end);
  return true;
}

void Assembler::bind(const Expression& e) {
  const auto slot = static_cast<SlotId>(e.value);
  if (program_.slots[slot].type.kind == ValueKind::Number) { return emit_number_into(e.a, slot); }
  emit_into(e.a, slot);
}

void Assembler::bind_arguments(const Expression& e, ExpressionId id) {
  const auto& parameters = program_.defs[static_cast<std::size_t>(e.value)].parameters;
  if (any_wide(parameters)) {
    add(Opcode::Arguments, 0, 0, 0, id);
    return;
  }
  add(Opcode::Spend, 0, 0, 0, id);
  set_all(parameters, e.a);
}

bool Assembler::any_wide(const std::vector<SlotId>& slots) const {
  return std::any_of(slots.begin(), slots.end(),
                     [this](SlotId slot) { return program_.slots[slot].type.kind == ValueKind::Number; });
}

void Assembler::set_all(const std::vector<SlotId>& slots, std::uint32_t first) {
  std::vector<Register> values;
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    values.push_back(preserved(value(program_.operands[first + i]), slots.size() > 1));
  }
  for (std::size_t i = 0; i < slots.size(); ++i) { add(Opcode::Move, slots[i], values[i]); }
}

bool Assembler::pick(const Expression& e, ExpressionId id, Register to) {
  const auto& rows = program_.tables[e.a].rows;
  const bool has_otherwise = std::any_of(
      rows.begin(), rows.end(), [](const TableRow& row) { return row.condition != kNone && row.otherwise != kNone; });
  if (has_otherwise) { return false; }
  const auto& known = bytecode_.tables_[e.a];
  const auto* outcomes = bytecode_.column(e.a, kNone);
  const bool is_constant = known.is_constant && !known.is_empty;
  if (is_constant && outcomes != nullptr) {
    add(Opcode::Pick, to, e.a, 0, id).pick = bytecode_.constant_pick(e.a, false);
    return true;
  }
  if (outcomes == nullptr && rows.size() > kMaxTargets) { return false; }
  const auto row = temporary();
  if (is_constant) {
    add(Opcode::Pick, row, e.a, 0, id).pick = bytecode_.constant_pick(e.a, true);
  } else {
    add(Opcode::Row, row, e.a, 0, id);
  }
  if (outcomes != nullptr) {
    add(Opcode::RowWord, to, row).words = outcomes;
    return true;
  }
  auto& targets = bytecode_.targets_.emplace_back();
  add(Opcode::Switch, 0, row).targets = nullptr;
  const auto from = out_.size() - 1;
  Label end;
  for (const auto& each : rows) {
    targets.push_back(from_to(from, out_.size()));
    emit_into(each.outcome, to);
    jump(Opcode::Jump, end);
  }
  bind(end);
  out_[from].targets = targets.data();
  return true;
}

}  // namespace spoils::roll
