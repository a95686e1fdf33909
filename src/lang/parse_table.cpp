// lang/parse_table.cpp
//
// Parses the rows of tables, of tables without a name and of grids, and the list of names. In a row there are no
// operators outside parentheses: every item is a weight, an outcome or a cell.
#include <fmt/format.h>

#include "lang/grammar.h"
#include "text/plain/counted.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

namespace {

constexpr std::string_view kEndOfRow = "the end of the row";

bool ends_item(TokenKind kind) {
  return kind == TokenKind::Comma || kind == TokenKind::Semicolon || kind == TokenKind::CloseBrace;
}

}  // namespace

bool Grammar::at_cell() {
  switch (cursor_.peek().kind) {
    case TokenKind::Number:
    case TokenKind::Dice:
    case TokenKind::Text:
    case TokenKind::Name:
    case TokenKind::Symbol:
    case TokenKind::OpenParen:
    case TokenKind::OpenBrace:
    case TokenKind::OpenBracket:
    case TokenKind::Minus:
    case TokenKind::Dot:
    case TokenKind::None:
    case TokenKind::True:
    case TokenKind::False: return true;
    default: return false;
  }
}

Expression Grammar::cell() {
  const Nested nested(*this);
  const auto token = cursor_.peek();
  if (!enter(token.span)) { return make(Kind::Missing, token.span); }
  switch (token.kind) {
    case TokenKind::Dot: return make(Kind::None, cursor_.take().span);
    case TokenKind::Name: {
      auto out = make(Kind::Name, cursor_.take().span);
      out.text = cursor_.text(token);
      return out;
    }
    case TokenKind::Minus: {
      cursor_.take();
      auto operand = cell();
      const auto span = cover(token.span, operand.span);
      return wrap(Kind::Negate, span, std::move(operand));
    }
    default: break;
  }
  if (!at_cell()) {
    cursor_.unexpected("a value");
    return make(Kind::Missing, token.span);
  }
  auto out = primary();
  if (!cursor_.failed() && cursor_.at(TokenKind::Percent)) { out = percentage(std::move(out)); }
  return out;
}

// One outcome with its weight and cells. A leading value is a weight if there is one item too many without it.
void Grammar::outcome(Row& row, std::size_t columns) {
  Row::Outcome out;
  const auto begin = cursor_.peek().span;
  std::vector<Expression> items;
  while (at_cell() && !cursor_.failed() && !has_block(items)) {
    if (called_item(items)) { return; }
    items.push_back(cell());
  }
  out.span = cover(begin, cursor_.previous_span());
  if (cursor_.failed()) { return; }
  if (items.size() <= columns && early_condition(items, columns)) { return; }
  if (items.empty()) {
    not_expected("an outcome");
    return;
  }
  if (computed_item(items.back()) || separated(items.back()) || spread(items)) { return; }
  const auto wanted = columns + 1;
  const bool weighed = items.size() == wanted + 1;
  if (items.size() != wanted && !weighed && !separated_cells(row, out.span, items.size(), columns) &&
      !commas_between(items, columns)) {
    cell_count(out.span, items, columns);
  }
  if (cursor_.failed()) { return; }
  if (!weighed && items[0].kind == Kind::Percent) {
    cursor_.error(Code::WeightWithoutOutcome, items[0].span);
    return;
  }
  std::size_t next = 0;
  if (weighed) { out.weight = std::move(items[next++]); }
  out.value = std::move(items[next++]);
  for (; next < items.size(); ++next) { out.cells.push_back(std::move(items[next])); }
  row.outcomes.push_back(std::move(out));
}

// Reports a token that cannot continue a row.
void Grammar::not_expected(std::string_view wanted) {
  const auto token = cursor_.peek();
  const auto after = cursor_.peek_past_newlines(1).kind;
  const bool draws = (token.kind == TokenKind::Pick || token.kind == TokenKind::Chance) && !cursor_.ends_line(token) &&
                     !ends_item(after);
  if (draws) {
    auto finding = cursor_.unexpected(wanted);
    const auto drawn = unary();
    if (finding && drawn.kind != Kind::Missing) { parenthesised(*finding, drawn.span); }
  } else if (is_keyword(token.kind) && token.kind != TokenKind::If && token.kind != TokenKind::Else) {
    cursor_.keyword_as_name(token, true);
  } else if (ends_item(after) && (token.kind == TokenKind::If || token.kind == TokenKind::Else)) {
    cursor_.keyword_as_name(token, true);
  } else if (auto finding = cursor_.unexpected(wanted);
             finding && token.kind == TokenKind::Comma && wanted == kEndOfRow) {
    finding->help(Edit{token.span, ";"}, "to end the row: commas join outcomes of one row");
  }
}

