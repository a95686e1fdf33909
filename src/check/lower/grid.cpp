// check/lower/grid.cpp
//
// Lowers grids: a table for each line or column of keys, found by the key's word; an interpolated grid is one table
// whose weights are straight lines through the written points.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "check/lower/lowering.h"

namespace spoils::check {

using number::Rational;
using program::kNone;
using program::Word;
using text::Code;
using Kind = lang::Expression::Kind;

// The keys of one line or, in a grid `across`, of one column.
std::vector<const lang::Expression*> Lowering::keys_of(const lang::Declaration& grid, std::size_t index) const {
  std::vector<const Expression*> out;
  if (grid.is_across) {
    for (const auto& key : grid.columns[index].values) { out.push_back(&key); }
  } else {
    for (const auto& key : grid.rows[index].outcomes) { out.push_back(&key.value); }
  }
  return out;
}

// A set at the head of a line or column is short for its members; so is a list of keys, while one of outcomes is one.
std::vector<Lowered> Lowering::heads(const Expression& written, const std::string& what, bool takes_lists) {
  const auto value = literal(written);
  if (value.type.kind != ValueKind::Set && !(takes_lists && value.type.kind == ValueKind::List)) { return {value}; }
  auto id = value.id;
  while (out_.expressions[id].op == Op::Invoke) {
    id = out_.defs[static_cast<std::size_t>(out_.expressions[id].value)].body;
  }
  const auto& made = out_.expressions[id];
  if (made.op != Op::Constant) {
    report_.add(Code::NotConstant, written.span, what);
    return {};
  }
  std::vector<Lowered> out;
  const auto words = out_.lists[static_cast<std::size_t>(made.value)];
  for (const auto word : words) {
    auto member = constant(value.type.element, word, written.span);
    member.type.table = value.type.table;
    out.push_back(member);
  }
  return out;
}

// Makes the table of a grid for one line or column of keys.
std::uint32_t Lowering::table_of_cells(const lang::Declaration& grid, std::size_t key) {
  program::Table table;
  table.place = grid.is_across ? grid.columns[key].span : grid.rows[key].span;
  // Lower the tree itself, not a copy: the types inferred for it are stored by address.
  const auto add_cell = [&](const Expression& value, const Expression& cell) {
    program::TableRow made;
    made.place = cell.span;
    bool in_percent = false;
    made.weight = cell.kind == Kind::None ? constant(ValueKind::Int, 0, cell.span).id
                                          : weight(cell, cell.span, kNone, in_percent);
    for (const auto& outcome : heads(value, "an outcome of a grid", false)) {
      learn_outcome(&grid, "this choice", outcome, value.span);
      made.outcome = outcome.id;
      table.rows.push_back(made);
    }
  };
  if (grid.is_across) {
    for (const auto& line : grid.rows) {
      for (const auto& outcome : line.outcomes) { add_cell(outcome.value, line.outcomes.back().cells[key]); }
    }
  } else {
    const auto& cells = grid.rows[key].outcomes.back().cells;
    for (std::size_t i = 0; i < grid.columns.size(); ++i) {
      for (const auto& value : grid.columns[i].values) { add_cell(value, cells[i]); }
    }
  }
  table.type = types_.of(&grid).type;
  finish_table(table);
  out_.tables.push_back(std::move(table));
  return static_cast<std::uint32_t>(out_.tables.size() - 1);
}

void Lowering::lower_grid(const lang::Declaration& declaration, std::uint32_t index) {
  program::Grid grid;
  grid.name = declaration.name;
  grid.doc = declaration.doc;
  grid.place = declaration.name_span;
  if (declaration.is_interpolated) {
    lower_interpolated(declaration, grid);
    grid.type = types_.of(&declaration).type;
    out_.grids[index] = std::move(grid);
    return;
  }
  std::map<Word, std::uint32_t> keyed;
  std::map<Word, Span> key_places;
  Span first_else;
  const auto lines = declaration.is_across ? declaration.columns.size() : declaration.rows.size();
  for (std::size_t line = 0; line < lines; ++line) {
    const auto table = table_of_cells(declaration, line);
    if (!declaration.is_across && declaration.rows[line].is_else) {
      const auto place = declaration.rows[line].outcomes.back().span;
      if (grid.other >= 0) {
        report_.add(Code::OutcomeTwice, place, "else", fmt::format("grid `{}`", declaration.name))
            .label(first_else, "first here");
      }
      first_else = place;
      grid.other = static_cast<std::int32_t>(table);
      continue;
    }
    for (const auto* key : keys_of(declaration, line)) {
      std::vector<Word> words;
      for (const auto& value : heads(*key, "a key of a grid", true)) {
        bool clash = false;
        grid.key_type = join(grid.key_type, value.type, clash);
        const auto word = constant_word(value.id);
        if (!word && !is_open(value.type)) { report_.add(Code::NotConstant, key->span, "a key of a grid"); }
        if (word == program::kUnset) {
          report_.add(Code::OperandType, key->span, "a key of a grid", "a symbol or an integer", "`none`")
              .help("an unset key has the line `else`");
        } else if (word) {
          words.push_back(*word);
        }
        if (clash) {
          report_.add(Code::FieldType, key->span, fmt::format("the key of `{}`", declaration.name),
                      to_text(grid.key_type), to_text(value.type));
        }
      }
      for (const auto word : words) {
        const auto [earlier, is_new] = key_places.emplace(word, key->span);
        keyed.emplace(word, table);
        if (is_new) { continue; }
        report_
            .add(Code::OutcomeTwice, key->span, report_.sources().text(key->span),
                 fmt::format("the keys of grid `{}`", declaration.name))
            .label(earlier->second, "first here");
      }
    }
  }
  if (!keyed.empty()) {
    const auto least = keyed.begin()->first;
    const auto spread = static_cast<std::uint64_t>(keyed.rbegin()->first) - static_cast<std::uint64_t>(least) + 1;
    grid.first_key = least;
    if (has_room(spread, declaration.name_span)) {
      grid.table_of.assign(static_cast<std::size_t>(spread), -1);
      for (const auto& [word, table] : keyed) {
        grid.table_of[static_cast<std::size_t>(word - least)] = static_cast<std::int32_t>(table);
      }
    }
  }
  grid.type = types_.of(&declaration).type;
  out_.grids[index] = std::move(grid);
}

// One table whose weights are lines through the written corners, read at the key.
void Lowering::lower_interpolated(const lang::Declaration& declaration, program::Grid& grid) {
  grid.is_interpolated = true;
  grid.key_type = {ValueKind::Int, ValueKind::Unknown};
  grid.key = add_local(declaration.key->text, grid.key_type, declaration.key->span);
  const auto lines = declaration.is_across ? declaration.columns.size() : declaration.rows.size();
  if (lines == 0) {
    report_.add(Code::InterpolateKeys, declaration.name_span).help("write a line of weights for each key");
    return;
  }
  std::vector<Word> keys;
  for (std::size_t line = 0; line < lines; ++line) {
    const auto values = keys_of(declaration, line);
    const auto key = values.size() == 1 ? literal(*values[0]) : poison(declaration.name_span);
    const auto word = constant_word(key.id);
    if (key.type.kind != ValueKind::Int || !word || (!keys.empty() && *word <= keys.back())) {
      report_.add(Code::InterpolateKeys, values.empty() ? declaration.name_span : values[0]->span);
      return;
    }
    keys.push_back(*word);
  }
  program::Table table;
  table.place = declaration.name_span;
  const auto add_outcome = [&](const Expression& value, const std::vector<const Expression*>& cells) {
    program::Points points;
    points.at = keys;
    for (const auto* cell : cells) {
      const auto height =
          cell->kind == Kind::None ? constant(ValueKind::Int, 0, cell->span) : numeric(*cell, "a weight");
      const auto number = constant_number(height.id);
      if (!number && is_number(height.type)) {
        report_.add(Code::NotConstant, cell->span, "a weight between which to interpolate");
      }
      points.height.push_back(number.value_or(Rational(0)));
      if (points.height.back() < Rational(0)) {
        report_.add(Code::NegativeWeight, cell->span, fmt::format("`{}`", report_.sources().text(value.span)), "");
      }
    }
    program::TableRow row;
    row.place = value.span;
    const auto key = node(Op::Slot, grid.key_type, value.span, grid.key);
    out_.points.push_back(std::move(points));
    row.weight = node(Op::Interpolate, {ValueKind::Number, ValueKind::Unknown}, value.span,
                      static_cast<std::uint32_t>(out_.points.size() - 1), key.id)
                     .id;
    for (const auto& outcome : heads(value, "an outcome of a grid", false)) {
      types_.learn(&declaration, outcome.type, value.span);
      row.outcome = outcome.id;
      table.rows.push_back(row);
    }
  };
  if (declaration.is_across) {
    for (const auto& line : declaration.rows) {
      for (const auto& outcome : line.outcomes) {
        std::vector<const Expression*> cells;
        for (const auto& cell : line.outcomes.back().cells) { cells.push_back(&cell); }
        add_outcome(outcome.value, cells);
      }
    }
  } else {
    for (std::size_t i = 0; i < declaration.columns.size(); ++i) {
      for (const auto& value : declaration.columns[i].values) {
        std::vector<const Expression*> cells;
        for (const auto& line : declaration.rows) { cells.push_back(&line.outcomes.back().cells[i]); }
        add_outcome(value, cells);
      }
    }
  }
  table.type = types_.of(&declaration).type;
  finish_table(table);
  out_.tables.push_back(std::move(table));
  grid.other = static_cast<std::int32_t>(out_.tables.size() - 1);
}

}  // namespace spoils::check
