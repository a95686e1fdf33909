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
