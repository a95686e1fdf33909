// lang/parse_slips.cpp
//
// What the parser says of statements and draws that are nearly right: spellings of other languages, a forgotten `=` or
// word, an order of words that this language does not have. Each method is called where the parser cannot go on, so
// that no valid pack meets it. Pinned by the goldens slips_*.golden of tests/golden/diagnostics.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/foreign.h"
#include "lang/grammar.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

namespace {

constexpr std::array<std::string_view, 13> kStatementWords{"drop", "hold", "repeat",  "retry", "match", "let",  "for",
                                                           "if",   "stop", "discard", "do",    "with",  "apply"};

bool begins_value(TokenKind kind) {
  switch (kind) {
    case TokenKind::Name:
    case TokenKind::Number:
    case TokenKind::Dice:
    case TokenKind::Text:
    case TokenKind::Symbol:
    case TokenKind::Pick:
    case TokenKind::Chance:
    case TokenKind::True:
    case TokenKind::False:
    case TokenKind::None: return true;
    default: return false;
  }
}

bool compares(TokenKind kind) {
  switch (kind) {
    case TokenKind::Less:
    case TokenKind::LessEqual:
    case TokenKind::Greater:
    case TokenKind::GreaterEqual:
    case TokenKind::EqualEqual:
    case TokenKind::NotEqual: return true;
    default: return false;
  }
}

}  // namespace

std::string Grammar::written(Span span) const { return std::string(cursor_.sources().text(span)); }

// pick a, b     pick (a, b)
void Grammar::outcomes_in_braces(text::Finding& finding, Span first) {
  auto words = written(first);
  auto last = first;
  while (cursor_.accept(TokenKind::Comma) && cursor_.at(TokenKind::Name)) {
    last = cursor_.take().span;
    words += ", " + written(last);
  }
  finding.help(Edit{cover(first, last), "{" + words + "}"});
}

// pick from t     pick in t     pick distinct 2 from t     pick (a, b)     Whether it was reported.
bool Grammar::pick_slip() {
  const auto first = cursor_.peek();
  const auto next = cursor_.peek_past_newlines(1);
  const bool is_word = cursor_.at_word("from") || cursor_.at(TokenKind::In);
  if (is_word && (next.kind == TokenKind::Name || next.kind == TokenKind::OpenBrace) && !cursor_.ends_line(first)) {
    const auto word = cursor_.text(first);
    auto finding = cursor_.slip(word, Code::Foreign, first.span, word);
    if (finding) { finding->help(Edit{{first.span.source, first.span.begin, next.span.begin}, ""}); }
    return true;
  }
  if (cursor_.at_word("distinct") && next.kind == TokenKind::Number &&
      cursor_.text(cursor_.peek_past_newlines(2)) == "from") {
    auto finding = cursor_.unexpected("the number of outcomes");
    if (finding) { finding->help(Edit{cover(first.span, next.span), written(next.span) + " distinct"}); }
    return true;
  }
  if (first.kind != TokenKind::OpenParen || next.kind != TokenKind::Name ||
      cursor_.peek_past_newlines(2).kind != TokenKind::Comma) {
    return false;
  }
  if (auto finding = cursor_.unexpected("`{` before the outcomes")) {
    cursor_.take();
    auto words = written(cursor_.take().span);
    while (cursor_.accept(TokenKind::Comma) && cursor_.at(TokenKind::Name)) {
      words += ", " + written(cursor_.take().span);
    }
    const auto span = cover(first.span, cursor_.peek().span);
    if (cursor_.at(TokenKind::CloseParen)) { finding->help(Edit{span, "{" + words + "}"}); }
  }
  return true;
}

// chance of 5%     after `chance`; whether it was reported.
bool Grammar::of_slip() {
  const auto word = cursor_.peek();
  const auto next = cursor_.peek_past_newlines(1);
  const bool is_odds = next.kind == TokenKind::Number || next.kind == TokenKind::OpenParen;
  if (!cursor_.at_word("of") || !is_odds || next.span.begin == word.span.end) { return false; }
  if (auto finding = cursor_.slip("of", Code::Foreign, word.span, "of")) {
    finding->help(Edit{{word.span.source, word.span.begin, next.span.begin}, ""});
  }
  return true;
}

