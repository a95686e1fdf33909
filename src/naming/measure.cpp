// naming/measure.cpp
//
// The terms of a measure of a finished thing: the parts of its outermost sum, found through roundings, defs and
// conditions. Tests: tests/api/measures_test.cpp.
#include <utility>

#include "naming/display.h"

namespace spoils::naming {

using namespace program;
using number::Rational;

std::vector<Namer::Term> Namer::terms(ExpressionId id) {
  limit_work(kMaxWork);
  const auto before = heap_->mark();
  std::vector<Term> out;
  add_terms(id, false, false, out);
  if (failed()) { out.clear(); }
  clear_fault();
  heap_->go_back(before);
  return out;
}

// `is_part`: it is an operand of the sum; else the sum is still looked for.
void Namer::add_terms(ExpressionId id, bool is_negative, bool is_part, std::vector<Term>& out) {
  const auto& e = node(id);
  switch (e.op) {
    case Op::OrZero: return add_terms(e.a, is_negative, is_part, out);
    case Op::Add:
    case Op::Subtract:
      add_terms(e.a, is_negative, true, out);
      add_terms(e.b, is_negative != (e.op == Op::Subtract), true, out);
      return;
    case Op::Fold:
      if (program_->folds[e.a].kind == FoldKind::Sum) { return add_members(program_->folds[e.a], is_negative, out); }
      break;
    default: break;
  }
  if (!is_part) {
    switch (e.op) {
      case Op::Round:
      case Op::Floor:
      case Op::Ceil: return add_terms(e.a, is_negative, false, out);
      case Op::Choose: return add_terms(flag(e.a) ? e.b : e.c, is_negative, false, out);
      case Op::Bind: store(static_cast<SlotId>(e.value), e.a); return add_terms(e.b, is_negative, false, out);
      case Op::Invoke:
        if (!bind_arguments(e, id)) { return; }
        return add_terms(program_->defs[static_cast<std::size_t>(e.value)].body, is_negative, false, out);
      default: return;
    }
  }
  Term term;
  term.place = program_->places[id];
  const bool is_call = e.op == Op::Invoke || e.op == Op::ConstantDef;
  if (is_call) { term.name = program_->defs[static_cast<std::size_t>(e.value)].name; }
  if (e.op == Op::Slot) { term.name = program_->slots[e.a].name; }
  term.value = number(id);
  if (is_negative) { term.value = checked(number::subtract(Rational(0), term.value), id); }
  if (term.value != Rational(0)) { out.push_back(std::move(term)); }
}

void Namer::add_members(const Fold& fold, bool is_negative, std::vector<Term>& out) {
  const auto source = word(fold.source);
  const auto type = program_->slots[fold.variable].type;
  for (std::size_t i = 0; i < program_->list(source, *heap_).count; ++i) {
    const auto value = fold.value == kNone ? fold.source : fold.value;
    slots_[fold.variable] = program_->list(source, *heap_).first[i];
    if (failed() || !spend(1, value)) { return; }
    if (fold.condition != kNone && !flag(fold.condition)) { continue; }
    Term term;
    term.place = program_->places[value];
    term.value = fold.value == kNone ? Rational(slots_[fold.variable]) : number(fold.value);
    if (is_negative) { term.value = checked(number::subtract(Rational(0), term.value), value); }
    if (term.value == Rational(0)) { continue; }
    auto member = slots_[fold.variable];
    auto shown = type;
    if (type.kind == ValueKind::Row) {
      const auto& outcome = program_->tables[type.table].rows[static_cast<std::size_t>(member)].outcome;
      member = word(outcome);
      shown = node(outcome).type;
    }
    append_value(term.name, shown, member);
    out.push_back(std::move(term));
  }
}

}  // namespace spoils::naming
