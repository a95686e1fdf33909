// lang/token.h
//
// The smallest pieces of a pack's text. Tokens cover the file without overlap; between them is only white space.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "spoils/diagnostic.h"

namespace spoils::lang {

enum class TokenKind : std::uint8_t {
  Name,     // potion, depth, long_sword
  Symbol,   // 'for', with its quotes: a word that means itself
  Number,   // 12, 0.25
  Dice,     // 2d6, d20
  Text,     // "& {kind}~", with its quotes
  Newline,  // one for each end of a line that is not blank
  Comment,  // # up to the end of the line
  Doc,      // ## up to the end of the line
  Error,    // bytes that are no token; the lexer has reported them
  End,      // once, at the end of the file
#define SPOILS_KEYWORD(name, spelling) name,
#include "lang/tokens.def"
#undef SPOILS_KEYWORD
#define SPOILS_MARK(name, spelling) name,
#include "lang/tokens.def"
#undef SPOILS_MARK
};

struct Token {
  TokenKind kind = TokenKind::End;
  Span span;
};

/// The words with which declarations begin, but for those before them (`override`, `world`, `constant`) and records.
inline constexpr std::array<std::string_view, 15> kDeclarationWords{
    "pack", "use", "input",   "state", "field",   "scratch", "table",     "grid",
    "rule", "def", "display", "names", "measure", "expect",  "collection"};

/// Returns how a keyword or mark is spelled, or a description in words ("a name", "the end of the file").
[[nodiscard]] std::string_view spelling(TokenKind kind);

/// Returns whether the kind is `=`, `+=` or `-=`.
[[nodiscard]] constexpr bool is_assignment(TokenKind kind) {
  return kind == TokenKind::Assign || kind == TokenKind::PlusAssign || kind == TokenKind::MinusAssign;
}

/// Returns whether the kind is one of the words that cannot be names.
[[nodiscard]] bool is_keyword(TokenKind kind);

}  // namespace spoils::lang
