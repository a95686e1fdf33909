// lang/parse_pick.cpp
//
// Parses draws: `pick` takes one operand, a range of two or the rows of a table; `shuffle` one operand or a range;
// `chance` one product.
#include <utility>

#include "lang/grammar.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

// One operand, or a range of two: `pick 0..4 + pick 0..5` is a sum of two draws.
Expression Grammar::pick() {
  const auto begin = cursor_.take().span;
  const Nested nested(*this);
  if (!enter(begin)) { return make(Kind::Missing, begin); }
  if (at_row_name()) {
    auto out = make(Kind::PickWhere, begin);
    pick_where(out);
    out.span = cover(begin, cursor_.previous_span());
    grow(out);
    return out;
  }
  if (pick_slip() || weighs_members(false)) { return make(Kind::Missing, begin); }
  auto source = pick_source();
  if (!cursor_.failed() && lacks_distinct(source)) { return make(Kind::Missing, begin); }
  if (!cursor_.failed() && cursor_.at_word("distinct")) { return pick_distinct(begin, std::move(source)); }
  const auto span = cover(begin, source.span);
  return wrap(Kind::Pick, span, std::move(source));
}

// pick x in
bool Grammar::at_row_name() const {
  return cursor_.at(TokenKind::Name) && cursor_.peek_past_newlines(1).kind == TokenKind::In;
}

// x in t at l on k where c weight e or nothing weight f
void Grammar::pick_where(Expression& out) {
  out.text = cursor_.text(cursor_.take());
  cursor_.take();
  auto missing = make(Kind::Missing, cursor_.peek().span);
  out.children.push_back(pick_source());
  const auto behind = [&](std::string_view word) {
    const auto& next = cursor_.peek_past_newlines();
    const bool sets = cursor_.at(TokenKind::Newline) && cursor_.peek_past_newlines(1).kind == TokenKind::Assign;
    if (next.kind != TokenKind::Name || cursor_.text(next) != word || sets) { return missing; }
    cursor_.skip_newlines();
    cursor_.take();
    return binary(kSum);
  };
  auto level = behind("at");
  auto kind = behind("on");
  out.children.push_back(continues(TokenKind::Where) ? (cursor_.take(), expression()) : missing);
  out.children.push_back(missing);
  out.children.push_back(missing);
  const auto weight = [&] {
    const bool next_line = cursor_.at(TokenKind::Newline);
    if (cursor_.text(cursor_.peek_past_newlines()) != "weight") { return missing; }
    // On a line of its own `weight = 5` sets a field.
    if (next_line && cursor_.peek_past_newlines(1).kind == TokenKind::Assign) { return missing; }
    cursor_.skip_newlines();
    cursor_.take();
    return expression();
  };
  out.children[2] = weight();
  if (out.kind == Kind::PickWhere && at_or("nothing") && continues(TokenKind::Or)) {
    cursor_.take();
    cursor_.take();
    out.number = 1;
    out.children[3] = weight();
  }
  out.children.push_back(std::move(level));
  out.children.push_back(std::move(kind));
}

// pick n distinct from t     pick n distinct from x in t where c weight e or fewer; n was taken.
Expression Grammar::pick_distinct(Span begin, Expression count) {
  cursor_.take();
  auto out = make(Kind::Distinct, begin);
  if (!cursor_.accept_word("from")) {
    const auto next = cursor_.peek();
    auto finding = cursor_.unexpected("`from`, and what to pick from");
    const bool is_source = next.kind == TokenKind::Name || next.kind == TokenKind::OpenBrace;
    if (finding && is_source) { finding->help(Edit{{next.span.source, next.span.begin, next.span.begin}, "from "}); }
    return out;
  }
  const auto outer = std::exchange(is_distinct_, true);
  if (at_row_name()) {
    pick_where(out);
  } else {
    out.children.push_back(pick_source());
    out.children.resize(6, make(Kind::Missing, cursor_.previous_span()));
  }
  is_distinct_ = outer;
  if (!cursor_.failed() && at_or("fewer") && continues(TokenKind::Or)) {
    cursor_.take();
    cursor_.take();
    out.number = 1;
  }
  out.children.push_back(std::move(count));
  out.span = cover(begin, cursor_.previous_span());
  grow(out);
  return out;
}