// chance 1 of 4     chance 1 out of 4     after the number; whether it was reported.
bool Grammar::out_of_slip() {
  const auto word = cursor_.peek();
  auto last = word;
  auto next = cursor_.peek_past_newlines(1);
  if (cursor_.at_word("out") && cursor_.text(next) == "of") {
    last = next;
    next = cursor_.peek_past_newlines(2);
  }
  const bool is_of = cursor_.at_word("of") || last.span.begin != word.span.begin;
  if (!is_of || (next.kind != TokenKind::Number && next.kind != TokenKind::OpenParen)) { return false; }
  if (auto finding =
          cursor_.slip("1 of 4", Code::Foreign, cover(word.span, last.span), written(cover(word.span, last.span)))) {
    finding->help(Edit{cover(word.span, last.span), "in"});
  }
  return true;
}

// chance 5 percent     after the number; whether it was reported.
bool Grammar::percent_in_words(Span number) {
  if (!cursor_.at_word("percent") && !cursor_.at_word("pct")) { return false; }
  const auto word = cursor_.peek().span;
  if (auto finding = cursor_.slip("percent", Code::Foreign, word, written(word))) {
    finding->help(Edit{cover(number, word), written(number) + "%"});
  }
  return true;
}

// 5% chance     1 in 20 chance     where an expression has ended; whether it was reported.
bool Grammar::chance_behind(const Expression& whole) {
  const auto* last = &whole;
  while (last->kind == Kind::Binary && (last->text == "and" || last->text == "or")) { last = &last->children[1]; }
  const auto& odds = *last;
  const bool is_odds = odds.kind == Kind::Percent || (odds.kind == Kind::Binary && odds.text == "in");
  if (!is_odds || !cursor_.at(TokenKind::Chance)) { return false; }
  const auto word = cursor_.peek().span;
  if (auto finding =
          cursor_.slip("chance behind", Code::Expected, word, "`chance` before the probability", "it behind")) {
    finding->help(Edit{cover(odds.span, word), "chance " + written(odds.span)});
  }
  return true;
}

// roll 2d6     after the name; whether it was reported.
bool Grammar::roll_slip(const Token& name) {
  if (!cursor_.at(TokenKind::Dice) || cursor_.text(name) != "roll") { return false; }
  const auto dice = cursor_.peek().span;
  if (auto finding = cursor_.slip("roll", Code::Foreign, name.span, "roll")) {
    finding->help(Edit{{name.span.source, name.span.begin, dice.begin}, ""},
                  "since dice are thrown wherever they are written");
  }
  return true;
}

// `else if { n = 1 }`: a block where the condition is missing. It is reported, and the block can be read.
bool Grammar::lacks_condition(Span word, std::optional<Span> otherwise) {
  if (!cursor_.at(TokenKind::OpenBrace)) { return false; }
  const auto first = cursor_.peek_past_newlines(1).kind;
  const auto second = cursor_.peek_past_newlines(2).kind;
  const bool sets = first == TokenKind::Name && is_assignment(second);
  const bool is_block = sets || first == TokenKind::Drop || first == TokenKind::Hold || first == TokenKind::Do ||
                        first == TokenKind::Repeat || first == TokenKind::Let || first == TokenKind::Stop ||
                        first == TokenKind::Discard || first == TokenKind::For;
  if (!is_block) { return false; }
  auto finding = cursor_.unexpected("a condition after `if`");
  if (finding && otherwise) { finding->help(Edit{cover(*otherwise, word), "else"}, "for all other cases"); }
  cursor_.recovered();
  return true;
}

// `table t = {`, `rule r: {`: a mark before a brace that needs none.
void Grammar::mark_before_brace() {
  const auto mark = cursor_.peek();
  const auto brace = cursor_.peek_past_newlines(1);
  const bool is_mark = mark.kind == TokenKind::Assign || mark.kind == TokenKind::Colon;
  if (!is_mark || brace.kind != TokenKind::OpenBrace || cursor_.failed()) { return; }
  const auto shown = "`" + written(mark.span) + "`";
  if (auto finding = cursor_.slip(shown + " {", Code::Expected, mark.span, "`{`", shown)) {
    finding->help(Edit{{mark.span.source, mark.span.begin, brace.span.begin}, ""});
  }
  cursor_.recovered();
  cursor_.take();
  cursor_.skip_newlines();
}

// pick 3 t     pick 3 from t     after the number; whether it was reported.
bool Grammar::lacks_distinct(const Expression& count) {
  if (count.kind != Kind::Number || cursor_.at_word("distinct")) { return false; }
  const auto next = cursor_.peek();
  const bool has_from = cursor_.at_word("from");
  if (next.kind != TokenKind::Name && next.kind != TokenKind::OpenBrace) { return false; }
  if (cursor_.at_word("to")) { return false; }
  if (auto finding = cursor_.unexpected("`distinct from` after the number of outcomes")) {
    const auto end = has_from ? next.span.end : next.span.begin;
    finding->help(Edit{{next.span.source, count.span.end, end}, std::string(" distinct from") + (has_from ? "" : " ")},
                  "for different ones, or `repeat` for a draw each time");
  }
  return true;
}

