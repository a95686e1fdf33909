// protocol/server.cpp
//
// The life of a server: which messages are allowed when, the texts of the client, the findings that are sent to it.
#include "protocol/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "protocol/request.h"
#include "protocol/writing.h"
#include "text/plain/json_writer.h"

namespace spoils::protocol {

namespace {

/// JSON of the protocol nests a dozen levels deep, and its longest list is one of edits. A message beyond these
/// limits is not read: one of 40 MB could otherwise take some gigabytes as a tree.
constexpr std::size_t kMaxDepth = 100;
constexpr std::size_t kMaxValues = 2'000'000;

bool is_readable(std::string_view json) {
  std::size_t depth = 0;
  std::size_t values = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\') { ++i; }
      if (c == '"') { in_text = false; }
      continue;
    }
    if (c == '"') { in_text = true; }
    if (c == ',' || c == '[' || c == '{') { ++values; }
    if (c == '[' || c == '{') { ++depth; }
    if ((c == ']' || c == '}') && depth > 0) { --depth; }
    if (depth > kMaxDepth || values > kMaxValues) { return false; }
  }
  return true;
}

std::string error_message(std::string_view id, ErrorCode code, std::string_view message) {
  std::string out;
  text::JsonWriter json(out);
  json.open('{').member("jsonrpc", "2.0").key("id").raw(id).key("error").open('{');
  json.member("code", static_cast<int>(code)).member("message", message).close('}').close('}');
  return out;
}

std::string result_message(std::string_view id, std::string_view result) {
  std::string out;
  text::JsonWriter json(out);
  json.open('{').member("jsonrpc", "2.0").key("id").raw(id).key("result").raw(result).close('}');
  return out;
}

}  // namespace

void write_range(text::JsonWriter& json, const Lines& lines, ByteRange range) {
  const auto write = [&](std::string_view name, std::size_t offset) {
    const auto position = lines.position(offset);
    json.key(name).open('{').member("line", position.line).member("character", position.character).close('}');
  };
  json.open('{');
  write("start", range.begin);
  write("end", range.end);
  json.close('}');
}

Server::Server(std::string version, ServiceOptions options, Send send)
    : version_(std::move(version)), options_(std::move(options)), send_(std::move(send)), service_(options_) {}
Server::~Server() = default;

void Server::refuse(std::string_view fault) { send_(error_message("null", ErrorCode::ParseError, fault)); }

