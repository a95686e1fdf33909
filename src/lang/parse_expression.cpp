// lang/parse_expression.cpp
//
// Parses expressions, by precedence climbing. From the loosest: or; and; not; comparison and `in`; range; + -; * / //
// mod; unary -; ^; then % and [] and . after a primary. `pick` and `shuffle` take one operand or a range of
// two; `chance` one product.
#include <algorithm>
#include <array>

#include "lang/grammar.h"
#include "lang/parser.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

namespace {

struct Operator {
  TokenKind token;
  std::string_view text;
  int level;
};

constexpr int kMaxDerivations = 64;  // `r with { } with { }`; as many as a record may have ancestors

constexpr int kComparison = 3;

constexpr auto kOperators = std::to_array<Operator>({
    {TokenKind::Or, "or", 1},
    {TokenKind::And, "and", 2},
    {TokenKind::EqualEqual, "==", 3},
    {TokenKind::NotEqual, "!=", 3},
    {TokenKind::Less, "<", 3},
    {TokenKind::LessEqual, "<=", 3},
    {TokenKind::Greater, ">", 3},
    {TokenKind::GreaterEqual, ">=", 3},
    {TokenKind::In, "in", 3},
    {TokenKind::DotDot, "..", 4},
    {TokenKind::Plus, "+", 5},
    {TokenKind::Minus, "-", 5},
    {TokenKind::Star, "*", 6},
    {TokenKind::Slash, "/", 6},
    {TokenKind::SlashSlash, "//", 6},
    {TokenKind::Mod, "mod", 6},
});

const Operator* operator_of(TokenKind token) {
  for (const auto& candidate : kOperators) {
    if (candidate.token == token) { return &candidate; }
  }
  return nullptr;
}

}  // namespace

Expression Grammar::make(Kind kind, Span span) const {
  Expression out;
  out.kind = kind;
  out.span = span;
  return out;
}

// Sets the height of a node whose children are there.
void Grammar::grow(Expression& node) {
  int below = 0;
  const auto look = [&below](const Expression& child) { below = std::max(below, child.height); };
  for (const auto& child : node.children) { look(child); }
  for (const auto& row : node.rows()) {
    look(row.condition);
    look(row.otherwise);
    for (const auto& outcome : row.outcomes) {
      look(outcome.weight);
      look(outcome.value);
      for (const auto& cell : outcome.cells) { look(cell); }
    }
  }
  node.height = below + 1;
  if (node.height <= kMaxHeight) { return; }
  if (auto finding = cursor_.error(Code::TooDeep, node.span, std::to_string(kMaxHeight))) {
    finding->help("cut the expression in parts and give each a name with `def`");
  }
}

bool Grammar::enter(Span span) {
  if (nesting_ <= kMaxNesting) { return true; }
  if (auto finding = cursor_.error(Code::TooDeep, span, std::to_string(kMaxNesting))) {
    finding->help("give the inner part a name with `def` or `rule`");
  }
  return false;
}

// A line that begins with an operator goes on with the one before, except in rows.
bool Grammar::continues(TokenKind kind) {
  if (cursor_.at(kind)) { return true; }
  if (in_row_ || !cursor_.at(TokenKind::Newline) || cursor_.peek_past_newlines().kind != kind) { return false; }
  cursor_.skip_newlines();
  return true;
}

// `or nothing` ends a pick; it is no operator.
bool Grammar::at_or(std::string_view word) const {
  return cursor_.peek_past_newlines().kind == TokenKind::Or && cursor_.text(cursor_.peek_past_newlines(1)) == word;
}

// `or nothing` and `or fewer` belong to the pick around an expression.
bool Grammar::at_end_of_pick() const { return at_or("nothing") || (is_distinct_ && at_or("fewer")); }

Expression Grammar::expression() {
  const Nested nested(*this);
  if (!enter(cursor_.peek().span)) { return make(Kind::Missing, cursor_.peek().span); }
  if (cursor_.at(TokenKind::If)) { return if_expression(); }
  auto out = cursor_.at(TokenKind::Match) ? match_expression() : binary(1);
  if (!chance_behind(out)) { operator_in_words(out); }
  return out;
}

