// lang/cursor_foreign.cpp
//
// Recognises marks and words of other languages among the tokens: comments where a value is wanted, before the parser
// begins, and everything else where the parser cannot go on. Pinned by tests/lang/foreign_test.cpp and the goldens of
// E0109 and E0225.
#include <algorithm>
#include <array>

#include "lang/cursor.h"

namespace spoils::lang {

using text::Code;

namespace {

/// Whether a value must follow, so that `//` cannot divide there.
bool needs_value(TokenKind kind) {
  switch (kind) {
    case TokenKind::And:
    case TokenKind::Or:
    case TokenKind::Not:
    case TokenKind::In:
    case TokenKind::Mod:
    case TokenKind::Then:
    case TokenKind::Else:
    case TokenKind::Given:
    case TokenKind::While:
    case TokenKind::Where:
    case TokenKind::Assign:
    case TokenKind::PlusAssign:
    case TokenKind::MinusAssign:
    case TokenKind::EqualEqual:
    case TokenKind::NotEqual:
    case TokenKind::Less:
    case TokenKind::LessEqual:
    case TokenKind::Greater:
    case TokenKind::GreaterEqual:
    case TokenKind::Plus:
    case TokenKind::Minus:
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::Caret:
    case TokenKind::DotDot:
    case TokenKind::Comma:
    case TokenKind::Colon:
    case TokenKind::Semicolon:
    case TokenKind::OpenParen:
    case TokenKind::OpenBracket:
    case TokenKind::OpenBrace: return true;
    default: return false;
  }
}

/// Two marks side by side that are one in another language.
struct Pair {
  TokenKind first, second;
  std::string_view written, meant;
};

constexpr auto kPairs = std::to_array<Pair>({
    {TokenKind::Star, TokenKind::Star, "**", "^"},
    {TokenKind::EqualEqual, TokenKind::Assign, "===", "=="},
    {TokenKind::NotEqual, TokenKind::Assign, "!==", "!="},
    {TokenKind::Less, TokenKind::Greater, "<>", "!="},
    {TokenKind::Assign, TokenKind::Less, "=<", "<="},
    {TokenKind::DotDot, TokenKind::Dot, "...", ".."},
});

}  // namespace

// Turns each `//` after which a line goes on, as in `a + // b`, into a comment: the parser then loses nothing else.
void Cursor::find_foreign_comments() {
  auto before = TokenKind::OpenBrace;  // the last token that is no end of a line; none: as if a block began
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const auto kind = tokens_[i].kind;
    if (kind == TokenKind::Newline || kind == TokenKind::Comment || kind == TokenKind::Doc) { continue; }
    if (kind != TokenKind::SlashSlash || !needs_value(before)) {
      before = kind;
      continue;
    }
    foreign_comment_at(i);
  }
}

// Makes comments of a mark and all that follows it on its line, and reports it.
void Cursor::foreign_comment_at(std::size_t mark) {
  const bool is_slash = tokens_[mark].kind == TokenKind::SlashSlash;
  const auto begin = tokens_[mark].span;
  const Span span{begin.source, begin.begin, begin.begin + 2};
  for (auto i = mark; tokens_[i].kind != TokenKind::Newline && tokens_[i].kind != TokenKind::End; ++i) {
    tokens_[i].kind = TokenKind::Comment;
  }
  report_.add_once(is_slash ? "//" : "--", Code::ForeignComment, span, is_slash ? "//" : "--").help(Edit{span, "#"});
}

// Whether a mark or word of another language explains why the parser cannot go on at this token; then it is reported.
bool Cursor::is_foreign() {
  const auto at = skipped(at_);
  if (const auto comment = foreign_comment(at)) {
    foreign_comment_at(*comment);
    at_ = std::min(at_, *comment);
    return true;
  }
  return at > 0 && (is_foreign_mark(at) || is_foreign_word(at));
}

bool Cursor::is_foreign_mark(std::size_t at) {
  const auto& before = tokens_[at - 1];
  const auto& token = tokens_[at];
  const bool is_operand = token.kind == TokenKind::Number || token.kind == TokenKind::Name ||
                          token.kind == TokenKind::Dice || token.kind == TokenKind::OpenParen;
  // In `chance 5% b` the percentage is as it should be.
  const bool is_chance = at >= 3 && tokens_[at - 3].kind == TokenKind::Chance;
  if (before.kind == TokenKind::Percent && is_operand && !is_chance) {
    report_.add_once("%", Code::Foreign, before.span, "%")
        .help(Edit{before.span, " mod "}, "for the remainder; `%` is percent, as in `chance 7%`");
    return true;
  }
  for (const auto& pair : kPairs) {
    const auto first = token.kind == pair.second && before.kind == pair.first ? at - 1 : at;
    const auto& left = tokens_[first];
    if (left.kind != pair.first || tokens_[first + 1].kind != pair.second) { continue; }
    const Span both{left.span.source, left.span.begin, tokens_[first + 1].span.end};
    if (left.span.end != tokens_[first + 1].span.begin) { continue; }
    report_.add_once(pair.written, Code::Foreign, both, pair.written)
        .help(Edit{both, std::string(pair.meant)}, pair.meant == "^" ? "for a power" : "");
    return true;
  }
  return false;
}