// With columns `1 might 20` may lack its weight or its last cell. If other rows have a weight and all cells, a cell
// is missing.
void Grammar::check_cells(const Declaration& table) {
  const Row::Outcome* complete = nullptr;
  for (const auto& row : table.rows) {
    for (const auto& outcome : row.outcomes) {
      if (outcome.weight->kind == Kind::Number && outcome.value.kind == Kind::Name) { complete = &outcome; }
    }
  }
  if (complete == nullptr || table.columns.empty()) { return; }
  for (const auto& row : table.rows) {
    for (const auto& outcome : row.outcomes) {
      const bool lacks = outcome.weight->kind == Kind::Missing && outcome.value.kind == Kind::Number &&
                         outcome.cells[0].kind == Kind::Name;
      if (!lacks) { continue; }
      auto finding = cursor_.error(Code::CellCount, outcome.span, text::counted(outcome.cells.size() + 1, "value"),
                                   fmt::format("a weight, an outcome and {} cell{}", table.columns.size(),
                                               table.columns.size() == 1 ? "" : "s"));
      if (finding) {
        finding->label(complete->span, "as here");
        finding->help("write `.` where there is nothing");
      }
      cursor_.recovered();
    }
  }
}

Row Grammar::row(std::size_t columns) {
  Row out;
  out.span = cursor_.peek().span;
  do {
    cursor_.skip_newlines();
    outcome(out, columns);
  } while (!cursor_.failed() && cursor_.accept(TokenKind::Comma) &&
           cursor_.peek_past_newlines().kind != TokenKind::CloseBrace);
  const auto is_outcome = [&] {  // `3 if`
    const auto word = cursor_.peek();
    return cursor_.at(TokenKind::If) && (cursor_.ends_line(word) || ends_item(cursor_.peek_past_newlines(1).kind));
  };
  if (!cursor_.failed() && is_outcome()) {
    cursor_.keyword_as_name(cursor_.peek(), true);
  } else if (!cursor_.failed() && cursor_.accept(TokenKind::If)) {
    out.condition = expression();
    if (!cursor_.failed() && cursor_.accept(TokenKind::Else)) { out.otherwise = expression(); }
  }
  out.span = cover(out.span, cursor_.previous_span());
  return out;
}

std::vector<Row> Grammar::rows(std::size_t columns) {
  std::vector<Row> out;
  mark_before_brace();
  const auto open = cursor_.peek().span;
  if (!cursor_.expect(TokenKind::OpenBrace, "before the rows")) { return out; }
  const Cursor::Lines lines(cursor_, true);
  const auto before = in_row_;
  in_row_ = true;
  while (next_item(open)) {
    auto next = row(columns);
    if (!cursor_.failed() && !at_item_end()) {
      if (next.condition->kind != Kind::Missing && at_cell() && !next.outcomes.empty()) {
        const auto outcomes = written(cover(next.outcomes.front().span, next.outcomes.back().span));
        const auto last = next.otherwise->kind == Kind::Missing ? next.condition->span : next.otherwise->span;
        condition_comes_last(next.span, outcomes, written(cover(next.condition->span, last)));
      } else {
        not_expected(kEndOfRow);
      }
    }
    if (cursor_.failed()) {
      if (nesting_ > 100 || at_unclosed()) { break; }
      cursor_.skip_line();
      cursor_.recovered();
      continue;
    }
    out.push_back(std::move(next));
  }
  in_row_ = before;
  cursor_.accept(TokenKind::CloseBrace);
  return out;
}

// table potion: worth, origin { rows }
void Grammar::table(Declaration& out) {
  if (!name_of(out, "the name of the table")) { return; }
  mark_before_brace();
  if (cursor_.accept(TokenKind::Colon)) {
    do {
      cursor_.skip_newlines();
      const auto name = cursor_.peek();
      if (!cursor_.expect(TokenKind::Name, "of a column")) { return; }
      Declaration::Column column;
      column.span = name.span;
      column.values.push_back(make(Kind::Name, name.span));
      column.values.back().text = cursor_.text(name);
      out.columns.push_back(std::move(column));
    } while (cursor_.accept(TokenKind::Comma));
  }
  if (heading_slip(out)) { return; }
  out.rows = rows(out.columns.size());
  if (!cursor_.failed()) { check_cells(out); }
}

void Grammar::grid_header(Declaration& out) {
  while (at_cell() && !cursor_.failed()) {
    Declaration::Column column;
    column.span = cursor_.peek().span;
    do { column.values.push_back(cell()); } while (!cursor_.failed() && cursor_.accept(TokenKind::Comma));
    column.span = cover(column.span, cursor_.previous_span());
    out.columns.push_back(std::move(column));
  }
  if (out.columns.empty()) { cursor_.unexpected("the heads of the columns on the first line of the grid"); }
}

