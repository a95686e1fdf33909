// roll/assemble_statements.cpp
//
// Emits statements: assignments, branches as jumps, loops with their frames, calls. Steps of neighbouring statements
// are counted by one instruction.
#include "program/walk.h"
#include "roll/assembler.h"

namespace spoils::roll {

using namespace program;

void Assembler::emit(BlockId block) {
  const auto statements = statements_of(program_, block);
  std::size_t steps = kNoSteps;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const auto number = statements[i];
    const auto& s = program_.statements[number];
    if (steps == kNoSteps) {
      steps = out_.size();
      add(Opcode::Steps, 0, 0, block).offset = static_cast<std::int32_t>(i);
    }
    ++out_[steps].a;
    free_ = first_free_;
    // Steps after a statement that runs other statements are counted when it is done.
    if (s.kind != Statement::Kind::Assign) { steps = kNoSteps; }
    emit(s, number);
  }
}

void Assembler::emit(const Statement& s, std::uint32_t number) {
  using Kind = Statement::Kind;
  switch (s.kind) {
    case Kind::Assign: {
      const auto& slot = program_.slots[s.a];
      if (slot.type.kind == ValueKind::Number) {
        add(Opcode::Store, s.a, 0, 0, s.b);
      } else {
        const auto begin = out_.size();
        emit_into(s.b, s.a);
        if (falls_back(begin)) { add(Opcode::Evaluate, s.a, 0, 0, s.b); }
      }
      if (slot.kind == Slot::Kind::State) { add(Opcode::CheckState, 0, s.a, number); }
      return;
    }
    case Kind::If: {
      Label otherwise;
      Label end;
      jump_if_condition(s.a, false, otherwise);
      emit(s.b);
      if (s.c != kNone) { jump(Opcode::Jump, end); }
      bind(otherwise);
      if (s.c != kNone) { emit(s.c); }
      bind(end);
      return;
    }
    case Kind::Repeat:
    case Kind::ForRange:
    case Kind::ForEach: begin_loop(s, number); return emit_loop(s, number);
    case Kind::Run: {
      const auto begin = out_.size();
      if (!bind_parameters(s) || falls_back(begin)) { add(Opcode::Bind, 0, number); }
      add(Opcode::Call, 0, s.a, number);
      return;
    }
    case Kind::RunNamed: {
      const auto begin = out_.size();
      auto symbol = value(s.a);
      if (falls_back(begin)) { symbol = tree_value(s.a); }
      add(Opcode::Dispatch, 0, symbol, number).rules = bytecode_.dispatch_table(s.b);
      return;
    }
    case Kind::Drop:
    case Kind::Hold: add(Opcode::MakeThing, 0, number); return;
    case Kind::Stop: add(Opcode::Stop); return;
    case Kind::Discard: add(Opcode::Discard); return;
    case Kind::Retry:
    case Kind::Try:
    case Kind::Suppose:
    case Kind::World:
    case Kind::WithInput:
    case Kind::WithStream: add(Opcode::Run, 0, number); return;
  }
}

Assembler::Register Assembler::tree_value(ExpressionId id) {
  const auto to = temporary();
  add(Opcode::Evaluate, to, 0, 0, id);
  return to;
}

void Assembler::begin_loop(const Statement& s, std::uint32_t number) {
  const auto begin = out_.size();
  if (s.kind == Statement::Kind::Repeat) {
    const auto count = integer(s.a);
    add(Opcode::BeginRepeat, 0, count, number);
  } else if (s.kind == Statement::Kind::ForRange) {
    const auto [first, last] = integers(s.b, s.value);
    add(Opcode::BeginRange, 0, first, last);
  } else {
    const auto list = value(s.b);
    add(Opcode::BeginMembers, 0, list);
  }
  if (!falls_back(begin)) { return; }
  const auto a = tree_value(s.kind == Statement::Kind::Repeat ? s.a : s.b);
  if (s.kind == Statement::Kind::ForEach) {
    add(Opcode::BeginMembers, 0, a);
    return;
  }
  add(Opcode::OrZero, a, a);
  if (s.kind == Statement::Kind::Repeat) {
    add(Opcode::BeginRepeat, 0, a, number);
    return;
  }
  const auto b = tree_value(s.value);
  add(Opcode::OrZero, b, b);
  add(Opcode::BeginRange, 0, a, b);
}

void Assembler::emit_loop(const Statement& s, std::uint32_t number) {
  using Kind = Statement::Kind;
  const auto next_opcode = s.kind == Kind::Repeat     ? Opcode::NextRepeat
                           : s.kind == Kind::ForRange ? Opcode::NextInRange
                                                      : Opcode::NextMember;
  Label first;
  jump(Opcode::Jump, first);
  const auto body = out_.size();
  Label enough;
  if (s.kind == Kind::Repeat && s.b != kNone) { jump_if_condition(s.b, false, enough); }
  emit(s.c);
  bind(first);
  // The steps that the body counts first are counted together with the iteration.
  const bool counts = out_.size() > body && out_[body].opcode == Opcode::Steps;
  const auto offset = from_to(out_.size(), counts ? body + 1 : body);
  auto& next = add(next_opcode, s.kind == Kind::Repeat ? 0 : s.a, counts ? out_[body].a : 0, number);
  next.offset = offset;
  if (enough.jumps.empty()) { return; }
  Label end;
  jump(Opcode::Jump, end);
  bind(enough);
  add(Opcode::EndLoop);
  bind(end);
}

bool Assembler::bind_parameters(const Statement& s) {
  const auto& parameters = program_.rules[s.a].parameters;
  if (s.c == 0) { return true; }
  if (s.c != parameters.size()) { return false; }
  std::vector<SlotId> slots;
  for (const auto& parameter : parameters) { slots.push_back(parameter.slot); }
  if (any_wide(slots)) { return false; }
  set_all(slots, s.b);
  return true;
}

bool Assembler::falls_back(std::size_t begin) {
  if (!is_out_of_registers_) { return false; }
  is_out_of_registers_ = false;
  free_ = first_free_;
  bytecode_.instruction_count_ += out_.size() - begin;
  out_.resize(begin);
  return true;
}

}  // namespace spoils::roll
