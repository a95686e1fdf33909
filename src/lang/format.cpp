// lang/format.cpp
//
// Parses a source for formatting and lays it out, or reports why it cannot be parsed.
#include "lang/format.h"

#include "lang/format_layout.h"
#include "lang/lexer.h"
#include "lang/parser.h"

namespace spoils::lang {

std::optional<std::string> format(const text::Sources& sources, std::uint32_t source, text::Report& report) {
  // The caller's report may hold findings of other sources, or these very ones from an earlier pass.
  text::Report findings(sources);
  const auto file = parse(sources, source, findings);
  if (findings.error_count() > 0) {
    static_cast<void>(parse(sources, source, report));
    return std::nullopt;
  }
  return Layout(sources, lex(sources, source, findings), file).run();
}

}  // namespace spoils::lang