Row Grammar::grid_line(const Declaration& grid, bool has_heads) {
  Row out;
  out.span = cursor_.peek().span;
  const auto columns = grid.columns.size();
  if (grid.is_across && cursor_.at(TokenKind::Else)) {
    if (auto finding = cursor_.unexpected("an outcome")) {
      finding->note("`else` is for keys that are not listed, and here the keys are across");
    }
    return out;
  }
  out.is_else = cursor_.accept(TokenKind::Else);
  if (out.is_else) {
    out.outcomes.emplace_back();
    out.outcomes.back().span = out.span;
  } else {
    do {
      cursor_.skip_newlines();
      Row::Outcome key;
      key.span = cursor_.peek().span;
      key.value = cell();
      out.outcomes.push_back(std::move(key));
    } while (!cursor_.failed() && cursor_.accept(TokenKind::Comma));
  }
  const auto begin = cursor_.peek().span;
  auto& cells = out.outcomes.back().cells;
  while (!cursor_.failed() && at_cell()) { cells.push_back(cell()); }
  if (has_heads && !cursor_.failed() && cells.size() != columns) {
    const auto span = cells.empty() ? out.span : cover(begin, cursor_.previous_span());
    // If the heads are wrong, all lines are; they are one mistake.
    const auto cause = fmt::format("{} {} {}", grid.span.begin, cells.size(), columns);
    auto finding = cursor_.slip(cause, Code::GridCount, span,
                                fmt::format("{} weight{}", cells.size(), cells.size() == 1 ? "" : "s"),
                                fmt::format("{} head{}", columns, columns == 1 ? "" : "s"));
    if (finding && cells.size() < columns) { finding->help("write `.` where there is nothing"); }
  }
  out.span = cover(out.span, cursor_.previous_span());
  return out;
}

// grid race[kind] { elven orcish none / whip 9 13 78 }
void Grammar::grid(Declaration& out) {
  if (!name_of(out, "the name of the grid")) { return; }
  if (!cursor_.expect(TokenKind::OpenBracket, "and the key of the grid")) { return; }
  {
    const Cursor::Lines lines(cursor_, false);
    const auto key = cursor_.peek();
    if (!cursor_.expect(TokenKind::Name, "for the key")) { return; }
    auto name = make(Kind::Name, key.span);
    name.text = cursor_.text(key);
    out.key = std::move(name);
    out.is_across = cursor_.accept_word("across");
    if (!cursor_.expect(TokenKind::CloseBracket)) { return; }
  }
  out.is_interpolated = cursor_.accept_word("interpolate");
  mark_before_brace();
  const auto open = cursor_.peek().span;
  if (!cursor_.expect(TokenKind::OpenBrace, "before the grid")) { return; }
  const Cursor::Lines lines(cursor_, true);
  in_row_ = true;
  cursor_.skip_newlines();
  grid_header(out);
  if (!cursor_.failed() && !cursor_.at(TokenKind::Newline) && !cursor_.at(TokenKind::Semicolon) &&
      !cursor_.at(TokenKind::CloseBrace) && !cursor_.at(TokenKind::End)) {
    not_expected("the end of the line");
  }
  const bool has_heads = !cursor_.failed();
  while (!at_unclosed()) {
    if (cursor_.failed()) {
      cursor_.skip_line();
      cursor_.recovered();
    }
    while (cursor_.at(TokenKind::Newline) || cursor_.at(TokenKind::Semicolon)) { cursor_.take(); }
    if (cursor_.at(TokenKind::CloseBrace) || at_unclosed()) { break; }
    auto line = grid_line(out, has_heads);
    if (!cursor_.failed() && !at_item_end()) { not_expected("the end of the line"); }
    if (!cursor_.failed()) { out.rows.push_back(std::move(line)); }
  }
  in_row_ = false;
  if (!cursor_.accept(TokenKind::CloseBrace)) { unclosed(open); }
}

// names { knife "knife:knives" }
void Grammar::names(Declaration& out) {
  const auto open = cursor_.peek().span;
  if (!cursor_.expect(TokenKind::OpenBrace, "after `names`")) { return; }
  const Cursor::Lines lines(cursor_, true);
  while (true) {
    while (cursor_.at(TokenKind::Newline) || cursor_.at(TokenKind::Semicolon) || cursor_.at(TokenKind::Comma)) {
      cursor_.take();
    }
    if (cursor_.accept(TokenKind::CloseBrace)) { return; }
    if (at_unclosed()) {
      unclosed(open);
      return;
    }
    Declaration::NameEntry entry;
    const auto symbol = cursor_.peek();
    entry.span = symbol.span;
    if (cursor_.accept(TokenKind::Symbol) || cursor_.expect(TokenKind::Name, "to be shown in another way")) {
      entry.symbol = word_of(symbol);
      const auto mark = cursor_.peek();
      const bool is_mark = mark.kind == TokenKind::Colon || mark.kind == TokenKind::Assign;
      if (is_mark && cursor_.peek_past_newlines(1).kind == TokenKind::Text) {
        auto finding = cursor_.slip("mark in names", Code::Expected, mark.span, "a text that shows it",
                                    "`" + std::string(cursor_.text(mark)) + "`");
        if (finding) { finding->help(Edit{mark.span, ""}); }
        cursor_.recovered();
        cursor_.take();
      }
      const auto shown = cursor_.peek();
      entry.text_span = shown.span;
      if (cursor_.expect(TokenKind::Text, "that shows it")) {
        const auto quoted = cursor_.text(shown);
        entry.text = quoted.substr(1, quoted.size() - 2);
        entry.span = cover(symbol.span, shown.span);
        out.entries.push_back(std::move(entry));
      }
    }
    if (cursor_.failed()) {
      cursor_.skip_line();
      cursor_.recovered();
    }
  }
}

}  // namespace spoils::lang
