// check/link/draws.cpp
//
// Marks the expressions that draw, by a memoised depth-first search over a finished program.
#include "check/link/draws.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/walk.h"

namespace spoils::check {

using namespace program;

namespace {

class DrawMarker {
 public:
  DrawMarker(Program& program, std::size_t first)
      : program_(program), first_(first), is_marked_(program.expressions.size() - first, false) {}

  void run() {
    for (auto id = static_cast<ExpressionId>(first_); id < program_.expressions.size(); ++id) { draws(id); }
  }

 private:
  bool draws(ExpressionId id) {
    if (id == kNone) { return false; }
    if (id >= first_ && !is_marked_[id - first_]) {
      const bool found = finds_draw(program_.expressions[id]);
      program_.expressions[id].draws = found;
      is_marked_[id - first_] = true;
    }
    return program_.expressions[id].draws;
  }

  bool finds_draw(const program::Expression& e) {
    switch (e.op) {
      case Op::Chance:
      case Op::PickRange:
      case Op::Dice:
      case Op::PickTable:
      case Op::PickGrid:
      case Op::PickWhere:
      case Op::PickMember:
      case Op::PickDistinct:
      case Op::WorldDef: return true;
      case Op::Cell: {
        const bool by_key = draws(e.c);
        return column_draws(e.a, e.b) || by_key;
      }
      case Op::RowCell: return column_draws(e.a, e.b);
      case Op::RowOutcome: return column_draws(e.a, kNone);
      default: {
        bool any = false;
        for_each_operand(program_, e, [&](ExpressionId operand) { any = draws(operand) || any; });
        return any;
      }
    }
  }

  // Whether any cell of a column, or any outcome, draws; memoised, since many expressions may read the same table.
  bool column_draws(std::uint32_t index, std::uint32_t column) {
    const auto [known, is_new] = columns_.emplace(std::pair{index, column}, false);
    if (!is_new) { return known->second; }
    const auto& table = program_.tables[index];
    bool any = false;
    if (column == kNone) {
      for (const auto& row : table.rows) { any = draws(row.outcome) || any; }
    } else {
      for (std::size_t i = column; i < table.cells.size(); i += table.columns.size()) {
        any = draws(table.cells[i]) || any;
      }
    }
    return columns_[{index, column}] = any;
  }

  Program& program_;
  std::size_t first_;
  std::vector<bool> is_marked_;  // by expression from first_ on
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> columns_;
};

}  // namespace

void mark_draws(Program& program, std::size_t first) { DrawMarker(program, first).run(); }

}  // namespace spoils::check