Expression Grammar::if_expression() {
  const auto begin = cursor_.take().span;
  auto condition = expression();
  if (!cursor_.failed() && condition_slip(condition)) { return make(Kind::Missing, begin); }
  if (!continues(TokenKind::Then)) {
    const auto behind = text::after(cursor_.previous_span());
    const bool is_block = cursor_.at(TokenKind::OpenBrace);
    auto finding = cursor_.unexpected("`then` after the condition");
    if (finding && !is_block) { finding->help(Edit{behind, " then"}); }
    return make(Kind::Missing, begin);
  }
  cursor_.take();
  cursor_.skip_newlines();
  auto yes = expression();
  if (cursor_.failed()) { return make(Kind::Missing, begin); }
  // An `if` expression always has an `else`, so it may be on any later line.
  if (!cursor_.accept_on_any_line(TokenKind::Else)) {
    const bool ends = cursor_.at(TokenKind::Newline) || cursor_.at(TokenKind::Semicolon) ||
                      cursor_.at(TokenKind::CloseBrace) || cursor_.at(TokenKind::CloseParen) ||
                      cursor_.at(TokenKind::End);
    const auto behind = text::after(cursor_.previous_span());
    auto finding = cursor_.unexpected("`else`, since `if` here gives a value in both cases");
    if (finding && ends) { finding->help(Edit{behind, " else none"}, "after it if there is nothing otherwise"); }
    const bool is_chain = cursor_.at_word("elif") || cursor_.at_word("elsif") || cursor_.at_word("elseif");
    if (finding && is_chain) { finding->help(Edit{cursor_.peek().span, "else if"}); }
    return make(Kind::Missing, begin);
  }
  cursor_.skip_newlines();
  auto no = expression();
  const auto span = cover(begin, no.span);
  return wrap(Kind::If, span, std::move(condition), std::move(yes), std::move(no));
}

Expression Grammar::match_expression() {
  const auto begin = cursor_.take().span;
  auto out = make(Kind::Match, begin);
  out.children.push_back(expression());
  if (!cursor_.expect(TokenKind::OpenBrace, "after the value to match")) { return out; }
  const Cursor::Lines lines(cursor_, true);
  const auto before = in_row_;
  in_row_ = false;
  while (!cursor_.failed()) {
    while (cursor_.at(TokenKind::Newline) || cursor_.at(TokenKind::Semicolon)) { cursor_.take(); }
    if (cursor_.at(TokenKind::CloseBrace)) { break; }
    if (comma_after_case(out.children.size() > 1)) { continue; }
    auto arm = make(Kind::Arm, cursor_.peek().span);
    if (cursor_.at_word("case")) { case_words(); }
    if (!cursor_.accept(TokenKind::Else)) {
      do {
        cursor_.skip_newlines();
        arm.children.push_back(binary(kRange));
      } while (cursor_.accept(TokenKind::Comma));
    }
    if (cursor_.expect(TokenKind::Colon, "before the value of this case")) { arm.children.push_back(expression()); }
    if (cursor_.failed()) {
      if (nesting_ > 100 || at_unclosed()) { break; }
      cursor_.skip_line();
      cursor_.recovered();
      continue;
    }
    arm.span = cover(arm.span, arm.children.back().span);
    grow(arm);
    out.children.push_back(std::move(arm));
  }
  in_row_ = before;
  if (!cursor_.failed()) { cursor_.expect(TokenKind::CloseBrace); }
  out.span = cover(begin, cursor_.previous_span());
  grow(out);
  return out;
}

