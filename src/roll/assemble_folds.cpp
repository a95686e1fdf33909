// roll/assemble_folds.cpp
//
// Emits folds as loops over their members, and the steps of a filter's condition as one condition for a row.
// A fold counts all members as work before the first.
#include <optional>
#include <utility>
#include <vector>

#include "roll/assembler.h"

namespace spoils::roll {

using namespace program;

Fragment Assembler::fragment(Register result) {
  add(Opcode::End);
  return {std::move(out_), result, static_cast<std::uint32_t>(Bytecode::kRegisters - least_free_)};
}

Fragment Assembler::run_fold(const Fold& f, ExpressionId id) {
  const auto result = temporary();
  if (is_full()) { return {}; }
  if (program_.expressions[id].type.kind == ValueKind::Number) {
    if (f.kind != FoldKind::Sum || f.value == kNone) { return {}; }
    number_sum(f, id);
  } else if (!fold(f, id, result)) {
    return {};
  }
  return is_out_of_registers_ ? Fragment{} : fragment(result);
}

Fragment Assembler::run_steps(const Choice& choice, ConditionStep::Kind kind, std::size_t step) {
  const auto result = temporary();
  first_free_ = free_;
  add(Opcode::Move, result, constant(0));
  Label fails;
  for (std::size_t i = 0; i < choice.steps.size(); ++i) {
    const auto& each = choice.steps[i];
    const auto begin = out_.size();
    if (each.kind == ConditionStep::Kind::Bind) {
      bind_arguments(node(each.id), each.id);
      if (falls_back(begin)) { add(Opcode::Arguments, 0, 0, 0, each.id); }
    } else if (step == kNone ? each.kind == kind : i == step) {
      jump_if_condition(each.id, false, fails);
    }
    free_ = first_free_;
    if (i == step) { break; }
  }
  add(Opcode::Move, result, constant(1));
  bind(fails);
  return fragment(result);
}

template <class Body>
void Assembler::for_each_member(const Fold& f, ExpressionId id, Register source, Body&& body) {
  temporary();  // the list, in the register after the place in it
  const auto place = temporary();
  const auto begin = out_.size();
  add(Opcode::BeginFold, place, source, 0, id);
  Label next;
  if (f.condition != kNone) { jump_if(f.condition, false, next); }
  body(next);
  bind(next);
  out_[begin].offset = from_to(begin, out_.size());
  const auto offset = from_to(out_.size(), begin + 1);
  add(Opcode::NextOfFold, f.variable, place).offset = offset;
}

bool Assembler::fold(const Fold& f, ExpressionId id, Register to) {
  const bool asks = f.kind == FoldKind::Any || f.kind == FoldKind::All;
  const bool counts = f.kind == FoldKind::Count && f.value == kNone;
  const bool adds = f.kind == FoldKind::Sum;
  const bool finds = f.kind == FoldKind::First || f.kind == FoldKind::Last;
  const bool compares = f.kind == FoldKind::Maximum || f.kind == FoldKind::Minimum;
  if (f.kind == FoldKind::List || f.kind == FoldKind::Set || f.kind == FoldKind::MostCommon) {
    return fold_of_found(f, id, to);
  }
  if (!asks && !counts && !adds && !finds && !compares) { return false; }
  const auto initial = constant(finds ? kUnset : f.kind == FoldKind::All ? 1 : 0);
  if (initial == kNoRegister) { return false; }
  // The register of a slot must not change before the last instruction.
  const auto result = to < bytecode_.first_register_ ? temporary() : to;
  const auto source = value(f.source);
  SlotId seen = 0;
  std::optional<std::size_t> matches;
  if (auto* const columns = counts ? column_counts(f, seen) : nullptr) {
    matches = out_.size();
    add(Opcode::CountMatches, result, source, seen, id).counts = columns;
  }
  add(Opcode::Move, result, initial);
  // Whether a member has come, of folds to which that makes a difference.
  const auto any = finds || compares ? temporary() : kNoRegister;
  if (any != kNoRegister) { add(Opcode::Move, any, constant(0)); }
  for_each_member(f, id, source, [&](Label& next) {
    if (counts) {
      add(Opcode::Count, result);
    } else if (adds) {
      add(Opcode::Add, result, result, amount_of(f), id);
    } else if (finds) {
      const auto found = f.value == kNone ? f.variable : value(f.value);
      if (f.kind == FoldKind::First) { jump(Opcode::JumpIf, next, any); }
      add(Opcode::Move, result, found);
      if (f.kind == FoldKind::First) { add(Opcode::Move, any, constant(1)); }
    } else if (compares) {
      const auto amount = amount_of(f);
      Label others;
      jump(Opcode::JumpIf, others, any);
      add(Opcode::Move, result, amount);
      add(Opcode::Move, any, constant(1));
      jump(Opcode::Jump, next);
      bind(others);
      add(f.kind == FoldKind::Maximum ? Opcode::Maximum : Opcode::Minimum, result, result, amount);
    } else {
      const bool decides = f.kind == FoldKind::Any;
      if (f.value != kNone) { jump_if(f.value, !decides, next); }
      if (decides || f.value != kNone) { add(Opcode::Move, result, constant(decides ? 1 : 0)); }
    }
  });
  if (matches) { out_[*matches].offset = from_to(*matches, out_.size()); }
  if (result != to) { add(Opcode::Move, to, result); }
  return true;
}

bool Assembler::fold_of_found(const Fold& f, ExpressionId id, Register to) {
  const auto source = value(f.source);
  const auto first = temporary();
  add(Opcode::BeginFound, first);
  for_each_member(f, id, source,
                  [&](Label&) { add(Opcode::Found, 0, f.value == kNone ? f.variable : value(f.value)); });
  add(Opcode::EndFound, to, first, 0, id);
  return true;
}

// The integer that a member adds or is compared by; 0 if it is unset.
Assembler::Register Assembler::amount_of(const Fold& f) {
  if (f.value != kNone) { return integer(f.value); }
  const auto amount = temporary();
  add(Opcode::OrZero, amount, f.variable);
  return amount;
}

void Assembler::number_sum(const Fold& f, ExpressionId id) {
  for_each_member(f, id, value(f.source), [&](Label&) { add(Opcode::AddNumber, 0, f.value, 0, id); });
}

// Returns what counts the matches of a fold whose condition is one `x.column in seen`, of the list in a slot, and
// equalities of a column of x and a constant; null for another condition.
ColumnCounts* Assembler::column_counts(const Fold& f, SlotId& seen) {
  if (f.condition == kNone) { return nullptr; }
  std::vector<ExpressionId> parts{f.condition};
  std::vector<ColumnCounts::Equality> equalities;
  const Word* column = nullptr;
  while (!parts.empty()) {
    const auto* part = &node(parts.back());
    parts.pop_back();
    while (part->op == Op::OrZero) { part = &node(part->a); }
    if (part->op == Op::And) {
      parts.push_back(part->b);
      parts.push_back(part->a);
      continue;
    }
    if (part->op != Op::Equal && part->op != Op::Contains) { return nullptr; }
    const auto& b = node(part->b);
    const bool or_zero = node(part->a).op == Op::OrZero;
    const auto& a = or_zero ? node(node(part->a).a) : node(part->a);
    const auto* const words = row_words(a);
    if (words == nullptr || a.c != f.variable) { return nullptr; }
    if (part->op == Op::Equal) {
      if (b.op != Op::Constant || b.value == kUnset || (or_zero && b.value == 0)) { return nullptr; }
      equalities.push_back({words, b.value});
    } else {
      const bool is_other = b.op == Op::Slot && b.a != f.variable && a.type.kind != ValueKind::Text;
      if (or_zero || !is_other || column != nullptr) { return nullptr; }
      column = words;
      seen = b.a;
    }
  }
  if (column == nullptr) { return nullptr; }
  return &bytecode_.counts_.emplace_back(bytecode_.counts_.size(), column, std::move(equalities), bytecode_.counted_);
}

}  // namespace spoils::roll
