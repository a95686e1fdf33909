// lang/format_roles.cpp
//
// Walks the tree beside its tokens and gives each token its role: sign or operator, kind of brace, begin of a row or
// statement.
#include "lang/format_roles.h"

#include <algorithm>

namespace spoils::lang {
namespace {

using Brace = Role::Brace;

std::size_t first_from(const std::vector<Token>& tokens, std::uint32_t offset) {
  const auto found = std::lower_bound(tokens.begin(), tokens.end(), offset,
                                      [](const Token& token, std::uint32_t begin) { return token.span.begin < begin; });
  return static_cast<std::size_t>(found - tokens.begin());
}

class RoleFinder {
 public:
  explicit RoleFinder(const std::vector<Token>& tokens) : tokens_(tokens) { roles_.of.resize(tokens.size()); }

  Roles run(const File& file) {
    std::uint32_t last = 0xFFFFFFFF;
    for (const auto& declared : file.declarations) {
      // Records that are declared by one line hold the same.
      if (declared.kind == Declaration::Kind::Record && declared.span.begin == last) { continue; }
      last = declared.span.begin;
      declaration(declared);
    }
    std::sort(roles_.tables.begin(), roles_.tables.end(),
              [](const TableText& a, const TableText& b) { return a.open < b.open; });
    return std::move(roles_);
  }

 private:
  using Kind = Expression::Kind;

  // The first token that is no comment at or after `offset`.
  std::size_t from(std::uint32_t offset) const { return past_comments(first_from(tokens_, offset)); }

  std::size_t past_comments(std::size_t i) const {
    while (i < tokens_.size() && is_comment(tokens_[i].kind)) { ++i; }
    return i;
  }

  // The first token of an expression, inside the parentheses around it.
  std::size_t head(const Expression& e) const {
    auto i = from(e.span.begin);
    while (i < tokens_.size() && tokens_[i].kind == TokenKind::OpenParen) { i = past_comments(i + 1); }
    return i;
  }

  bool is(std::size_t i, TokenKind kind) const { return i < tokens_.size() && tokens_[i].kind == kind; }

  void starts(std::uint32_t offset) {
    const auto i = token_at(tokens_, offset);
    if (i != kNoToken) { roles_.of[i].starts = true; }
  }

  void join_left(std::size_t i, TokenKind kind) {
    if (is(i, kind)) { roles_.of[i].joins_left = true; }
  }

  void join(std::size_t i, TokenKind kind) {
    join_left(i, kind);
    if (is(i, kind)) { roles_.of[i].joins_right = true; }
  }

  void brace(std::size_t i, Brace what) {
    if (is(i, TokenKind::OpenBrace)) { roles_.of[i].brace = what; }
  }

  void declaration(const Declaration& d);
  void type(const TypeName& t);
  void rows(const std::vector<Row>& all);
  void block(const Block& b);
  void items(const Declaration& d);
  void statement(const Statement& s);
  void expression(const Expression& e);