// `{4 common, 1 rare}`, where a set is wanted: the weights tell that one of them is. Whether it was reported.
bool Grammar::lacks_pick(Span open, const std::vector<Expression>& members) {
  if (members.size() != 1 || members[0].kind != Kind::Number || !cursor_.at(TokenKind::Name)) { return false; }
  if (auto finding = cursor_.unexpected("`,` or `}`")) {
    finding->label(open, "opened here");
    finding->help(Edit{{open.source, open.begin, open.begin}, "pick "}, "before the brace for one of them");
  }
  return true;
}

// drop 2 coin     drop pick finds
void Grammar::number_of_drops(const Token& word) {
  const auto number = cursor_.peek();
  const auto name = cursor_.peek_past_newlines(1);
  const bool is_number = number.kind == TokenKind::Number || number.kind == TokenKind::Dice;
  auto finding = cursor_.unexpected("the name of a rule");
  const auto closing = cursor_.peek_past_newlines(2);
  if (finding && number.kind == TokenKind::OpenParen && name.kind == TokenKind::Name &&
      closing.kind == TokenKind::CloseParen) {
    finding->help(Edit{cover(word.span, closing.span), written(word.span) + " " + written(name.span)});
    return;
  }
  if (finding && number.kind == TokenKind::Pick) {
    finding->help(Edit{text::after(word.span), " do"},
                  "if the outcomes are rules; else drop a rule that sets `kind = pick ...`");
  }
  if (!finding || !is_number || name.kind != TokenKind::Name) { return; }
  finding->help(Edit{cover(word.span, name.span),
                     "repeat " + written(number.span) + " { " + written(word.span) + " " + written(name.span) + " }"});
}

// repeat 3 times {     Whether it was reported.
bool Grammar::block_slip() {
  if (cursor_.failed()) { return true; }
  const auto word = cursor_.peek();
  const auto next = cursor_.peek_past_newlines(1);
  if (!cursor_.at_word("times") || next.kind != TokenKind::OpenBrace) { return false; }
  if (auto finding = cursor_.slip("times", Code::Foreign, word.span, "times")) {
    finding->help(Edit{{word.span.source, word.span.begin, next.span.begin}, ""});
  }
  return true;
}

// kind c     kind: c     kind := c     a.kind = c     after the name; whether it was reported.
bool Grammar::lacks_assign(const Token& name) {
  const auto mark = cursor_.peek();
  const auto next = cursor_.peek_past_newlines(1);
  if (mark.kind == TokenKind::Dot) {
    const auto word = cursor_.text(next);
    const auto base = cursor_.text(name);
    const bool adds = word == "append" || word == "push" || word == "add" || word == "insert";
    const bool is_set = is_assignment(cursor_.peek_past_newlines(2).kind);
    if (auto finding = cursor_.unexpected("`=`"); finding && adds) {
      finding->help("write `" + std::string(base) + " += ...` to add a member");
    } else if (finding && (base == "this" || base == "self")) {
      finding->help(Edit{cover(name.span, next.span), std::string(word)},
                    "since a rule sets the fields of its own thing");
    } else if (finding && is_set) {
      finding->help("a rule sets the fields of its own thing: `FIELD = VALUE`; an entry of a map is set by `" +
                    std::string(base) + "[" + std::string(word) + "] = VALUE`");
    } else if (finding) {
      finding->help("a rule sets the fields of its own thing: `FIELD = VALUE`");
    }
    return true;
  }
  if (mark.kind == TokenKind::Colon) {
    const bool is_walrus = next.kind == TokenKind::Assign && next.span.begin == mark.span.end;
    const auto shown = is_walrus ? cover(mark.span, next.span) : mark.span;
    auto finding = cursor_.slip(":=", Code::Expected, shown, "`=`", "`" + written(shown) + "`");
    if (finding) { finding->help(Edit{{shown.source, name.span.end, shown.end}, " ="}, "to set the field"); }
    return true;
  }
  if (!begins_value(mark.kind)) { return false; }
  if (auto finding = cursor_.unexpected("`=`")) {
    finding->help(Edit{text::after(name.span), " ="}, "to set the field");
  }
  return true;
}

