// lang/parse_map.cpp
//
// Parses maps, `{fire 2, frost -1}`: keys and their numbers, written like the rows of a table, so without operators.
#include "lang/grammar.h"
#include "text/span.h"

namespace spoils::lang {

using text::cover;
using Kind = Expression::Kind;

// Whether the first element in braces is a key and its number. Only blanks tell `{a -1}` from the set of `a - 1`, and
// `{a (b)}` from the call `a(b)`: what belongs to a number touches it, and a call touches its name.
bool Grammar::at_map_entry() {
  const auto first = cursor_.peek_past_newlines().kind;
  if (first != TokenKind::Name && first != TokenKind::Symbol && first != TokenKind::Number &&
      first != TokenKind::Text && first != TokenKind::OpenParen) {
    return false;
  }
  const auto [key, next, number] = cursor_.end_of_parentheses();
  const bool is_apart = key.span.end < next.span.begin;
  switch (next.kind) {
    case TokenKind::Number:
    case TokenKind::Dice: return true;
    // `{3 gold, 1 gem}` lacks its `pick`: a number that is a word stands in parentheses here.
    case TokenKind::Name: return first != TokenKind::Number && cursor_.text(next) != "is";
    case TokenKind::OpenParen: return is_apart;
    case TokenKind::Minus: return is_apart && next.span.end == number.span.begin && number.kind != TokenKind::Minus;
    default: return false;
  }
}

// {a 1, b -2}, after the brace
Expression Grammar::map_literal(Span open) {
  auto out = make(Kind::Map, open);
  const auto row_before = in_row_;
  in_row_ = false;
  {
    const Cursor::Lines lines(cursor_, false);
    while (!cursor_.at(TokenKind::CloseBrace) && !cursor_.failed()) {
      out.children.push_back(cell());
      if (cursor_.failed()) { break; }
      if (!at_cell()) {
        cursor_.unexpected("the number of this key");
        break;
      }
      out.children.push_back(cell());
      if (!cursor_.accept(TokenKind::Comma)) { break; }
    }
    cursor_.close(TokenKind::CloseBrace, open);
  }
  in_row_ = row_before;
  out.span = cover(open, cursor_.previous_span());
  grow(out);
  return out;
}

// `{a: 1}` is a map in other languages.
void Grammar::colon_in_braces() {
  if (!cursor_.at(TokenKind::Colon)) { return; }
  const auto colon = cursor_.peek().span;
  if (auto finding = cursor_.unexpected("`,` or `}`")) {
    finding->help(Edit{colon, ""}, "if this is a map: `{a 1, b 2}`");
    cursor_.recovered();
    while (!cursor_.at(TokenKind::CloseBrace) && !cursor_.at(TokenKind::Semicolon) && !at_unclosed()) {
      cursor_.take();
    }
  }
}

// `{a = 1, b = 2}`, after the brace: a map in other languages. Whether it was reported.
bool Grammar::assigns_in_braces(Span open) {
  const auto key = cursor_.peek_past_newlines();
  const auto mark = cursor_.peek_past_newlines(1);
  const auto is_key = [](TokenKind kind) { return kind == TokenKind::Name || kind == TokenKind::Symbol; };
  if (!is_key(key.kind) || mark.kind != TokenKind::Assign) { return false; }
  // After a condition or a comparison the brace begins a block, and a value before it is missing.
  const auto before = cursor_.sources()[open.source].bytes().substr(0, open.begin);
  const auto end = before.find_last_not_of(" \t\r\n");
  const auto is_before = [&](std::size_t at, std::string_view marks) {
    return at < before.size() && marks.find(before[at]) != std::string_view::npos;
  };
  if (!is_before(end, "=(,[:") || (before[end] == '=' && end > 0 && is_before(end - 1, "=!<>"))) { return false; }
  auto finding = cursor_.error(text::Code::Expected, mark.span, "the number of this key", "`=`");
  if (!finding) { return true; }
  std::string entries;
  const Cursor::Lines lines(cursor_, false);
  while (is_key(cursor_.peek().kind)) {
    entries += (entries.empty() ? "" : ", ") + written(cursor_.take().span) + " ";
    if (!cursor_.accept(TokenKind::Assign) || !at_cell()) { return true; }
    const auto begin = cursor_.peek().span;
    const bool is_number = cursor_.at(TokenKind::Number) || cursor_.at(TokenKind::Minus);
    cursor_.accept(TokenKind::Minus);
    auto last = cursor_.take().span;
    const bool is_one = cursor_.at(TokenKind::Comma) || cursor_.at(TokenKind::CloseBrace);
    while (!cursor_.at(TokenKind::Comma) && !cursor_.at(TokenKind::CloseBrace) && !at_unclosed()) {
      last = cursor_.take().span;
    }
    const auto number = written(cover(begin, last));
    entries += is_number && is_one ? number : "(" + number + ")";
    if (!cursor_.accept(TokenKind::Comma)) { break; }
  }
  if (!cursor_.at(TokenKind::CloseBrace)) { return true; }
  finding->help(Edit{cover(open, cursor_.take().span), "{" + entries + "}"}, "for a map");
  return true;
}

// map of KEY to VALUE, after `map of`
void Grammar::map_type(TypeName& out) {
  out.kind = TypeName::Kind::Map;
  const auto key = cursor_.peek();
  if (!cursor_.expect(TokenKind::Name, "of its keys")) { return; }
  out.words[0] = cursor_.text(key);
  if (!cursor_.accept_word("to")) {
    cursor_.unexpected("`to` and the type of its values, as in `map of symbol to int`");
    return;
  }
  const auto value = cursor_.peek();
  if (cursor_.expect(TokenKind::Name, "of its values")) { out.words.emplace_back(cursor_.text(value)); }
}

}  // namespace spoils::lang
