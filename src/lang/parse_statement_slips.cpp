// lang/parse_statement_slips.cpp
//
// What the parser says of a statement that goes on where it should end, of a draw that stands alone, and of the cases
// of a `match` as other languages write them. Each method is called where the parser cannot go on, so that no valid
// pack meets it. Pinned by the goldens slips_order.golden, slips_statements.golden and slips_cases.golden.
#include <array>

#include "lang/grammar.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

// Returns "6" of `d6`; nothing of `2d6`.
std::string Grammar::text_of_sides(const Token& dice) const {
  const auto word = cursor_.text(dice);
  return std::string(word.front() == 'd' ? word.substr(1) : std::string_view());
}

// kind = pik t     kind = Pick {a, b}     after the word; whether it was advised.
bool Grammar::misspelt_pick(text::Finding& finding, const Expression& word) {
  const auto next = cursor_.peek().kind;
  if (word.kind != Kind::Name || (next != TokenKind::OpenBrace && next != TokenKind::Name)) { return false; }
  constexpr std::array<std::string_view, 1> kPick{"pick"};
  const bool is_near = cursor_.report().nearest(word.text, kPick).has_value();
  if (is_near) { finding.help(Edit{word.span, "pick"}); }
  return is_near;
}

// 2 d 4     2 d4     (level)d6     level d6     after the number; whether it was advised.
bool Grammar::dice_apart(text::Finding& finding, const Expression& count) {
  const auto next = cursor_.peek();
  const bool is_literal = count.kind == Kind::Number;
  const auto sides = cursor_.peek_past_newlines(1);
  if (is_literal && cursor_.at_word("d") && sides.kind == TokenKind::Number) {
    finding.help(Edit{cover(count.span, sides.span), written(count.span) + "d" + written(sides.span)}, "for dice");
    return true;
  }
  if (next.kind != TokenKind::Dice || text_of_sides(next).empty()) { return false; }
  if (is_literal) {
    finding.help(Edit{cover(count.span, next.span), written(count.span) + written(next.span)}, "for dice");
    return true;
  }
  const auto text = written(count.span);
  const bool is_closed = text.size() > 1 && text.front() == '(' && text.find(')') == text.size() - 1;
  const auto inner = is_closed ? text.substr(1, text.size() - 2) : text;
  finding.help(Edit{cover(count.span, next.span), "roll(" + inner + ", " + text_of_sides(next) + ")"},
               "for dice whose number is computed");
  return true;
}

// A statement that does not end where it could.
void Grammar::goes_on(const Statement& ended) {
  const auto before = cursor_.previous_span();
  const auto& next = cursor_.peek();
  const bool sets = ended.kind == Statement::Kind::Assign || ended.kind == Statement::Kind::Let;
  const auto* value = sets && !ended.expressions.empty() ? &ended.expressions.back() : nullptr;
  const bool picks = value != nullptr && value->kind == Kind::Pick && value->children[0].kind == Kind::Name;
  auto finding = cursor_.unexpected("the end of the statement");
  if (!finding) { return; }
  const bool has_word = cursor_.at_word("when") || cursor_.at_word("unless");
  if (next.kind == TokenKind::If || has_word) { return condition_behind(*finding, ended); }
  if (joined_statements(*finding, ended)) { return; }
  constexpr std::array<std::string_view, 1> kFrom{"from"};
  if (picks && next.kind == TokenKind::Name && cursor_.report().nearest(value->children[0].text, kFrom)) {
    finding->help(Edit{cover(value->children[0].span, next.span), std::string(cursor_.text(next))},
                  "after `pick`, without `from`");
    return;
  }
  const bool is_pick = value != nullptr && value->kind == Kind::Pick;
  if (is_pick && next.kind == TokenKind::Or && cursor_.text(cursor_.peek_past_newlines(1)) == "nothing") {
    finding->help("give `none` a weight: `pick {3 a, 1 none}`; `or nothing` is for `pick x in TABLE where ...`");
  } else if (picks && next.kind == TokenKind::Comma) {
    outcomes_in_braces(*finding, value->children[0].span);
  } else if (picks && next.kind == TokenKind::Where) {
    const auto table = value->children[0].text;
    finding->help("name the row: `pick x in " + table + " where x.COLUMN ...`");
  } else if (ended.kind == Statement::Kind::Drop || ended.kind == Statement::Kind::Hold) {
    number_behind(*finding, ended);
  } else if (cursor_.at_word("distinct")) {
    finding->help("put the number in parentheses: `pick (n + 1) distinct from ...`");
  } else if (picks && value->children[0].text == "distinct" && cursor_.at_word("from")) {
    finding->help("say how many: `pick 2 distinct from ...`");
  } else if (value != nullptr && (misspelt_pick(*finding, *value) || dice_apart(*finding, *value))) {
    return;
  } else if (value != nullptr && value->kind == Kind::Name && next.kind == TokenKind::Number) {
    finding->help(Edit{cover(value->span, next.span), value->text + "(" + written(next.span) + ")"}, "for a def");
  } else if (value != nullptr && next.kind == TokenKind::Name) {
    // `kind = long sword` is likely one word.
    const auto is_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto word = written(before);
    if (word.empty() || !is_word(word.front()) || value->kind == Kind::Dice) { return; }
    if (word == "random" || word == "a" || word == "an" || word == "one") {
      const bool has_from = cursor_.at_word("from");
      const auto table = has_from ? cursor_.peek_past_newlines(1) : next;
      const auto drawn = cover(value->span, table.span);
      if (table.kind == TokenKind::Name) { finding->help(Edit{drawn, "pick " + std::string(cursor_.text(table))}); }
      return;
    }
    finding->help(Edit{cover(before, next.span), word + "_" + std::string(cursor_.text(next))}, "if that is one word");
  }
}