Expression Grammar::binary(int level) {
  if (level == 3 && cursor_.at(TokenKind::Not)) {
    const auto begin = cursor_.take().span;
    const Nested nested(*this);
    if (!enter(begin)) { return make(Kind::Missing, begin); }
    auto operand = binary(kComparison);
    const auto span = cover(begin, operand.span);
    return wrap(Kind::Not, span, std::move(operand));
  }
  if (level > kProduct) { return unary(); }
  auto left = binary(level + 1);
  bool compared = false;
  while (!cursor_.failed()) {
    if (level == kComparison && !compared && cursor_.at_word("is")) {
      const auto is = cursor_.take().span;
      if (cursor_.at(TokenKind::Not)) {
        const auto both = cover(is, cursor_.peek().span);
        if (auto finding = cursor_.slip("is not", Code::Foreign, both, "is not")) { finding->help(Edit{both, "!="}); }
        break;
      }
      auto right = cursor_.at(TokenKind::OpenBrace) ? filter_literal() : binary(level + 1);
      const auto span = cover(left.span, right.span);
      left = wrap(Kind::Binary, span, std::move(left), std::move(right));
      left.text = "is";
      compared = true;
      continue;
    }
    const Operator* found = operator_of(cursor_.peek().kind);
    if (found == nullptr && cursor_.at(TokenKind::Newline) && !in_row_) {
      found = operator_of(cursor_.peek_past_newlines().kind);
    }
    if (found == nullptr || found->level != level || at_end_of_pick() || !continues(found->token)) { break; }
    const auto token = cursor_.take();
    if (level == kComparison && compared) {
      chained(left, token);
      break;
    }
    compared = true;
    cursor_.skip_newlines();
    if (token.kind == TokenKind::EqualEqual && in_distribution_ && cursor_.at(TokenKind::OpenBrace)) {
      // A row has as many values as the question before it has columns.
      const auto asked = left.kind == Kind::Query && left.children.size() > 1 ? left.children[1].children.size() : 1;
      auto right = rows_literal(asked > 1 ? asked - 1 : 0);
      const auto span = cover(left.span, right.span);
      left = wrap(Kind::Binary, span, std::move(left), std::move(right));
      left.text = found->text;
      continue;
    }
    // No set is greater than another: the brace begins a block, and the value before it is missing.
    const bool orders = level == kComparison && token.kind != TokenKind::EqualEqual &&
                        token.kind != TokenKind::NotEqual && token.kind != TokenKind::In;
    if (orders && cursor_.at(TokenKind::OpenBrace)) {
      cursor_.unexpected("a value");
      break;
    }
    if (token.kind == TokenKind::DotDot && lacks_range_end()) { break; }
    if (level < kComparison && lacks_compared(left)) { break; }
    auto right = binary(level + 1);
    const auto span = cover(left.span, right.span);
    left = wrap(level == kRange ? Kind::Range : Kind::Binary, span, std::move(left), std::move(right));
    if (level != kRange) { left.text = found->text; }
    if (level == kRange) { break; }
  }
  if (level == kComparison) { assigns_to_compare(); }
  return left;
}

Expression Grammar::unary() {
  if (!cursor_.at(TokenKind::Minus)) { return power(); }
  const auto begin = cursor_.take().span;
  const Nested nested(*this);
  if (!enter(begin)) { return make(Kind::Missing, begin); }
  auto operand = unary();
  const auto span = cover(begin, operand.span);
  return wrap(Kind::Negate, span, std::move(operand));
}

Expression Grammar::power() {
  auto base = postfix();
  if (!cursor_.at(TokenKind::Caret)) { return base; }
  const auto mark = cursor_.take().span;
  const Nested nested(*this);
  if (!enter(mark)) { return base; }
  auto exponent = unary();
  const auto span = cover(base.span, exponent.span);
  auto out = wrap(Kind::Binary, span, std::move(base), std::move(exponent));
  out.text = "^";
  return out;
}

namespace {

// The expressions that `[place]` may follow, besides a name: a table is looked up by its name alone.
bool is_indexable(const Expression& e) {
  return e.kind == Kind::Call || e.kind == Kind::Aggregate || e.kind == Kind::Member || e.kind == Kind::MemberAt;
}

}  // namespace

