// program/walk.h
//
// Going through a program: what a node needs, what a statement needs, and which slots either reads.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::program {

/// Returns the records for which a distinct def of a world has different values, in their order. Cost: linear in them.
[[nodiscard]] std::vector<Word> records_of(const Program& program, const Def& def);

/// Whether a rule is a world rule, whose body is one statement.
[[nodiscard]] bool is_world_rule(const Program& program, RuleId rule);

/// Returns the slots that a world rule begins without: fields and scratch values of the things that it works on, except
/// its parameters. Of a Number both slots, one after the other. Cost: linear in the fields of the rule.
[[nodiscard]] std::vector<SlotId> fields_of_world_rule(const Program& program, RuleId rule);

/// Returns all slots of fields and scratch values, a Number's second one too: those that are unset as a thing begins.
[[nodiscard]] std::vector<SlotId> slots_of_things(const Program& program);

template <class F>
void for_each_expression(const Program& program, const Statement& s, F&& f);
template <class F>
void for_each_statement(const Program& program, BlockId block, F&& f);

/// Returns how deep the blocks in a block nest, itself included. Cost: linear in its statements.
[[nodiscard]] int depth_of_block(const Program& program, BlockId block);

/// Whether an operator draws, whatever its operands are.
[[nodiscard]] constexpr bool draws_itself(Op op) {
  return (op >= Op::Chance && op <= Op::Shuffle) || op == Op::WorldDef;
}

/// Whether an operator tells of all outcomes of its operand: it draws nothing, whatever that does.
[[nodiscard]] constexpr bool tells_of_outcomes(Op op) { return op >= Op::Least && op <= Op::Average; }

/// Returns the slot that a node itself reads; kNone if it reads none.
[[nodiscard]] inline SlotId slot_read_by(const Expression& e) {
  if (e.op == Op::Slot) { return e.a; }
  return e.op == Op::RowCell || e.op == Op::RowOutcome ? e.c : kNone;
}

/// Calls f(slot) for a slot and, if a Number is in it, for the second one of that.
template <class F>
void for_each_word_of(const Program& program, SlotId slot, F&& f) {
  f(slot);
  if (slot < program.slots.size() && program.slots[slot].type.kind == ValueKind::Number) { f(slot + 1); }
}

/// Calls f(id) for the weight, the condition and the outcomes of a row.
template <class F>
void for_each_part_of_row(const TableRow& row, F&& f) {
  for (const auto id : {row.weight, row.condition, row.outcome, row.otherwise}) {
    if (id != kNone) { f(id); }
  }
}

/// Calls f(id) for the cells of a column, from the first row down.
template <class F>
void for_each_cell(const Table& table, std::size_t column, F&& f) {
  for (auto i = column; i < table.cells.size(); i += table.columns.size()) { f(table.cells[i]); }
}

/// Returns the tables that a pick from a grid may use, each once, ascending.
[[nodiscard]] inline std::set<std::uint32_t> tables_of(const Grid& grid) {
  std::set<std::uint32_t> out;
  auto last = grid.other;
  if (last >= 0) { out.insert(static_cast<std::uint32_t>(last)); }
  for (const auto table : grid.table_of) {
    if (table >= 0 && table != last) { out.insert(static_cast<std::uint32_t>(table)); }
    last = table;
  }
  return out;
}

/// Returns the choice that a node makes, a PickWhere or a PickDistinct from a table; null for other nodes.
[[nodiscard]] inline const Choice* choice_of(const Program& program, const Expression& e) {
  if (e.op == Op::PickWhere) { return &program.choices[e.a]; }
  if (e.op != Op::PickDistinct || e.b != kNone) { return nullptr; }
  return &program.choices[static_cast<std::size_t>(e.value)];
}

/// Returns the numbers of the statements of a block, without those of the blocks inside.
[[nodiscard]] inline std::span<const std::uint32_t> statements_of(const Program& program, BlockId block) {
  const auto& range = program.blocks[block];
  return {program.block_items.data() + range.first, range.count};
}

