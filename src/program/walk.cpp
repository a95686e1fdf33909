#include "program/walk.h"

#include <algorithm>

namespace spoils::program {

std::vector<SlotId> slots_read(const Program& program, const std::vector<ExpressionId>& roots) {
  std::set<SlotId> read;
  std::set<SlotId> own;
  for (const auto root : roots) {
    for_each_below(program, root, [&](ExpressionId id) {
      const auto& e = program.expressions[id];
      switch (e.op) {
        case Op::Slot: read.insert(e.a); break;
        case Op::Bind: own.insert(static_cast<SlotId>(e.value)); break;
        case Op::Fold: own.insert(program.folds[e.a].variable); break;
        case Op::PickWhere: own.insert(program.choices[e.a].row); break;
        case Op::RowCell:
        case Op::RowOutcome: read.insert(e.c); break;
        case Op::PickGrid:
          if (program.grids[e.a].is_interpolated) { own.insert(program.grids[e.a].key); }
          break;
        case Op::Invoke:
        case Op::Settle:
          for (const auto slot : program.defs[static_cast<std::size_t>(e.value)].parameters) { own.insert(slot); }
          break;
        default: break;
      }
    });
  }
  std::vector<SlotId> out;
  std::set_difference(read.begin(), read.end(), own.begin(), own.end(), std::back_inserter(out));
  return out;
}

}  // namespace spoils::program
