// lang/parse_retry.cpp
//
// Parses what is put back: the statements `retry { } while C` and `try { } keep C else { }`, and the value of a rule
// after `=`, as in `let p = power after sharpen(3)`.
#include <fmt/format.h>

#include "lang/grammar.h"

namespace spoils::lang {

using text::Code;

void Grammar::retry(Statement& out) {
  out.kind = Statement::Kind::Retry;
  const auto begin = cursor_.take().span;
  out.expressions.push_back(make(Expression::Kind::Missing, cursor_.peek().span));
  if (cursor_.accept_word("max")) { out.expressions[0] = binary(kSum); }
  if (cursor_.failed()) { return; }
  out.blocks.push_back(block("after `retry`"));
  if (cursor_.failed()) { return; }
  if (!cursor_.accept(TokenKind::While) && !cursor_.accept_past_newlines(TokenKind::While)) {
    if (auto finding = cursor_.error(Code::RetryWithoutWhile, begin)) {
      finding->help("say after the block when to try again: `} while kind == none`");
    }
    return;
  }
  out.expressions.push_back(expression());
}

// try { statements } keep condition else { statements }
void Grammar::try_statement(Statement& out) {
  out.kind = Statement::Kind::Try;
  const auto begin = cursor_.take().span;
  out.blocks.push_back(block("after `try`"));
  if (cursor_.failed()) { return; }
  const auto& next = cursor_.peek_past_newlines();
  if (next.kind == TokenKind::Name && cursor_.text(next) == "keep") { cursor_.skip_newlines(); }
  if (!cursor_.accept_word("keep")) {
    if (auto finding = cursor_.error(Code::TryWithoutKeep, begin)) {
      finding->help("say after the block when it stays: `} keep power <= limit`");
    }
    return;
  }
  out.expressions.push_back(expression());
  if (cursor_.failed() || cursor_.peek_past_newlines().kind != TokenKind::Else ||
      cursor_.peek_past_newlines(1).kind == TokenKind::Colon) {
    return;
  }
  cursor_.skip_newlines();
  cursor_.take();
  out.blocks.push_back(block("after `else`"));
}

// power after sharpen(3)     power of relic(k): the expression is parsed already.
void Grammar::suppose(Statement& out) {
  const bool is_after = cursor_.at_word("after");
  if (cursor_.failed() || (!is_after && !cursor_.at_word("of"))) { return; }
  const auto word = cursor_.take();
  if (!cursor_.at(TokenKind::Name) || cursor_.peek_past_newlines(1).kind != TokenKind::OpenParen) {
    if (auto finding = cursor_.unexpected("the call of a rule")) {
      // `kind = potion of healing`
      const auto& value = out.expressions.back();
      const bool is_words = !is_after && value.kind == Expression::Kind::Name && cursor_.at(TokenKind::Name);
      if (is_words) {
        const auto name = fmt::format("{}_of_{}", value.text, cursor_.text(cursor_.peek()));
        finding->help(Edit{{value.span.source, value.span.begin, cursor_.peek().span.end}, name}, "for one word");
      } else {
        finding->help(fmt::format("`x = E {} RULE(...)` is a value of what the rule would make", cursor_.text(word)));
      }
    }
    return;
  }
  out.supposes = is_after ? Statement::Supposes::After : Statement::Supposes::Of;
  out.expressions.push_back(name_or_call());
  // `odds(...)` and `count(x in l)` are no calls of rules.
  if (!cursor_.failed() && out.expressions.back().kind != Expression::Kind::Call) {
    if (auto finding = cursor_.error(Code::Expected, out.expressions.back().span, "the call of a rule", "a function")) {
      finding->help(fmt::format("`x = E {} RULE(...)` is a value of what the rule would make", cursor_.text(word)));
    }
  }
}

}  // namespace spoils::lang
