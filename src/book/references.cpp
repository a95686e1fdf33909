// book/references.cpp
//
// Walks the expressions and statements of a declaration and stops at each name that it reaches.
#include "book/references.h"

#include <algorithm>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::book {

using program::kNone;
using program::Op;
using program::Statement;

void References::add(Entry::Kind kind, std::uint32_t index) {
  const Reference reference{kind, index};
  if (std::find(found_.begin(), found_.end(), reference) == found_.end()) { found_.push_back(reference); }
}

void References::read_rows(const program::Table& table) {
  for (const auto& row : table.rows) {
    for (const auto id : {row.weight, row.condition, row.outcome, row.otherwise}) { read(id); }
  }
  for (const auto id : table.cells) { read(id); }
}

void References::read(program::ExpressionId id) {
  if (id == kNone || !seen_.insert(id).second) { return; }
  const auto& e = program_.expressions[id];
  // A table without a name is a part of the declaration that contains it.
  const auto table = [&](std::uint32_t index, bool with_rows) {
    if (!program_.tables[index].name.empty()) {
      add(Entry::Kind::Table, index);
    } else if (with_rows) {
      read_rows(program_.tables[index]);
    }
  };
  switch (e.op) {
    case Op::PickTable:
      picked_.insert(e.a);
      table(e.a, true);
      return;
    case Op::PickGrid:
      add(Entry::Kind::Grid, e.a);
      read(e.b);
      return;
    case Op::PickWhere: {
      const auto& choice = program_.choices[e.a];
      table(choice.table, true);
      for (const auto part : {choice.condition, choice.weight, choice.nothing_weight}) { read(part); }
      return;
    }
    case Op::PickDistinct: {
      read(e.a);
      if (e.b != kNone) {
        read(e.b);
        return;
      }
      const auto& choice = program_.choices[static_cast<std::size_t>(e.value)];
      table(choice.table, true);
      for (const auto part : {choice.condition, choice.weight}) { read(part); }
      return;
    }
    case Op::Cell:
      table(e.a, false);
      read(e.c);
      return;
    case Op::RowCell: table(e.a, false); return;
    case Op::RowOutcome: return;
    case Op::HasOutcome:
      table(e.a, false);
      read(e.b);
      return;
    case Op::Invoke:
    case Op::WorldDef:
      add(Entry::Kind::Def, static_cast<std::uint32_t>(e.value));
      for (std::uint32_t i = 0; i < e.b; ++i) { read(program_.operands[e.a + i]); }
      return;
    default: program::for_each_operand(program_, e, [&](program::ExpressionId part) { read(part); });
  }
}

void References::read_block(program::BlockId block) {
  program::for_each_statement(program_, block, [&](std::uint32_t number) {
    const auto& s = program_.statements[number];
    program::for_each_expression(program_, s, [&](program::ExpressionId id) { read(id); });
    program::for_each_call(program_, s, [&](program::RuleId rule, program::CallKind) { add(Entry::Kind::Rule, rule); });
  });
}

void References::read_entry(const Entry& entry) {
  switch (entry.kind) {
    case Entry::Kind::Rule:
      for (const auto& parameter : program_.rules[entry.index].parameters) { read(parameter.initial); }
      read_block(program_.rules[entry.index].body);
      return;
    case Entry::Kind::Table: read_rows(program_.tables[entry.index]); return;
    case Entry::Kind::Grid: {
      const auto& grid = program_.grids[entry.index];
      std::set<std::int32_t> tables(grid.table_of.begin(), grid.table_of.end());
      tables.insert(grid.other);
      for (const auto table : tables) {
        if (table >= 0) { read_rows(program_.tables[static_cast<std::size_t>(table)]); }
      }
      return;
    }
    case Entry::Kind::Def: read(program_.defs[entry.index].body); return;
    case Entry::Kind::Measure: read(program_.measures[entry.index].value); return;
  }
}

}  // namespace spoils::book
