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
  constexpr std::array<std::string_view, 1> kElse{"else"};
  if (ended.kind == Statement::Kind::If && next.kind == TokenKind::Name &&
      cursor_.report().nearest(cursor_.text(next), kElse)) {
    finding->help(Edit{next.span, "else"});
    return;
  }
  constexpr std::array<std::string_view, 1> kFrom{"from"};
  if (picks && next.kind == TokenKind::Name && cursor_.report().nearest(value->children[0].text, kFrom)) {
    finding->help(Edit{cover(value->children[0].span, next.span), std::string(cursor_.text(next))},
                  "after `pick`, without `from`");
    return;
  }
  const bool is_pick = value != nullptr && value->kind == Kind::Pick;
  const auto* drawn = value;
  while (drawn != nullptr && drawn->kind == Kind::Shuffle) { drawn = &drawn->children[0]; }
  const bool or_nothing = next.kind == TokenKind::Or && cursor_.text(cursor_.peek_past_newlines(1)) == "nothing";
  if (or_nothing && drawn != nullptr && drawn->kind == Kind::Distinct) {
    finding->help(Edit{cursor_.peek_past_newlines(1).span, "fewer"}, "to take what there is");
  } else if (is_pick && or_nothing) {
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
  } else if (value != nullptr && value->text == "random" && next.kind == TokenKind::Number) {
    if (cursor_.peek_past_newlines(1).kind == TokenKind::DotDot) {
      finding->help(Edit{value->span, "pick"});
    } else {
      finding->help("write `pick 1..6` for a number of a range, `d6` for a die");
    }
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
      const auto whole = cover(value->span, table.span);
      if (table.kind == TokenKind::Name) { finding->help(Edit{whole, "pick " + std::string(cursor_.text(table))}); }
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
  if (cursor_.at(TokenKind::Shuffle)) {
    finding.help("a shuffle gives a new list: write `NAME = shuffle ...` or `let NAME = shuffle ...`");
  } else if (cursor_.at(TokenKind::Chance)) {
    finding.help("write `if chance ... { ... }` with what happens then in the braces");
  } else {
    finding.help(Edit{{begin.source, begin.begin, begin.begin}, "kind = "}, "or another field before it");
  }
}

// drop sword, axe     a = d6, b = d6     price = 1,000     at the comma or `and`     a = d6 b = d6     at `b`; whether
// there was something to advise
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
  const bool is_act = mark.kind == TokenKind::Drop || mark.kind == TokenKind::Hold || mark.kind == TokenKind::Let ||
                      mark.kind == TokenKind::Do || mark.kind == TokenKind::Stop || mark.kind == TokenKind::Discard;
  if (is_act || (mark.kind == TokenKind::Name && is_assignment(next.kind))) {
    finding.help(Edit{text::after(before), ";"}, "or a new line between statements");
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

// if chance 1:4     if chanse 5%     after the condition. Whether it was reported.
bool Grammar::condition_slip(const Expression& condition) {
  if (cursor_.failed()) { return true; }
  const auto* last = &condition;
  while (last->kind == Kind::Binary && (last->text == "and" || last->text == "or")) { last = &last->children[1]; }
  const auto mark = cursor_.peek();
  if (last->kind == Kind::Chance && last->children[0].kind == Kind::Number && mark.kind == TokenKind::Colon &&
      cursor_.peek_past_newlines(1).kind == TokenKind::Number) {
    const auto odds = last->children[0].span;
    const auto sides = cursor_.peek_past_newlines(1).span;
    if (auto finding = cursor_.slip("ratio", Code::Expected, mark.span, "`in` between the numbers", "`:`")) {
      finding->help(Edit{cover(odds, sides), written(odds) + " in " + written(sides)});
    }
    return true;
  }
  constexpr std::array<std::string_view, 1> kChance{"chance"};
  if (last->kind != Kind::Name || mark.kind != TokenKind::Number) { return false; }
  if (!cursor_.report().nearest(last->text, kChance)) { return false; }
  if (auto finding = cursor_.error(Code::Foreign, last->span, last->text)) {
    finding->help(Edit{last->span, "chance"});
  }
  return true;
}

// set kind = a     after the name. Whether it was reported.
bool Grammar::removed_word(const Token& name) {
  const auto field = cursor_.peek();
  if (cursor_.text(name) != "set" || field.kind != TokenKind::Name) { return false; }
  if (!is_assignment(cursor_.peek_past_newlines(1).kind)) { return false; }
  if (auto finding = cursor_.slip("set", Code::Foreign, name.span, "set")) {
    finding->help(Edit{{name.span.source, name.span.begin, field.span.begin}, ""});
  }
  return true;
}

// Reports a token where a value is wanted: `.5`, the `->` of a case, `kind = drop`.
void Grammar::no_value(const Token& token) {
  const auto before = cursor_.previous_span();
  const auto next = cursor_.peek_past_newlines(1);
  const bool ends = next.kind == TokenKind::CloseBrace || next.kind == TokenKind::CloseParen ||
                    next.kind == TokenKind::Comma || next.kind == TokenKind::Semicolon || cursor_.ends_line(token);
  if (is_keyword(token.kind) && ends) { return cursor_.keyword_as_name(token, true); }
  const bool is_arrow = token.kind == TokenKind::Greater && before.end == token.span.begin && written(before) == "-";
  const bool is_point =
      token.kind == TokenKind::Dot && next.kind == TokenKind::Number && next.span.begin == token.span.end;
  if (is_arrow) {
    const auto arrow = cover(before, token.span);
    auto finding = cursor_.slip("->", Code::Foreign, arrow, "->");
    if (finding) { finding->help(Edit{arrow, ":"}, "after a case of a `match`"); }
    return;
  }
  auto finding = cursor_.unexpected("a value");
  if (finding && is_point) {
    const auto fraction = cover(token.span, next.span);
    finding->help(Edit{fraction, "0" + written(fraction)});
  }
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