/// Calls f(slot) for each slot that a node sets for its parts: parameters of defs, what it binds, the variables of
/// folds and choices, lets in the blocks of defs. A Number counts with both its slots.
template <class F>
void for_each_bound_slot(const Program& program, const Expression& e, F&& f) {
  const auto bind = [&](SlotId slot) { for_each_word_of(program, slot, f); };
  switch (e.op) {
    case Op::Bind: bind(static_cast<SlotId>(e.value)); return;
    case Op::Block:
      for_each_statement(program, e.a, [&](std::uint32_t number) {
        using Kind = Statement::Kind;
        const auto& s = program.statements[number];
        if (s.kind == Kind::Assign || s.kind == Kind::ForEach || s.kind == Kind::ForRange) { bind(s.a); }
      });
      return;
    case Op::Fold: bind(program.folds[e.a].variable); return;
    case Op::PickWhere:
      bind(program.choices[e.a].row);
      if (program.choices[e.a].total != kNone) { bind(program.choices[e.a].total); }
      return;
    case Op::PickDistinct:
      if (const auto* choice = choice_of(program, e)) { bind(choice->row); }
      return;
    case Op::PickGrid:
      if (program.grids[e.a].is_interpolated) { bind(program.grids[e.a].key); }
      return;
    case Op::Invoke:
    case Op::WorldDef:
    case Op::ConstantDef:
      for (const auto slot : program.defs[static_cast<std::size_t>(e.value)].parameters) { bind(slot); }
      return;
    default: return;
  }
}

/// Calls `parts` for each part of a node, in the order of evaluation: parts.operand(id) for an expression that belongs
/// to the node, and for what it shares with others parts.body(def), parts.rows(table): weights, conditions and
/// outcomes; parts.outcomes(table), parts.column(table, index), parts.grid(grid).
template <class Parts>
void for_each_part(const Program& program, const Expression& e, Parts&& parts) {
  const auto operands = [&](std::initializer_list<ExpressionId> ids) {
    for (const auto id : ids) {
      if (id != kNone) { parts.operand(id); }
    }
  };
  switch (e.op) {
    case Op::Constant:
    case Op::Fraction:
    case Op::Slot: return;
    case Op::Interpolate:
    case Op::HasOutcome: parts.operand(e.b); return;
    case Op::Block:
      for_each_statement(program, e.a, [&](std::uint32_t number) {
        for_each_expression(program, program.statements[number], [&](ExpressionId id) { parts.operand(id); });
      });
      parts.operand(e.b);
      return;
    case Op::Invoke:
    case Op::WorldDef:
    case Op::ConstantDef:
      for (std::uint32_t i = 0; i < e.b; ++i) { parts.operand(program.operands[e.a + i]); }
      parts.body(static_cast<std::uint32_t>(e.value));
      return;
    case Op::MakeList:
    case Op::MakeSet:
    case Op::MakeMap:
      for (std::uint32_t i = 0; i < e.b; ++i) { parts.operand(program.operands[e.a + i]); }
      return;
    case Op::Compose:
      for (std::uint32_t i = 0; i < e.b; ++i) { operands({program.parts[e.a + i].expression}); }
      return;
    case Op::Fold: {
      const auto& fold = program.folds[e.a];
      operands({fold.source, fold.condition, fold.value});
      return;
    }
    case Op::PickTable: parts.rows(e.a); return;
    case Op::PickGrid:
      parts.operand(e.b);
      parts.grid(e.a);
      return;
    case Op::PickWhere: {
      const auto& choice = program.choices[e.a];
      operands({choice.condition, choice.weight, choice.nothing_weight});
      parts.rows(choice.table);
      return;
    }
    case Op::PickDistinct: {
      operands({e.a, e.b});
      const auto* choice = choice_of(program, e);
      if (choice == nullptr) { return; }
      operands({choice->condition, choice->weight});
      parts.rows(choice->table);
      return;
    }
    case Op::Cell:
      parts.operand(e.c);
      parts.column(e.a, e.b);
      return;
    case Op::RowCell: parts.column(e.a, e.b); return;
    case Op::RowOutcome: parts.outcomes(e.a); return;
    default: operands({e.a, e.b, e.c});
  }
}

/// Calls f(id) for each expression that a node itself has, and not for those that it shares with others.
template <class F>
void for_each_own_operand(const Program& program, const Expression& e, F&& f) {
  struct Own {
    F& f;
    void operand(ExpressionId id) { f(id); }
    void body(std::uint32_t) {}
    void rows(std::uint32_t) {}
    void outcomes(std::uint32_t) {}
    void column(std::uint32_t, std::uint32_t) {}
    void grid(std::uint32_t) {}
  };
  for_each_part(program, e, Own{f});
}

