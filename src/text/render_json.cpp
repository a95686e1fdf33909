// text/render_json.cpp
//
// Writes findings as JSON; columns are in UTF-16 units, as editors count.
#include "text/render_json.h"

#include <algorithm>
#include <string_view>

#include "text/plain/json_writer.h"
#include "text/render_text.h"

namespace spoils::text {
namespace {

void add_place(JsonWriter& json, std::string_view file, Location begin, Location end) {
  json.member("file", file).member("line", begin.line).member("column", begin.column);
  json.member("endLine", end.line).member("endColumn", end.column);
}

// A span of no known source keeps what the finding itself says of its place.
void add_place(JsonWriter& json, Span span, const Diagnostic& diagnostic, const Sources& sources) {
  if (span.source >= sources.size()) {
    add_place(json, diagnostic.file, diagnostic.location, diagnostic.location);
    return;
  }
  const auto& source = sources[span.source];
  const auto& file = span.source == diagnostic.span.source ? diagnostic.file : source.name();
  add_place(json, file, source.locate_utf16(span.begin), source.locate_utf16(std::max(span.begin, span.end)));
}

void add_finding(JsonWriter& json, const Diagnostic& diagnostic, const Sources& sources) {
  json.open('{').member("severity", word_of(diagnostic.severity)).member("code", diagnostic.code);
  json.member("message", diagnostic.message);
  add_place(json, diagnostic.span, diagnostic, sources);
  json.list("labels", diagnostic.labels, [&](const auto& label) {
    json.open('{').member("message", label.text);
    add_place(json, label.span, diagnostic, sources);
    json.close('}');
  });
  json.member("notes", diagnostic.notes).text_or_null("help", diagnostic.help).key("edit");
  if (diagnostic.edit) {
    json.open('{').member("replacement", diagnostic.edit->replacement);
    add_place(json, diagnostic.edit->span, diagnostic, sources);
    json.close('}');
  } else {
    json.value(nullptr);
  }
  json.close('}');
}

}  // namespace

std::string render_json(std::span<const Diagnostic> diagnostics, const Sources& sources) {
  std::string out;
  JsonWriter json(out);
  json.open('[');
  for (const auto& diagnostic : diagnostics) { add_finding(json, diagnostic, sources); }
  json.close(']');
  return out;
}

}  // namespace spoils::text
