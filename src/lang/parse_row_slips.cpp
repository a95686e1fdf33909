// lang/parse_row_slips.cpp
//
// What the parser says of rows that are nearly right: operators without parentheses, colons and commas between items,
// numbers of dice in the place of weights, blocks. Each method is called where a row cannot go on, so that no valid
// pack meets it. Pinned by the goldens slips_rows.golden, e0201_row_*.golden and e0205_*.golden.
#include <fmt/format.h>

#include "lang/grammar.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;
using Kind = Expression::Kind;

// `5*depth sword`: an operator outside of parentheses. It is reported.
bool Grammar::computed_item(const Expression& first) {
  const auto mark = cursor_.peek();
  const auto is_operator = [](TokenKind kind) {
    return kind == TokenKind::Plus || kind == TokenKind::Star || kind == TokenKind::Slash ||
           kind == TokenKind::SlashSlash || kind == TokenKind::Caret || kind == TokenKind::Mod;
  };
  const bool divides = mark.span.begin == first.span.end || cursor_.peek_past_newlines(1).kind == TokenKind::Number;
  if (!is_operator(mark.kind) || (mark.kind == TokenKind::SlashSlash && !divides)) { return false; }
  auto finding = cursor_.slip("operator", Code::Expected, mark.span, "the end of the row",
                              "`" + std::string(cursor_.text(mark)) + "`");
  if (!finding) { return true; }
  auto last = first.span;
  while (is_operator(cursor_.peek().kind) || cursor_.at(TokenKind::Minus)) {
    cursor_.take();
    const auto operand = unary();
    if (operand.kind == Kind::Missing) { return true; }
    last = operand.span;
  }
  parenthesised(*finding, cover(first.span, last));
  return true;
}

void Grammar::parenthesised(text::Finding& finding, Span span) {
  finding.help(Edit{span, "(" + std::string(cursor_.sources().text(span)) + ")"}, "(computed values need parentheses)");
}

// `51..90 axe`; whether it was reported.
bool Grammar::spread(const std::vector<Expression>& items) {
  const auto mark = cursor_.peek();
  if (mark.kind != TokenKind::DotDot || items.size() != 1) { return false; }
  const auto last = cursor_.peek_past_newlines(1);
  if (last.kind != TokenKind::Number) { return false; }
  cursor_.take();
  return faces(items[0], number(cursor_.take()), mark.span);
}

// `10: a`, `10 => a`, `a = 10`: other languages separate a weight and its outcome. It is reported.
bool Grammar::separated(const Expression& first) {
  const auto mark = cursor_.peek();
  if (mark.kind != TokenKind::Colon && mark.kind != TokenKind::Assign) { return false; }
  cursor_.take();
  auto end = mark.span;
  if (cursor_.at(TokenKind::Greater)) { end = cursor_.take().span; }
  const auto shown = cover(mark.span, end);
  auto finding = cursor_.slip("separated", Code::Expected, shown, "the end of the row",
                              "`" + std::string(cursor_.sources().text(shown)) + "`");
  if (!finding || !at_cell()) { return true; }
  const auto second = cell();
  const auto text = [this](const Expression& item) { return std::string(cursor_.sources().text(item.span)); };
  const auto is_weight = [](const Expression& item) { return item.kind == Kind::Number || item.kind == Kind::Percent; };
  const bool swaps = !is_weight(first) && is_weight(second);
  const auto row = swaps ? text(second) + " " + text(first) : text(first) + " " + text(second);
  finding->help(Edit{cover(first.span, second.span), row}, "(the weight, then its outcome)");
  return true;
}

// `51-90 axe`, `51..90 axe`: the numbers of a die for which a row stands, as printed tables have it. They are reported
// with the weight that is meant; false if they are something else.
bool Grammar::faces(const Expression& first, const Expression& last, Span mark) {
  const auto is_face = [](const Expression& one) { return one.kind == Kind::Number && one.number.is_whole(); };
  if (!is_face(first) || !is_face(last) || last.number < first.number) { return false; }
  const auto count = number::subtract(last.number, first.number);
  const auto weight = count ? number::add(*count, number::Rational(1)) : std::nullopt;
  if (!weight) { return false; }
  auto finding = cursor_.slip("faces", Code::Expected, mark, "a weight", "the numbers of a die");
  if (finding) {
    finding->help(Edit{cover(first.span, last.span), number::to_text(*weight)},
                  "for the weight, which is how many numbers the row has");
  }
  return true;
}

