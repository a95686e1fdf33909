// lsp/answers.cpp
//
// The answers to requests: each asks the service and writes its answer as the protocol has it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "lsp/request.h"
#include "lsp/server.h"
#include "lsp/writing.h"
#include "text/plain/json_writer.h"

namespace spoils::lsp {

using text::JsonWriter;

namespace {

/// Token types of the protocol, by the numbers that answers give.
constexpr std::array<std::string_view, 14> kTokenTypes{"keyword",   "comment",  "number", "string",   "variable",
                                                       "property",  "function", "class",  "enum",     "enumMember",
                                                       "parameter", "type",     "struct", "namespace"};
constexpr std::array<std::string_view, 3> kTokenModifiers{"declaration", "documentation", "defaultLibrary"};

std::size_t type_named(std::string_view name) {
  return static_cast<std::size_t>(std::find(kTokenTypes.begin(), kTokenTypes.end(), name) - kTokenTypes.begin());
}

std::string_view token_type(WordKind kind) {
  switch (kind) {
    case WordKind::Keyword: return "keyword";
    case WordKind::Pack: return "namespace";
    case WordKind::Input:
    case WordKind::State:
    case WordKind::Scratch:
    case WordKind::Local: return "variable";
    case WordKind::Field:
    case WordKind::Column:
    case WordKind::Measure: return "property";
    case WordKind::Table:
    case WordKind::Grid: return "enum";
    case WordKind::Collection: return "class";
    case WordKind::Record: return "struct";
    case WordKind::Rule:
    case WordKind::Def:
    case WordKind::Block:
    case WordKind::Function: return "function";
    case WordKind::Parameter: return "parameter";
    case WordKind::Symbol: return "enumMember";
    case WordKind::Type: return "type";
  }
  return "variable";
}

/// SymbolKind of the protocol.
int symbol_kind(WordKind kind) {
  switch (kind) {
    case WordKind::Pack: return 3;  // Namespace
    case WordKind::Input:
    case WordKind::Parameter: return 13;  // Variable
    case WordKind::State:
    case WordKind::Scratch:
    case WordKind::Local: return 13;
    case WordKind::Field:
    case WordKind::Column: return 8;   // Field
    case WordKind::Measure: return 7;  // Property
    case WordKind::Table:
    case WordKind::Grid: return 10;       // Enum
    case WordKind::Collection: return 5;  // Class
    case WordKind::Record: return 23;     // Struct
    case WordKind::Rule: return 12;       // Function
    case WordKind::Def:
    case WordKind::Function: return 12;
    case WordKind::Block: return 6;    // Method
    case WordKind::Symbol: return 22;  // EnumMember
    case WordKind::Keyword:
    case WordKind::Type: return 26;  // TypeParameter
  }
  return 13;
}

/// CompletionItemKind of the protocol.
int completion_kind(WordKind kind) {
  switch (kind) {
    case WordKind::Keyword: return 14;
    case WordKind::Pack: return 9;
    case WordKind::Input:
    case WordKind::State:
    case WordKind::Scratch:
    case WordKind::Parameter:
    case WordKind::Local: return 6;
    case WordKind::Field:
    case WordKind::Column: return 5;
    case WordKind::Measure: return 10;
    case WordKind::Table:
    case WordKind::Grid: return 13;
    case WordKind::Collection: return 7;
    case WordKind::Record: return 22;
    case WordKind::Rule:
    case WordKind::Def:
    case WordKind::Function: return 3;
    case WordKind::Block: return 2;
    case WordKind::Symbol: return 20;
    case WordKind::Type: return 25;
  }
  return 1;
}

}  // namespace

std::string Server::initialize(const Request& request) {
  const auto& params = request.params();
  if (!params.is_object()) {
    request.refuse(ErrorCode::InvalidParams, "`initialize` has no parameters");
    return {};
  }
  if (const auto* options = Request::member(params, "initializationOptions")) {
    const auto* search = Request::member(*options, "search");
    for (const auto& folder : search != nullptr && search->is_array() ? *search : Json::array()) {
      if (folder.is_string()) { search_.push_back(folder.get<std::string>()); }
    }
    service_ = LanguageService(ServiceOptions{search_, {}});
    configure_from(*options);
  }
  std::string out;
  JsonWriter json(out);
  json.open('{').key("capabilities").open('{').member("positionEncoding", "utf-16");
  json.key("textDocumentSync").open('{').member("openClose", true).member("change", 2);
  json.key("save").open('{').close('}').close('}');
  json.key("completionProvider").open('{').key("triggerCharacters").open('[').value(".").close(']').close('}');
  for (const auto* name :
       {"hoverProvider", "definitionProvider", "referencesProvider", "documentHighlightProvider",
        "documentSymbolProvider", "foldingRangeProvider", "documentFormattingProvider", "inlayHintProvider"}) {
    json.member(name, true);
  }
  json.key("renameProvider").open('{').member("prepareProvider", true).close('}');
  json.key("codeActionProvider").open('{').key("codeActionKinds").open('[').value("quickfix").close(']').close('}');
  json.key("semanticTokensProvider").open('{').key("legend").open('{').key("tokenTypes").open('[');
  for (const auto type : kTokenTypes) { json.value(type); }
  json.close(']').key("tokenModifiers").open('[');
  for (const auto modifier : kTokenModifiers) { json.value(modifier); }
  json.close(']').close('}').member("full", true).member("range", true).close('}');
  json.close('}').key("serverInfo").open('{').member("name", "spoils").member("version", version_);
  json.close('}').close('}');
  return out;
}

std::string Server::hover(const Request& request) {
  const auto& file = file_of(request);
  const auto offset = offset_of(request, file);
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh(file));
  if (!request.goes_on()) { return {}; }
  const auto found = service_.hover(file, offset);
  if (!found) { return "null"; }
  std::string out;
  JsonWriter json(out);
  json.open('{').key("contents").open('{').member("kind", "markdown").member("value", found->text).close('}');
  json.key("range");
  write_range(json, Lines(text_of(file)), found->range);
  json.close('}');
  return out;
}

