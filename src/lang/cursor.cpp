// lang/cursor.cpp
//
// The parser's view of the tokens: looking ahead past line ends, expecting a token or reporting it, and error
// recovery by skipping to the next line or declaration.
#include "lang/cursor.h"

#include <algorithm>
#include <array>

namespace spoils::lang {

using text::Code;

Cursor::Cursor(const text::Sources& sources, std::vector<Token> tokens, text::Report& report)
    : sources_(sources), tokens_(std::move(tokens)), report_(report) {
  const auto comment = [](const Token& token) { return token.kind == TokenKind::Comment; };
  find_foreign_comments();
  tokens_.erase(std::remove_if(tokens_.begin(), tokens_.end(), comment), tokens_.end());
  previous_ = {tokens_.front().span.source, tokens_.front().span.begin, tokens_.front().span.begin};
}

std::size_t Cursor::skipped(std::size_t at) const {
  while (tokens_[at].kind == TokenKind::Doc || tokens_[at].kind == TokenKind::Comment ||
         (!lines_matter_ && tokens_[at].kind == TokenKind::Newline)) {
    ++at;
  }
  return at;
}

const Token& Cursor::peek_past_newlines(std::size_t n) const {
  auto at = at_;
  const auto blank = [&](std::size_t i) {
    return tokens_[i].kind == TokenKind::Newline || tokens_[i].kind == TokenKind::Doc ||
           tokens_[i].kind == TokenKind::Comment;
  };
  while (blank(at)) { ++at; }
  for (; n > 0 && tokens_[at].kind != TokenKind::End; --n) {
    ++at;
    while (blank(at)) { ++at; }
  }
  return tokens_[at];
}

std::array<Token, 3> Cursor::end_of_parentheses() {
  if (closing_.empty()) {
    closing_.assign(tokens_.size(), tokens_.size() - 1);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == TokenKind::OpenParen) { open.push_back(i); }
      if (tokens_[i].kind != TokenKind::CloseParen || open.empty()) { continue; }
      closing_[open.back()] = i;
      open.pop_back();
    }
  }
  const auto past_newlines = [&](std::size_t i) {
    while (tokens_[i].kind == TokenKind::Newline || tokens_[i].kind == TokenKind::Doc) { ++i; }
    return i;
  };
  auto at = past_newlines(at_);
  if (tokens_[at].kind == TokenKind::OpenParen) { at = closing_[at]; }
  const auto after = [&](std::size_t i) { return tokens_[i].kind == TokenKind::End ? i : past_newlines(i + 1); };
  const auto next = after(at);
  return {tokens_[at], tokens_[next], tokens_[after(next)]};
}

bool Cursor::ends_line(const Token& token) const {
  const auto& next = peek_past_newlines(1);
  return next.kind == TokenKind::End || !shares_line(token, next);
}

bool Cursor::shares_line(const Token& a, const Token& b) const {
  const auto& source = sources_[a.span.source];
  return source.line_of(a.span.begin) == source.line_of(b.span.begin);
}

bool Cursor::at_word(std::string_view word) const { return at(TokenKind::Name) && text(peek()) == word; }

Token Cursor::take() {
  at_ = skipped(at_);
  const Token token = tokens_[at_];
  if (token.kind != TokenKind::End) { ++at_; }
  if (token.kind != TokenKind::Newline) { previous_ = token.span; }
  return token;
}

bool Cursor::accept(TokenKind kind) {
  if (!at(kind)) { return false; }
  take();
  return true;
}

bool Cursor::accept_word(std::string_view word) {
  if (!at_word(word)) { return false; }
  take();
  return true;
}

bool Cursor::expect(TokenKind kind, std::string_view where) {
  if (accept(kind)) { return true; }
  if (kind == TokenKind::Name && is_keyword(peek().kind)) {
    keyword_as_name(peek());
    return false;
  }
  std::string wanted(spelling(kind));
  if (kind > TokenKind::End) { wanted = "`" + wanted + "`"; }
  if (!where.empty()) { wanted += " " + std::string(where); }
  if (kind == TokenKind::Name) {
    unexpected_name(wanted);
  } else {
    unexpected(wanted);
  }
  return false;
}

bool Cursor::close(TokenKind kind, Span open) {
  if (accept(kind)) { return true; }
  const auto& next = peek();
  if (next.kind == TokenKind::Error) {
    failed_ = true;  // the lexer has reported it
    return false;
  }
  const auto line_of = [&](std::uint32_t at) { return sources_[open.source].line_of(at); };
  const bool same_line = next.kind != TokenKind::End && line_of(next.span.begin) == line_of(previous_.end);
  const auto wanted = "`" + std::string(spelling(kind)) + "`";
  auto finding = same_line ? unexpected(wanted)
                           : error(Code::Expected, {open.source, previous_.end, previous_.end}, wanted,
                                   next.kind == TokenKind::End ? "the end of the file" : "the end of the line");
  if (finding) { finding->label(open, "opened here"); }
  return false;
}

