// lang/parse_statement.cpp
//
// Parses statements and blocks, by recursive descent. Ends of lines and semicolons separate statements; after a
// mistake the parser goes on at the next one.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/foreign.h"
#include "lang/grammar.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;

namespace {

/// Words that begin a statement and no expression.
bool is_statement_word(TokenKind kind) {
  switch (kind) {
    case TokenKind::Repeat:
    case TokenKind::For:
    case TokenKind::Retry:
    case TokenKind::With:
    case TokenKind::Let:
    case TokenKind::Do:
    case TokenKind::Drop:
    case TokenKind::Hold:
    case TokenKind::Stop:
    case TokenKind::Discard:
    case TokenKind::While: return true;
    default: return false;
  }
}

constexpr std::string_view kOfCase = "around what this case does";
constexpr std::string_view kAfterCondition = "after the condition";

}  // namespace

Block Grammar::block(std::string_view where) {
  Block out;
  out.span = cursor_.peek().span;
  const Nested nested(*this);
  if (!enter(out.span)) { return out; }
  if (cursor_.at(TokenKind::Newline) && cursor_.peek_past_newlines().kind == TokenKind::OpenBrace) {
    if (auto finding = cursor_.unexpected(fmt::format("`{{` {}", where))) {
      const auto brace = cursor_.peek_past_newlines().span;
      const Span gap{brace.source, cursor_.previous_span().end, brace.begin};
      const bool is_blank = cursor_.sources().text(gap).find_first_not_of(" \t\r\n") == std::string_view::npos;
      if (is_blank) { finding->help(Edit{cover(gap, brace), " {"}, "on this line, not on the next"); }
      if (!is_blank) { finding->help("write `{` on this line, not on the next"); }
      cursor_.recovered();
      cursor_.skip_newlines();
    }
  }
  mark_before_brace();
  const bool lacks_brace = cursor_.at(TokenKind::Newline) && where == kAfterCondition;
  if (cursor_.at(TokenKind::Colon) || lacks_brace) {
    if (auto finding = cursor_.unexpected(fmt::format("`{{` {}", where))) {
      finding->help("write `{` here, and `}` after what belongs to it");
    }
  }
  const bool is_arm = where == kOfCase;
  if (block_slip() || !cursor_.expect(TokenKind::OpenBrace, where)) { return out; }
  out.span = cursor_.previous_span();
  const auto open = out.span;
  const Cursor::Lines lines(cursor_, true);
  const auto row_before = in_row_;
  in_row_ = false;
  while (next_item_of_block(open)) {
    // The next case of a `match`: the brace of this one is missing. It is taken as closed here.
    if (is_arm && cursor_.at(TokenKind::Name) && cursor_.peek_past_newlines(1).kind == TokenKind::Colon &&
        cursor_.peek_past_newlines(2).kind == TokenKind::OpenBrace) {
      if (auto finding = cursor_.error(Code::UnclosedBrace, open)) {
        finding->label(cursor_.peek().span, "and here the next case begins");
      }
      cursor_.recovered();
      in_row_ = row_before;
      return out;
    }
    auto next = statement();
    if (cursor_.failed()) {
      if (nesting_ > 100 || at_unclosed()) { break; }
      cursor_.skip_line();
      cursor_.recovered();
      continue;
    }
    out.statements.push_back(std::move(next));
    if (!at_item_end()) {
      goes_on(out.statements.back());
      cursor_.skip_line();
      cursor_.recovered();
    }
  }
  in_row_ = row_before;
  cursor_.accept(TokenKind::CloseBrace);
  out.span = cover(open, cursor_.previous_span());
  return out;
}

bool Grammar::next_item(Span open) {
  while (cursor_.at(TokenKind::Newline) || cursor_.at(TokenKind::Semicolon)) { cursor_.take(); }
  if (cursor_.at(TokenKind::CloseBrace)) { return false; }
  if (!at_unclosed()) { return true; }
  unclosed(open);
  return false;
}

