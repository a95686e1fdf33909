// lang/parse_call.cpp
//
// Parses the parentheses after a name: the arguments of a call, an aggregate over a list, a question.
#include "lang/aggregates.h"
#include "lang/grammar.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

Expression Grammar::name_or_call() {
  const auto token = cursor_.take();
  auto out = make(Kind::Name, token.span);
  out.text = cursor_.text(token);
  if (roll_slip(token) || !cursor_.at(TokenKind::OpenParen)) { return out; }
  const Nested nested(*this);
  if (!enter(token.span)) { return out; }
  const auto open = cursor_.take().span;
  const auto row_before = in_row_;
  const auto distribution_before = in_distribution_;
  in_row_ = false;
  in_distribution_ = false;  // inside, `{a, b}` is a set again
  const bool asks = out.text == "odds" || out.text == "mean";
  out.kind = Kind::Call;
  {
    const Cursor::Lines lines(cursor_, false);
    if (asks) {
      out = query(std::move(out));
    } else if (is_aggregate(out.text) && cursor_.at(TokenKind::Name) &&
               cursor_.peek_past_newlines(1).kind == TokenKind::In) {
      out = aggregate(std::move(out));
    } else {
      out.children = arguments(TokenKind::CloseParen);
      if (cursor_.at(TokenKind::Colon)) { no_question(); }
    }
    cursor_.close(TokenKind::CloseParen, open);
  }
  in_row_ = row_before;
  in_distribution_ = distribution_before;
  out.span = cover(token.span, cursor_.previous_span());
  grow(out);
  return out;
}

// wait(rule: condition)
void Grammar::no_question() {
  if (auto finding = cursor_.unexpected("`)`")) {
    finding->help("what rolls of a rule give is asked by `odds(rule: ...)` and `mean(rule: ...)`");
  }
}

std::vector<Expression> Grammar::arguments(TokenKind close) {
  std::vector<Expression> out;
  while (!cursor_.at(close) && !cursor_.failed()) {
    out.push_back(argument());
    if (!cursor_.accept(TokenKind::Comma)) { break; }
  }
  return out;
}

Expression Grammar::argument() {
  if (cursor_.at(TokenKind::Name) && cursor_.peek_past_newlines(1).kind == TokenKind::Assign) {
    const auto name = cursor_.take();
    cursor_.take();
    auto value = expression();
    const auto span = cover(name.span, value.span);
    auto out = wrap(Kind::Argument, span, std::move(value));
    out.text = cursor_.text(name);
    return out;
  }
  return expression();
}

// count(x in list where condition: value)
Expression Grammar::aggregate(Expression head) {
  head.kind = Kind::Aggregate;
  head.rare().name = cursor_.text(cursor_.take());
  cursor_.take();  // in
  head.children.push_back(binary(kRange));
  const auto missing = make(Kind::Missing, cursor_.peek().span);
  head.children.push_back(cursor_.accept(TokenKind::Where) ? expression() : missing);
  head.children.push_back(cursor_.accept(TokenKind::Colon) ? expression() : missing);
  return head;
}

// odds(rule(arguments) by a, b: condition given evidence, input = value)
Expression Grammar::query(Expression head) {
  head.kind = Kind::Query;
  const auto missing = make(Kind::Missing, cursor_.peek().span);
  if (!cursor_.at(TokenKind::Name)) { cursor_.unexpected("the name of a rule"); }
  auto called = cursor_.failed() ? missing : name_or_call();
  if (called.kind == Kind::Name) { called.kind = Kind::Call; }
  if (!cursor_.failed() && lacks_rule(called)) { return head; }
  head.children.push_back(std::move(called));
  auto by = make(Kind::By, cursor_.peek().span);
  if (cursor_.accept_word("by")) {
    do {
      by.children.push_back(binary(kSum));
    } while (cursor_.at(TokenKind::Comma) && cursor_.peek_past_newlines(2).kind != TokenKind::Assign &&
             cursor_.accept(TokenKind::Comma));
  }
  grow(by);
  head.children.push_back(std::move(by));
  head.children.push_back(cursor_.accept(TokenKind::Colon) ? expression() : missing);
  head.children.push_back(cursor_.accept(TokenKind::Given) ? expression() : missing);
  while (!cursor_.failed() && cursor_.accept(TokenKind::Comma)) {
    auto setting = argument();
    if (setting.kind != Kind::Argument && !cursor_.failed()) {
      if (auto finding = cursor_.error(Code::Expected, setting.span, "an input", "a value")) {
        const bool is_condition = setting.kind == Kind::Binary && head.children[2].kind == Kind::Missing;
        const Span from{setting.span.source, head.children[1].span.begin, setting.span.end};
        if (is_condition) { finding->help(Edit{from, ": " + written(setting.span)}, "for a condition"); }
        if (!is_condition) { finding->help("name what you set: `depth = 10`"); }
      }
    }
    head.children.push_back(std::move(setting));
  }
  return head;
}

}  // namespace spoils::lang
