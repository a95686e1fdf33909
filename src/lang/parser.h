// lang/parser.h
//
// Text to tree. One run reports every independent mistake: after one the parser goes on at the next line, row or
// declaration, and represents the unreadable part in the tree as Missing.
#pragma once

#include <cstdint>

#include "lang/tree.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils::lang {

/// Expressions and blocks may nest this deep: far beyond what people write, and safe for the stack of any thread.
inline constexpr int kMaxNesting = 100;

/// An expression may be a tree of so many levels. A sum of n terms nests nowhere, yet its tree is n levels deep, and
/// every walk over a tree goes down by recursion.
inline constexpr int kMaxHeight = 500;

/// Words and marks of all files of a pack and of those that it uses. The tree takes up to a kilobyte for each; the
/// largest pack that we know has some ten thousand.
inline constexpr std::size_t kMaxTokens = 1'000'000;

/// Returns the tree of one source; an empty one if it has more tokens than a pack may have.
/// Errors: E01xx and E02xx in `report`. Cost: linear in the text.
[[nodiscard]] File parse(const text::Sources& sources, std::uint32_t source, text::Report& report);

/// Returns the tree of one expression that fills the whole source: a question asked at run time.
[[nodiscard]] Expression parse_expression(const text::Sources& sources, std::uint32_t source, text::Report& report);

}  // namespace spoils::lang