bool Grammar::next_item_of_block(Span open) {
  if (next_item(open)) { return true; }
  if (cursor_.at(TokenKind::CloseBrace)) { closed(open, cursor_.peek().span); }
  return false;
}

// A brace that is missing shows only at the end of the file or at the next declaration. Indentation tells where it was.
void Grammar::unclosed(Span open) {
  if (cursor_.swallowed(open)) { return; }
  const bool elsewhere = suspect_ && suspect_->first.begin > open.begin;
  auto finding = cursor_.error(Code::UnclosedBrace, elsewhere ? suspect_->first : open);
  if (!finding) { return; }
  if (elsewhere) {
    finding->label(suspect_->second, "by its indentation this closes an outer `{`");
  } else if (cursor_.at_declaration()) {
    finding->label(cursor_.peek().span, "and here a declaration begins");
  }
}

void Grammar::closed(Span open, Span close) {
  if (suspect_) { return; }
  const auto& source = cursor_.sources()[open.source];
  const auto indentation = [&](std::uint32_t line_number) {
    const auto line = source.line(line_number);
    return std::min(line.find_first_not_of(" \t"), line.size());
  };
  const auto first = source.line_of(open.begin);
  const auto last = source.line_of(close.begin);
  if (first == last) { return; }
  const auto closing = indentation(last);
  if (source.line_start(last) + closing == close.begin && closing < indentation(first)) {
    suspect_.emplace(open, close);
  }
}

Statement Grammar::statement() {
  Statement out;
  const auto token = cursor_.peek();
  out.span = token.span;
  if (is_keyword(token.kind) && token.kind != TokenKind::Let) {
    if (is_assignment(cursor_.peek_past_newlines(1).kind)) {
      cursor_.keyword_as_name(token);
      return out;
    }
  }
  switch (token.kind) {
    case TokenKind::If: if_statement(out); break;
    case TokenKind::Match: match_statement(out); break;
    case TokenKind::Repeat: repeat(out); break;
    case TokenKind::For: for_statement(out); break;
    case TokenKind::Retry: retry(out); break;
    case TokenKind::With: with(out); break;
    case TokenKind::Let: {
      cursor_.take();
      out.kind = Statement::Kind::Let;
      const auto name = cursor_.peek();
      if (!cursor_.expect(TokenKind::Name, "after `let`")) { break; }
      out.text = cursor_.text(name);
      out.name_span = name.span;
      if (cursor_.expect(TokenKind::Assign, "and a value")) { out.expressions.push_back(assigned()); }
      suppose(out);
      break;
    }
    case TokenKind::Do:
      cursor_.take();
      out.kind = Statement::Kind::Do;
      out.expressions.push_back(expression());
      break;
    case TokenKind::Drop:
    case TokenKind::Hold: {
      out.kind = cursor_.take().kind == TokenKind::Drop ? Statement::Kind::Drop : Statement::Kind::Hold;
      if (cursor_.accept(TokenKind::Do)) {
        out.op = "do";
        out.expressions.push_back(expression());
        break;
      }
      if (!cursor_.at(TokenKind::Name)) {
        number_of_drops(token);
        break;
      }
      auto called = name_or_call();
      called.kind = Expression::Kind::Call;
      out.expressions.push_back(std::move(called));
      break;
    }
    case TokenKind::Stop:
    case TokenKind::Discard:
      out.kind = cursor_.take().kind == TokenKind::Stop ? Statement::Kind::Stop : Statement::Kind::Discard;
      break;
    case TokenKind::While:
      if (auto finding = cursor_.error(Code::WhileAlone, token.span)) {
        finding->help("every loop has a bound: `repeat 99 while CONDITION { ... }`");
      }
      break;
    case TokenKind::Else: cursor_.error(Code::ElseAlone, token.span); break;
    case TokenKind::Name: {
      if (at_give()) {
        cursor_.take();
        out.kind = Statement::Kind::Give;
        out.expressions.push_back(expression());
        break;
      }
      const auto next = cursor_.peek_past_newlines(1).kind;
      if (cursor_.at_word("try") && next == TokenKind::OpenBrace) {
        try_statement(out);
        break;
      }
      if (!cursor_.at_word("apply") || (next != TokenKind::Name && next != TokenKind::OpenParen)) {
        call_statement(out);
        break;
      }
      cursor_.take();
      out.kind = Statement::Kind::Apply;
      out.expressions.push_back(postfix());
      if (!cursor_.failed() && out.expressions[0].kind != Expression::Kind::Member) {
        cursor_.error(Code::Expected, out.expressions[0].span, "a block of a record, `RECORD.BLOCK`",
                      cursor_.sources().text(out.expressions[0].span));
      }
      break;
    }
    default: {
      if (token.kind == TokenKind::Dice && is_assignment(cursor_.peek_past_newlines(1).kind)) {
        cursor_.unexpected_name("the name of a field");
        break;
      }
      const bool is_doubled = token.kind == TokenKind::OpenBrace && written(cursor_.previous_span()) == "{";
      auto finding = cursor_.unexpected("a statement");
      if (finding && is_doubled) { finding->help(Edit{token.span, ""}); }
      const bool is_draw = token.kind == TokenKind::Chance || token.kind == TokenKind::Pick;
      if (finding && (is_draw || token.kind == TokenKind::Shuffle)) { draw_alone(*finding); }
      if (finding && in_def_ && !is_doubled) { finding->help("`give VALUE` gives the value of the def"); }
      if (is_doubled) { cursor_.take(); }
      break;
    }
  }
  out.span = cover(token.span, cursor_.previous_span());
  return out;
}

