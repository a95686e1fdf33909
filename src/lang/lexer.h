// lang/lexer.h
//
// Cuts source text into tokens. It never fails: bytes that fit nowhere become Error tokens and a finding each.
#pragma once

#include <vector>

#include "lang/token.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils::lang {

/// Returns the tokens of a source, comments included, with an End token last.
/// Errors: E01xx in `report`. Cost: linear.
[[nodiscard]] std::vector<Token> lex(const text::Sources& sources, std::uint32_t source, text::Report& report);

/// The same for a part of a source: the inside of a hole in a text.
[[nodiscard]] std::vector<Token> lex(const text::Sources& sources, Span part, text::Report& report);

}  // namespace spoils::lang
