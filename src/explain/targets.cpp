// explain/targets.cpp
//
// Finds the slot that each draw of a statement is assigned to, and the key if it is an entry of a map; then what the
// recorder makes of it (explain/recorder.h). tests/explain pins the targets of each form.
#include "explain/targets.h"

#include <fmt/format.h>

#include "explain/recorder.h"
#include "program/to_source.h"

namespace spoils::explain {

using namespace program;

Targets find_targets(const Program& program) {
  Targets out;
  for (const auto& statement : program.statements) {
    if (statement.kind != Statement::Kind::Assign || program.slots[statement.a].name.empty()) { continue; }
    put_target(program, statement.b, {statement.a, false}, out);
  }
  return out;
}

void put_target(const Program& program, ExpressionId id, Target target, Targets& out) {
  const auto& e = program.expressions[id];
  const auto put = [&](ExpressionId part, Target its) { put_target(program, part, its, out); };
  const auto reads_target = [&](ExpressionId operand) {
    const auto& inner = program.expressions[operand];
    const auto& slot = inner.op == Op::OrZero ? program.expressions[inner.a] : inner;
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
    case Op::Chance: out.insert_or_assign(id, target); return;
    case Op::Choose:
      put(e.b, target);
      put(e.c, target);
      return;
    case Op::OrZero: put(e.a, target); return;
    case Op::Bind: put(e.b, target); return;
    case Op::SetAt:
    case Op::AddAt:
      if (!target.adds && reads_target(e.a)) { put(e.c, {target.slot, e.op == Op::AddAt, e.b}); }
      return;
    case Op::MakeMap:
      for (std::uint32_t i = 0; i + 1 < e.b; i += 2) {
        put(program.operands[e.a + i + 1], {target.slot, target.adds, program.operands[e.a + i]});
      }
      return;
    case Op::Add:
    case Op::AddMaps:
    case Op::Append:
    case Op::Insert:
      if (!target.adds && reads_target(e.a)) { put(e.b, {target.slot, true}); }
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
  passed_.erase(outcome);
  const auto target = target_of(from);
  if (target == nullptr) {
    passed_.emplace(outcome, std::nullopt);
    return;
  }
  Targets parts;
  put_target(program_, outcome, *target, parts);
  for (const auto& [part, its] : parts) { passed_.insert_or_assign(part, its); }
}

const Target* Recorder::target_of(ExpressionId draw) const {
  const auto passed = passed_.find(draw);
  if (passed != passed_.end()) { return passed->second ? &*passed->second : nullptr; }
  const auto target = targets_.find(draw);
  return target == targets_.end() ? nullptr : &target->second;
}

}  // namespace spoils::explain
