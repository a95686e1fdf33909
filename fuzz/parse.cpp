// fuzz/parse.cpp
//
// Any bytes: the parser ends, and a text without mistakes can be laid out. The layout keeps every token, and laying it
// out again changes nothing.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "lang/format.h"
#include "lang/lexer.h"
#include "lang/parser.h"
#include "spoils/pack.h"
#include "text/plain/utf8.h"
#include "text/report.h"
#include "text/source.h"

namespace {

/// The time of a run grows with its input; most defects show in small ones.
constexpr std::size_t kMaxBytes = 64 << 10;

void require(bool holds, const char* law, std::string_view text) {
  if (holds) { return; }
  std::fprintf(stderr, "%s:\n%.*s\n", law, static_cast<int>(text.size()), text.data());
  std::abort();
}

struct Reading {
  explicit Reading(std::string_view bytes) : source(sources.add("fuzz.loot", std::string(bytes))), report(sources) {}

  spoils::text::Sources sources;
  std::uint32_t source;
  spoils::text::Report report;
};

/// Kinds and texts of all tokens but the ends of lines.
std::vector<std::string> words_of(std::string_view bytes) {
  Reading reading(bytes);
  std::vector<std::string> out;
  for (const auto& token : spoils::lang::lex(reading.sources, reading.source, reading.report)) {
    if (token.kind == spoils::lang::TokenKind::Newline) { continue; }
    out.push_back(std::to_string(static_cast<int>(token.kind)) + ' ' + std::string(reading.sources.text(token.span)));
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size > kMaxBytes) { return 0; }
  std::string text(reinterpret_cast<const char*>(bytes), size);
  const auto formatted = spoils::format("fuzz.loot", text);
  static_cast<void>(formatted.findings.text());
  static_cast<void>(formatted.findings.json());

  spoils::text::remove_mark(text);  // as all that reads a file does
  Reading reading(text);
  static_cast<void>(spoils::lang::parse(reading.sources, reading.source, reading.report));
  const auto once = spoils::lang::format(reading.sources, reading.source, reading.report);
  if (reading.report.error_count() > 0) {
    require(!formatted.text, "a text with mistakes was laid out", text);
    return 0;
  }
  require(once.has_value(), "a sound text was not laid out", text);
  require(words_of(*once) == words_of(text), "the layout has other tokens", *once);
  Reading second(*once);
  const auto twice = spoils::lang::format(second.sources, second.source, second.report);
  require(twice.has_value(), "the layout cannot be read", *once);
  require(*twice == *once, "laying out again changes", *once);
  return 0;
}