  const std::vector<Token>& tokens_;
  Roles roles_;
};

void RoleFinder::declaration(const Declaration& d) {
  using Declared = Declaration::Kind;
  if (d.kind == Declared::Collection || d.kind == Declared::Record) { return items(d); }
  starts(d.span.begin);
  if (d.kind == Declared::Rule || d.kind == Declared::Def) { join_left(from(d.name_span.end), TokenKind::OpenParen); }
  if (d.kind == Declared::Grid) { join_left(from(d.name_span.end), TokenKind::OpenBracket); }
  if (d.kind == Declared::Table || d.kind == Declared::Grid || d.kind == Declared::Names) {
    auto open = from(d.span.begin);
    while (open < tokens_.size() && tokens_[open].kind != TokenKind::OpenBrace) { ++open; }
    brace(open, Brace::Table);
    roles_.tables.push_back({open, &d, d.kind == Declared::Names ? nullptr : &d.rows});
    if (d.kind == Declared::Grid && !d.columns.empty()) { starts(d.columns[0].span.begin); }
  }
  for (const auto& p : d.parameters) {
    type(p.type);
    expression(p.initial);
  }
  for (const auto& column : d.columns) {
    for (const auto& value : column.values) { expression(value); }
  }
  rows(d.rows);
  for (const auto& entry : d.entries) { starts(entry.span.begin); }
  expression(d.value);
  expression(d.condition);
  block(d.block);
}

void RoleFinder::items(const Declaration& d) {
  // An anonymous record is part of an expression, which may go on around it.
  const bool is_whole = d.kind == Declaration::Kind::Collection || !d.collection.text.empty();
  if (is_whole) {
    starts(d.span.begin);
    auto open = from(d.name_span.end);
    for (; open < tokens_.size() && tokens_[open].kind != TokenKind::OpenBrace; ++open) {
      if (tokens_[open].kind == TokenKind::Colon) { roles_.of[open].apart_left = true; }
    }
    brace(open, Brace::Statements);
  }
  for (const auto& field : d.parameters) {
    starts(field.span.begin);
    type(field.type);
    expression(field.initial);
  }
  for (const auto& one : d.record_rows) {
    starts(from(one.span.begin) == 0 ? one.span.begin : tokens_[from(one.span.begin) - 1].span.begin);
    brace(from(one.name_span.end), Brace::Statements);
    for (const auto& column : one.columns) {
      starts(column.span.begin);
      type(column.type);
      expression(column.initial);
    }
  }
  for (const auto& word : d.blocks) { starts(tokens_[from(word.span.begin) - 1].span.begin); }
  for (const auto& item : d.items) {
    if (is_whole) { starts(item.span.begin); }
    for (const auto& value : item.values) {
      if (value.kind == Expression::Kind::Range) {
        const bool from_start = value.children[0].kind == Expression::Kind::Missing;
        const auto dots = from_start ? from(value.span.begin) : from(value.children[0].span.end);
        if (is(dots, TokenKind::DotDot)) {
          roles_.of[dots].apart_left = from_start;
          roles_.of[dots].apart_right = value.children[1].kind == Expression::Kind::Missing;
        }
      }
      expression(value);
    }
    block(item.block);
  }
}

void RoleFinder::type(const TypeName& t) {
  if (t.kind == TypeName::Kind::Choice) { brace(from(t.span.begin), Brace::Elements); }
  for (const auto& bound : t.bounds) { expression(bound); }
}

void RoleFinder::rows(const std::vector<Row>& all) {
  for (const auto& row : all) {
    starts(row.span.begin);
    for (const auto& outcome : row.outcomes) {
      starts(outcome.span.begin);
      expression(outcome.weight);
      expression(outcome.value);
      for (const auto& cell : outcome.cells) { expression(cell); }
    }
    expression(row.condition);
    expression(row.otherwise);
  }
}

void RoleFinder::block(const Block& b) {
  if (b.span.begin < b.span.end) { brace(token_at(tokens_, b.span.begin), Brace::Statements); }
  for (const auto& s : b.statements) { statement(s); }
}

void RoleFinder::statement(const Statement& s) {
  using Do = Statement::Kind;
  starts(s.span.begin);
  if (s.kind == Do::If && s.blocks.size() == 2) {
    const auto otherwise = from(s.blocks[0].span.end);
    if (is(otherwise, TokenKind::Else)) { roles_.of[otherwise].resumes = true; }
  }
  if (s.kind == Do::Retry && !s.blocks.empty()) {
    const auto again = from(s.blocks[0].span.end);
    if (is(again, TokenKind::While)) { roles_.of[again].resumes = true; }
  }
  if (s.kind == Do::Try && !s.expressions.empty()) {
    const auto keep = from(s.blocks[0].span.end);
    if (is(keep, TokenKind::Name)) { roles_.of[keep].resumes = true; }
    const auto otherwise = from(s.expressions[0].span.end);
    if (s.blocks.size() == 2 && is(otherwise, TokenKind::Else)) { roles_.of[otherwise].resumes = true; }
  }
  if (s.kind == Do::WithStream) { join_left(from(s.name_span.end), TokenKind::OpenParen); }
  if (s.sets_entry()) { join_left(from(s.name_span.end), TokenKind::OpenBracket); }
  if (s.kind == Do::Match) { brace(from(s.expressions[0].span.end), Brace::Cases); }
  for (const auto& e : s.expressions) { expression(e); }
  for (const auto& b : s.blocks) { block(b); }
  for (const auto& arm : s.arms) {
    starts(arm.span.begin);
    for (const auto& pattern : arm.patterns) { expression(pattern); }
    block(arm.block);
  }
}

bool is_plain_number(const Expression& e) {
  using Kind = Expression::Kind;
  return e.kind == Kind::Number || (e.kind == Kind::Negate && e.children[0].kind == Kind::Number);
}

void RoleFinder::expression(const Expression& e) {
  switch (e.kind) {
    case Kind::Missing:
    case Kind::Text: return;  // a text is one token, whatever is in its holes
    case Kind::Negate:
      if (is(head(e), TokenKind::Minus)) { roles_.of[head(e)].joins_right = true; }
      break;
    case Kind::Binary: {
      // A fraction of two figures is written as one: 1/20.
      const auto slash = from(e.children[0].span.end);
      const bool fraction = is_plain_number(e.children[0]) && e.children[1].kind == Kind::Number;
      if (fraction && is(slash - 1, TokenKind::Number) && is(slash + 1, TokenKind::Number)) {
        join(slash, TokenKind::Slash);
      }
      break;
    }
    case Kind::Member: join(from(e.children[0].span.end), TokenKind::Dot); break;
    case Kind::Lookup: join_left(past_comments(head(e) + 1), TokenKind::OpenBracket); break;
    case Kind::MemberAt: join_left(from(e.children[0].span.end), TokenKind::OpenBracket); break;
    case Kind::Call:
    case Kind::Aggregate:
    case Kind::Query: join_left(past_comments(head(e) + 1), TokenKind::OpenParen); break;
    case Kind::Set:
    case Kind::Map:
    case Kind::Filter: brace(head(e), Brace::Elements); break;
    case Kind::Match:
      brace(from(e.children[0].span.end), Brace::Arms);
      for (std::size_t i = 1; i < e.children.size(); ++i) { starts(e.children[i].span.begin); }
      break;
    case Kind::Rows:
      brace(head(e), Brace::Rows);
      roles_.tables.push_back({head(e), nullptr, &e.rows()});
      break;
    default: break;
  }
  for (const auto& child : e.children) { expression(child); }
  rows(e.rows());
}

}  // namespace

std::size_t token_at(const std::vector<Token>& tokens, std::uint32_t offset) {
  const auto i = first_from(tokens, offset);
  return i < tokens.size() && tokens[i].span.begin == offset ? i : kNoToken;
}

Roles find_roles(const std::vector<Token>& tokens, const File& file) { return RoleFinder(tokens).run(file); }

}  // namespace spoils::lang