void Server::handle(std::string_view message, const std::function<bool(const std::string& id)>& is_cancelled) {
  const auto parsed = is_readable(message) ? Json::parse(message, nullptr, false) : Json(Json::value_t::discarded);
  if (parsed.is_discarded()) {
    send_(error_message("null", ErrorCode::ParseError, "the message is no JSON, or too large"));
    return;
  }
  const auto* method = Request::member(parsed, "method");
  const auto* id = Request::member(parsed, "id");
  const bool has_id = id != nullptr && (id->is_string() || id->is_number_integer());
  if (method == nullptr || !method->is_string()) {
    // An answer to a request of this server, of which there are none; or nonsense.
    const bool is_answer = parsed.is_object() && (parsed.contains("result") || parsed.contains("error"));
    if (!is_answer) {
      send_(error_message(has_id ? id->dump() : "null", ErrorCode::InvalidRequest, "the message has no method"));
    }
    return;
  }
  const auto name = method->get<std::string>();
  if (id == nullptr) {
    const Request request(parsed, {});
    notification(name, request);
    return;
  }
  if (!has_id) {
    send_(error_message("null", ErrorCode::InvalidRequest, "the id of the request is neither a text nor an integer"));
    return;
  }
  const auto key = id->dump();
  const Request request(parsed, [&] { return is_cancelled && is_cancelled(key); });
  using Answer = std::string (Server::*)(const Request&);
  static const std::map<std::string, Answer, std::less<>> kAnswers{
      {"textDocument/hover", &Server::hover},
      {"textDocument/completion", &Server::completion},
      {"textDocument/definition", &Server::definition},
      {"textDocument/references", &Server::references},
      {"textDocument/documentHighlight", &Server::highlights},
      {"textDocument/prepareRename", &Server::prepare_rename},
      {"textDocument/rename", &Server::rename},
      {"textDocument/documentSymbol", &Server::symbols},
      {"textDocument/foldingRange", &Server::folds},
      {"textDocument/formatting", &Server::format},
      {"textDocument/inlayHint", &Server::inlays},
      {"textDocument/semanticTokens/full", &Server::tokens},
      {"textDocument/semanticTokens/range", &Server::tokens_in_range},
      {"textDocument/codeAction", &Server::actions},
      {"textDocument/diagnostic", &Server::diagnostics},
      {"workspace/symbol", &Server::workspace_symbols},
  };
  std::string result;
  if (state_ == State::New && name != "initialize") {
    request.refuse(ErrorCode::NotInitialized, "the first request must be `initialize`");
  } else if (state_ == State::ShutDown) {
    request.refuse(ErrorCode::InvalidRequest, "the server was shut down");
  } else if (name == "initialize") {
    if (state_ == State::Running) {
      request.refuse(ErrorCode::InvalidRequest, "`initialize` came twice");
    } else {
      result = initialize(request);
      if (!request.failed()) { state_ = State::Running; }
    }
  } else if (name == "shutdown") {
    state_ = State::ShutDown;
    result = "null";
  } else if (const auto found = kAnswers.find(name); found == kAnswers.end()) {
    request.refuse(ErrorCode::MethodNotFound, fmt::format("there is no method {}", name));
  } else if (request.goes_on()) {
    pass_texts();
    result = (this->*found->second)(request);
    static_cast<void>(request.goes_on());
  }
  if (const auto& refusal = request.refusal()) {
    send_(error_message(key, refusal->code, refusal->message));
  } else {
    send_(result_message(key, result));
  }
}

// A notification has no answer: one that is wrong is passed over.
void Server::notification(const std::string& method, const Request& request) {
  if (method == "exit") {
    has_ended_ = true;
    return;
  }
  if (state_ != State::Running) { return; }
  if (method == "textDocument/didOpen") { open(request); }
  if (method == "textDocument/didChange") { change(request); }
  if (method == "textDocument/didClose") { close(request); }
  if (method == "workspace/didChangeWatchedFiles" || method == "textDocument/didSave") { disk_changed(); }
  if (method == "workspace/didChangeConfiguration") { configure(request); }
}

// ---- Texts

void Server::open(const Request& request) {
  const auto& document = request.object(request.params(), "textDocument");
  auto uri = request.text(document, "uri");
  auto text = request.text(document, "text");
  if (request.failed()) { return; }
  auto& made = documents_[path_of(uri)];
  made = {std::move(uri), std::nullopt, std::move(text), false};
  const auto* version = Request::member(document, "version");
  if (version != nullptr && version->is_number_integer()) { made.version = version->get<std::int64_t>(); }
}

void Server::change(const Request& request) {
  const auto& identifier = request.object(request.params(), "textDocument");
  const auto found = documents_.find(path_of(request.text(identifier, "uri")));
  const auto& changes = request.list(request.params(), "contentChanges");
  if (request.failed() || found == documents_.end()) { return; }
  auto& document = found->second;
  for (const auto& one : changes) {
    auto text = request.text(one, "text");
    const auto* range = Request::member(one, "range");
    if (range == nullptr) {
      if (request.failed()) { return; }
      document.text = std::move(text);
      continue;
    }
    const auto begin = request.position(request.object(*range, "start"));
    const auto end = request.position(request.object(*range, "end"));
    if (request.failed()) { return; }
    const Lines lines(document.text);
    const auto from = lines.offset(begin);
    const auto to = std::max(from, lines.offset(end));
    document.text.replace(from, to - from, text);
  }
  const auto* version = Request::member(identifier, "version");
  if (version != nullptr && version->is_number_integer()) { document.version = version->get<std::int64_t>(); }
  document.is_sent = false;
}