// drop gold if chance 50%     n = 3 if lit     n = 3 if lit else 4     at `if`
void Grammar::condition_behind(text::Finding& finding, const Statement& ended) {
  cursor_.recovered();  // else nothing more would be read
  const bool is_not = cursor_.text(cursor_.take()) == "unless";
  const auto condition = expression();
  if (cursor_.failed()) { return; }
  const auto test = is_not ? "not (" + written(condition.span) + ")" : written(condition.span);
  const bool sets = ended.kind == Statement::Kind::Assign || ended.kind == Statement::Kind::Let;
  if (sets && cursor_.accept(TokenKind::Else)) {
    const auto& value = ended.expressions.back();
    const auto other = expression();
    if (cursor_.failed()) { return; }
    finding.help(Edit{cover(value.span, other.span),
                      "if " + test + " then " + written(value.span) + " else " + written(other.span)});
  } else if (ended.kind != Statement::Kind::Let) {
    finding.help(Edit{cover(ended.span, condition.span), "if " + test + " { " + written(ended.span) + " }"});
  }
  cursor_.give_up();
}

// drop coin 3     drop coin x 3     drop coin 5%
void Grammar::number_behind(text::Finding& finding, const Statement& ended) {
  auto number = cursor_.peek();
  const auto word = written(number.span);
  const bool is_joined = number.kind == TokenKind::Name && word.size() > 1 && word[0] == 'x' &&
                         word.find_first_not_of("0123456789", 1) == std::string::npos;
  if (is_joined) {
    finding.help(Edit{cover(ended.span, number.span), "repeat " + word.substr(1) + " { " + written(ended.span) + " }"});
    return;
  }
  const bool is_times = cursor_.at_word("x") || cursor_.at_word("times");
  if (is_times) { number = cursor_.peek_past_newlines(1); }
  if (number.kind != TokenKind::Number && number.kind != TokenKind::Dice) { return; }
  const auto percent = cursor_.peek_past_newlines(1);
  if (is_times) {
    finding.help(
        Edit{cover(ended.span, number.span), "repeat " + written(number.span) + " { " + written(ended.span) + " }"});
  } else if (percent.kind == TokenKind::Percent && percent.span.begin == number.span.end) {
    const auto odds = cover(number.span, percent.span);
    finding.help(Edit{cover(ended.span, odds), "if chance " + written(odds) + " { " + written(ended.span) + " }"});
  } else {
    finding.help("let the rule set `quantity = " + written(number.span) + "`");
  }
}

// `chance 5%` or `pick t` alone, where a statement is wanted; at that word
void Grammar::draw_alone(text::Finding& finding) {
  const auto begin = cursor_.peek().span;
  if (cursor_.at(TokenKind::Chance)) {
    finding.help("write `if chance ... { ... }` with what happens then in the braces");
  } else {
    finding.help(Edit{{begin.source, begin.begin, begin.begin}, "kind = "}, "or another field before it");
  }
}

