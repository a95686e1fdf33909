// explain/targets.cpp
//
// Finds the slot that each draw of a statement is assigned to, and the key if it is an entry of a map. Part of
// explain/recorder.h; tests/explain pins the targets of each form.
#include <fmt/format.h>

#include "explain/recorder.h"
#include "program/to_source.h"

namespace spoils::explain {

using namespace program;

void Recorder::find_targets() {
  for (const auto& statement : program_.statements) {
    if (statement.kind != Statement::Kind::Assign || program_.slots[statement.a].name.empty()) { continue; }
    put_target(statement.b, {statement.a, false});
  }
}

void Recorder::put_target(ExpressionId id, Target target) {
  const auto& e = program_.expressions[id];
  const auto reads_target = [&](ExpressionId operand) {
    const auto& inner = program_.expressions[operand];
    const auto& slot = inner.op == Op::OrZero ? program_.expressions[inner.a] : inner;
    return slot.op == Op::Slot && slot.a == target.slot;
  };
  switch (e.op) {
    case Op::PickRange:
    case Op::Dice:
    case Op::PickTable:
    case Op::PickGrid:
    case Op::PickWhere:
    case Op::PickMember:
    case Op::PickDistinct:
    case Op::Shuffle:
    case Op::Chance: targets_.insert_or_assign(id, target); return;
    case Op::Choose:
      put_target(e.b, target);
      put_target(e.c, target);
      return;
    case Op::OrZero: put_target(e.a, target); return;
    case Op::Bind: put_target(e.b, target); return;
    case Op::SetAt:
    case Op::AddAt:
      if (!target.adds && reads_target(e.a)) { put_target(e.c, {target.slot, e.op == Op::AddAt, e.b}); }
      return;
    case Op::MakeMap:
      for (std::uint32_t i = 0; i + 1 < e.b; i += 2) {
        put_target(program_.operands[e.a + i + 1], {target.slot, target.adds, program_.operands[e.a + i]});
      }
      return;
    case Op::Add:
    case Op::AddMaps:
    case Op::Append:
    case Op::Insert:
      if (!target.adds && reads_target(e.a)) { put_target(e.b, {target.slot, true}); }
      return;
    default: return;
  }
}

/// Returns `[fire]` for the key of a map that is a word, number or variable; else nothing.
std::string Recorder::shown_key(ExpressionId key) const {
  if (key == kNone) { return {}; }
  const auto& e = program_.expressions[key];
  if (e.op == Op::Constant) { return fmt::format("[{}]", to_source(program_, e.type, e.value)); }
  if (e.op == Op::Slot) { return fmt::format("[{}]", to_source(program_, e.type, interpreter_.slots()[e.a])); }
  return {};
}

/// If the outcome of a row is itself a draw, that draw is the one that is assigned to the target.
void Recorder::pass_on_target(ExpressionId from, const TableRow& row, Decision& decision) {
  const auto outcome = labels_.meaning(row);
  if (outcome != kNone && !program_.expressions[outcome].draws) { return; }
  decision.target.clear();
  decision.adds = false;
  if (outcome == kNone) { return; }
  // The row may have been drawn for another target before.
  targets_.erase(outcome);
  const auto target = targets_.find(from);
  if (target != targets_.end()) { put_target(outcome, Target(target->second)); }
}

}  // namespace spoils::explain
