// odds/picks_as_choices.cpp
//
// The choices for picks from tables and from lists of integers that are filtered.
#include "odds/picks_as_choices.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

// Rows of a table that is written for the members of a list.
constexpr std::uint64_t kMostRows = 1'000;

using AddVariable = std::function<SlotId(ValueType)>;

/// Integers that follow each other, and which of them may be picked.
struct Filtered {
  Word first = 0;
  Word last = 0;
  SlotId variable = 0;
  ExpressionId condition = kNone;
};

bool is_slot(const Program& program, ExpressionId id, SlotId slot) {
  return program.expressions[id].op == Op::Slot && program.expressions[id].a == slot;
}

// Returns the parts of `list(n in 1..80 where not n in drawn)`; none if an expression is no such list.
std::optional<Filtered> filtered_by(const Program& program, ExpressionId id) {
  const auto& list = program.expressions[id];
  if (list.op != Op::Fold || list.draws || program.folds[list.a].kind != FoldKind::List) { return std::nullopt; }
  const auto& fold = program.folds[list.a];
  const auto& source = program.expressions[fold.source];
  const bool gives_member = fold.value == kNone || is_slot(program, fold.value, fold.variable);
  if (!gives_member || fold.condition == kNone || source.op != Op::Sequence) { return std::nullopt; }
  const auto& first = program.expressions[source.a];
  const auto& last = program.expressions[source.b];
  const bool is_written = first.op == Op::Constant && last.op == Op::Constant && first.value != kUnset &&
                          last.value != kUnset && first.value <= last.value;
  const auto rows = static_cast<std::uint64_t>(last.value) - static_cast<std::uint64_t>(first.value);
  if (!is_written || rows >= kMostRows) { return std::nullopt; }
  return Filtered{first.value, last.value, fold.variable, fold.condition};
}

Choice choice_of(Program& program, ProgramWriter& out, const Filtered& from, ValueType type,
                 const AddVariable& add_variable) {
  Table table;
  table.type = type;
  const auto one = out.constant(type, 1);
  for (auto word = from.first; word <= from.last; ++word) {
    TableRow row;
    row.weight = one;
    row.outcome = out.constant(type, word);
    table.rows.push_back(row);
    table.constant_weights.emplace_back(1);
  }
  program.tables.push_back(std::move(table));
  Choice choice;
  choice.table = static_cast<std::uint32_t>(program.tables.size() - 1);
  choice.row = add_variable({ValueKind::Row, ValueKind::Unknown, choice.table});
  Expression member;
  member.op = Op::RowOutcome;
  member.type = type;
  member.a = choice.table;
  member.c = choice.row;
  Expression admits;
  admits.op = Op::Bind;
  admits.type = of(ValueKind::Flag);
  admits.a = out.add(member);
  admits.b = from.condition;
  admits.value = from.variable;
  choice.condition = out.add(admits);
  for (const auto slot : slots_read(program, {from.condition})) {
    if (slot == from.variable) { continue; }
    choice.reads.push_back(slot);
    choice.reads_heap = choice.reads_heap || lies_in_heap(program.slots[slot].type.kind);
  }
  return choice;
}

std::optional<Choice> choice_of_table(const Program& program, std::uint32_t number, const AddVariable& add_variable) {
  const auto& table = program.tables[number];
  const bool is_plain = std::all_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
    return program.expressions[row.outcome].op == Op::Constant && row.otherwise == kNone &&
           (row.condition == kNone || !program.expressions[row.condition].draws) &&
           !program.expressions[row.weight].draws;
  });
  if (!is_plain) { return std::nullopt; }
  Choice choice;
  choice.table = number;
  choice.row = add_variable({ValueKind::Row, ValueKind::Unknown, number});
  choice.reads = table.reads;
  choice.reads_heap = table.reads_heap;
  return choice;
}

}  // namespace

ExpressionId pick_as_choice(Program& program, ProgramWriter& out, ExpressionId pick, const AddVariable& add_variable) {
  auto e = program.expressions[pick];
  if (e.type.kind != ValueKind::Symbol && e.type.kind != ValueKind::Int) { return pick; }
  out.set_place(program.places[pick]);
  std::optional<Choice> choice;
  if (e.op == Op::PickTable) { choice = choice_of_table(program, e.a, add_variable); }
  if (e.op == Op::PickMember) {
    if (const auto from = filtered_by(program, e.a)) { choice = choice_of(program, out, *from, e.type, add_variable); }
  }
  if (!choice) { return pick; }
  program.choices.push_back(std::move(*choice));
  e.op = Op::PickWhere;
  e.a = static_cast<std::uint32_t>(program.choices.size() - 1);
  e.memo = 0;
  return out.add(e);
}

}  // namespace spoils::odds