Expression Grammar::pick_source() {
  if (cursor_.at(TokenKind::OpenBrace)) { return rows_literal(); }
  const auto bound = [&] {
    if (!cursor_.at(TokenKind::Minus)) { return power(); }
    const auto minus = cursor_.take().span;
    auto operand = power();
    const auto span = cover(minus, operand.span);
    return wrap(Kind::Negate, span, std::move(operand));
  };
  auto first = bound();
  if (first.kind == Kind::Number && cursor_.at(TokenKind::Minus) &&
      cursor_.peek_past_newlines(1).kind == TokenKind::Number) {
    dash_in_range(first.span, cursor_.peek_past_newlines(1).span);
    return first;
  }
  if (!cursor_.at(TokenKind::DotDot)) { return first; }
  cursor_.take();
  auto last = bound();
  const auto span = cover(first.span, last.span);
  return wrap(Kind::Range, span, std::move(first), std::move(last));
}

// `1-3` where a range is wanted.
void Grammar::dash_in_range(Span first, Span last) {
  const auto text = [this](Span span) { return std::string(cursor_.sources().text(span)); };
  auto finding = cursor_.slip("dash", Code::Expected, {first.source, first.end, last.begin},
                              "`..` between the ends of a range", "`-`");
  if (finding) { finding->help(Edit{cover(first, last), text(first) + ".." + text(last)}); }
}

// shuffle l     shuffle {a, b}     shuffle 1..6; a brace begins a set here, since rows have no order to change.
Expression Grammar::shuffle() {
  const auto begin = cursor_.take().span;
  const Nested nested(*this);
  if (!enter(begin) || weighs_members(true)) { return make(Kind::Missing, begin); }
  auto source = cursor_.at(TokenKind::OpenBrace) ? power() : pick_source();
  const auto span = cover(begin, source.span);
  return wrap(Kind::Shuffle, span, std::move(source));
}

// pick [3 a, 2 b]     shuffle {3 a, 2 b}     at the bracket or brace: weights where members have none. Whether it was
// reported.
bool Grammar::weighs_members(bool is_shuffle) {
  const auto open = cursor_.peek();
  const bool is_list = open.kind == TokenKind::OpenBracket;
  if (!is_list && !(is_shuffle && open.kind == TokenKind::OpenBrace)) { return false; }
  const auto weight = cursor_.peek_past_newlines(1);
  const auto member = cursor_.peek_past_newlines(2);
  if (weight.kind != TokenKind::Number || member.kind != TokenKind::Name || cursor_.text(member) == "is") {
    return false;
  }
  auto finding = is_shuffle ? cursor_.error(Code::Expected, weight.span, "a member", "a weight")
                            : cursor_.unexpected("`{` before outcomes with weights");
  if (!finding) { return true; }
  cursor_.take();
  const Cursor::Lines lines(cursor_, false);
  std::string members;
  std::string rows;
  while (cursor_.at(TokenKind::Number)) {
    const auto number = cursor_.take().span;
    if (!cursor_.at(TokenKind::Name) && !cursor_.at(TokenKind::Symbol)) { return true; }
    const auto name = cursor_.take().span;
    members += (members.empty() ? "" : ", ") + written(name);
    rows += (rows.empty() ? "" : ", ") + written(number) + " " + written(name);
    if (!cursor_.accept(TokenKind::Comma) && !cursor_.accept(TokenKind::Semicolon)) { break; }
  }
  if (!cursor_.at(is_list ? TokenKind::CloseBracket : TokenKind::CloseBrace)) { return true; }
  const auto all = cover(open.span, cursor_.take().span);
  if (is_shuffle) {
    finding->help(Edit{all, "[" + members + "]"}, "since a shuffle gives every member once and has no weights");
  } else {
    finding->help(Edit{all, "{" + rows + "}"});
  }
  return true;
}

Expression Grammar::chance() {
  const auto begin = cursor_.take().span;
  const Nested nested(*this);
  if (!enter(begin) || of_slip()) { return make(Kind::Missing, begin); }
  auto odds = binary(kProduct);
  if (cursor_.at(TokenKind::In)) {
    cursor_.take();
    auto sides = binary(kProduct);
    const auto span = cover(odds.span, sides.span);
    odds = wrap(Kind::OneIn, span, std::move(odds), std::move(sides));
  }
  if (odds.kind == Kind::Number && (percent_in_words(odds.span) || out_of_slip())) {
    return make(Kind::Missing, begin);
  }
  if (odds.kind == Kind::Number && !(odds.number == 0) && !(odds.number == 1) && odds.number.is_whole()) {
    if (auto finding = cursor_.error(Code::BareChance, odds.span, odds.text)) {
      finding->help(Edit{odds.span, odds.text + "%"}, "or `1 in " + odds.text + "`, whichever is meant");
    }
    cursor_.recovered();
  }
  const auto span = cover(begin, odds.span);
  return wrap(Kind::Chance, span, std::move(odds));
}

}  // namespace spoils::lang