// Whether a def gives its value here; `give` may also be the name of a let.
bool Grammar::at_give() const {
  if (!in_def_ || !cursor_.at_word("give")) { return false; }
  return !is_assignment(cursor_.peek_past_newlines(1).kind);
}

void Grammar::call_statement(Statement& out) {
  const auto name = cursor_.take();
  out.text = cursor_.text(name);
  out.name_span = name.span;
  if (is_assignment(cursor_.peek().kind)) {
    assign(out, name);
    suppose(out);
    return;
  }
  if (cursor_.at(TokenKind::OpenBracket)) {
    assign_entry(out, name);
    return;
  }
  if (cursor_.at(TokenKind::OpenParen)) {
    out.kind = Statement::Kind::Call;
    cursor_.take();
    auto called = make(Expression::Kind::Call, name.span);
    called.text = out.text;
    {
      const Cursor::Lines lines(cursor_, false);
      const auto open = cursor_.previous_span();
      called.children = arguments(TokenKind::CloseParen);
      cursor_.close(TokenKind::CloseParen, open);
    }
    called.span = cover(name.span, cursor_.previous_span());
    grow(called);
    out.expressions.push_back(std::move(called));
    return;
  }
  if (cursor_.at(TokenKind::EqualEqual)) {
    const auto mark = cursor_.peek().span;
    if (auto finding = cursor_.error(Code::Expected, mark, "`=`", "`==`")) {
      finding->help(Edit{mark, "="}, "to set the field; `==` compares");
    }
    return;
  }
  if (foreign_statement(name) || declares(name) || lacks_assign(name)) { return; }
  if (auto finding = cursor_.error(Code::BareName, name.span, out.text)) {
    const bool is_empty = out.text == "nothing" || out.text == "pass" || out.text == "noop";
    constexpr std::array<std::string_view, 1> kElse{"else"};
    if (cursor_.at(TokenKind::OpenBrace) && cursor_.report().nearest(out.text, kElse)) {
      finding->help(Edit{name.span, "else"});
    } else if (is_empty) {
      finding->help(Edit{name.span, ""}, "since an empty block does nothing");
    } else if (in_def_) {
      finding->help(Edit{name.span, "give " + out.text}, "for the value of the def");
    } else {
      finding->help(Edit{name.span, out.text + "()"}, "to run the rule of that name");
    }
  }
}