// `drp coin`: a word that begins a statement, misspelt. Whether it was reported.
bool Grammar::misspelt_statement(const Token& name) {
  const auto word = cursor_.text(name);
  if (!begins_value(cursor_.peek().kind)) { return false; }
  const auto near = cursor_.report().nearest(word, kStatementWords);
  if (!near) { return false; }
  if (auto finding = cursor_.error(Code::Foreign, name.span, word)) {
    finding->help(Edit{name.span, std::string(*near)});
  }
  return true;
}

// `3..: ...` of a match: only the ranges of records may be open. Whether it was reported.
bool Grammar::lacks_range_end() {
  if (!cursor_.at(TokenKind::Colon)) { return false; }
  if (auto finding = cursor_.unexpected("the end of the range")) {
    finding->help("write both ends, `3..9:`, or `else:` for all that is left");
  }
  return true;
}

// `d > 3 or < 2`, after `or`: the value that is compared again is missing. Whether it was reported.
bool Grammar::lacks_compared(const Expression& left) {
  const auto mark = cursor_.peek();
  if (!compares(mark.kind)) { return false; }
  auto finding = cursor_.unexpected("a value");
  const auto* compared = &left;
  while (compared->kind == Kind::Binary && (compared->text == "and" || compared->text == "or")) {
    compared = &compared->children[1];
  }
  if (finding && compared->kind == Kind::Binary && !compared->children.empty()) {
    const Span gap{mark.span.source, mark.span.begin, mark.span.begin};
    const auto value = written(compared->children[0].span);
    finding->help(Edit{gap, value + " "}, "before the mark: each comparison has both sides");
  }
  return true;
}

// kind = a     n => 3     where a comparison has ended
void Grammar::assigns_to_compare() {
  if (!cursor_.at(TokenKind::Assign)) { return; }
  const auto mark = cursor_.peek().span;
  const auto next = cursor_.peek_past_newlines(1);
  if (next.kind == TokenKind::Greater && next.span.begin == mark.end) {
    if (auto finding = cursor_.slip("=>", Code::Foreign, cover(mark, next.span), "=>")) {
      finding->help("write `>=` to compare, `:` after a case of a `match`");
    }
  } else if (auto finding = cursor_.error(Code::Expected, mark, "`==`", "`=`")) {
    finding->help(Edit{mark, "=="}, "to compare; `=` sets a field");
  }
}

// a < b < c, where `left` is a < b and the second mark was taken.
void Grammar::chained(const Expression& left, const Token& mark) {
  auto finding = cursor_.error(Code::ChainedComparison, mark.span);
  if (!finding) { return; }
  cursor_.skip_newlines();
  const auto right = binary(kRange);
  if (left.children.size() < 2 || right.kind == Kind::Missing) { return; }
  finding->help(Edit{cover(left.span, right.span), written(left.span) + " and " + written(left.children[1].span) + " " +
                                                       std::string(cursor_.text(mark)) + " " + written(right.span)});
}

// `odds(kind == a)`, after the name: the rule is missing. Whether it was reported.
bool Grammar::lacks_rule(const Expression& name) {
  if (!compares(cursor_.peek().kind)) { return false; }
  if (auto finding = cursor_.unexpected("`:` or the end of the question")) {
    finding->help(Edit{{name.span.source, name.span.begin, name.span.begin}, "RULE: "},
                  "with the name of the rule before the condition");
  }
  return true;
}

// `call chest`, `spawn orc`: a word that other languages run a rule by. Whether it was reported.
bool Grammar::runs(const Token& name) {
  constexpr std::array<std::string_view, 4> kRuns{"call", "run", "roll", "execute"};
  constexpr std::array<std::string_view, 7> kDrops{"spawn", "give", "generate", "create", "make", "get", "add"};
  const auto word = cursor_.text(name);
  const auto rule = cursor_.peek();
  const bool is_run = std::find(kRuns.begin(), kRuns.end(), word) != kRuns.end();
  const bool is_drop = std::find(kDrops.begin(), kDrops.end(), word) != kDrops.end();
  if (rule.kind != TokenKind::Name || !(is_run || is_drop) || !cursor_.ends_line(rule)) { return false; }
  if (auto finding = cursor_.slip(word, Code::Foreign, name.span, word)) {
    const auto called = std::string(cursor_.text(rule));
    finding->help(
        Edit{cover(name.span, rule.span), is_run ? called + "()" : "drop " + called},
        is_run ? "to run that rule on this thing, `drop` for a thing of its own" : "for a thing that the rule makes");
  }
  return true;
}

