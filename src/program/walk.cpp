// program/walk.cpp
//
// The walks over a program that are no templates: whether it reads world defs, and the free slots of expressions
// (slots read minus slots that the expressions bind themselves).
#include "program/walk.h"

#include <algorithm>

namespace spoils::program {

bool has_defs_of_world(const Program& program) {
  return std::any_of(program.expressions.begin(), program.expressions.end(),
                     [](const Expression& e) { return e.op == Op::WorldDef; });
}

std::vector<SlotId> slots_read(const Program& program, const std::vector<ExpressionId>& roots) {
  std::set<SlotId> read;
  std::set<SlotId> own;
  const auto insert = [&](std::set<SlotId>& into, SlotId slot) {
    into.insert(slot);
    if (program.slots[slot].type.kind == ValueKind::Number) { into.insert(slot + 1); }
  };
  for_each_below(program, roots, [&](ExpressionId id) {
    const auto& e = program.expressions[id];
    switch (e.op) {
      case Op::Slot: insert(read, e.a); break;
      case Op::Bind: insert(own, static_cast<SlotId>(e.value)); break;
      case Op::Fold: own.insert(program.folds[e.a].variable); break;
      case Op::PickWhere:
        own.insert(program.choices[e.a].row);
        if (program.choices[e.a].total != kNone) { insert(own, program.choices[e.a].total); }
        break;
      case Op::PickDistinct:
        if (e.b == kNone) { own.insert(program.choices[static_cast<std::size_t>(e.value)].row); }
        break;
      case Op::RowCell:
      case Op::RowOutcome: read.insert(e.c); break;
      case Op::PickGrid:
        if (program.grids[e.a].is_interpolated) { own.insert(program.grids[e.a].key); }
        break;
      case Op::Invoke:
      case Op::WorldDef:
        for (const auto slot : program.defs[static_cast<std::size_t>(e.value)].parameters) { insert(own, slot); }
        break;
      default: break;
    }
  });
  std::vector<SlotId> out;
  std::set_difference(read.begin(), read.end(), own.begin(), own.end(), std::back_inserter(out));
  return out;
}

}  // namespace spoils::program
