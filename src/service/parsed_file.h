// service/parsed_file.h
//
// One text as the parser reads it, alone: its tokens and its tree, whatever its mistakes. Made anew whenever the text
// changes and shared by all questions about it. Pinned by tests/service.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lang/token.h"
#include "lang/tree.h"
#include "spoils/service.h"
#include "text/source.h"

namespace spoils::service {

struct ParsedFile {
  std::string path;
  text::Sources sources;  // the text, as source 0
  std::vector<lang::Token> tokens;
  lang::File tree;
  bool has_pack_line = false;

  [[nodiscard]] std::string_view bytes() const { return sources[0].bytes(); }
  [[nodiscard]] std::string_view text(Span span) const { return sources.text(span); }
  [[nodiscard]] std::string_view text(const lang::Token& token) const { return sources.text(token.span); }
  /// Returns the place of a word from `begin` on, before `end`; an empty range at `begin` if it is not there.
  [[nodiscard]] ByteRange find_word(std::string_view word, std::size_t begin, std::size_t end) const;
  /// Returns the number of the first token that ends after an offset.
  [[nodiscard]] std::size_t token_after(std::size_t offset) const;
};

/// Cost: linear in the text. A text that is no text or too large has neither tokens nor a tree.
[[nodiscard]] std::shared_ptr<const ParsedFile> parse_file(std::string path, std::string bytes);

/// Whether a byte can be part of a name.
[[nodiscard]] constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns the range of a span.
[[nodiscard]] inline ByteRange range_of(Span span) { return {span.begin, span.end}; }

}  // namespace spoils::service
