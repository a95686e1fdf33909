// lang/parse_declaration.cpp
//
// Parses declarations: the constructs at the left margin of a pack.
#include <algorithm>
#include <array>

#include "lang/foreign.h"
#include "lang/grammar.h"
#include "lang/lexer.h"
#include "lang/parser.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using text::cover;

namespace {

// In the order of kDeclarationWords.
constexpr std::array<Declaration::Kind, kDeclarationWords.size()> kKinds{
    Declaration::Kind::Pack,    Declaration::Kind::Use,     Declaration::Kind::Input,     Declaration::Kind::State,
    Declaration::Kind::Field,   Declaration::Kind::Scratch, Declaration::Kind::Table,     Declaration::Kind::Grid,
    Declaration::Kind::Rule,    Declaration::Kind::Def,     Declaration::Kind::Display,   Declaration::Kind::Names,
    Declaration::Kind::Measure, Declaration::Kind::Expect,  Declaration::Kind::Collection};

}  // namespace

File Grammar::file(std::uint32_t source) {
  File out;
  out.source = source;
  while (true) {
    auto doc = cursor_.take_docs();
    while (cursor_.accept(TokenKind::Semicolon)) { doc = cursor_.take_docs(); }
    if (cursor_.at(TokenKind::End)) { break; }
    const auto before = out.declarations.size();
    const auto errors = cursor_.report().error_count();
    const auto begin = cursor_.peek().span.begin;
    if (!is_leftover()) { declaration(out); }
    is_after_mistake_ = cursor_.report().error_count() > errors || (is_after_mistake_ && cursor_.failed());
    if (out.declarations.size() > before) { out.declarations[before].doc = std::move(doc); }
    for (auto& record : derived_) { out.declarations.push_back(std::move(record)); }
    derived_.clear();
    if (!cursor_.failed() && !cursor_.at(TokenKind::Newline) && !cursor_.at(TokenKind::Semicolon) &&
        !cursor_.at(TokenKind::End)) {
      cursor_.unexpected("the end of the declaration");
    }
    if (cursor_.failed()) {
      // If a brace was missing, the cursor is at the next declaration already. A word that looks like the beginning of
      // one and is none (`constant r`) must be passed, or it would be read for ever.
      if (!cursor_.at_declaration() || cursor_.peek().span.begin == begin) { cursor_.skip_declaration(); }
      cursor_.recovered();
    }
  }
  return out;
}

// Whether no declaration begins here, but what was left of the last one: a mistake in it has hidden one of its braces,
// and was reported.
bool Grammar::is_leftover() {
  if (!is_after_mistake_ || cursor_.at_declaration()) { return false; }
  const auto& token = cursor_.peek();
  const bool is_indented = !cursor_.sources()[token.span.source].begins_line(token.span.begin);
  if (token.kind != TokenKind::CloseBrace && !is_indented) { return false; }
  cursor_.give_up();
  return true;
}