std::string Server::completion(const Request& request) {
  const auto& file = file_of(request);
  const auto offset = offset_of(request, file);
  if (request.failed()) { return {}; }
  // The last pack that compiled is good enough, and the answer is wanted at once.
  const auto found = service_.completions(file, offset);
  std::string out;
  JsonWriter json(out);
  const Lines lines(text_of(file));
  json.open('{').member("isIncomplete", !found.is_complete).key("items").open('[');
  std::size_t number = 0;
  for (const auto& word : found.words) {
    json.open('{').member("label", word.word).member("kind", completion_kind(word.kind));
    json.member("sortText", fmt::format("{:05}", number++));
    if (!word.detail.empty()) { json.member("detail", word.detail); }
    if (!word.documentation.empty()) { json.member("documentation", word.documentation); }
    json.key("textEdit").open('{').key("range");
    // The protocol wants a range on the line of the place, from the word's beginning.
    write_range(json, lines, {found.replaced.begin, std::max(offset, found.replaced.end)});
    json.member("newText", word.word).close('}').close('}');
  }
  json.close(']').close('}');
  return out;
}

std::string Server::locations(const std::vector<FileRange>& places) {
  std::string out;
  JsonWriter json(out);
  std::map<std::string, Lines> lines;
  json.open('[');
  for (const auto& [file, range] : places) {
    const auto& known = lines.try_emplace(file, text_of(file)).first->second;
    json.open('{').member("uri", shown_uri(file)).key("range");
    write_range(json, known, range);
    json.close('}');
  }
  json.close(']');
  return out;
}

std::string Server::definition(const Request& request) {
  const auto& file = file_of(request);
  const auto offset = offset_of(request, file);
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh(file));
  return locations(service_.definitions(file, offset));
}

std::string Server::references(const Request& request) {
  const auto& file = file_of(request);
  const auto offset = offset_of(request, file);
  const auto* context = Request::member(request.params(), "context");
  const auto* wanted = context == nullptr ? nullptr : Request::member(*context, "includeDeclaration");
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh(file));
  const bool with_declarations = wanted == nullptr || !wanted->is_boolean() || wanted->get<bool>();
  return locations(service_.references(file, offset, with_declarations));
}

