// lang/parse_collection.cpp
//
// Parses collections and their records. A row of a record is a run of values here: the checker, which knows the
// columns, assigns the values to them.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "lang/foreign.h"
#include "lang/grammar.h"
#include "text/plain/nearest.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

namespace {

/// Words that begin declarations, by what follows the name in these.
constexpr std::string_view kBeforeBrace[] = {"table", "rule", "collection"};
constexpr std::string_view kBeforeText[] = {"pack", "display"};
constexpr std::string_view kBeforeType[] = {"input", "state", "field", "scratch", "table"};
constexpr std::string_view kBeforeColumns[] = {"table"};
constexpr std::string_view kBeforeNothing[] = {"pack", "use"};

bool is_near(std::string_view word, std::span<const std::string_view> known) {
  return text::nearest(word, std::vector<std::string_view>(known.begin(), known.end())).has_value();
}

}  // namespace

// Whether the body of a declaration can be that of a record, whose items begin with a word and are no lists of words;
// `first` is the number of the token after its `{`.
bool Grammar::may_be_items(std::size_t first) const {
  const auto kind = cursor_.peek_past_newlines(first).kind;
  if (kind == TokenKind::CloseBrace) { return true; }
  return kind == TokenKind::Name && cursor_.peek_past_newlines(first + 1).kind != TokenKind::Comma;
}

// WORD name {     WORD name "Text"     WORD name : parent     WORD name     abstract WORD name
// Collections may be declared in other files, so any word can be that of one. A word that is nearly one of the language
// is taken for a slip where what follows is no record; else the checker, which knows all collections, suggests it.
bool Grammar::at_record() const {
  const auto& name = cursor_.peek_past_newlines(1);
  if (!cursor_.at(TokenKind::Name)) { return false; }
  const auto word = cursor_.text(cursor_.peek());
  const bool is_known = collections_.count(word) > 0;
  if (name.kind == TokenKind::Dice) { return is_known; }  // a name like `d6`: there are better words for it than here
  if (name.kind != TokenKind::Name) { return false; }
  if (cursor_.at_word("abstract")) { return true; }
  const auto& after = cursor_.peek_past_newlines(2);
  switch (after.kind) {
    case TokenKind::OpenBrace: return is_known || may_be_items(3) || !is_near(word, kBeforeBrace);
    case TokenKind::Text: {
      const auto next = cursor_.peek_past_newlines(3).kind;
      return is_known || next == TokenKind::OpenBrace || next == TokenKind::Colon || !is_near(word, kBeforeText);
    }
    case TokenKind::Colon: {
      if (is_known) { return true; }
      const auto next = cursor_.peek_past_newlines(4).kind;
      const bool is_type = next != TokenKind::OpenBrace && next != TokenKind::Comma;
      if (is_type) { return !is_near(word, kBeforeType); }
      return (next == TokenKind::OpenBrace && may_be_items(5)) || !is_near(word, kBeforeColumns);
    }
    default: {
      const bool ends =
          after.kind == TokenKind::End || after.kind == TokenKind::Semicolon || !cursor_.shares_line(name, after);
      if (!ends || !cursor_.shares_line(cursor_.peek(), name)) { return false; }
      return is_known || (!is_near(word, kBeforeNothing) && habit_of_declaration(word) == nullptr);
    }
  }
}

void Grammar::records(File& file, Declaration first) {
  first.kind = Declaration::Kind::Record;
  first.is_abstract = cursor_.accept_word("abstract");
  const auto word = cursor_.peek();
  if (!cursor_.expect(TokenKind::Name, "of a collection")) { return; }
  first.collection = {word.span, std::string(cursor_.text(word))};
  std::vector<Declaration::Word> names;
  do {
    const auto name = cursor_.peek();
    if (!name_of(first, "the name of the record")) { return; }
    names.push_back({name.span, first.name});
  } while (first.is_abstract && cursor_.accept(TokenKind::Comma));
  const auto title = cursor_.peek();
  if (cursor_.accept(TokenKind::Text)) {
    const auto quoted = cursor_.text(title);
    first.title = quoted.substr(1, quoted.size() - 2);
  }
  if (cursor_.accept(TokenKind::Colon)) {
    do {
      const auto parent = cursor_.peek();
      if (!cursor_.expect(TokenKind::Name, "of a record to inherit from")) { return; }
      first.parents.push_back({parent.span, std::string(cursor_.text(parent))});
    } while (cursor_.accept(TokenKind::Comma));
  }
  // A record that says nothing of itself needs no braces.
  if (!at_item_end()) { first.items = record_items(false, nullptr); }
  first.span = cover(first.span, cursor_.previous_span());
  for (std::size_t i = 0; i < names.size(); ++i) {
    first.name = names[i].text;
    first.name_span = names[i].span;
    const bool is_last = i + 1 == names.size();
    file.declarations.push_back(is_last ? std::move(first) : first);
  }
}