void Grammar::assign(Statement& out, const Token& name) {
  out.kind = Statement::Kind::Assign;
  out.op = cursor_.text(cursor_.take());
  out.name_span = name.span;
  out.expressions.push_back(assigned());
}

// has[key] += value
void Grammar::assign_entry(Statement& out, const Token& name) {
  const auto open = cursor_.take().span;
  auto key = make(Expression::Kind::Missing, open);
  {
    const Cursor::Lines lines(cursor_, false);
    key = expression();
    cursor_.close(TokenKind::CloseBracket, open);
  }
  if (cursor_.failed()) { return; }
  if (!is_assignment(cursor_.peek().kind)) {
    cursor_.unexpected("`=`, `+=` or `-=` and a value");
    return;
  }
  assign(out, name);
  out.expressions.push_back(std::move(key));
}

// The value after `=`, which may be on the next line unless that line is clearly another statement.
Expression Grammar::assigned() {
  const auto& next = cursor_.peek_past_newlines();
  const bool sets = next.kind == TokenKind::Name && is_assignment(cursor_.peek_past_newlines(1).kind);
  const bool is_statement = is_statement_word(next.kind) || next.kind == TokenKind::CloseBrace || sets;
  if (cursor_.at(TokenKind::Newline) && is_statement) {
    cursor_.unexpected("a value");
    return make(Expression::Kind::Missing, cursor_.peek().span);
  }
  cursor_.skip_newlines();
  return expression();
}

// `otherwise` is the `else` before it, if there is one.
void Grammar::if_statement(Statement& out, std::optional<Span> otherwise) {
  out.kind = Statement::Kind::If;
  const auto word = cursor_.take().span;
  out.expressions.push_back(lacks_condition(word, otherwise) ? make(Expression::Kind::Missing, word) : expression());
  if (cursor_.failed()) { return; }
  if (cursor_.at(TokenKind::Then)) {
    if (auto finding = cursor_.error(Code::Expected, cursor_.peek().span, "`{` after the condition", "`then`")) {
      finding->help("`if C { ... } else { ... }` chooses what to do, `if C then A else B` is a value");
    }
    return;
  }
  if (condition_slip(out.expressions[0])) { return; }
  out.blocks.push_back(block(kAfterCondition));
  if (cursor_.failed() || cursor_.peek_past_newlines().kind != TokenKind::Else ||
      cursor_.peek_past_newlines(1).kind == TokenKind::Colon) {
    return;
  }
  cursor_.skip_newlines();
  const auto other = cursor_.take().span;
  if (cursor_.at(TokenKind::If)) {
    Block chained;
    chained.span = cursor_.peek().span;
    const Nested nested(*this);
    if (!enter(chained.span)) { return; }
    auto& inner = chained.statements.emplace_back();
    inner.span = chained.span;
    if_statement(inner, other);
    inner.span = cover(inner.span, cursor_.previous_span());
    chained.span = inner.span;
    out.blocks.push_back(std::move(chained));
    return;
  }
  out.blocks.push_back(block("after `else`"));
}

void Grammar::match_statement(Statement& out) {
  out.kind = Statement::Kind::Match;
  cursor_.take();
  out.expressions.push_back(expression());
  const auto open = cursor_.peek().span;
  if (cursor_.failed() || !cursor_.expect(TokenKind::OpenBrace, "after the value to match")) { return; }
  const Cursor::Lines lines(cursor_, true);
  while (next_item(open)) {
    if (comma_after_case(!out.arms.empty())) { continue; }
    MatchArm arm;
    arm.span = cursor_.peek().span;
    if (!case_words() && !cursor_.accept(TokenKind::Else)) {
      do {
        cursor_.skip_newlines();
        arm.patterns.push_back(binary(kRange));
      } while (!cursor_.failed() && cursor_.accept(TokenKind::Comma));
    }
    if (!cursor_.failed() && cursor_.at(TokenKind::OpenBrace)) {
      const auto behind = text::after(cursor_.previous_span());
      auto finding = cursor_.slip("case", Code::Expected, cursor_.peek().span, "`:` before what this case does", "`{`");
      if (finding) { finding->help(Edit{behind, ":"}); }
    }
    const bool has_action = !cursor_.failed() && cursor_.expect(TokenKind::Colon, "before what this case does");
    if (has_action && !bare_case()) { arm.block = block(kOfCase); }
    arm.span = cover(arm.span, cursor_.previous_span());
    if (cursor_.failed()) {
      if (nesting_ > 100 || at_unclosed()) { return; }
      cursor_.skip_line();
      cursor_.recovered();
      continue;
    }
    out.arms.push_back(std::move(arm));
  }
  cursor_.accept(TokenKind::CloseBrace);
}

