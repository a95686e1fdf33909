// protocol/server.h
//
// A language server: what each message of the protocol (3.17) does, without threads and streams. It reads JSON by
// nlohmann-json and writes it by JsonWriter (docs/decisions/025). Messages may come in any order: before `initialize`
// and after `shutdown` requests are refused, as the protocol says. Driven by lsp/serve.cpp over streams and by
// capi/service.cpp for programs; pinned by tests/protocol, tests/cli/lsp_test.py and, with a client library, by
// editors/vscode/test.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/positions.h"
#include "spoils/service.h"
#include "text/plain/json_writer.h"

namespace spoils::protocol {

class Request;

/// Error codes of JSON-RPC and of the protocol.
enum class ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  NotInitialized = -32002,
  RequestFailed = -32803,
  RequestCancelled = -32800,
};

class Server {
 public:
  using Send = std::function<void(const std::string& message)>;

  /// `options`: how texts are found that the client has not opened; it can name more folders to search. `send`: takes
  /// each message of the server, without its frame.
  Server(std::string version, ServiceOptions options, Send send);
  ~Server();

  /// Handles a message. `is_cancelled`: whether its client has cancelled the request of that id (its JSON), asked
  /// before the work and within it.
  void handle(std::string_view message, const std::function<bool(const std::string& id)>& is_cancelled);
  /// Answers a frame that is no message.
  void refuse(std::string_view fault);
  /// Whether packs of open texts are yet to be compiled to publish their findings. Never for a client that pulls them.
  [[nodiscard]] bool has_work() const;
  /// Compiles one of them and sends its findings.
  void work();
  /// Whether `exit` came: then no more messages follow.
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  /// Whether it ended as the protocol wants it: after `shutdown`.
  [[nodiscard]] bool is_shut_down() const { return state_ == State::ShutDown; }

 private:
  enum class State { New, Running, ShutDown };
  /// A text that the client has opened.
  struct Document {
    std::string uri;
    std::optional<std::int64_t> version;
    std::string text;
    bool is_sent = false;  // the service has this text
  };

  void request(const Request& request);
  void notification(const std::string& method, const Request& request);
  void open(const Request& request);
  void change(const Request& request);
  void close(const Request& request);
  void configure(const Request& request);
  void configure_from(const nlohmann::json& settings);
  void pass_texts();
  void disk_changed();
  /// Sends a request without parameters, whose answer says nothing.
  void ask_client(std::string_view method);

  // answers.cpp: each returns JSON, or fails through the request.
  std::string initialize(const Request& request);
  std::string hover(const Request& request);
  std::string completion(const Request& request);
  std::string definition(const Request& request);
  std::string references(const Request& request);
  std::string highlights(const Request& request);
  std::string prepare_rename(const Request& request);
  std::string rename(const Request& request);
  std::string symbols(const Request& request);
  std::string folds(const Request& request);
  std::string format(const Request& request);
  std::string inlays(const Request& request);
  std::string tokens(const Request& request);
  std::string tokens_in_range(const Request& request);
  std::string workspace_symbols(const Request& request);
  std::string locations(const std::vector<FileRange>& places);
  std::string tokens_between(const std::string& file, ByteRange range);
  std::string edits(const std::vector<FileEdit>& edits);

  // diagnostics.cpp
  std::string diagnostics(const Request& request);
  std::string actions(const Request& request);
  [[nodiscard]] std::vector<FileFindings> shown_findings(const std::string& file) const;
  void publish(const std::string& file);
  void publish_file(const std::string& file, const FileFindings* findings);
  void write_findings(text::JsonWriter& json, const std::string& file, const FileFindings* findings);

  [[nodiscard]] std::string shown_uri(const std::string& file) const;
  [[nodiscard]] std::string_view text_of(const std::string& file);
  /// The file of a request's textDocument; fails if the client has not opened it.
  const std::string& file_of(const Request& request);
  std::size_t offset_of(const Request& request, const std::string& file);

  std::string version_;
  ServiceOptions options_;
  Send send_;
  State state_ = State::New;
  bool has_ended_ = false;
  bool pulls_findings_ = false;      // the client requests findings
  bool refreshes_findings_ = false;  // the client requests them again after a request of the server
  bool refreshes_inlays_ = false;
  std::uint64_t last_request_ = 0;  // of this server
  LanguageService service_;
  std::map<std::string, Document> documents_;  // by file
  std::set<std::string> published_;            // files with findings at the client
};

}  // namespace spoils::protocol
