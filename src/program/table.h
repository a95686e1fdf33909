// program/table.h
//
// Tables and grids of a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "number/rational.h"
#include "program/expression.h"
#include "spoils/diagnostic.h"

namespace spoils::program {

/// One outcome of a table.
struct TableRow {
  ExpressionId weight = kNone;
  ExpressionId outcome = kNone;
  ExpressionId condition = kNone;  // kNone: always
  ExpressionId otherwise = kNone;  // where the condition fails: this instead; kNone: the row leaves the table
  Span place;
};

struct Column {
  std::string name;
  ValueType type;
};

/// Rows in the order written. A draw takes an integer below the sum of the weights and goes down the rows.
struct Table {
  std::string name;  // empty for a table written where it is picked from
  std::string doc;
  Span place;
  ValueType type;  // of its outcomes
  std::vector<TableRow> rows;
  std::vector<Column> columns;
  std::vector<ExpressionId> cells;   // row by row, a column each
  std::vector<std::int32_t> row_of;  // by the outcome's word minus first_outcome; -1: none
  Word first_outcome = 0;
  std::vector<number::Rational>
      constant_weights;       // one a row if all weights are known and no row can leave; else empty
  std::vector<SlotId> reads;  // slots that the weights and leaving conditions read, ascending
  bool reads_heap = false;    // one of them holds a text or list, whose word differs from roll to roll
  bool in_percent = false;    // all weights were written with %
  bool is_rows = false;       // repeated rows of a collection's records: an outcome may occur more than once

  [[nodiscard]] ExpressionId cell(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }

  /// Returns the row of a constant outcome, -1 if there is none. Cost: constant.
  [[nodiscard]] std::int32_t row_index(Word outcome) const {
    const auto offset = static_cast<std::uint64_t>(outcome) - static_cast<std::uint64_t>(first_outcome);
    return offset < row_of.size() ? row_of[static_cast<std::size_t>(offset)] : -1;
  }
};

/// A table for each key.
struct Grid {
  std::string name;
  std::string doc;
  Span place;
  ValueType key_type;
  ValueType type;                      // of the outcomes
  std::vector<std::int32_t> table_of;  // by the key's word minus first_key; -1: the table for all others
  Word first_key = 0;
  std::int32_t other = -1;       // table for keys not named; -1: there is none
  bool is_interpolated = false;  // one table for all, whose weights are functions of `key`
  SlotId key = 0;                // the slot those read

  [[nodiscard]] std::int32_t table_index(Word word) const {
    if (is_interpolated) { return other; }
    const auto offset = static_cast<std::uint64_t>(word) - static_cast<std::uint64_t>(first_key);
    const auto found = offset < table_of.size() ? table_of[static_cast<std::size_t>(offset)] : -1;
    return found >= 0 ? found : other;
  }
};

/// Corners of a line of straight pieces; outside of them it stays level.
struct Points {
  std::vector<Word> at;  // ascending
  std::vector<number::Rational> height;
};

}  // namespace spoils::program