Expression Grammar::postfix() {
  auto out = primary();
  int derivations = 0;  // each makes a record whose name is longer than that of its parent
  while (!cursor_.failed()) {
    if (cursor_.at(TokenKind::Percent)) {
      out = percentage(std::move(out));
    } else if (cursor_.at(TokenKind::Dot)) {
      cursor_.take();
      const auto name = cursor_.peek();
      if (!cursor_.expect(TokenKind::Name, "after `.`")) { break; }
      const auto span = cover(out.span, name.span);
      out = wrap(Kind::Member, span, std::move(out));
      out.text = cursor_.text(name);
    } else if (out.kind == Kind::Name && cursor_.at(TokenKind::With) &&
               cursor_.peek_past_newlines(1).kind == TokenKind::OpenBrace) {
      if (++derivations > kMaxDerivations) {
        cursor_.error(Code::TooDeep, cursor_.peek().span, std::to_string(kMaxDerivations));
        break;
      }
      out = derived(std::move(out));
    } else if (cursor_.at(TokenKind::OpenBracket) && is_indexable(out) &&
               cursor_.peek().span.begin == cursor_.previous_span().end) {
      const auto open = cursor_.take().span;
      auto index = make(Kind::Missing, open);
      {
        const Cursor::Lines lines(cursor_, false);
        index = expression();
        cursor_.close(TokenKind::CloseBracket, open);
      }
      const auto span = cover(out.span, cursor_.previous_span());
      out = wrap(Kind::MemberAt, span, std::move(out), std::move(index));
    } else if (cursor_.at(TokenKind::OpenBracket) && out.kind == Kind::Name) {
      const auto open = cursor_.take().span;
      auto lookup = make(Kind::Lookup, out.span);
      lookup.text = out.text;
      {
        const Cursor::Lines lines(cursor_, false);
        lookup.children.push_back(expression());
        cursor_.close(TokenKind::CloseBracket, open);
      }
      lookup.span = cover(out.span, cursor_.previous_span());
      grow(lookup);
      out = std::move(lookup);
    } else {
      break;
    }
  }
  return out;
}

Expression Grammar::primary() {
  const auto token = cursor_.peek();
  switch (token.kind) {
    case TokenKind::Number: return number(cursor_.take());
    case TokenKind::Dice: return dice(cursor_.take());
    case TokenKind::Text: return text(cursor_.take(), false);
    case TokenKind::Name: return name_or_call();
    case TokenKind::Symbol: return quoted_word();
    case TokenKind::Pick: return pick();
    case TokenKind::Shuffle: return shuffle();
    case TokenKind::Chance: return chance();
    case TokenKind::OpenBrace: return set_literal();
    case TokenKind::OpenBracket: return list_literal();
    case TokenKind::None: return make(Kind::None, cursor_.take().span);
    case TokenKind::True:
    case TokenKind::False: {
      auto out = make(Kind::Flag, cursor_.take().span);
      out.number = token.kind == TokenKind::True ? 1 : 0;
      return out;
    }
    case TokenKind::If:
    case TokenKind::Match:
    case TokenKind::Not: return expression();
    case TokenKind::OpenParen: {
      cursor_.take();
      const auto before = in_row_;
      in_row_ = false;
      auto inner = make(Kind::Missing, token.span);
      {
        const Cursor::Lines lines(cursor_, false);
        inner = expression();
        cursor_.close(TokenKind::CloseParen, token.span);
      }
      in_row_ = before;
      inner.span = cover(token.span, cursor_.previous_span());
      return inner;
    }
    default: break;
  }
  no_value(token);
  return make(Kind::Missing, token.span);
}

Expression Grammar::whole_expression() {
  cursor_.skip_newlines();
  in_distribution_ = false;
  const Cursor::Lines lines(cursor_, false);
  auto out = expression();
  if (!cursor_.failed() && !cursor_.at(TokenKind::End)) { cursor_.unexpected("the end of the expression"); }
  return out;
}

}  // namespace spoils::lang
