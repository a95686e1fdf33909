// protocol/answers.cpp
//
// The answers to requests: each asks the service and writes its answer as the protocol has it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "protocol/kinds.h"
#include "protocol/request.h"
#include "protocol/server.h"
#include "protocol/writing.h"
#include "text/plain/json_writer.h"

namespace spoils::protocol {

using text::JsonWriter;

std::string Server::initialize(const Request& request) {
  const auto& params = request.params();
  if (!params.is_object()) {
    request.refuse(ErrorCode::InvalidParams, "`initialize` has no parameters");
    return {};
  }
  if (const auto* options = Request::member(params, "initializationOptions")) {
    const auto* search = Request::member(*options, "search");
    for (const auto& folder : search != nullptr && search->is_array() ? *search : Json::array()) {
      if (folder.is_string()) { options_.search.push_back(folder.get<std::string>()); }
    }
    service_ = LanguageService(options_);
    configure_from(*options);
  }
  const auto can = [&](const char* part, const char* feature) -> const Json* {
    const auto* all = Request::member(params, "capabilities");
    const auto* of = all == nullptr ? nullptr : Request::member(*all, part);
    return of == nullptr ? nullptr : Request::member(*of, feature);
  };
  const auto can_refresh = [&](const char* feature) {
    const auto* of = can("workspace", feature);
    const auto* found = of == nullptr ? nullptr : Request::member(*of, "refreshSupport");
    return found != nullptr && found->is_boolean() && found->get<bool>();
  };
  pulls_findings_ = can("textDocument", "diagnostic") != nullptr;
  refreshes_findings_ = pulls_findings_ && can_refresh("diagnostics");
  refreshes_inlays_ = can_refresh("inlayHint");
  std::string out;
  JsonWriter json(out);
  json.open('{').key("capabilities").open('{').member("positionEncoding", "utf-16");
  json.key("textDocumentSync").open('{').member("openClose", true).member("change", 2);
  json.key("save").open('{').close('}').close('}');
  json.key("completionProvider").open('{').key("triggerCharacters").open('[').value(".").close(']').close('}');
  for (const auto* name : {"hoverProvider", "definitionProvider", "referencesProvider", "documentHighlightProvider",
                           "documentSymbolProvider", "foldingRangeProvider", "documentFormattingProvider",
                           "inlayHintProvider", "workspaceSymbolProvider"}) {
    json.member(name, true);
  }
  json.key("diagnosticProvider").open('{').member("identifier", "spoils").member("interFileDependencies", true);
  json.member("workspaceDiagnostics", false).close('}');
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
  static_cast<void>(service_.refresh_quickly(file));
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
  static_cast<void>(service_.refresh_quickly(file));
  return locations(service_.definitions(file, offset));
}

std::string Server::references(const Request& request) {
  const auto& file = file_of(request);
  const auto offset = offset_of(request, file);
  const auto* context = Request::member(request.params(), "context");
  const auto* wanted = context == nullptr ? nullptr : Request::member(*context, "includeDeclaration");
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh_quickly(file));
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

namespace {

/// The most symbols in one answer; a client asks again when more of the name is typed.
constexpr std::size_t kMostSymbols = 1'000;

/// Whether the letters of a query are in a name, in their order, capital or not: what the protocol recommends.
bool has_letters(std::string_view name, std::string_view query) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::size_t at = 0;
  for (const char c : name) { at += at < query.size() && lower(c) == lower(query[at]) ? 1U : 0U; }
  return at == query.size();
}

}  // namespace

// The declarations of all packs of which a file is open.
std::string Server::workspace_symbols(const Request& request) {
  const auto query = request.text(request.params(), "query");
  if (request.failed()) { return {}; }
  std::set<std::string> files;
  for (const auto& [open, document] : documents_) {
    const auto pack = service_.pack_of(open);
    static_cast<void>(service_.refresh_quickly(open));
    if (!request.goes_on()) { return {}; }
    files.insert(open);
    for (const auto& one : service_.findings(open)) {
      if (service_.pack_of(one.file) == pack) { files.insert(one.file); }
    }
  }
  std::string out;
  JsonWriter json(out);
  std::size_t count = 0;
  json.open('[');
  for (const auto& file : files) {
    const Lines lines(text_of(file));
    for (const auto& entry : service_.outline(file)) {
      if (!has_letters(entry.name, query) || ++count > kMostSymbols) { continue; }
      json.open('{').member("name", entry.name).member("kind", symbol_kind(entry.kind));
      json.key("location").open('{').member("uri", shown_uri(file)).key("range");
      write_range(json, lines, entry.name_range);
      json.close('}').close('}');
    }
  }
  json.close(']');
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
  static_cast<void>(service_.refresh_quickly(file));
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

}  // namespace spoils::protocol
