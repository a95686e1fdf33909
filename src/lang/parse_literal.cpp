// lang/parse_literal.cpp
//
// Parses values that are written out: symbols in quotes, numbers, percentages, dice, sets, lists, and rows in braces.
#include <charconv>
#include <limits>

#include "lang/grammar.h"
#include "number/rational.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

namespace {

constexpr std::int64_t kMaxDice = 10'000;  // as program/limits.h has it for those that are computed

}  // namespace

// 'for': the word between the quotes, whatever else is called so.
Expression Grammar::quoted_word() {
  const auto token = cursor_.take();
  auto out = make(Kind::Symbol, token.span);
  out.text = word_of(token);
  return out;
}

std::string Grammar::word_of(const Token& token) const {
  const auto written = cursor_.text(token);
  return std::string(token.kind == TokenKind::Symbol ? written.substr(1, written.size() - 2) : written);
}

Expression Grammar::number(const Token& token) {
  auto out = make(Kind::Number, token.span);
  out.text = cursor_.text(token);
  if (const auto value = number::Rational::parse(out.text)) {
    out.number = *value;
  } else {
    if (auto finding = cursor_.error(Code::NumberTooLarge, token.span, out.text)) {
      finding->note("numbers go up to 9223372036854775807");
    }
  }
  return out;
}

Expression Grammar::percentage(Expression whole) {
  const auto span = cover(whole.span, cursor_.take().span);
  const bool is_too_long = whole.kind == Kind::Number && !number::divide(whole.number, number::Rational(100));
  auto out = wrap(Kind::Percent, span, std::move(whole));
  if (is_too_long) {
    if (auto finding = cursor_.error(Code::NumberTooLarge, span, cursor_.sources().text(span))) {
      finding->note("a percentage has up to 16 decimals");
    }
  }
  return out;
}

Expression Grammar::dice(const Token& token) {
  auto out = make(Kind::Dice, token.span);
  const auto word = cursor_.text(token);
  const auto middle = word.find('d');
  std::int64_t count = 1;
  std::int64_t sides = 0;
  const auto read = [](std::string_view digits, std::int64_t& value) {
    return std::from_chars(digits.data(), digits.data() + digits.size(), value).ec == std::errc();
  };
  const bool sound = (middle == 0 || read(word.substr(0, middle), count)) && read(word.substr(middle + 1), sides);
  out.number = count;
  if (!sound || count < 1 || count > kMaxDice || sides < 1 ||
      sides > std::numeric_limits<std::int64_t>::max() / count) {
    if (auto finding = cursor_.error(Code::ImpossibleDice, token.span, word)) {
      finding->note("from 1 to 10000 dice of at least one side can be rolled at once, and their sum must be a number");
    }
    cursor_.recovered();
    out.number = 1;
    sides = 1;
  }
  out.rare().sides = sides;
  return out;
}

Expression Grammar::set_literal() {
  const auto open = cursor_.take().span;
  if (assigns_in_braces(open)) { return make(Kind::Missing, open); }
  if (at_map_entry()) { return map_literal(open); }
  auto out = make(Kind::Set, open);
  {
    const Cursor::Lines lines(cursor_, false);
    while (!cursor_.at(TokenKind::CloseBrace) && !cursor_.failed()) {
      out.children.push_back(expression());
      if (!cursor_.accept(TokenKind::Comma)) { break; }
    }
    colon_in_braces();
    if (!cursor_.failed() && lacks_pick(open, out.children)) {
      cursor_.skip_line();
      cursor_.accept(TokenKind::CloseBrace);
    } else {
      cursor_.close(TokenKind::CloseBrace, open);
    }
  }
  out.span = cover(open, cursor_.previous_span());
  grow(out);
  return out;
}

Expression Grammar::list_literal() {
  const auto open = cursor_.take().span;
  auto out = make(Kind::List, open);
  {
    const Cursor::Lines lines(cursor_, false);
    out.children = arguments(TokenKind::CloseBracket);
    cursor_.close(TokenKind::CloseBracket, open);
  }
  out.span = cover(open, cursor_.previous_span());
  grow(out);
  return out;
}

Expression Grammar::rows_literal(std::size_t columns) {
  const auto open = cursor_.peek().span;
  auto out = make(Kind::Rows, open);
  const Cursor::Lines lines(cursor_, true);
  cursor_.skip_newlines();  // they were ignored so far if this is in parentheses
  out.rare().rows = rows(columns);
  out.span = cover(open, cursor_.previous_span());
  grow(out);
  return out;
}

}  // namespace spoils::lang