// normal with { drops = 2 }: a record without a name of its own, which inherits from the one before it. It is counted
// in its file, so that odds of two versions of a pack call it the same.
Expression Grammar::derived(Expression base) {
  const auto with = cursor_.take().span;
  Declaration record;
  record.kind = Declaration::Kind::Record;
  record.span = base.span;
  record.parents.push_back({base.span, base.text});
  record.name = fmt::format("{}.{}.{}", base.text, base.span.source, ++derivations_[base.text]);
  record.name_span = base.span;
  const Nested nested(*this);
  if (!enter(with)) { return base; }
  record.items = record_items(false, nullptr);
  auto out = make(Kind::Name, cover(base.span, cursor_.previous_span()));
  out.text = record.name;
  record.span = out.span;
  derived_.push_back(std::move(record));
  return out;
}

// collection NAME { field: type = default; rows NAME { columns }; block NAME; tags = {a} }
void Grammar::collection(Declaration& out) {
  if (!name_of(out, "the name of the collection")) { return; }
  collections_.insert(out.name);
  out.items = record_items(true, &out);
}

RecordRows Grammar::record_rows() {
  RecordRows out;
  out.span = cursor_.peek().span;
  const auto name = cursor_.peek();
  out.name_span = name.span;
  if (!cursor_.expect(TokenKind::Name, "of the rows")) { return out; }
  out.name = cursor_.text(name);
  const auto open = cursor_.peek().span;
  if (!cursor_.expect(TokenKind::OpenBrace, "around their columns")) { return out; }
  while (!cursor_.failed() && next_item(open)) {
    out.columns.push_back(parameter());
    if (!cursor_.at(TokenKind::Newline) && !cursor_.at(TokenKind::Semicolon) && !cursor_.at(TokenKind::CloseBrace)) {
      cursor_.unexpected("the end of the column");
    }
  }
  if (!cursor_.failed()) { cursor_.accept(TokenKind::CloseBrace); }
  out.span = cover(out.span, cursor_.previous_span());
  return out;
}

// NAME: type     NAME = default, which tells the type; `tags =` is said of all records
bool Grammar::at_collection_field() const {
  const auto next = cursor_.peek_past_newlines(1).kind;
  return next == TokenKind::Colon ||
         (next == TokenKind::Assign && cursor_.at(TokenKind::Name) && !cursor_.at_word("tags"));
}

std::vector<RecordItem> Grammar::record_items(bool of_collection, Declaration* collection) {
  std::vector<RecordItem> out;
  const auto open = cursor_.peek().span;
  if (!cursor_.expect(TokenKind::OpenBrace, of_collection ? "around its fields" : "around what it says")) {
    return out;
  }
  const Cursor::Lines lines(cursor_, true);
  const auto row_before = in_row_;
  in_row_ = false;
  while (next_item_of_block(open)) {
    const bool names = cursor_.peek_past_newlines(1).kind == TokenKind::Name;
    if (of_collection && cursor_.at_word("rows") && names) {
      cursor_.take();
      collection->record_rows.push_back(record_rows());
    } else if (of_collection && cursor_.at_word("block") && names) {
      cursor_.take();
      const auto name = cursor_.take();
      collection->blocks.push_back({name.span, std::string(cursor_.text(name))});
    } else if (of_collection && at_collection_field()) {
      collection->parameters.push_back(parameter());
    } else {
      auto item = record_item();
      if (!cursor_.failed()) { out.push_back(std::move(item)); }
    }
    if (!cursor_.failed() && !at_item_end()) { cursor_.unexpected("the end of the line of the record"); }
    if (cursor_.failed()) {
      if (at_unclosed()) { break; }
      cursor_.skip_line();
      cursor_.recovered();
    }
  }
  in_row_ = row_before;
  cursor_.accept(TokenKind::CloseBrace);
  return out;
}

