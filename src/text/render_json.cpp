// text/render_json.cpp
//
// Builds the JSON of findings with nlohmann-json; columns are in UTF-16 units, as editors count.
#include "text/render_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include "text/render_text.h"

namespace spoils::text {
namespace {

using Json = nlohmann::ordered_json;

void add_place(Json& object, std::string_view file, Location begin, Location end) {
  object["file"] = file;
  object["line"] = begin.line;
  object["column"] = begin.column;
  object["endLine"] = end.line;
  object["endColumn"] = end.column;
}

// A span of no known source keeps what the finding itself says of its place.
void add_place(Json& object, Span span, const Diagnostic& diagnostic, const Sources& sources) {
  if (span.source >= sources.size()) {
    add_place(object, diagnostic.file, diagnostic.location, diagnostic.location);
    return;
  }
  const auto& source = sources[span.source];
  const auto& file = span.source == diagnostic.span.source ? diagnostic.file : source.name();
  add_place(object, file, source.locate_utf16(span.begin), source.locate_utf16(std::max(span.begin, span.end)));
}

Json to_json(const Diagnostic& diagnostic, const Sources& sources) {
  Json object;
  object["severity"] = word_of(diagnostic.severity);
  object["code"] = diagnostic.code;
  object["message"] = diagnostic.message;
  add_place(object, diagnostic.span, diagnostic, sources);
  auto& labels = object["labels"] = Json::array();
  for (const auto& label : diagnostic.labels) {
    Json item;
    item["message"] = label.text;
    add_place(item, label.span, diagnostic, sources);
    labels.push_back(std::move(item));
  }
  object["notes"] = diagnostic.notes;
  object["help"] = diagnostic.help.empty() ? Json() : Json(diagnostic.help);
  auto& edit = object["edit"] = Json();
  if (diagnostic.edit) {
    edit["replacement"] = diagnostic.edit->replacement;
    add_place(edit, diagnostic.edit->span, diagnostic, sources);
  }
  return object;
}

}  // namespace

std::string render_json(std::span<const Diagnostic> diagnostics, const Sources& sources) {
  auto array = Json::array();
  for (const auto& diagnostic : diagnostics) { array.push_back(to_json(diagnostic, sources)); }
  return array.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace spoils::text