// `display "..."` inside a rule: a declaration. Whether it was reported.
bool Grammar::declares(const Token& name) {
  constexpr std::array<std::string_view, 8> kDeclares{"display", "expect", "table", "rule",
                                                      "input",   "state",  "def",   "names"};
  const auto word = cursor_.text(name);
  if (std::find(kDeclares.begin(), kDeclares.end(), word) == kDeclares.end()) { return false; }
  const auto next = cursor_.peek().kind;
  const bool is_declaration = next == TokenKind::Text || next == TokenKind::Name || next == TokenKind::OpenBrace;
  if (!is_declaration) { return false; }
  if (auto finding = cursor_.slip(word, Code::Foreign, name.span, word)) {
    finding->help("`" + std::string(word) + "` stands outside of rules: write it after the `}` of this one");
  }
  return true;
}

// Reports `x++`, `x *= 2`, `return x`, `var x = 1`: statements of other languages.
bool Grammar::foreign_statement(const Token& name) {
  const auto word = std::string(cursor_.text(name));
  const auto mark = cursor_.peek();
  const auto next = cursor_.peek_past_newlines(1);
  const bool is_tight = next.span.begin == mark.span.end;
  const auto both = cover(mark.span, next.span);
  const auto written = std::string(cursor_.sources().text(both));
  const bool steps =
      is_tight && mark.kind == next.kind && (mark.kind == TokenKind::Plus || mark.kind == TokenKind::Minus);
  if (steps) {
    auto finding = cursor_.slip(written, Code::Foreign, both, written);
    if (finding) { finding->help(Edit{cover(name.span, both), word + " " + written.substr(0, 1) + "= 1"}); }
    return true;
  }
  const bool is_operator = mark.kind == TokenKind::Star || mark.kind == TokenKind::Slash ||
                           mark.kind == TokenKind::SlashSlash || mark.kind == TokenKind::Percent ||
                           mark.kind == TokenKind::Caret || mark.kind == TokenKind::Mod;
  if (is_operator && next.kind == TokenKind::Assign && is_tight) {
    const auto sign = mark.kind == TokenKind::Percent ? std::string("mod") : std::string(cursor_.text(mark));
    auto finding = cursor_.slip(written, Code::Foreign, both, written);
    if (finding) { finding->help(Edit{both, "= " + word + " " + sign}); }
    return true;
  }
  if (in_def_ && word == "return") {
    if (auto finding = cursor_.slip(word, Code::Foreign, name.span, word)) { finding->help(Edit{name.span, "give"}); }
    return true;
  }
  if (removed_word(name)) { return true; }
  const auto* habit = habit_of_statement(word);
  if (habit == nullptr) { return runs(name) || misspelt_statement(name); }
  // `int(x)` may be a rule of that name, and `var` alone is nothing else than any name.
  if (!habit->replacement.empty() && mark.kind != TokenKind::Name) { return false; }
  auto finding = cursor_.slip(word, Code::Foreign, name.span, word);
  if (finding) { add_help(*finding, name.span, *habit); }
  return true;
}

// input hard: yes/no     input size: small/large
void Grammar::choices_with_slashes(const TypeName& first) {
  auto finding = cursor_.unexpected("`{` before the choices");
  std::vector<std::string> words = first.words;
  auto end = first.span;
  while (cursor_.accept(TokenKind::Slash) && cursor_.at(TokenKind::Name)) {
    const auto word = cursor_.take();
    words.emplace_back(cursor_.text(word));
    end = word.span;
  }
  const auto last = end;  // of the choices
  auto initial = words[0];
  if (cursor_.accept(TokenKind::Assign) && cursor_.at(TokenKind::Name)) {
    const auto word = cursor_.take();
    initial = cursor_.text(word);
    end = word.span;
  }
  if (!finding || words.size() < 2) { return; }
  const auto is_either = [&](std::string_view yes, std::string_view no) {
    return words.size() == 2 && ((words[0] == yes && words[1] == no) || (words[0] == no && words[1] == yes));
  };
  const auto whole = cover(first.span, end);
  if (is_either("yes", "no") || is_either("true", "false") || is_either("on", "off")) {
    const bool is_set = end.begin != last.begin && (initial == "yes" || initial == "true" || initial == "on");
    finding->help(Edit{whole, is_set ? "flag = true" : "flag = false"}, "for what is true or false");
    return;
  }
  finding->help(Edit{whole, fmt::format("{{{}}} = {}", fmt::join(words, ", "), initial)});
}

}  // namespace spoils::lang
