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
    program::for_each_part_of_row(row, [&](program::ExpressionId id) { read(id); });
  }
  for (const auto id : table.cells) { read(id); }
}

void References::read(program::ExpressionId id) {
  if (id == kNone || !seen_.insert(id).second) { return; }
  const auto& e = program_.expressions[id];
  if (e.op == Op::PickTable) { picked_.insert(e.a); }
  // The names of the node itself come before those of its operands.
  struct Names {
    References& self;
    std::vector<program::ExpressionId> operands;
    void operand(program::ExpressionId part) { operands.push_back(part); }
    void body(std::uint32_t def) { self.add(Entry::Kind::Def, def); }
    void grid(std::uint32_t grid) { self.add(Entry::Kind::Grid, grid); }
    void outcomes(std::uint32_t) {}
    void column(std::uint32_t table, std::uint32_t) {
      if (!self.program_.tables[table].name.empty()) { self.add(Entry::Kind::Table, table); }
    }
    // A table without a name is a part of the declaration that contains it.
    void rows(std::uint32_t table) {
      self.program_.tables[table].name.empty() ? self.read_rows(self.program_.tables[table]) : column(table, 0);
    }
  };
  Names names{*this, {}};
  program::for_each_part(program_, e, names);
  if (e.op == Op::HasOutcome) { names.column(e.a, 0); }
  for (const auto part : names.operands) { read(part); }
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
    case Entry::Kind::Grid:
      for (const auto table : program::tables_of(program_.grids[entry.index])) { read_rows(program_.tables[table]); }
      return;
    case Entry::Kind::Def: read(program_.defs[entry.index].body); return;
    case Entry::Kind::Measure: read(program_.measures[entry.index].value); return;
  }
}

}  // namespace spoils::book