std::string Server::highlights(const Request& request) {
  const auto& file = file_of(request);
  const auto offset = offset_of(request, file);
  if (request.failed()) { return {}; }
  std::string out;
  JsonWriter json(out);
  const Lines lines(text_of(file));
  json.open('[');
  for (const auto& place : service_.references(file, offset, true)) {
    if (place.file != file) { continue; }
    json.open('{').key("range");
    write_range(json, lines, place.range);
    json.close('}');
  }
  json.close(']');
  return out;
}

std::string Server::prepare_rename(const Request& request) {
  const auto& file = file_of(request);
  const auto offset = offset_of(request, file);
  if (request.failed()) { return {}; }
  const auto found = service_.renamable(file, offset);
  if (!found) { return "null"; }
  const auto text = text_of(file);
  std::string out;
  JsonWriter json(out);
  json.open('{').key("range");
  write_range(json, Lines(text), *found);
  json.member("placeholder", text.substr(found->begin, found->end - found->begin)).close('}');
  return out;
}

std::string Server::edits(const std::vector<FileEdit>& edits) {
  std::map<std::string, std::vector<const FileEdit*>> by_file;
  for (const auto& edit : edits) { by_file[edit.place.file].push_back(&edit); }
  std::string out;
  JsonWriter json(out);
  json.open('{').key("changes").open('{');
  for (const auto& [file, list] : by_file) {
    const Lines lines(text_of(file));
    json.key(shown_uri(file)).open('[');
    for (const auto* edit : list) {
      json.open('{').key("range");
      write_range(json, lines, edit->place.range);
      json.member("newText", edit->replacement).close('}');
    }
    json.close(']');
  }
  json.close('}').close('}');
  return out;
}

std::string Server::rename(const Request& request) {
  const auto& file = file_of(request);
  const auto offset = offset_of(request, file);
  const auto name = request.text(request.params(), "newName");
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh(file));
  if (!request.goes_on()) { return {}; }
  auto found = service_.rename(file, offset, name);
  if (!found) {
    request.refuse(ErrorCode::RequestFailed, std::move(found).error());
    return {};
  }
  return edits(*found);
}

namespace {

void write_symbols(JsonWriter& json, const Lines& lines, const std::vector<OutlineEntry>& entries) {
  json.open('[');
  for (const auto& entry : entries) {
    json.open('{').member("name", entry.name);
    if (!entry.detail.empty()) { json.member("detail", entry.detail); }
    json.member("kind", symbol_kind(entry.kind)).key("range");
    write_range(json, lines, entry.range);
    json.key("selectionRange");
    write_range(json, lines, entry.name_range);
    if (!entry.children.empty()) {
      json.key("children");
      write_symbols(json, lines, entry.children);
    }
    json.close('}');
  }
  json.close(']');
}

}  // namespace

std::string Server::symbols(const Request& request) {
  const auto& file = file_of(request);
  if (request.failed()) { return {}; }
  std::string out;
  JsonWriter json(out);
  write_symbols(json, Lines(text_of(file)), service_.outline(file));
  return out;
}

std::string Server::folds(const Request& request) {
  const auto& file = file_of(request);
  if (request.failed()) { return {}; }
  std::string out;
  JsonWriter json(out);
  const Lines lines(text_of(file));
  json.open('[');
  for (const auto& fold : service_.folds(file)) {
    const auto begin = lines.position(fold.range.begin).line;
    // The line of the closing brace stays in sight.
    const auto end = lines.position(fold.range.end).line - (fold.is_comment ? 0 : 1);
    if (end <= begin) { continue; }
    json.open('{').member("startLine", begin).member("endLine", end);
    if (fold.is_comment) { json.member("kind", "comment"); }
    json.close('}');
  }
  json.close(']');
  return out;
}

std::string Server::format(const Request& request) {
  const auto& file = file_of(request);
  if (request.failed()) { return {}; }
  auto found = service_.format(file);
  if (!found) {
    request.refuse(ErrorCode::RequestFailed, "not formatted: " + std::move(found).error());
    return {};
  }
  std::string out;
  JsonWriter json(out);
  json.open('[');
  if (*found) {
    json.open('{').key("range");
    write_range(json, Lines(text_of(file)), (*found)->place.range);
    json.member("newText", (*found)->replacement).close('}');
  }
  json.close(']');
  return out;
}

