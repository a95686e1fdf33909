// protocol/kinds.h
//
// The kinds of words (spoils/service.h) as the protocol names and numbers them. Pinned by editors/vscode/test, whose
// client library knows the names.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "spoils/service.h"

namespace spoils::protocol {

/// Token types of the protocol, by the numbers that answers give.
inline constexpr std::array<std::string_view, 14> kTokenTypes{
    "keyword", "comment", "number",     "string",    "variable", "property", "function",
    "class",   "enum",    "enumMember", "parameter", "type",     "struct",   "namespace"};
inline constexpr std::array<std::string_view, 3> kTokenModifiers{"declaration", "documentation", "defaultLibrary"};

/// Returns the number of a token type.
[[nodiscard]] std::size_t type_named(std::string_view name);
/// Returns the token type of a word.
[[nodiscard]] std::string_view token_type(WordKind kind);
/// SymbolKind of the protocol.
[[nodiscard]] int symbol_kind(WordKind kind);
/// CompletionItemKind of the protocol.
[[nodiscard]] int completion_kind(WordKind kind);

}  // namespace spoils::protocol