// `90 chest { gold = 3 }`: a block, as other languages have it. It is reported.
bool Grammar::has_block(const std::vector<Expression>& items) {
  const auto second = cursor_.peek_past_newlines(2).kind;
  if (!cursor_.at(TokenKind::OpenBrace) || cursor_.peek_past_newlines(1).kind != TokenKind::Name ||
      !is_assignment(second) || items.empty() || items.back().kind != Kind::Name) {
    return false;
  }
  if (auto finding = cursor_.unexpected("the end of the row")) {
    finding->help("a row has no block: write `rule " + items.back().text + " { ... }`, which `do pick TABLE` runs");
  }
  return true;
}

// `sword, 1d8, 3`: commas between the outcome and its cells. They are reported.
bool Grammar::commas_between(std::vector<Expression>& items, std::size_t columns) {
  const auto comma = cursor_.peek().span;
  if (!cursor_.at(TokenKind::Comma) || items.size() > columns) { return false; }
  std::string row;
  while (cursor_.accept(TokenKind::Comma)) {
    while (at_cell() && !cursor_.failed()) { items.push_back(cell()); }
  }
  if (cursor_.failed()) { return true; }
  for (const auto& item : items) { row += (row.empty() ? "" : " ") + written(item.span); }
  const auto span = cover(items.front().span, items.back().span);
  if (items.size() != columns + 1 && items.size() != columns + 2) {
    cell_count(span, items, columns);
    return true;
  }
  auto finding = cursor_.slip("comma", Code::Expected, comma, "a cell", "`,`");
  if (finding) { finding->help(Edit{span, row}); }
  return true;
}

// Reports `long-sword` and `depth-5`, which a row parses as a name followed by a negative item.
bool Grammar::subtracted(const std::vector<Expression>& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].kind != Kind::Negate) { continue; }
    const auto& operand = items[i].children[0];
    const bool is_tight = items[i - 1].span.end == items[i].span.begin;
    const bool is_spaced = items[i].span.begin + 1 < operand.span.begin;
    if (is_tight && items[i - 1].kind == Kind::Name && operand.kind == Kind::Name) {
      auto last = i;
      while (last + 1 < items.size() && items[last + 1].kind == Kind::Negate &&
             items[last].span.end == items[last + 1].span.begin) {
        ++last;
      }
      hyphen(cover(items[i - 1].span, items[last].span));
      return true;
    }
    if (!is_tight && !is_spaced) { continue; }
    const Span mark{items[i].span.source, items[i].span.begin, items[i].span.begin + 1};
    if (is_tight && i == 1 && faces(items[0], operand, mark)) { return true; }
    auto finding = cursor_.slip("operator", Code::Expected, mark, "the end of the row", "`-`");
    if (finding) { parenthesised(*finding, cover(items[i - 1].span, items[i].span)); }
    return true;
  }
  return false;
}

// `10 a, 5`: a comma before a cell; `count` items follow the last one of them. Whether it was reported.
bool Grammar::separated_cells(const Row& row, Span span, std::size_t count, std::size_t columns) {
  if (row.outcomes.empty() || count > columns) { return false; }
  const auto& before = row.outcomes.back();
  const auto gap = Span{span.source, before.span.end, span.begin};
  if (written(gap).find('\n') != std::string::npos) { return false; }
  const auto items = before.cells.size() + (before.weight->kind == Kind::Missing ? 1U : 2U);
  if (items + count != columns + 1 && items + count != columns + 2) { return false; }
  auto finding = cursor_.slip("comma", Code::Expected, {gap.source, gap.begin, gap.begin + 1}, "a cell", "`,`");
  if (finding) { finding->help(Edit{cover(before.span, span), written(before.span) + " " + written(span)}); }
  return true;
}

// `10 broom when floor > 3`
void Grammar::condition_word(const Expression& word) {
  auto finding = cursor_.slip("when", Code::Foreign, word.span, "when");
  if (finding) { finding->help(Edit{word.span, "if"}, "before the condition of a row"); }
}

