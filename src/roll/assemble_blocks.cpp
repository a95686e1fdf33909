// roll/assemble_blocks.cpp
//
// Emits the block of a def, with its result, as a fragment: assignments to slots of the block alone, branches, and
// loops whose counters are registers. The keys of a map are listed once. Each statement and each turn counts as a unit
// of work, as in the tree (program/evaluate_blocks.h). A block that draws, or needs too many registers, is evaluated as
// a tree. Tests: tests/roll/measures_code_test.cpp, tests/roll/bytecode_test.cpp.
#include "program/walk.h"
#include "roll/assembler.h"

namespace spoils::roll {

using namespace program;

Fragment Assembler::run_def_block(const Expression& e, ExpressionId id) {
  if (e.draws) { return {}; }
  const bool is_number = e.type.kind == ValueKind::Number;
  const auto result = is_number ? number_temporary() : temporary();
  const auto unset = constant(kUnset);
  if (unset != kNoRegister) {
    keys_ = temporary();
    add(Opcode::Move, keys_, unset);
  }
  first_free_ = free_;
  Label end;
  emit_in_block(e.a, id, end);
  bind(end);
  free_ = first_free_;
  is_number ? emit_number_into(e.b, result) : emit_into(e.b, result);
  if (is_out_of_registers_ || needs_tree_) {
    bytecode_.instruction_count_ += out_.size();
    return {};
  }
  if (keys_ != kNoRegister && keys_of_ == kNone) { out_.erase(out_.begin()); }  // jumps are relative
  return fragment(result);
}

void Assembler::emit_in_block(BlockId block, ExpressionId id, Label& end) {
  for (const auto number : statements_of(program_, block)) {
    free_ = first_free_;
    add(Opcode::Spend, 0, 0, 0, id);
    emit_in_block(program_.statements[number], id, end);
  }
}

void Assembler::emit_in_block(const Statement& s, ExpressionId id, Label& end) {
  using Kind = Statement::Kind;
  switch (s.kind) {
    case Kind::Assign: {
      const auto begin = out_.size();
      const bool is_number = program_.slots[s.a].type.kind == ValueKind::Number;
      is_number ? emit_number_into(s.b, s.a) : emit_into(s.b, s.a);
      if (falls_back(begin)) { add(is_number ? Opcode::Store : Opcode::Evaluate, s.a, 0, 0, s.b); }
      return;
    }
    case Kind::If: {
      Label otherwise;
      Label done;
      jump_in_block(s.a, otherwise);
      emit_in_block(s.b, id, end);
      if (s.c != kNone) { jump(Opcode::Jump, done); }
      bind(otherwise);
      if (s.c != kNone) { emit_in_block(s.c, id, end); }
      return bind(done);
    }
    case Kind::Repeat:
    case Kind::ForEach:
    case Kind::ForRange: {
      const auto outer = first_free_;
      emit_loop_of_block(s, id, end);
      first_free_ = outer;
      return;
    }
    default: return jump(Opcode::Jump, end);  // `stop`: the slot of the result is set
  }
}

// The registers of the loops around remain taken, so there may be none even for the value of a tree.
void Assembler::jump_in_block(ExpressionId id, Label& label) {
  jump_if_condition(id, false, label);
  if (is_out_of_registers_) { needs_tree_ = true; }
}

// A turn whose number is in a register. The first of two registers is the place, or the next number; the other one is
// the list, the last number or the number of turns.
void Assembler::emit_loop_of_block(const Statement& s, ExpressionId id, Label& end) {
  using Kind = Statement::Kind;
  temporary();
  const auto place = temporary();
  const auto free = free_;
  const auto zero = constant(0);
  const auto one = constant(1);
  if (s.kind == Kind::ForEach) {
    emit_into(s.b, place + 1);
    add(Opcode::Move, place, zero);
  } else if (s.kind == Kind::ForRange) {
    const auto [first, last] = integers(s.b, s.value, true);
    add(Opcode::Move, place, first);
    add(Opcode::Move, place + 1, last);
  } else {
    add(Opcode::Move, place + 1, integer(s.a));
    add(Opcode::Move, place, zero);
  }
  if (is_out_of_registers_) { needs_tree_ = true; }
  first_free_ = free;
  free_ = free;
  const auto turn = [&] {
    add(Opcode::Spend, 0, 0, 0, id);
    emit_in_block(s.c, id, end);
    free_ = free;
  };
  Label done;
  if (s.kind == Kind::ForEach) {
    Label next;
    jump(Opcode::Jump, next);
    const auto body = out_.size();
    turn();
    bind(next);
    const auto back = from_to(out_.size(), body);
    add(Opcode::NextOfFold, s.a, place).offset = back;
    return;
  }
  const auto body = out_.size();
  if (s.kind == Kind::ForRange) {
    jump(Opcode::JumpIfLess, done, place + 1, place);
    add(Opcode::Move, s.a, place);
    turn();
    // The last may be the greatest integer there is.
    jump(Opcode::JumpIfEqual, done, place, place + 1);
  } else {
    jump(Opcode::JumpIfLessOrEqual, done, place + 1, place);
    if (s.b != kNone) { jump_in_block(s.b, done); }
    turn();
  }
  add(Opcode::Add, place, place, one, id);
  const auto back = from_to(out_.size(), body);
  add(Opcode::Jump).offset = back;
  bind(done);
}

}  // namespace spoils::roll
