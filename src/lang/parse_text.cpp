// lang/parse_text.cpp
//
// Parses the contents of a text: characters, `{holes}`, and in a display also `[optional parts]`, `&` and `~`.
#include <fmt/format.h>

#include "lang/grammar.h"
#include "lang/lexer.h"
#include "text/span.h"

namespace spoils::lang {

using text::Code;
using Kind = Expression::Kind;

/// Reads the inside of one text token.
class TextGrammar {
 public:
  TextGrammar(Grammar& grammar, Span token, bool is_display)
      : grammar_(grammar), span_(token), at_(token.begin + 1), end_(token.end - 1), is_display_(is_display) {
    bytes_ = grammar.cursor_.sources()[token.source].bytes();
  }

  Expression run() {
    Expression out;
    out.kind = Kind::Text;
    out.span = span_;
    pieces(out.children, false);
    return out;
  }

  std::string title() {
    std::string out;
    while (at_ < end_) { out += character(); }
    return out;
  }

 private:
  void pieces(std::vector<Expression>& out, bool in_optional) {
    std::size_t inner = 0;  // optional parts that are open in this one
    while (at_ < end_) {
      const char c = bytes_[at_];
      if (c == '{') {
        hole(out);
      } else if (c == '}') {
        finding(Code::ClosesNothing, {at_, at_ + 1}, "}");
        ++at_;
      } else if (is_display_ && c == '[' && in_optional) {
        // Reported, and read as if the marks of the inner part were not there: no recursion, however deep they nest.
        finding(Code::NestedOptional, {at_, at_ + 1});
        ++inner;
        ++at_;
      } else if (is_display_ && c == '[') {
        optional(out);
      } else if (is_display_ && c == ']' && inner > 0) {
        --inner;
        ++at_;
      } else if (is_display_ && c == ']') {
        if (in_optional) { return; }
        finding(Code::ClosesNothing, {at_, at_ + 1}, "]");
        ++at_;
      } else if (is_display_ && (c == '&' || c == '~')) {
        out.push_back(node(c == '&' ? Kind::Article : Kind::Plural, at_, at_ + 1));
        ++at_;
      } else {
        piece(out);
      }
    }
  }

  void piece(std::vector<Expression>& out) {
    const std::string_view special = is_display_ ? "{}[]&~" : "{}";
    const auto begin = at_;
    std::string characters;
    while (at_ < end_ && special.find(bytes_[at_]) == std::string_view::npos) { characters += character(); }
    out.push_back(node(Kind::Piece, begin, at_));
    out.back().text = std::move(characters);
  }

  char character() {
    if (bytes_[at_] != '\\') { return bytes_[at_++]; }
    const char escaped = bytes_[at_ + 1];
    if (std::string_view("{}[]&~\"\\").find(escaped) == std::string_view::npos) {
      finding(Code::UnknownEscape, {at_, at_ + 2}, bytes_.substr(at_, 2));
    }
    at_ += 2;
    return escaped;
  }

  void optional(std::vector<Expression>& out) {
    const auto begin = at_;
    ++at_;
    auto part = node(Kind::Optional, begin, begin + 1);
    pieces(part.children, true);
    if (at_ < end_) {
      ++at_;
    } else {
      finding(Code::UnclosedInText, {begin, begin + 1}, "[", "]");
    }
    part.span.end = at_;
    grammar_.grow(part);
    out.push_back(std::move(part));
  }

  // A hole ends where it ended for the lexer: texts in it have holes of their own.
  bool skip_hole() {
    int braces = 0;
    while (at_ < end_) {
      const char c = bytes_[at_];
      if (c == '\\') {
        at_ += 2;
        continue;
      }
      if (c == '"') {
        skip_text();
        continue;
      }
      if (c == '{') { ++braces; }
      if (c == '}') { --braces; }
      ++at_;
      if (braces == 0) { return true; }
    }
    return false;
  }

  void skip_text() {
    ++at_;
    while (at_ < end_ && bytes_[at_] != '"') {
      if (bytes_[at_] == '{') {
        skip_hole();
      } else {
        at_ += bytes_[at_] == '\\' ? 2U : 1U;
      }
    }
    ++at_;
  }

  void hole(std::vector<Expression>& out) {
    const auto begin = at_;
    if (!skip_hole()) {
      at_ = end_;
      finding(Code::UnclosedInText, {begin, begin + 1}, "{", "}");
      return;
    }
    auto part = node(Kind::Hole, begin, at_);
    const Span inside{span_.source, begin + 1, at_ - 1};
    auto& report = grammar_.cursor_.report();
    const auto& sources = grammar_.cursor_.sources();
    Grammar inner(sources, lex(sources, inside, report), report);
    inner.nesting_ = grammar_.nesting_;
    if (inner.cursor_.at(TokenKind::End)) {
      finding(Code::EmptyHole, {begin, at_});
      out.push_back(std::move(part));
      return;
    }
    part.children.push_back(inner.expression());
    if (!inner.cursor_.failed() && inner.cursor_.accept(TokenKind::Colon)) {
      if (inner.cursor_.at(TokenKind::End)) {
        inner.cursor_.error(Code::Expected, {span_.source, at_ - 1, at_}, "a format after `:`", "`}`")
            ->help("`:+` shows the sign of a number; there is no other format");
      } else {
        const auto format = inner.cursor_.take().span;
        part.text = sources.text(format);
        if (part.text != "+") {
          inner.cursor_.error(Code::UnknownFormat, format, part.text)
              ->help("`:+` shows the sign of a number; there is no other format");
        }
      }
    }
    if (!inner.cursor_.failed() && !inner.cursor_.at(TokenKind::End)) { inner.cursor_.unexpected("`}`"); }
    grammar_.grow(part);
    out.push_back(std::move(part));
  }

  Expression node(Kind kind, std::uint32_t begin, std::uint32_t end) const {
    return grammar_.make(kind, {span_.source, begin, end});
  }

  // A mistake inside a text does not disturb what is around it, so each is reported.
  void finding(Code code, std::pair<std::uint32_t, std::uint32_t> place, std::string_view fact = {},
               std::string_view fact2 = {}) {
    auto made = grammar_.cursor_.report().add(code, {span_.source, place.first, place.second}, fact, fact2);
    switch (code) {
      case Code::UnclosedInText:
        made.help(fmt::format("write the missing `{}`, or `\\{}` for the character itself", fact2, fact));
        break;
      case Code::ClosesNothing: made.help("write `\\" + std::string(fact) + "` for the character itself"); break;
      case Code::EmptyHole: made.help("write `\\{\\}` for the braces themselves"); break;
      case Code::UnknownEscape: made.help("write `\\\\` for a backslash"); break;
      case Code::NestedOptional: made.help("end the outer part first: `[...][...]`"); break;
      default: break;
    }
  }

  Grammar& grammar_;
  std::string_view bytes_;
  Span span_;
  std::uint32_t at_;
  std::uint32_t end_;
  bool is_display_;
};

std::string Grammar::title(const Token& token) { return TextGrammar(*this, token.span, false).title(); }

Expression Grammar::text(const Token& token, bool is_display) {
  const Nested nested(*this);
  if (!enter(token.span)) { return make(Kind::Missing, token.span); }
  auto out = TextGrammar(*this, token.span, is_display).run();
  grow(out);
  return out;
}

}  // namespace spoils::lang