void Grammar::declaration(File& file) {
  Declaration out;
  const auto before = cursor_.previous_span();
  suspect_.reset();
  out.span = cursor_.peek().span;
  out.is_override = cursor_.accept_word("override");
  const auto world = cursor_.peek().span;
  out.is_world = cursor_.accept_word("world");
  out.is_constant = !out.is_world && cursor_.at_word("constant") && at_constant();
  if (out.is_constant) { cursor_.take(); }
  const auto word = cursor_.peek();
  if (word.kind != TokenKind::Name) {
    if (word.kind == TokenKind::CloseBrace) {
      cursor_.error(Code::ClosesNothing, word.span, "}");
    } else if (auto finding = cursor_.unexpected("a declaration")) {
      if (is_keyword(word.kind)) { outside_rule(*finding, before); }
    }
    return;
  }
  const auto found = std::find(kDeclarationWords.begin(), kDeclarationWords.end(), cursor_.text(word));
  if (found == kDeclarationWords.end() && at_record()) {
    records(file, std::move(out));
    return;
  }
  if (const auto* habit = found == kDeclarationWords.end() ? habit_of_declaration(cursor_.text(word)) : nullptr) {
    if (auto finding = cursor_.slip(habit->word, Code::Foreign, word.span, habit->word)) {
      add_help(*finding, word.span, *habit);
    }
    return;
  }
  if (found == kDeclarationWords.end()) {
    if (auto finding = cursor_.error(Code::UnknownDeclaration, word.span, cursor_.text(word))) {
      if (is_assignment(cursor_.peek_past_newlines(1).kind)) {
        outside_rule(*finding, before);
      } else if (const auto near = cursor_.report().nearest(cursor_.text(word), kDeclarationWords)) {
        finding->help(Edit{word.span, std::string(*near)});
      } else {
        finding->note("a pack consists of `input`, `state`, `table`, `rule`, `def`, `display`, `expect` and the like");
      }
    }
    return;
  }
  cursor_.take();
  out.kind = kKinds[static_cast<std::size_t>(found - kDeclarationWords.begin())];
  const bool may_be_world = out.kind == Declaration::Kind::Def || out.kind == Declaration::Kind::Rule;
  if ((out.is_world && !may_be_world) || (out.is_constant && out.kind != Declaration::Kind::Def)) {
    auto finding =
        out.is_world ? cursor_.error(Code::WorldOnlyDef, world) : cursor_.error(Code::ConstantOnlyDef, world);
    if (finding) { finding->help(Edit{{world.source, world.begin, word.span.begin}, ""}); }
    cursor_.recovered();
  }
  const bool stays = out.kind == Declaration::Kind::Pack || out.kind == Declaration::Kind::Use ||
                     out.kind == Declaration::Kind::Names || out.kind == Declaration::Kind::Expect;
  if (out.is_override && stays) {
    if (auto finding = cursor_.error(Code::OverrideAlone, out.span, cursor_.text(word))) {
      finding->help(Edit{{out.span.source, out.span.begin, word.span.begin}, ""});
      if (out.kind == Declaration::Kind::Names) {
        finding->note("the `names` of this pack come before those of used ones anyway");
      }
      if (out.kind == Declaration::Kind::Expect) { finding->note("what used packs expect is asked only of them"); }
    }
    cursor_.recovered();
  }
  switch (out.kind) {
    case Declaration::Kind::Pack: pack(out); break;
    case Declaration::Kind::Use: use(out); break;
    case Declaration::Kind::Input:
    case Declaration::Kind::State:
    case Declaration::Kind::Field:
    case Declaration::Kind::Scratch: parameter_declaration(out); break;
    case Declaration::Kind::Table: table(out); break;
    case Declaration::Kind::Grid: grid(out); break;
    case Declaration::Kind::Rule: rule(out); break;
    case Declaration::Kind::Def: def(out); break;
    case Declaration::Kind::Display: display(out); break;
    case Declaration::Kind::Measure: measure(out); break;
    case Declaration::Kind::Names: names(out); break;
    case Declaration::Kind::Expect: expect(out); break;
    case Declaration::Kind::Collection: collection(out); break;
    case Declaration::Kind::Record: break;  // has no word of its own
  }
  out.span = cover(out.span, cursor_.previous_span());
  file.declarations.push_back(std::move(out));
}

// A statement at the left margin: its rule is missing, or was ended before it.
void Grammar::outside_rule(text::Finding& finding, Span before) {
  finding.help("statements belong in a rule: `rule NAME { ... }`");
  if (cursor_.sources().text(before) == "}") { finding.label(before, "the last rule ended here"); }
}

bool Grammar::name_of(Declaration& out, std::string_view what) {
  const auto name = cursor_.peek();
  out.name_span = name.span;
  if (name.kind == TokenKind::Name) {
    cursor_.take();
    out.name = cursor_.text(name);
    return !has_hyphen(name);
  }
  if (is_keyword(name.kind)) {
    cursor_.keyword_as_name(name);
  } else {
    cursor_.unexpected_name(what);
  }
  return false;
}

// Whether a name that was taken goes on with `-sword`; that is reported.
bool Grammar::has_hyphen(const Token& name) {
  auto end = name.span.end;
  while (cursor_.at(TokenKind::Minus) && cursor_.peek().span.begin == end &&
         cursor_.peek_past_newlines(1).kind == TokenKind::Name && cursor_.peek_past_newlines(1).span.begin == end + 1) {
    cursor_.take();
    end = cursor_.take().span.end;
  }
  if (end == name.span.end) { return false; }
  hyphen({name.span.source, name.span.begin, end});
  return true;
}

void Grammar::hyphen(Span span) {
  auto word = std::string(cursor_.sources().text(span));
  auto finding = cursor_.slip("-", Code::HyphenInName, span, word);
  if (!finding) { return; }
  std::replace(word.begin(), word.end(), '-', '_');
  finding->help(Edit{span, word}, "if that is one name");
}