// `broom if floor > 3 8`, `if floor > 3 5 broom`: a condition before the end of its row, after too few values. Whether
// it was reported.
bool Grammar::early_condition(const std::vector<Expression>& items, std::size_t columns) {
  const auto after = cursor_.peek_past_newlines(1).kind;
  const bool is_word = after == TokenKind::Comma || after == TokenKind::Semicolon || after == TokenKind::CloseBrace;
  if (!cursor_.at(TokenKind::If) || is_word || cursor_.ends_line(cursor_.peek())) { return false; }
  const auto begin = items.empty() ? cursor_.peek().span : items.front().span;
  cursor_.take();
  const auto condition = expression();
  if (cursor_.failed()) { return true; }
  if (at_cell()) {
    const auto before = items.empty() ? std::string() : written(cover(items.front().span, items.back().span));
    condition_comes_last(begin, before, written(condition.span));
  } else if (items.empty()) {
    cursor_.unexpected("an outcome");
  } else {
    cell_count(cover(items.front().span, items.back().span), items, columns);
  }
  return true;
}

// Reports the values at the cursor, which follow a condition. `before`: the values before it.
void Grammar::condition_comes_last(Span begin, const std::string& before, const std::string& condition) {
  const auto first = cursor_.peek().span;
  while (at_cell() && !cursor_.failed()) { cell(); }
  if (cursor_.failed()) { return; }
  const auto rest = cover(first, cursor_.previous_span());
  auto finding = cursor_.slip("condition", Code::Expected, rest, "the end of the row", "`" + written(rest) + "`");
  if (finding) {
    finding->help(Edit{cover(begin, rest), before + (before.empty() ? "" : " ") + written(rest) + " if " + condition},
                  "(the condition comes last)");
  }
}

void Grammar::cell_count(Span span, const std::vector<Expression>& items, std::size_t columns) {
  if (subtracted(items)) { return; }
  // `5 long sword`: an outcome of several words.
  const std::size_t first = items[0].kind == Kind::Name ? 0 : 1;
  std::string joined;
  for (std::size_t i = first; i < items.size() && columns == 0; ++i) {
    if (items[i].kind != Kind::Name) {
      joined.clear();
      break;
    }
    if (items[i].text == "when" && i > first) { return condition_word(items[i]); }
    joined += (i == first ? "" : "_") + items[i].text;
  }
  const auto wanted = columns == 0 ? std::string("a weight and an outcome")
                                   : fmt::format("an outcome and {} cell{}, with or without a weight", columns,
                                                 columns == 1 ? "" : "s");
  const bool is_pair =  // `1 sword 1 axe`: two rows
      columns == 0 && items.size() == 4 && items[2].kind == Kind::Number && items[3].kind == Kind::Name;
  const bool is_third = columns == 0 && joined.empty() && items.size() >= 3 && items[1].kind == Kind::Name && !is_pair;
  const auto cause = !joined.empty() ? std::string("words") : is_third ? "third" : fmt::format("{}", span.begin);
  auto finding = cursor_.slip(cause, Code::CellCount, span,
                              fmt::format("{} value{}", items.size(), items.size() == 1 ? "" : "s"), wanted);
  if (finding && items.size() < columns + 1) { finding->help("write `.` where there is nothing"); }
  const auto is_row = [&](std::size_t at) {
    return items[at].kind == Kind::Number && items[at + 1].kind == Kind::Name;
  };
  if (finding && columns == 0 && items.size() == 4 && is_row(0) && is_row(2)) {
    finding->help(Edit{text::after(items[1].span), ";"}, "between the rows");
  }
  if (finding && is_third && items.size() == 3) {
    finding->help("a third value is a cell: name its column, `table NAME: COLUMN { ... }`");
  } else if (finding && is_third) {
    finding->help("values after the outcome are cells: name their columns, `table NAME: COLUMN, COLUMN { ... }`");
  }
  if (finding && columns > 0 && items.size() > columns + 2 && !is_pair) {
    finding->help("name one more column for each further value, or end the row with `;`");
  }
  if (finding && !joined.empty()) {
    const auto words = cover(items[first].span, items.back().span);
    if (first == 0 && items.size() > 2) {
      std::string separated;
      for (const auto& item : items) { separated += (separated.empty() ? "" : ", ") + item.text; }
      finding->help(Edit{words, separated}, "for one of these, or `" + joined + "` for one outcome");
    } else {
      finding->help(Edit{words, joined}, "if that is one outcome");
    }
  }
}

}  // namespace spoils::lang
