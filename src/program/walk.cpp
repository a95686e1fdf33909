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
  for_each_below(program, roots, [&](ExpressionId id) {
    const auto& e = program.expressions[id];
    if (const auto slot = slot_read_by(e); slot != kNone) {
      for_each_word_of(program, slot, [&](SlotId word) { read.insert(word); });
    }
    for_each_bound_slot(program, e, [&](SlotId slot) { own.insert(slot); });
  });
  std::vector<SlotId> out;
  std::set_difference(read.begin(), read.end(), own.begin(), own.end(), std::back_inserter(out));
  return out;
}

}  // namespace spoils::program
