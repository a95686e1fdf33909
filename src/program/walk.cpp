// program/walk.cpp
//
// The walks over a program that are no templates: what it settles for a world, and the free slots of expressions
// (slots read minus slots that the expressions bind themselves).
#include "program/walk.h"

#include <algorithm>

namespace spoils::program {

std::vector<Word> records_of(const Program& program, const Def& def) {
  const auto& table = program.tables[program.slots[def.parameters[0]].type.table];
  std::vector<Word> out;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& outcome = program.expressions[table.rows[i].outcome];
    const bool is_first = outcome.op == Op::Constant && outcome.value != kUnset &&
                          table.row_index(outcome.value) == static_cast<std::int32_t>(i);
    if (is_first) { out.push_back(outcome.value); }
  }
  return out;
}

bool is_world_rule(const Program& program, RuleId rule) {
  const auto statements = statements_of(program, program.rules[rule].body);
  return !statements.empty() && program.statements[statements.front()].kind == Statement::Kind::World;
}

std::vector<SlotId> fields_of_world_rule(const Program& program, RuleId rule) {
  const auto& known = program.rules[rule];
  std::vector<SlotId> out;
  for (const auto slot : known.fields) {
    bool is_own = slot != program.shown;
    for (const auto& parameter : known.parameters) {
      for_each_word_of(program, parameter.slot, [&](SlotId word) { is_own = is_own && word != slot; });
    }
    if (is_own) { out.push_back(slot); }
  }
  return out;
}

std::vector<SlotId> slots_of_things(const Program& program) {
  std::vector<SlotId> out;
  for (SlotId slot = 0; slot < program.slots.size(); ++slot) {
    const auto kind = program.slots[slot].kind;
    if (kind == Slot::Kind::Field || kind == Slot::Kind::Scratch) { out.push_back(slot); }
  }
  return out;
}

int depth_of_block(const Program& program, BlockId block) {
  int deepest = 0;
  std::vector<std::pair<BlockId, int>> todo{{block, 1}};
  while (!todo.empty()) {
    const auto [next, level] = todo.back();
    todo.pop_back();
    deepest = std::max(deepest, level);
    const auto inner = level + 1;
    for (const auto number : statements_of(program, next)) {
      for_each_block(program.statements[number], [&](BlockId each) { todo.emplace_back(each, inner); });
    }
  }
  return deepest;
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