void Server::close(const Request& request) {
  const auto uri = request.text(request.object(request.params(), "textDocument"), "uri");
  const auto file = path_of(uri);
  if (request.failed() || documents_.count(file) == 0) { return; }
  const auto pack = service_.pack_of(file);
  documents_.erase(file);
  service_.close(file);
  const bool is_shown = std::any_of(documents_.begin(), documents_.end(),
                                    [&](const auto& one) { return service_.pack_of(one.first) == pack; });
  if (is_shown) { return; }
  // No file of the pack is open: its findings are of no use any more.
  for (const auto& shown : std::set<std::string>(published_)) {
    if (shown == file || service_.pack_of(shown) == pack) { publish_file(shown, nullptr); }
  }
}

void Server::disk_changed() {
  service_.disk_changed();
  if (refreshes_findings_) { ask_client("workspace/diagnostic/refresh"); }
}

// {"spoils": {"inputs": {"depth": 3}}}, or the same without the outer object.
void Server::configure(const Request& request) {
  const auto* settings = Request::member(request.params(), "settings");
  if (settings == nullptr) { return; }
  configure_from(*settings);
  if (refreshes_inlays_) { ask_client("workspace/inlayHint/refresh"); }
}

void Server::ask_client(std::string_view method) {
  std::string out;
  text::JsonWriter json(out);
  json.open('{').member("jsonrpc", "2.0").member("id", fmt::format("spoils {}", ++last_request_));
  json.member("method", method).close('}');
  send_(out);
}

void Server::configure_from(const Json& settings) {
  const auto* inner = Request::member(settings, "spoils");
  const auto* inputs = Request::member(inner == nullptr ? settings : *inner, "inputs");
  if (inputs == nullptr || !inputs->is_object()) { return; }
  Values values;
  for (const auto& [name, value] : inputs->items()) {
    if (value.is_string()) { values.emplace_back(name, value.get<std::string>()); }
    if (value.is_number() || value.is_boolean()) { values.emplace_back(name, value.dump()); }
  }
  service_.set_inputs(std::move(values));
}

void Server::pass_texts() {
  for (auto& [file, document] : documents_) {
    if (document.is_sent) { continue; }
    service_.set_text(file, document.text);
    document.is_sent = true;
  }
}

const std::string& Server::file_of(const Request& request) {
  static const std::string kNoFile;
  const auto uri = request.text(request.object(request.params(), "textDocument"), "uri");
  if (request.failed()) { return kNoFile; }
  const auto found = documents_.find(path_of(uri));
  if (found == documents_.end()) {
    request.refuse(ErrorCode::InvalidParams, fmt::format("the client has not opened {}", uri));
    return kNoFile;
  }
  return found->first;
}

std::size_t Server::offset_of(const Request& request, const std::string& file) {
  const auto position = request.position(request.object(request.params(), "position"));
  return request.failed() ? 0 : Lines(text_of(file)).offset(position);
}

std::string_view Server::text_of(const std::string& file) { return service_.text(file).value_or(std::string_view()); }

std::string Server::shown_uri(const std::string& file) const {
  const auto found = documents_.find(file);
  return found == documents_.end() ? uri_of(file) : found->second.uri;
}

// ---- Work between messages

bool Server::has_work() const {
  return state_ == State::Running && !pulls_findings_ &&
         std::any_of(documents_.begin(), documents_.end(),
                     [&](const auto& one) { return !one.second.is_sent || service_.is_stale(one.first); });
}

void Server::work() {
  pass_texts();
  for (const auto& [file, document] : documents_) {
    if (!service_.is_stale(file)) { continue; }
    static_cast<void>(service_.refresh(file));
    publish(file);
    return;
  }
}

}  // namespace spoils::protocol