RecordItem Grammar::record_item() {
  RecordItem out;
  const auto name = cursor_.peek();
  out.span = name.span;
  out.name_span = name.span;
  if (!cursor_.expect(TokenKind::Name, "of a field, rows or a block")) { return out; }
  out.name = cursor_.text(name);
  if (cursor_.at(TokenKind::Assign) || cursor_.at(TokenKind::PlusAssign)) {
    out.kind = RecordItem::Kind::Field;
    out.op = cursor_.text(cursor_.take());
    cursor_.skip_newlines();
    out.values.push_back(cursor_.at(TokenKind::OpenBrace) ? filter_literal() : expression());
  } else if (cursor_.at(TokenKind::OpenBrace)) {
    out.kind = RecordItem::Kind::Block;
    out.block = block("around the block");
  } else if (out.name == "once" && !at_cell()) {
    out.kind = RecordItem::Kind::Once;
  } else {
    out.kind = RecordItem::Kind::Row;
    const auto row_before = in_row_;
    in_row_ = true;
    while (!cursor_.failed() && (at_cell() || cursor_.at(TokenKind::DotDot))) { out.values.push_back(row_value()); }
    in_row_ = row_before;
    if (out.values.empty() && !cursor_.failed()) { cursor_.unexpected("`=`, `{` or the values of a row"); }
  }
  out.span = cover(name.span, cursor_.previous_span());
  return out;
}

// One value of a row: a cell, a range whose ends may be left open, or names that make a filter.
Expression Grammar::row_value() {
  const auto begin = cursor_.peek().span;
  auto first = make(Kind::Missing, begin);
  const bool is_word = cursor_.at(TokenKind::Name);  // of a column perhaps, whose range is open below
  if (!cursor_.at(TokenKind::DotDot)) {
    if (cursor_.at(TokenKind::OpenBrace)) { return filter_literal(); }
    first = cell();
  }
  if (cursor_.failed()) { return first; }
  if (!is_word && cursor_.accept(TokenKind::DotDot)) {
    // The end of a range follows its dots without a blank: `1.. 5` is an open range and then a number.
    const bool is_bound =
        (cursor_.at(TokenKind::Number) || cursor_.at(TokenKind::OpenParen) || cursor_.at(TokenKind::Minus)) &&
        cursor_.peek().span.begin == cursor_.previous_span().end;
    auto last = is_bound ? cell() : make(Kind::Missing, cursor_.previous_span());
    return wrap(Kind::Range, cover(begin, cursor_.previous_span()), std::move(first), std::move(last));
  }
  if (cursor_.at(TokenKind::Comma) || cursor_.at(TokenKind::Not)) { return filter_names(std::move(first)); }
  return first;
}

// a, b not c: the names may continue on the next line after each comma.
Expression Grammar::filter_names(Expression first) {
  auto out = make(Kind::Filter, first.span);
  out.children.push_back(std::move(first));
  out.number = 1;
  while (!cursor_.failed() && cursor_.accept(TokenKind::Comma)) {
    cursor_.skip_newlines();
    out.children.push_back(cell());
    out.number = static_cast<std::int64_t>(out.children.size());
  }
  if (!cursor_.failed() && cursor_.accept(TokenKind::Not)) {
    do {
      cursor_.skip_newlines();
      out.children.push_back(cell());
    } while (!cursor_.failed() && cursor_.accept(TokenKind::Comma));
  }
  out.span = cover(out.span, cursor_.previous_span());
  grow(out);
  return out;
}

// {a, b not c}: without `not` it is a set. {a 1, b 2} is a map.
Expression Grammar::filter_literal() {
  const auto open = cursor_.take().span;
  if (at_map_entry()) { return map_literal(open); }
  auto out = make(Kind::Set, open);
  const auto row_before = in_row_;
  in_row_ = false;
  {
    const Cursor::Lines lines(cursor_, false);
    std::size_t taken = 0;
    while (!cursor_.at(TokenKind::CloseBrace) && !cursor_.failed()) {
      if (out.kind == Kind::Set && cursor_.accept(TokenKind::Not)) {
        out.kind = Kind::Filter;
        taken = out.children.size();
      }
      out.children.push_back(binary(kRange));
      if (!cursor_.at(TokenKind::Not) && !cursor_.accept(TokenKind::Comma)) { break; }
    }
    out.number = static_cast<std::int64_t>(out.kind == Kind::Filter ? taken : out.children.size());
    colon_in_braces();
    cursor_.close(TokenKind::CloseBrace, open);
  }
  in_row_ = row_before;
  out.span = cover(open, cursor_.previous_span());
  grow(out);
  return out;
}

}  // namespace spoils::lang