bool Cursor::is_foreign_word(std::size_t at) {
  const auto& before = tokens_[at - 1];
  const auto& token = tokens_[at];
  const auto& next = tokens_[std::min(at + 1, tokens_.size() - 1)];
  const auto word = token.kind == TokenKind::Name || token.kind == TokenKind::Not ? text(token) : std::string_view();
  if (before.kind == TokenKind::CloseBrace && (word == "elif" || word == "elsif" || word == "elseif")) {
    report_.add_once(word, Code::Foreign, token.span, word).help(Edit{token.span, "else if"});
    return true;
  }
  // pick 1 to 3
  const bool is_bound = next.kind == TokenKind::Number || next.kind == TokenKind::Name;
  if (word == "to" && before.kind == TokenKind::Number && is_bound) {
    const Span gap{token.span.source, before.span.end, next.span.begin};
    report_.add_once(word, Code::Foreign, token.span, word).help(Edit{gap, ".."}, "between the ends of a range");
    return true;
  }
  // kind not a     kind not in a
  const bool is_value =
      before.kind == TokenKind::Name || before.kind == TokenKind::CloseBracket || before.kind == TokenKind::CloseParen;
  if (word != "not" || !is_value) { return false; }
  const bool is_in = next.kind == TokenKind::In;
  const Span both{token.span.source, token.span.begin, is_in ? next.span.end : token.span.end};
  auto finding = report_.add_once(is_in ? "not in" : "not", Code::Foreign, both, is_in ? "not in" : "not");
  const bool is_plain = before.kind == TokenKind::Name && (at < 2 || tokens_[at - 2].kind != TokenKind::Dot);
  if (!is_in) {
    finding.help(Edit{both, "!="});
  } else if (is_plain) {
    finding.help(Edit{{both.source, before.span.begin, both.end}, "not " + std::string(text(before)) + " in"});
  } else {
    finding.help("write `not` before the value: `not x.kind in found`");
  }
  return true;
}

// The `//` or `--` before a token on its line, if what follows it reads as prose. `//` also divides and `--` negates
// twice, so this is asked only where the parser cannot go on.
std::optional<std::size_t> Cursor::foreign_comment(std::size_t at) const {
  constexpr std::size_t kMaxTokensSearched = 100;  // a bound, so that many mistakes on a line do not cost the square
  std::optional<std::size_t> found;
  bool is_first = false;  // on its line
  auto i = at;
  for (std::size_t n = 0; n < kMaxTokensSearched; ++n, --i) {
    const auto& token = tokens_[i];
    if (token.kind == TokenKind::Newline && i != at) { break; }
    const bool is_dash = token.kind == TokenKind::Minus && tokens_[i + 1].kind == TokenKind::Minus &&
                         tokens_[i + 1].span.begin == token.span.end && tokens_[i + 2].span.begin > token.span.end + 1;
    const bool is_name = is_dash && (tokens_[i + 2].kind == TokenKind::Name || is_keyword(tokens_[i + 2].kind));
    if (token.kind == TokenKind::SlashSlash || is_name) {
      found = i;
      is_first = i == 0 || tokens_[i - 1].kind == TokenKind::Newline;
    }
    if (i == 0) { break; }
  }
  if (!found) { return std::nullopt; }
  const auto is_word = [&](std::size_t n) {
    return tokens_[n].kind == TokenKind::Name || tokens_[n].kind == TokenKind::Number || is_keyword(tokens_[n].kind);
  };
  if (is_first || at <= *found + 1 || tokens_[*found].kind == TokenKind::Minus) { return found; }
  const auto kind = tokens_[at].kind;
  const bool is_punctuated = at == *found + 2 && tokens_[at - 1].kind == TokenKind::Name &&
                             (kind == TokenKind::Comma || kind == TokenKind::Colon || kind == TokenKind::Dot);
  return is_punctuated || (is_word(at - 1) && is_word(at)) ? found : std::nullopt;
}

}  // namespace spoils::lang