void Grammar::repeat(Statement& out) {
  out.kind = Statement::Kind::Repeat;
  cursor_.take();
  out.expressions.push_back(binary(kSum));
  out.expressions.push_back(make(Expression::Kind::Missing, cursor_.peek().span));
  if (!cursor_.failed() && cursor_.accept(TokenKind::While)) { out.expressions[1] = expression(); }
  if (!cursor_.failed() && cursor_.at(TokenKind::DotDot)) {  // `repeat 1..3 {`
    const auto range = cover(out.expressions[0].span, cursor_.peek_past_newlines(1).span);
    if (auto finding = cursor_.unexpected("`{` around what is repeated")) {
      finding->help(Edit{range, "pick " + written(range)}, "for a number of times that is drawn");
    }
  }
  if (!cursor_.failed()) { out.blocks.push_back(block("around what is repeated")); }
}

void Grammar::for_statement(Statement& out) {
  out.kind = Statement::Kind::For;
  cursor_.take();
  const auto name = cursor_.peek();
  if (cursor_.at(TokenKind::OpenParen)) {
    if (auto finding = cursor_.unexpected("a name after `for`")) {
      finding->help("a loop goes through a range, list, set or map: `for i in 1..3 { ... }`");
    }
    return;
  }
  if (!cursor_.expect(TokenKind::Name, "after `for`")) { return; }
  out.text = cursor_.text(name);
  out.name_span = name.span;
  if (cursor_.at(TokenKind::Assign)) {
    const auto mark = cursor_.peek().span;
    if (auto finding = cursor_.unexpected("`in` and what to go through")) { finding->help(Edit{mark, "in"}); }
  }
  if (cursor_.failed() || !cursor_.expect(TokenKind::In, "and what to go through")) { return; }
  out.expressions.push_back(expression());
  if (!cursor_.failed()) { out.blocks.push_back(block("around what is done for each")); }
}

// with depth = depth + 1 { }     with stream lcg(bits = 15, ...) { }     with stream weather { }
void Grammar::with(Statement& out) {
  cursor_.take();
  const bool stream = cursor_.at_word("stream") && cursor_.peek_past_newlines(1).kind == TokenKind::Name;
  if (stream) { cursor_.take(); }
  out.kind = stream ? Statement::Kind::WithStream : Statement::Kind::WithInput;
  const auto name = cursor_.peek();
  if (!cursor_.expect(TokenKind::Name, stream ? "of the stream" : "of an input")) { return; }
  out.text = cursor_.text(name);
  out.name_span = name.span;
  if (!stream) {
    if (cursor_.expect(TokenKind::Assign, "and its value for this block")) { out.expressions.push_back(expression()); }
  } else if (cursor_.accept(TokenKind::OpenParen)) {
    const Cursor::Lines lines(cursor_, false);
    const auto open = cursor_.previous_span();
    out.expressions = arguments(TokenKind::CloseParen);
    cursor_.close(TokenKind::CloseParen, open);
    out.op = "(";
  }
  if (!cursor_.failed()) { out.blocks.push_back(block("around what it holds for")); }
}

}  // namespace spoils::lang