// pack rogue "Rogue (PC 1.48)" 1.0
void Grammar::pack(Declaration& out) {
  if (cursor_.at(TokenKind::Text)) {
    const auto text = cursor_.peek().span;
    auto finding = cursor_.unexpected("the name of the pack");
    if (finding) { finding->help("write a word before the title: `pack NAME " + written(text) + "`"); }
    return;
  }
  if (!name_of(out, "the name of the pack")) { return; }
  if (cursor_.at(TokenKind::Name)) { return title_of_words(out); }
  const auto title = cursor_.peek();
  if (cursor_.accept(TokenKind::Text)) { out.title = this->title(title); }
  if (title.kind == TokenKind::Symbol) {
    const auto word = std::string(cursor_.text(title));
    if (auto finding = cursor_.unexpected("a title in double quotes")) {
      finding->help(Edit{title.span, '"' + word.substr(1, word.size() - 2) + '"'});
    }
    return;
  }
  const auto version = cursor_.peek();
  if (cursor_.accept(TokenKind::Number)) { out.version = cursor_.text(version); }
  if (cursor_.at(TokenKind::Name) || cursor_.at(TokenKind::Dot) || cursor_.at(TokenKind::Text)) {
    auto finding = cursor_.unexpected(out.version.empty() ? "a version or the end of the declaration"
                                                          : "the end of the declaration");
    if (finding) {
      finding->help(cursor_.at_word("version")
                        ? "the version is a number right after the title: `pack NAME \"Title\" 1.0`"
                        : "a version is a number without quotes, with at most one point: `1.0`");
    }
  }
}

void Grammar::parameter_declaration(Declaration& out) {
  out.parameters.push_back(parameter());
  const auto& type = out.parameters.back().type;
  if (type.kind == TypeName::Kind::Word && cursor_.at(TokenKind::Comma)) {
    if (auto finding = cursor_.unexpected("`{` before the choices")) { outcomes_in_braces(*finding, type.span); }
  } else if (type.kind == TypeName::Kind::Word && cursor_.at(TokenKind::Slash)) {
    choices_with_slashes(type);
  }
  out.name = out.parameters.back().name;
  out.name_span = out.parameters.back().name_span;
}

// name: type = default
Parameter Grammar::parameter() {
  Parameter out;
  out.span = cursor_.peek().span;
  if (cursor_.at_word("field") && cursor_.peek_past_newlines(1).kind == TokenKind::Name) {
    cursor_.take();
    out.is_field = true;
  }
  const auto name = cursor_.peek();
  out.name_span = name.span;
  if (!cursor_.expect(TokenKind::Name)) { return out; }
  out.name = cursor_.text(name);
  if (has_hyphen(name)) { return out; }
  if (lacks_colon(name)) { return out; }
  if (cursor_.accept(TokenKind::Colon)) { out.type = type_name(); }
  out.initial = make(Expression::Kind::Missing, cursor_.peek().span);
  if (!cursor_.failed() && cursor_.accept(TokenKind::Assign)) { out.initial = expression(); }
  if (!cursor_.failed()) { percent_range(out); }
  out.span = cover(out.span, cursor_.previous_span());
  return out;
}

TypeName Grammar::type_name() {
  TypeName out;
  out.span = cursor_.peek().span;
  const auto word = cursor_.peek();
  if (cursor_.accept(TokenKind::OpenBrace)) {
    out.kind = TypeName::Kind::Choice;
    const Cursor::Lines lines(cursor_, false);
    do {
      const auto choice = cursor_.peek();
      if (choice_slip(word.span, out.words)) { return out; }
      if (!cursor_.accept(TokenKind::Symbol) && !cursor_.expect(TokenKind::Name, "to choose from")) { return out; }
      out.words.push_back(word_of(choice));
    } while (cursor_.accept(TokenKind::Comma));
    cursor_.close(TokenKind::CloseBrace, word.span);
  } else if (word.kind == TokenKind::Name) {
    cursor_.take();
    out.kind = TypeName::Kind::Word;
    out.words.emplace_back(cursor_.text(word));
    if (out.words[0] == "map" && cursor_.accept_word("of")) {
      map_type(out);
    } else if ((out.words[0] == "list" || out.words[0] == "set") && cursor_.accept_word("of")) {
      out.kind = out.words[0] == "list" ? TypeName::Kind::List : TypeName::Kind::Set;
      const auto element = cursor_.peek();
      if (cursor_.expect(TokenKind::Name, "of what it holds")) { out.words[0] = cursor_.text(element); }
    }
  } else {
    out.kind = TypeName::Kind::Range;
    out.bounds.push_back(binary(kSum));
    const auto& bound = out.bounds.back();
    if (!cursor_.failed() && bound.text == "-" && bound.children[0].kind == Expression::Kind::Number &&
        !cursor_.at(TokenKind::DotDot)) {
      dash_in_range(bound.children[0].span, bound.children[1].span);
    }
    if (!cursor_.failed() && cursor_.expect(TokenKind::DotDot, "and the last value of the range")) {
      out.bounds.push_back(binary(kSum));
    }
  }
  out.span = cover(out.span, cursor_.previous_span());
  return out;
}

