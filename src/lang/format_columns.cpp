// lang/format_columns.cpp
//
// Lays out tables, grids and names in columns, over those of their lines that hold one row each. A line on which the
// author put several rows, or broke a row within a value, is not part of the columns.
#include <algorithm>

#include "lang/format_layout.h"

namespace spoils::lang {

// A line of a table: a weight, outcomes that share it, and with several columns one outcome and its cells.
struct Layout::RowLine {
  std::size_t line = 0;
  Segment weight;  // empty if there is none
  Segment value;
  std::vector<Segment> cells;
  std::size_t condition = kNoToken;  // its `if`
};

void Layout::align_table(std::size_t body, const TableText& table) {
  if (table.declaration != nullptr && table.declaration->kind == Declaration::Kind::Names) {
    align_names(body, *table.declaration);
  } else if (table.declaration != nullptr && table.declaration->kind == Declaration::Kind::Grid) {
    align_grid(body, *table.declaration);
  } else {
    const auto& rows = *table.rows;
    const bool has_outcome = !rows.empty() && !rows[0].outcomes.empty();  // all have as many cells
    const auto cells = has_outcome ? rows[0].outcomes[0].cells.size() : 0;
    align_rows(body, rows, table.declaration == nullptr ? cells : table.declaration->columns.size());
  }
}

// Whether a row of this body begins the line, and neither another one nor the end of the body follows on it.
bool Layout::fills_line(std::size_t first, std::size_t body) const {
  if (first == kNoToken) { return false; }
  const auto& line = lines_[words_[first].line];
  if (line.first != first || line.body != body || line.kind != Line::Kind::Start) { return false; }
  int depth = 0;
  for (auto i = first; i < line.code_end; ++i) {
    const auto partner = words_[i].partner;
    if (partner != kNoToken) { depth += partner > i ? 1 : -1; }
    if (depth < 0) { return false; }
    if (depth == 0 && words_[i].token.kind == TokenKind::Semicolon && i + 1 < line.code_end) { return false; }
  }
  return true;
}

// From an expression up to (not with) the token `end`.
Layout::Segment Layout::segment(const Expression& first, std::size_t end) const {
  return {token_at(tokens_, first.span.begin), end};
}

// Without the comma or semicolon that separates it from the next.
std::uint32_t Layout::width(Segment segment) const {
  std::uint32_t sum = 0;
  for (auto i = segment.first; i < segment.end; ++i) {
    const auto kind = words_[i].token.kind;
    if (i + 1 == segment.end && (kind == TokenKind::Comma || kind == TokenKind::Semicolon)) { break; }
    sum += (i == segment.first ? 0 : gap_before(i)) + words_[i].width;
  }
  return sum;
}

// A number with or without sign and percent, or a dot.
bool Layout::is_figure(Segment segment) const {
  for (auto i = segment.first; i < segment.end; ++i) {
    switch (words_[i].token.kind) {
      case TokenKind::Number:
      case TokenKind::Minus:
      case TokenKind::Percent:
      case TokenKind::Dot:
      case TokenKind::Comma:
      case TokenKind::Semicolon: break;
      default: return false;
    }
  }
  return true;
}

std::vector<Layout::RowLine> Layout::row_lines(std::size_t body, const std::vector<Row>& rows) const {
  std::vector<RowLine> out;
  for (const auto& row : rows) {
    const auto condition =
        row.condition->kind == Expression::Kind::Missing ? kNoToken : token_at(tokens_, row.condition->span.begin) - 1;
    for (std::size_t n = 0; n < row.outcomes.size();) {
      const auto& outcome = row.outcomes[n];
      const auto first = token_at(tokens_, outcome.span.begin);
      const auto index = words_[first].line;
      const auto& line = lines_[index];
      const auto line_end = words_[line.code_end - 1].token.span.end;
      bool alone = fills_line(first, body) && outcome.span.end <= line_end;
      for (++n; n < row.outcomes.size() && row.outcomes[n].span.begin < line_end; ++n) {
        const auto& further = row.outcomes[n];
        const bool is_plain = further.weight->kind == Expression::Kind::Missing && further.cells.empty();
        alone = alone && is_plain && outcome.cells.empty() && further.span.end <= line_end;
      }
      if (!alone) { continue; }
      RowLine cells;
      cells.line = index;
      const bool ends_here = condition != kNoToken && words_[condition].line == index;
      cells.condition = ends_here ? condition : kNoToken;
      auto end = ends_here ? condition : line.code_end;
      for (auto cell = outcome.cells.rbegin(); cell != outcome.cells.rend(); ++cell) {
        cells.cells.push_back(segment(*cell, end));
        end = cells.cells.back().first;
      }
      std::reverse(cells.cells.begin(), cells.cells.end());
      cells.value = segment(outcome.value, end);
      if (outcome.weight->kind != Expression::Kind::Missing) {
        cells.weight = segment(outcome.weight, cells.value.first);
      }
      out.push_back(std::move(cells));
    }
  }
  return out;
}

void Layout::align_rows(std::size_t body, const std::vector<Row>& rows, std::size_t columns) {
  const auto lines = row_lines(body, rows);
  if (lines.empty()) { return; }
  align_row_lines(lines, columns, lines_[lines[0].line].indent);
  for (const auto& row : lines) { lines_[row.line].in_columns = true; }
}

void Layout::align_row_lines(const std::vector<RowLine>& lines, std::size_t columns, std::uint32_t indent) {
  std::uint32_t weight_width = 0;
  std::uint32_t value_width = 0;
  bool has_weight_expressions = false;
  for (const auto& row : lines) {
    weight_width = std::max(weight_width, width(row.weight));
    value_width = std::max(value_width, width(row.value));
    has_weight_expressions = has_weight_expressions || !is_figure(row.weight);
  }
  // Figures are compared by their last digits; an expression is read from its beginning.
  const auto value_column = indent + (weight_width > 0 ? weight_width + kColumnGap : 0);
  for (const auto& row : lines) {
    const auto before = has_weight_expressions ? 0 : weight_width - width(row.weight);
    if (row.weight.first < row.weight.end) { words_[row.weight.first].at_least = indent + before; }
    words_[row.value.first].at_least = value_column;
  }
  auto left = value_column + value_width + kColumnGap;
  for (std::size_t column = 0; column < columns; ++column) {
    std::uint32_t cell_width = 0;
    bool figures = true;
    for (const auto& row : lines) {
      cell_width = std::max(cell_width, width(row.cells[column]));
      figures = figures && is_figure(row.cells[column]);
    }
    for (const auto& row : lines) {
      const auto cell = row.cells[column];
      words_[cell.first].at_least = left + (figures ? cell_width - width(cell) : 0);
    }
    left += cell_width + kColumnGap;
  }
  std::uint32_t condition_column = 0;
  for (const auto& row : lines) {
    if (row.condition == kNoToken) { continue; }
    const auto last = row.cells.empty() ? row.value : row.cells.back();
    condition_column = std::max(condition_column, words_[last.first].at_least + width(last) + kColumnGap);
  }
  for (const auto& row : lines) {
    if (row.condition != kNoToken) { words_[row.condition].at_least = condition_column; }
  }
}

// Aligns the cells of a grid with the right ends of their column heads, as printed tables do.
void Layout::align_grid(std::size_t body, const Declaration& grid) {
  struct GridLine {
    Segment keys;
    std::vector<Segment> cells;
  };
  std::vector<GridLine> lines;
  const auto add = [&](std::size_t first, const std::vector<const Expression*>& cells) {
    const auto& line = lines_[words_[first].line];
    GridLine out;
    auto end = line.code_end;
    for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell) {
      out.cells.push_back(segment(**cell, end));
      end = out.cells.back().first;
    }
    std::reverse(out.cells.begin(), out.cells.end());
    out.keys = {first, end};
    lines.push_back(std::move(out));
  };
  const auto same_line = [this](std::size_t first, const Expression& last) {
    return last.span.end <= words_[lines_[words_[first].line].code_end - 1].token.span.end;
  };
  if (grid.columns.empty()) { return; }
  std::vector<const Expression*> heads;
  for (const auto& column : grid.columns) { heads.push_back(&column.values[0]); }
  const auto head = token_at(tokens_, heads[0]->span.begin);
  if (fills_line(head, body) && same_line(head, grid.columns.back().values.back())) { add(head, heads); }
  for (const auto& row : grid.rows) {
    for (std::size_t n = 0; n < row.outcomes.size(); ++n) {
      const auto& key = row.outcomes[n];
      const auto first = token_at(tokens_, key.span.begin);
      if (!fills_line(first, body)) { continue; }
      std::vector<const Expression*> cells;
      const auto& last = row.outcomes.back();
      if (same_line(first, last.cells.back())) {
        for (const auto& cell : last.cells) { cells.push_back(&cell); }
      } else if (last.cells[0].span.begin < words_[lines_[words_[first].line].code_end - 1].token.span.end) {
        continue;
      }
      add(first, cells);
    }
  }
  if (lines.empty()) { return; }
  std::uint32_t key_width = 0;
  for (const auto& line : lines) { key_width = std::max(key_width, width(line.keys)); }
  auto right = lines_[words_[lines[0].keys.first].line].indent + key_width;
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    std::uint32_t cell_width = 0;
    for (const auto& line : lines) {
      if (!line.cells.empty()) { cell_width = std::max(cell_width, width(line.cells[column])); }
    }
    right += kColumnGap + cell_width;
    for (const auto& line : lines) {
      if (!line.cells.empty()) { words_[line.cells[column].first].at_least = right - width(line.cells[column]); }
    }
  }
  for (const auto& line : lines) { lines_[words_[line.keys.first].line].in_columns = true; }
}

void Layout::align_names(std::size_t body, const Declaration& names) {
  std::vector<std::size_t> symbols;
  std::uint32_t symbol_width = 0;
  for (const auto& entry : names.entries) {
    const auto symbol = token_at(tokens_, entry.span.begin);
    const auto& line = lines_[words_[symbol].line];
    // A name and its text, and perhaps a separator.
    const auto length = line.code_end - symbol;
    const bool separated = length == 3 && words_[symbol + 2].token.kind != TokenKind::CloseBrace;
    if (!fills_line(symbol, body) || (length != 2 && !separated)) { continue; }
    symbols.push_back(symbol);
    symbol_width = std::max(symbol_width, words_[symbol].width);
  }
  for (const auto symbol : symbols) {
    auto& line = lines_[words_[symbol].line];
    words_[symbol + 1].at_least = line.indent + symbol_width + kColumnGap;
    line.in_columns = true;
  }
}

}  // namespace spoils::lang