/// Calls f(id) for each expression that a node evaluates itself, in the order of evaluation. The rows of tables, the
/// insides of choices and the bodies of defs belong to the nodes that use them.
template <class F>
void for_each_operand(const Program& program, const Expression& e, F&& f) {
  struct All {
    const Program& program;
    F& f;
    void operand(ExpressionId id) { f(id); }
    void body(std::uint32_t def) { f(program.defs[def].body); }
    void rows(std::uint32_t table) {
      for (const auto& row : program.tables[table].rows) { for_each_part_of_row(row, f); }
    }
    void outcomes(std::uint32_t table) {
      for (const auto& row : program.tables[table].rows) { f(row.outcome); }
    }
    void column(std::uint32_t table, std::uint32_t index) { for_each_cell(program.tables[table], index, f); }
    void grid(std::uint32_t index) {
      for (const auto table : tables_of(program.grids[index])) { rows(table); }
    }
  };
  for_each_part(program, e, All{program, f});
}

/// Calls f(id) for some expressions and for every one below them, each once.
template <class F>
void for_each_below(const Program& program, std::vector<ExpressionId> todo, F&& f) {
  std::vector<bool> seen(program.expressions.size(), false);
  while (!todo.empty()) {
    const auto id = todo.back();
    todo.pop_back();
    if (id == kNone || seen[id]) { continue; }
    seen[id] = true;
    f(id);
    for_each_operand(program, program.expressions[id], [&](ExpressionId child) { todo.push_back(child); });
  }
}

template <class F>
void for_each_below(const Program& program, ExpressionId root, F&& f) {
  for_each_below(program, std::vector<ExpressionId>{root}, std::forward<F>(f));
}

/// Calls f(id) for each expression that a statement evaluates itself, not those of its blocks.
template <class F>
void for_each_expression(const Program& program, const Statement& s, F&& f) {
  using Kind = Statement::Kind;
  const auto one = [&](ExpressionId id) {
    if (id != kNone) { f(id); }
  };
  switch (s.kind) {
    case Kind::Assign:
    case Kind::WithInput:
    case Kind::Try:
    case Kind::ForEach: one(s.b); return;
    case Kind::If:
    case Kind::RunNamed: one(s.a); return;
    case Kind::Repeat:
    case Kind::Retry:
      one(s.a);
      one(s.b);
      return;
    case Kind::ForRange:
      one(s.b);
      one(s.value);
      return;
    case Kind::Run:
    case Kind::Drop:
    case Kind::Hold:
      for (std::uint32_t i = 0; i < s.c; ++i) { one(program.operands[s.b + i]); }
      return;
    case Kind::WithStream: {
      const auto& use = program.streams[s.a];
      for (const auto id : {use.bits, use.multiplier, use.increment, use.seed, use.skip}) { one(id); }
      return;
    }
    case Kind::Suppose:
    case Kind::World:
    case Kind::Stop:
    case Kind::Discard: return;
  }
}

/// Calls f(block) for each block of a statement.
template <class F>
void for_each_block(const Statement& s, F&& f) {
  using Kind = Statement::Kind;
  switch (s.kind) {
    case Kind::If:
      f(s.b);
      if (s.c != kNone) { f(s.c); }
      return;
    case Kind::Repeat:
    case Kind::ForEach:
    case Kind::ForRange:
    case Kind::Retry:
    case Kind::Suppose:
    case Kind::World:
    case Kind::WithInput: f(s.c); return;
    case Kind::Try:
      f(s.c);
      if (s.a != kNone) { f(s.a); }
      return;
    case Kind::WithStream: f(s.b); return;
    default: return;
  }
}

/// Calls f(statement number) for the statements of a block and of the blocks inside, in order.
template <class F>
void for_each_statement(const Program& program, BlockId block, F&& f) {
  for (const auto number : statements_of(program, block)) {
    f(number);
    for_each_block(program.statements[number], [&](BlockId inner) { for_each_statement(program, inner, f); });
  }
}

/// Returns the slots that an expression reads from outside, ascending: not those that it sets itself (parameters of
/// defs, what it binds, the variables of folds and choices). A Number counts with both its slots.
[[nodiscard]] std::vector<SlotId> slots_read(const Program& program, const std::vector<ExpressionId>& roots);

}  // namespace spoils::program