std::string Server::inlays(const Request& request) {
  const auto& file = file_of(request);
  const auto& range = request.object(request.params(), "range");
  const auto begin = request.position(request.object(range, "start"));
  const auto end = request.position(request.object(range, "end"));
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh(file));
  if (!request.goes_on()) { return {}; }
  std::string out;
  JsonWriter json(out);
  const Lines lines(text_of(file));
  json.open('[');
  for (const auto& inlay : service_.inlays(file, {lines.offset(begin), lines.offset(end)})) {
    const auto position = lines.position(inlay.offset);
    json.open('{').key("position").open('{').member("line", position.line);
    json.member("character", position.character).close('}');
    json.member("label", inlay.text).member("tooltip", inlay.tooltip).member("paddingLeft", true).close('}');
  }
  json.close(']');
  return out;
}

std::string Server::tokens(const Request& request) {
  const auto& file = file_of(request);
  if (request.failed()) { return {}; }
  return tokens_between(file, {0, text_of(file).size()});
}

std::string Server::tokens_in_range(const Request& request) {
  const auto& file = file_of(request);
  const auto& range = request.object(request.params(), "range");
  const auto begin = request.position(request.object(range, "start"));
  const auto end = request.position(request.object(range, "end"));
  if (request.failed()) { return {}; }
  const Lines lines(text_of(file));
  return tokens_between(file, {lines.offset(begin), lines.offset(end)});
}

// Five numbers each: lines and units since the token before, length, type, modifiers.
std::string Server::tokens_between(const std::string& file, ByteRange range) {
  std::string out;
  JsonWriter json(out);
  const Lines lines(text_of(file));
  Position last;
  json.open('{').key("data").open('[');
  for (const auto& token : service_.tokens(file)) {
    if (token.range.end <= range.begin || token.range.begin >= range.end) { continue; }
    const auto begin = lines.position(token.range.begin);
    const auto end = lines.position(token.range.end);
    if (begin.line != end.line) { continue; }  // a lone "\r" in a text, which is a line end of the protocol
    std::size_t type = 0;
    unsigned modifiers = token.is_declaration ? 1U : 0U;
    switch (token.kind) {
      case TokenClass::Word: type = type_named(token_type(token.word)); break;
      case TokenClass::Number:
      case TokenClass::Dice: type = type_named("number"); break;
      case TokenClass::Text: type = type_named("string"); break;
      case TokenClass::Comment: type = type_named("comment"); break;
      case TokenClass::Documentation:
        type = type_named("comment");
        modifiers = 2U;
        break;
    }
    if (token.kind == TokenClass::Word && token.word == WordKind::Function) { modifiers |= 4U; }
    json.value(begin.line - last.line);
    json.value(begin.line == last.line ? begin.character - last.character : begin.character);
    json.value(end.character - begin.character).value(type).value(modifiers);
    last = begin;
  }
  json.close(']').close('}');
  return out;
}

// The edits of findings in the range.
std::string Server::actions(const Request& request) {
  const auto& file = file_of(request);
  const auto& range = request.object(request.params(), "range");
  const auto begin = request.position(request.object(range, "start"));
  const auto end = request.position(request.object(range, "end"));
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh(file));
  const Lines lines(text_of(file));
  const ByteRange wanted{lines.offset(begin), lines.offset(end)};
  std::string out;
  JsonWriter json(out);
  json.open('[');
  for (const auto& findings : service_.findings(file)) {
    if (findings.file != file) { continue; }
    for (const auto& [finding, label_files, edit_file] : findings.findings) {
      if (!finding.edit || finding.span.begin > wanted.end || finding.span.end < wanted.begin) { continue; }
      const auto& edit = *finding.edit;
      const FileEdit change{{edit_file, {edit.span.begin, edit.span.end}}, edit.replacement};
      json.open('{').member("title", finding.help.empty() ? "correct it" : finding.help).member("kind", "quickfix");
      json.member("isPreferred", true).key("edit").raw(edits({change}));
      json.key("diagnostics").open('[').open('{').key("range");
      write_range(json, lines, {finding.span.begin, finding.span.end});
      json.member("code", finding.code).member("source", "spoils").member("message", finding_text(finding));
      json.close('}').close(']').close('}');
    }
  }
  json.close(']');
  return out;
}

}  // namespace spoils::lsp