// drop sword, axe     a = d6, b = d6     price = 1,000     at the comma or `and`; whether there was something to advise
bool Grammar::joined_statements(text::Finding& finding, const Statement& ended) {
  const auto before = cursor_.previous_span();
  const auto mark = cursor_.peek();
  const auto next = cursor_.peek_past_newlines(1);
  const bool drops = (ended.kind == Statement::Kind::Drop || ended.kind == Statement::Kind::Hold) && ended.op != "do";
  if (drops && next.kind == TokenKind::Name && (mark.kind == TokenKind::Comma || mark.kind == TokenKind::And)) {
    const std::string word = ended.kind == Statement::Kind::Drop ? "; drop " : "; hold ";
    finding.help(Edit{{mark.span.source, before.end, next.span.end}, word + std::string(cursor_.text(next))});
    return true;
  }
  if (mark.kind != TokenKind::Comma) { return false; }
  if (next.kind == TokenKind::Name && cursor_.peek_past_newlines(2).kind == TokenKind::Assign) {
    finding.help(Edit{mark.span, ";"}, "between statements");
    return true;
  }
  const bool is_grouped = next.kind == TokenKind::Number && next.span.begin == mark.span.end &&
                          before.end == mark.span.begin && next.span.end - next.span.begin == 3;
  if (!is_grouped) { return false; }
  finding.help(Edit{cover(before, next.span), written(before) + std::string(cursor_.text(next))},
               "since a number has no commas");
  return true;
}

// case a: ...     default: ...     at the beginning of a case. Whether it is the one for all others; it is reported.
bool Grammar::case_words() {
  const auto word = cursor_.peek();
  const auto next = cursor_.peek_past_newlines(1).kind;
  const bool is_default = cursor_.at_word("default") && next == TokenKind::Colon;
  const bool is_case = cursor_.at_word("case") && (next == TokenKind::Name || next == TokenKind::Number ||
                                                   next == TokenKind::Text || next == TokenKind::Symbol);
  if (!is_default && !is_case) { return false; }
  if (auto finding = cursor_.slip(cursor_.text(word), Code::Foreign, word.span, cursor_.text(word))) {
    finding->help(Edit{word.span, is_default ? "else" : ""});
  }
  cursor_.recovered();
  cursor_.take();
  return is_default;
}

// `a: 1, b: 2`: a comma after a case, where `;` or a new line belongs. Whether it was reported; the case after it can
// be read.
bool Grammar::comma_after_case(bool has_case) {
  if (!has_case || !cursor_.at(TokenKind::Comma)) { return false; }
  const auto comma = cursor_.peek().span;
  if (auto finding = cursor_.slip("comma after case", Code::Expected, comma, "the end of the case", "`,`")) {
    finding->help(Edit{comma, ";"}, "or a new line between cases: commas join the values of one case");
  }
  cursor_.recovered();
  cursor_.take();
  return true;
}

// `a: kind = sword`: what a case does, without braces around it. Whether it was reported.
bool Grammar::bare_case() {
  const auto first = cursor_.peek();
  const auto second = cursor_.peek_past_newlines(1).kind;
  const bool sets = first.kind == TokenKind::Name && is_assignment(second);
  const bool does = first.kind == TokenKind::Drop || first.kind == TokenKind::Hold || first.kind == TokenKind::Do;
  if (!sets && !does) { return false; }
  const auto bare = statement();
  if (cursor_.failed()) { return true; }
  auto finding = cursor_.slip("bare case", Code::Expected, first.span, "`{` around what this case does",
                              "`" + std::string(cursor_.text(first)) + "`");
  // A brace after it may be that of the case.
  const bool is_alone = !cursor_.at(TokenKind::CloseBrace);
  if (finding && is_alone) { finding->help(Edit{bare.span, "{ " + written(bare.span) + " }"}); }
  cursor_.recovered();
  return true;
}

// n equals 5     n between 1 and 3     5 x n     where an expression has ended; whether it was reported.
bool Grammar::operator_in_words(const Expression& left) {
  const auto word = cursor_.peek();
  const auto factor = cursor_.peek_past_newlines(1).kind;
  const bool is_factor = factor == TokenKind::Name || factor == TokenKind::Number || factor == TokenKind::Dice ||
                         factor == TokenKind::OpenParen;
  if (cursor_.at_word("x") && is_factor && (left.kind == Kind::Number || left.kind == Kind::Dice)) {
    if (auto finding = cursor_.slip("x", Code::Foreign, word.span, "x")) {
      finding->help(Edit{word.span, "*"}, "for a product");
    }
    return true;
  }
  if (cursor_.at_word("equals")) {
    if (auto finding = cursor_.slip("equals", Code::Foreign, word.span, "equals")) {
      finding->help(Edit{word.span, "=="});
    }
    return true;
  }
  const auto last = cursor_.peek_past_newlines(3);
  if (!cursor_.at_word("between") || cursor_.peek_past_newlines(2).kind != TokenKind::And) { return false; }
  if (auto finding = cursor_.slip("between", Code::Foreign, word.span, "between")) {
    const auto first = written(cursor_.peek_past_newlines(1).span);
    finding->help(Edit{cover(word.span, last.span), "in " + first + ".." + written(last.span)});
  }
  return true;
}

}  // namespace spoils::lang