std::vector<Parameter> Grammar::parameters() {
  std::vector<Parameter> out;
  const auto open = cursor_.peek().span;
  if (!cursor_.accept(TokenKind::OpenParen)) { return out; }
  const Cursor::Lines lines(cursor_, false);
  while (!cursor_.at(TokenKind::CloseParen) && !cursor_.failed()) {
    out.push_back(parameter());
    if (!cursor_.accept(TokenKind::Comma)) { break; }
  }
  cursor_.close(TokenKind::CloseParen, open);
  return out;
}

// `rule my chest { ... }`: a blank in the name. Whether it was reported.
bool Grammar::name_of_two_words(const Declaration& named) {
  const auto second = cursor_.peek();
  const auto after = cursor_.peek_past_newlines(1).kind;
  const bool is_word = second.kind == TokenKind::Name || is_keyword(second.kind);
  if (!is_word || (after != TokenKind::OpenBrace && after != TokenKind::OpenParen)) { return false; }
  if (auto finding = cursor_.unexpected("`{` around the rule")) {
    const auto word = named.name + "_" + std::string(cursor_.text(second));
    finding->help(Edit{cover(named.name_span, second.span), word}, "for a name, which is one word");
  }
  return true;
}

// rule NAME(parameters) { statements }     world rule NAME(parameters) { statements }
void Grammar::rule(Declaration& out) {
  if (!name_of(out, "the name of the rule")) { return; }
  if (name_of_two_words(out)) { return; }
  out.parameters = parameters();
  if (!cursor_.failed()) { out.block = block("around the rule"); }
}

// Whether `constant` begins a declaration: it may be the name of a collection, whose records begin with it.
bool Grammar::at_constant() const {
  const auto& next = cursor_.peek_past_newlines(1);
  return next.kind == TokenKind::Name &&
         std::find(kDeclarationWords.begin(), kDeclarationWords.end(), cursor_.text(next)) != kDeclarationWords.end() &&
         collections_.count("constant") == 0;
}

// def NAME(parameters) = expression     def NAME(parameters) { statements }     world def NAME(x: t) distinct =
// expression
void Grammar::def(Declaration& out) {
  if (!name_of(out, "the name of the def")) { return; }
  out.parameters = parameters();
  const auto distinct = cursor_.peek().span;
  if (!cursor_.failed() && cursor_.accept_word("distinct")) {
    out.is_distinct = out.is_world;
    if (!out.is_world) {
      if (auto finding = cursor_.error(Code::DistinctOnlyWorld, distinct)) { finding->help(Edit{distinct, ""}); }
      cursor_.recovered();
    }
  }
  if (!cursor_.failed() && cursor_.at(TokenKind::OpenBrace)) {
    in_def_ = true;
    out.block = block("around the def");
    in_def_ = false;
    return;
  }
  if (!cursor_.failed() && at_cell()) {
    const auto behind = text::after(cursor_.previous_span());
    if (auto finding = cursor_.unexpected("`=` and its value")) {
      finding->help(Edit{behind, " ="}, "before the value");
    }
    return;
  }
  if (cursor_.failed() || !cursor_.expect(TokenKind::Assign, "and its value")) { return; }
  cursor_.skip_newlines();
  out.value = expression();
}

