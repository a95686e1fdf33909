// tests/lang/reading.h
//
// A source with its tokens or tree, for tests of the language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/dump.h"
#include "lang/lexer.h"
#include "lang/parser.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils::lang {

struct Reading {
  explicit Reading(std::string_view bytes) : source(sources.add("test.loot", std::string(bytes))), report(sources) {}

  std::vector<Token> tokens() { return lex(sources, source, report); }
  File file() { return parse(sources, source, report); }

  /// The codes of all findings, each with a blank after it.
  std::string codes() const {
    std::string out;
    for (const auto& finding : report.sorted()) { out += finding.code + " "; }
    return out;
  }

  text::Sources sources;
  std::uint32_t source;
  text::Report report;
};

/// Returns the tree as text, or the codes of the errors.
inline std::string dump_of(std::string_view bytes) {
  Reading reading(bytes);
  const auto text = dump(reading.file());
  return reading.report.error_count() == 0 ? text : reading.codes();
}

/// All tokens but the ends of lines, a line each.
inline std::string words_of(std::string_view bytes) {
  Reading reading(bytes);
  std::string out;
  for (const auto& token : reading.tokens()) {
    if (token.kind == TokenKind::Newline) { continue; }
    out += std::to_string(static_cast<int>(token.kind)) + " " + std::string(reading.sources.text(token.span)) + "\n";
  }
  return out;
}

}  // namespace spoils::lang
