// program/walk.h
//
// Going through a program: what a node needs, what a statement needs, and which slots either reads.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::program {

/// Whether some rule reads a def of the world, which is evaluated once for all rolls. Cost: linear in the
/// expressions.
[[nodiscard]] bool has_defs_of_world(const Program& program);

/// Calls f(id) for each expression that a node evaluates itself, in the order of evaluation. The rows of tables, the
/// insides of choices and the bodies of defs belong to the nodes that use them.
template <class F>
void for_each_operand(const Program& program, const Expression& e, F&& f) {
  const auto row = [&](const TableRow& r) {
    for (const auto id : {r.weight, r.condition, r.outcome, r.otherwise}) {
      if (id != kNone) { f(id); }
    }
  };
  const auto column = [&](std::uint32_t table, std::uint32_t index) {
    const auto& t = program.tables[table];
    for (std::size_t i = index; i < t.cells.size(); i += t.columns.size()) { f(t.cells[i]); }
  };
  switch (e.op) {
    case Op::Constant:
    case Op::Fraction:
    case Op::Slot: return;
    case Op::Interpolate:
    case Op::HasOutcome: f(e.b); return;
    case Op::Invoke:
    case Op::WorldDef:
      for (std::uint32_t i = 0; i < e.b; ++i) { f(program.operands[e.a + i]); }
      f(program.defs[static_cast<std::size_t>(e.value)].body);
      return;
    case Op::MakeList:
    case Op::MakeSet:
      for (std::uint32_t i = 0; i < e.b; ++i) { f(program.operands[e.a + i]); }
      return;
    case Op::Compose:
      for (std::uint32_t i = 0; i < e.b; ++i) {
        if (program.parts[e.a + i].expression != kNone) { f(program.parts[e.a + i].expression); }
      }
      return;
    case Op::Fold: {
      const auto& fold = program.folds[e.a];
      for (const auto id : {fold.source, fold.condition, fold.value}) {
        if (id != kNone) { f(id); }
      }
      return;
    }
    case Op::PickTable:
      for (const auto& r : program.tables[e.a].rows) { row(r); }
      return;
    case Op::PickGrid: {
      f(e.b);
      const auto& grid = program.grids[e.a];
      std::set<std::int32_t> tables(grid.table_of.begin(), grid.table_of.end());
      tables.insert(grid.other);
      for (const auto table : tables) {
        if (table < 0) { continue; }
        for (const auto& r : program.tables[static_cast<std::size_t>(table)].rows) { row(r); }
      }
      return;
    }
    case Op::PickWhere: {
      const auto& choice = program.choices[e.a];
      for (const auto id : {choice.condition, choice.weight, choice.nothing_weight}) {
        if (id != kNone) { f(id); }
      }
      for (const auto& r : program.tables[choice.table].rows) { row(r); }
      return;
    }
    case Op::PickDistinct: {
      f(e.a);
      if (e.b != kNone) {
        f(e.b);
        return;
      }
      const auto& choice = program.choices[static_cast<std::size_t>(e.value)];
      for (const auto id : {choice.condition, choice.weight}) {
        if (id != kNone) { f(id); }
      }
      for (const auto& r : program.tables[choice.table].rows) { row(r); }
      return;
    }
    case Op::Cell:
      f(e.c);
      column(e.a, e.b);
      return;
    case Op::RowCell: column(e.a, e.b); return;
    case Op::RowOutcome:
      for (const auto& r : program.tables[e.a].rows) { f(r.outcome); }
      return;
    default:
      for (const auto id : {e.a, e.b, e.c}) {
        if (id != kNone) { f(id); }
      }
  }
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