bool Cursor::swallowed(Span open) {
  for (; searched_ < at_; ++searched_) {
    const auto& token = tokens_[searched_];
    if (token.kind != TokenKind::Error || text(token).find('}') == std::string_view::npos) { continue; }
    last_swallowing_ = token.span.begin;
  }
  if (!last_swallowing_ || *last_swallowing_ < open.begin) { return false; }
  failed_ = true;
  return true;
}

void Cursor::skip_newlines() {
  while (at(TokenKind::Newline)) { take(); }
}

std::string Cursor::take_docs() {
  std::string docs;
  const auto between = [](TokenKind kind) {
    return kind == TokenKind::Newline || kind == TokenKind::Doc || kind == TokenKind::Comment;
  };
  for (; between(tokens_[at_].kind); ++at_) {
    if (tokens_[at_].kind != TokenKind::Doc) { continue; }
    auto line = text(tokens_[at_]).substr(2);
    if (!line.empty() && line.front() == ' ') { line.remove_prefix(1); }
    if (!docs.empty()) { docs += '\n'; }
    docs += line;
  }
  return docs;
}

bool Cursor::accept_past_newlines(TokenKind kind) {
  if (peek_past_newlines().kind != kind) { return false; }
  skip_newlines();
  take();
  return true;
}

std::optional<text::Finding> Cursor::error(Code code, Span span, std::string_view fact, std::string_view fact2) {
  if (failed_) { return std::nullopt; }
  failed_ = true;
  if (is_foreign()) { return std::nullopt; }
  return report_.add(code, span, fact, fact2);
}

std::optional<text::Finding> Cursor::slip(std::string_view cause, Code code, Span span, std::string_view fact,
                                          std::string_view fact2) {
  if (failed_) { return std::nullopt; }
  failed_ = true;
  return report_.add_once(cause, code, span, fact, fact2);
}

void Cursor::keyword_as_name(const Token& token, bool is_value) {
  const auto word = std::string(text(token));
  auto finding = slip(word, Code::KeywordAsName, token.span, word);
  if (finding && is_value) { finding->help(Edit{token.span, "'" + word + "'"}, "for the symbol of that name"); }
  if (finding && !is_value) { finding->help("choose another name, such as `" + word + "_`"); }
}

std::optional<text::Finding> Cursor::unexpected(std::string_view expected) {
  const auto& found = peek();
  if (found.kind == TokenKind::Error) {
    failed_ = true;  // the lexer has reported it
    return std::nullopt;
  }
  std::string what(spelling(found.kind));
  if (found.kind > TokenKind::End || found.kind == TokenKind::Name || found.kind == TokenKind::Number ||
      found.kind == TokenKind::Dice || found.kind == TokenKind::Text) {
    what = "`" + std::string(text(found)) + "`";
  }
  // A missing token at the end of a line is reported right after the last token of the line, not at the start of the
  // next.
  const bool at_end = found.kind == TokenKind::Newline || found.kind == TokenKind::End;
  return error(Code::Expected, at_end ? Span{previous_.source, previous_.end, previous_.end} : found.span, expected,
               what);
}

void Cursor::unexpected_name(std::string_view expected) {
  const auto found = peek();
  auto finding = unexpected(expected);
  if (!finding || found.kind != TokenKind::Dice) { return; }
  finding->help("`" + std::string(text(found)) + "` throws dice: choose a name that does not look like it");
}

bool Cursor::at_declaration() const {
  const auto& token = peek();
  if (token.kind != TokenKind::Name || !sources_[token.span.source].begins_line(token.span.begin)) { return false; }
  static constexpr std::array<std::string_view, 3> kBefore{"override", "world", "constant"};
  const auto is_among = [&](const auto& words) {
    return std::find(words.begin(), words.end(), text(token)) != words.end();
  };
  if (!is_among(kDeclarationWords) && !is_among(kBefore)) { return false; }
  const auto next = tokens_[skipped(at_) + 1].kind;
  return next == TokenKind::Name || next == TokenKind::Text || next == TokenKind::OpenBrace;
}

void Cursor::skip_line() {
  int depth = 0;
  const Lines lines(*this, true);
  while (!at(TokenKind::End)) {
    if (depth == 0 && (at(TokenKind::Newline) || at(TokenKind::CloseBrace))) { return; }
    if (at(TokenKind::OpenBrace)) { ++depth; }
    if (at(TokenKind::CloseBrace)) { --depth; }
    take();
  }
}

void Cursor::skip_declaration() {
  const Lines lines(*this, true);
  while (!at(TokenKind::End)) {
    if (take().kind != TokenKind::Newline) { continue; }
    const auto& token = peek();
    if (token.kind == TokenKind::Name && sources_[token.span.source].begins_line(token.span.begin)) { return; }
  }
}

}  // namespace spoils::lang