// display RULE "text" if condition     display RULE if c then "text" else "text"
void Grammar::display(Declaration& out) {
  if (cursor_.at(TokenKind::Name)) { name_of(out, "the name of a rule"); }
  cursor_.skip_newlines();
  const auto shown = [&]() -> Expression {
    if (cursor_.at(TokenKind::Text)) { return text(cursor_.take(), true); }
    const auto mark = cursor_.peek();
    const auto next = cursor_.peek_past_newlines(1);
    auto finding = cursor_.unexpected("a display text");
    const bool is_mark = mark.kind == TokenKind::Assign || mark.kind == TokenKind::Colon;
    if (finding && is_mark && next.kind == TokenKind::Text) {
      finding->help(Edit{{mark.span.source, mark.span.begin, next.span.begin}, ""});
    } else if (finding) {
      finding->help("write it in quotes: `display \"& {kind}\"`");
    }
    return make(Expression::Kind::Missing, cursor_.peek().span);
  };
  // A chain of texts: every branch is a display text with its own marks.
  std::vector<Expression> parts;
  const auto begin = cursor_.peek().span;
  while (cursor_.accept(TokenKind::If)) {
    parts.push_back(expression());
    if (cursor_.failed()) { return; }
    if (!cursor_.accept_on_any_line(TokenKind::Then)) {
      cursor_.unexpected("`then` after the condition");
      return;
    }
    cursor_.skip_newlines();
    parts.push_back(shown());
    if (cursor_.failed()) { return; }
    if (!cursor_.accept_on_any_line(TokenKind::Else)) {
      cursor_.unexpected("`else` and another text");
      return;
    }
    cursor_.skip_newlines();
  }
  auto value = shown();
  while (!parts.empty() && !cursor_.failed()) {
    auto yes = std::move(parts.back());
    parts.pop_back();
    auto condition = std::move(parts.back());
    parts.pop_back();
    value =
        wrap(Expression::Kind::If, cover(begin, value.span), std::move(condition), std::move(yes), std::move(value));
  }
  out.value = std::move(value);
  if (!cursor_.failed() && cursor_.accept(TokenKind::If)) { out.condition = expression(); }
}

// measure NAME = expression
void Grammar::measure(Declaration& out) {
  if (!name_of(out, "the name of the measure")) { return; }
  if (!cursor_.expect(TokenKind::Assign, "and how it is computed")) { return; }
  cursor_.skip_newlines();
  out.value = expression();
}

// expect "title": odds(...) == 1/20     in 1%..3%     about 0.0207
void Grammar::expect(Declaration& out) {
  const auto title = cursor_.peek();
  out.name_span = title.span;
  if (!cursor_.at(TokenKind::Text)) {
    if (auto finding = cursor_.unexpected("a text that says what is expected")) {
      finding->help("begin with a title: `expect \"NAME of the promise\": ...`");
    }
    return;
  }
  cursor_.take();
  out.title = this->title(title);
  if (!cursor_.expect(TokenKind::Colon, "after the title")) { return; }
  cursor_.skip_newlines();
  in_distribution_ = true;
  auto value = expression();
  if (!cursor_.failed() && (cursor_.at_word("about") || cursor_.text(cursor_.peek_past_newlines()) == "about")) {
    cursor_.skip_newlines();
    cursor_.take();
    auto figure = expression();
    const auto span = cover(value.span, figure.span);
    value = wrap(Expression::Kind::Binary, span, std::move(value), std::move(figure));
    value.text = "about";
  }
  out.value = std::move(value);
  in_distribution_ = false;
}

File parse(const text::Sources& sources, std::uint32_t source, text::Report& report) {
  File out;
  out.source = source;
  if (const auto format = other_format(sources[source].bytes())) {
    auto finding = report.add(Code::NotAPack, {source, 0, 0}, *format);
    const bool is_formatted = *format == kFormattedText;
    finding.help(
        is_formatted
            ? "save the file as plain text, under a name that ends in `.loot`"
            : "a pack begins with `pack NAME` and has tables and rules; `spoils import` reads files of some games");
    return out;
  }
  auto tokens = lex(sources, source, report);
  const auto count = tokens.size();
  if (count > kMaxTokens) {
    report.add(Code::TooLarge, tokens[kMaxTokens].span, kMaxTokens, "words and marks");
    return out;
  }
  out = Grammar(sources, std::move(tokens), report).file(source);
  out.tokens = count;
  return out;
}

Expression parse_expression(const text::Sources& sources, std::uint32_t source, text::Report& report) {
  return Grammar(sources, lex(sources, source, report), report).whole_expression();
}

}  // namespace spoils::lang
