// lang/parse_row_slips.cpp
//
// What the parser says of rows that are nearly right: operators without parentheses, colons and commas between items,
// numbers of dice in the place of weights, blocks; and of the words before them: names, types and titles of
// declarations. Each method is called where the parser cannot go on, so that no valid pack meets it. Pinned by the
// goldens slips_rows.golden, slips_heads.golden, e0201_row_*.golden and e0205_*.golden.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/grammar.h"
#include "text/plain/name_letters.h"
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

// `max(0, 3 - luck) rare`: a function outside of parentheses. It is reported.
bool Grammar::called_item(const std::vector<Expression>& items) {
  constexpr std::size_t kMostTokens = 40;
  const auto open = cursor_.peek();
  const bool is_call = open.kind == TokenKind::OpenParen && !items.empty() && items.back().kind == Kind::Name &&
                       items.back().span.end == open.span.begin;
  std::size_t depth = is_call ? 1 : 0;
  bool has_comma = false;
  for (std::size_t i = 1; depth > 0 && i < kMostTokens; ++i) {
    const auto token = cursor_.peek_past_newlines(i);
    if (token.kind == TokenKind::OpenParen) { ++depth; }
    has_comma = has_comma || (token.kind == TokenKind::Comma && depth == 1);
    if (token.kind != TokenKind::CloseParen || --depth > 0) { continue; }
    if (!has_comma) { return false; }
    auto finding = cursor_.slip("call", Code::Expected, open.span, "the end of the row", "`(`");
    if (finding) { parenthesised(*finding, cover(items.back().span, token.span)); }
    return true;
  }
  return false;
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
  const std::size_t first = items.front().kind == Kind::Name ? 0 : 1;  // the outcome
  std::vector<std::size_t> commas;                                     // how many items are before each
  while (cursor_.accept(TokenKind::Comma)) {
    commas.push_back(items.size());
    while (at_cell() && !cursor_.failed()) { items.push_back(cell()); }
  }
  if (cursor_.failed()) { return true; }
  const auto span = cover(items.front().span, items.back().span);
  const auto joined = [&](std::size_t from, std::size_t to) {
    std::string out;
    for (auto i = from; i < to; ++i) { out += (i == from ? "" : " ") + written(items[i].span); }
    return out;
  };
  // `fire, ice common`: outcomes that were meant to share the weight have cells of their own each.
  const auto outcomes = commas.size() + 1;
  bool share = items.size() == first + outcomes + columns;
  for (std::size_t i = 0; i < outcomes && share; ++i) {
    share = items[first + i].kind == Kind::Name && (i == 0 || commas[i - 1] == first + i);
  }
  std::string row;
  if (share) {
    const auto cells = joined(first + outcomes, items.size());
    row = first == 1 ? written(items.front().span) + " " : "";
    for (std::size_t i = 0; i < outcomes; ++i) {
      row += (i == 0 ? "" : ", ") + written(items[first + i].span) + " " + cells;
    }
  } else if (items.size() == columns + 1 || (first == 1 && items.size() == columns + 2)) {
    row = joined(0, items.size());
  } else {
    cell_count(span, items, columns);
    return true;
  }
  if (auto finding = cursor_.slip("comma", Code::Expected, comma, "a cell", "`,`")) {
    finding->help(Edit{span, row}, share ? "(each outcome has its own cells)" : "");
  }
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

// `10 broom when floor > 3`     `10 broom unless floor > 3`
void Grammar::condition_word(const Expression& word) {
  auto finding = cursor_.slip(word.text, Code::Foreign, word.span, word.text);
  if (finding) {
    finding->help(Edit{word.span, word.text == "unless" ? "if not" : "if"}, "before the condition of a row");
  }
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
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {  // `.5 a`
    const bool is_point = written(items[i].span) == "." && items[i + 1].kind == Kind::Number;
    if (!is_point || items[i].span.end != items[i + 1].span.begin) { continue; }
    const auto fraction = cover(items[i].span, items[i + 1].span);
    auto finding =
        cursor_.slip("point", Code::Expected, fraction, "a digit before the point", "`" + written(fraction) + "`");
    if (finding) { finding->help(Edit{fraction, "0" + written(fraction)}); }
    return;
  }
  // `5 long sword`: an outcome of several words.
  const std::size_t first = items[0].kind == Kind::Name ? 0 : 1;
  std::string joined;
  for (std::size_t i = first; i < items.size() && columns == 0; ++i) {
    if (items[i].kind != Kind::Name) {
      joined.clear();
      break;
    }
    if ((items[i].text == "when" || items[i].text == "unless") && i > first) { return condition_word(items[i]); }
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

// table t(w) {     table t w {     table t [     table t: w v {     after the name or a column. Whether it was
// reported.
bool Grammar::heading_slip(const Declaration& table) {
  const auto mark = cursor_.peek();
  const auto next = cursor_.peek_past_newlines(1);
  const bool is_name = mark.kind == TokenKind::Name;
  if (!is_name && mark.kind != TokenKind::OpenParen && mark.kind != TokenKind::OpenBracket) { return false; }
  auto finding = cursor_.unexpected("`{` before the rows");
  if (!finding) { return true; }
  if (is_name && !table.columns.empty()) {
    finding->help(Edit{text::after(table.columns.back().span), ","}, "between columns");
  } else if (is_name && next.kind == TokenKind::OpenBrace) {
    const auto word = written(mark.span);
    finding->help(Edit{cover(table.name_span, mark.span), table.name + "_" + word},
                  "for one name, or `" + table.name + ": " + word + "` for a column");
  } else if (mark.kind == TokenKind::OpenParen) {
    finding->help("write the columns after a colon: `table " + table.name + ": COLUMN, COLUMN { ... }`");
  } else if (mark.kind == TokenKind::OpenBracket) {
    finding->help("rows are written in braces: `table " + table.name + " { ... }`");
  }
  return true;
}

// {none, hot}     {"mild", "hot"}     at a choice, after those `before` it. Whether it was reported.
bool Grammar::choice_slip(Span open, const std::vector<std::string>& before) {
  const auto choice = cursor_.peek();
  const bool is_none = choice.kind == TokenKind::None;
  if (!is_none && choice.kind != TokenKind::Text) { return false; }
  auto finding = is_none ? cursor_.slip("none as choice", Code::KeywordAsName, choice.span, "none")
                         : cursor_.unexpected("a name to choose from");
  if (!finding) { return true; }
  std::string words;
  for (const auto& word : before) { words += (words.empty() ? "" : ", ") + word; }
  while (true) {
    const auto token = cursor_.peek();
    auto word = written(token.span);
    if (token.kind == TokenKind::Text) { word = word.substr(1, word.size() - 2); }
    const bool is_quoted = token.kind == TokenKind::Symbol;
    if (token.kind != TokenKind::None && !is_quoted && !text::is_name(word)) { return true; }
    if (token.kind != TokenKind::None) { words += (words.empty() ? "" : ", ") + word; }
    cursor_.take();
    if (!cursor_.accept(TokenKind::Comma)) { break; }
  }
  if (!cursor_.at(TokenKind::CloseBrace) || words.empty()) { return true; }
  finding->help(Edit{cover(open, cursor_.take().span), "{" + words + "}"},
                is_none ? "since any choice may also be none: `= none` begins with it" : "without quotes");
  return true;
}

// input level 1..9 = 1     input season {spring, fall}     after the name. Whether it was reported.
bool Grammar::lacks_colon(const Token& name) {
  constexpr std::array<std::string_view, 5> kTypes{"int", "number", "flag", "symbol", "text"};
  const auto type = cursor_.peek();
  const bool is_range = type.kind == TokenKind::Number && cursor_.peek_past_newlines(1).kind == TokenKind::DotDot;
  const bool is_choice = type.kind == TokenKind::OpenBrace && cursor_.peek_past_newlines(2).kind == TokenKind::Comma;
  const bool is_word = type.kind == TokenKind::Name && cursor_.shares_line(name, type) &&
                       std::find(kTypes.begin(), kTypes.end(), cursor_.text(type)) != kTypes.end();
  if (!is_range && !is_choice && !is_word) { return false; }
  if (auto finding = cursor_.unexpected("`:` before the type")) { finding->help(Edit{text::after(name.span), ":"}); }
  return true;
}

// mf: 0%..300% = 0%
void Grammar::percent_range(Parameter& declared) {
  auto& bounds = declared.type.bounds;
  const auto is_percent = [](const Expression& e) {
    const auto& size = e.kind == Kind::Negate ? e.children[0] : e;
    return size.kind == Kind::Percent && size.children[0].kind == Kind::Number;
  };
  const auto first = std::find_if(bounds.begin(), bounds.end(), is_percent);
  if (bounds.size() != 2 || first == bounds.end()) { return; }
  const auto plain = [&](const Expression& e) {
    auto text = written(e.span);
    if (is_percent(e)) { text.resize(text.find_last_not_of("% ") + 1); }
    return text;
  };
  auto finding = cursor_.error(Code::Expected, first->span, "a whole number", "`" + written(first->span) + "`");
  auto range = plain(bounds[0]) + ".." + plain(bounds[1]);
  auto last = bounds[1].span;
  if (declared.initial.kind != Kind::Missing) {
    range += " = " + plain(declared.initial);
    last = declared.initial.span;
  }
  if (finding) {
    finding->help(Edit{cover(bounds[0].span, last), range}, "and `" + declared.name + "%` where it is used");
  }
}

// pack p My Pack 1.0     after the name
void Grammar::title_of_words(const Declaration& pack) {
  const auto first = cursor_.peek().span;
  auto finding = cursor_.unexpected("a title in quotes");
  auto last = first;
  while (cursor_.at(TokenKind::Name)) { last = cursor_.take().span; }
  if (!finding) { return; }
  const auto title = written(cover(first, last));
  if (last.begin != first.begin || (title.front() >= 'A' && title.front() <= 'Z')) {
    finding->help(Edit{cover(first, last), '"' + title + '"'});
  } else {
    finding->help(Edit{cover(pack.name_span, first), pack.name + "_" + title}, "for one name");
  }
}

// use hello     use "hello"     use hello.loot
void Grammar::use(Declaration& out) {
  const auto named = cursor_.peek();
  if (named.kind == TokenKind::Text) {
    auto name = written(named.span).substr(1, named.span.end - named.span.begin - 2);
    if (name.ends_with(".loot")) { name.resize(name.size() - 5); }
    auto finding = cursor_.unexpected("the name of a pack");
    if (finding && text::is_name(name)) { finding->help(Edit{named.span, name}, "without quotes"); }
    return;
  }
  if (!name_of(out, "the name of a pack") || !cursor_.at(TokenKind::Dot)) { return; }
  const auto ending = cursor_.peek_past_newlines(1);
  auto finding = cursor_.unexpected("the end of the declaration");
  if (finding && cursor_.text(ending) == "loot") {
    finding->help(Edit{cover(out.name_span, ending.span), out.name}, "since a pack is named, not its file");
  }
}

}  // namespace spoils::lang
