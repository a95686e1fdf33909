// lang/lexer.h
//
// Cuts source text into tokens. It never fails: bytes that fit nowhere become Error tokens and a finding each.
#pragma once

#include <cstddef>
#include <vector>

#include "lang/token.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils::lang {

/// The longest name: several times what people type or read, and short enough for every message and column.
inline constexpr std::size_t kMaxNameLetters = 200;

/// The digits of one number, with zeros that mean nothing; what it is worth has a limit of its own.
inline constexpr std::size_t kMaxDigits = 200;

/// The bytes of one text between its quotes, as many as a text that is made while rolling may have.
inline constexpr std::size_t kMaxTextBytes = 65'536;

/// Returns the tokens of a source, comments included, with an End token last.
/// Errors: E01xx in `report`. Cost: linear.
[[nodiscard]] std::vector<Token> lex(const text::Sources& sources, std::uint32_t source, text::Report& report);

/// The same for a part of a source: the inside of a hole in a text.
[[nodiscard]] std::vector<Token> lex(const text::Sources& sources, Span part, text::Report& report);

}  // namespace spoils::lang
