// program/walk.h
//
// Going through a program: what a node needs, what a statement needs, and which slots either reads.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::program {

/// Whether some rule reads a def of the world, which is evaluated once for all rolls. Cost: linear in the
/// expressions.
[[nodiscard]] bool has_defs_of_world(const Program& program);

/// Whether an operator draws, whatever its operands are.
[[nodiscard]] constexpr bool draws_itself(Op op) {
  return (op >= Op::Chance && op <= Op::Shuffle) || op == Op::WorldDef;
}

/// Returns the slot that a node itself reads; kNone if it reads none.
[[nodiscard]] inline SlotId slot_read_by(const Expression& e) {
  if (e.op == Op::Slot) { return e.a; }
  return e.op == Op::RowCell || e.op == Op::RowOutcome ? e.c : kNone;
}

/// Calls f(slot) for each slot that a node sets for its parts: parameters of defs, what it binds, the variables of
/// folds and choices. A Number counts with both its slots.
template <class F>
void for_each_bound_slot(const Program& program, const Expression& e, F&& f) {
  const auto bind = [&](SlotId slot) {
    f(slot);
    if (program.slots[slot].type.kind == ValueKind::Number) { f(slot + 1); }
  };
  switch (e.op) {
    case Op::Bind: bind(static_cast<SlotId>(e.value)); return;
    case Op::Fold: bind(program.folds[e.a].variable); return;
    case Op::PickWhere:
      bind(program.choices[e.a].row);
      if (program.choices[e.a].total != kNone) { bind(program.choices[e.a].total); }
      return;
    case Op::PickDistinct:
      if (e.b == kNone) { bind(program.choices[static_cast<std::size_t>(e.value)].row); }
      return;
    case Op::PickGrid:
      if (program.grids[e.a].is_interpolated) { bind(program.grids[e.a].key); }
      return;
    case Op::Invoke:
    case Op::WorldDef:
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
    case Op::Invoke:
    case Op::WorldDef:
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
      if (e.b != kNone) { return; }
      const auto& choice = program.choices[static_cast<std::size_t>(e.value)];
      operands({choice.condition, choice.weight});
      parts.rows(choice.table);
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
      for (const auto& row : program.tables[table].rows) {
        for (const auto id : {row.weight, row.condition, row.outcome, row.otherwise}) {
          if (id != kNone) { f(id); }
        }
      }
    }
    void outcomes(std::uint32_t table) {
      for (const auto& row : program.tables[table].rows) { f(row.outcome); }
    }
    void column(std::uint32_t table, std::uint32_t index) {
      const auto& t = program.tables[table];
      for (std::size_t i = index; i < t.cells.size(); i += t.columns.size()) { f(t.cells[i]); }
    }
    void grid(std::uint32_t index) {
      const auto& grid = program.grids[index];
      std::set<std::int32_t> tables(grid.table_of.begin(), grid.table_of.end());
      tables.insert(grid.other);
      for (const auto table : tables) {
        if (table >= 0) { rows(static_cast<std::uint32_t>(table)); }
      }
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
    case Kind::WithInput: f(s.c); return;
    case Kind::WithStream: f(s.b); return;
    default: return;
  }
}

/// Calls f(statement number) for the statements of a block and of the blocks inside, in order.
template <class F>
void for_each_statement(const Program& program, BlockId block, F&& f) {
  const auto& range = program.blocks[block];
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const auto number = program.block_items[range.first + i];
    f(number);
    for_each_block(program.statements[number], [&](BlockId inner) { for_each_statement(program, inner, f); });
  }
}

/// Returns the slots that an expression reads from outside, ascending: not those that it sets itself (parameters of
/// defs, what it binds, the variables of folds and choices). A Number counts with both its slots.
[[nodiscard]] std::vector<SlotId> slots_read(const Program& program, const std::vector<ExpressionId>& roots);

}  // namespace spoils::program
