// protocol/request.h
//
// One message of the client as JSON. Its readers remember the first thing that the message lacks, or has in another
// type, and return something empty then: a handler reads all that it needs and asks failed() once. Server::request()
// turns the refusal into an answer.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "protocol/positions.h"
#include "protocol/server.h"

namespace spoils::protocol {

using Json = nlohmann::json;

/// Why a request has no result.
struct Refusal {
  ErrorCode code = ErrorCode::InvalidParams;
  std::string message;
};

class Request {
 public:
  Request(const Json& message, std::function<bool()> is_cancelled)
      : params_(message.contains("params") ? message["params"] : kNone), is_cancelled_(std::move(is_cancelled)) {}

  [[nodiscard]] const Json& params() const { return params_; }
  [[nodiscard]] bool failed() const { return refusal_.has_value(); }
  [[nodiscard]] const std::optional<Refusal>& refusal() const { return refusal_; }
  void refuse(ErrorCode code, std::string message) const {
    if (!refusal_) { refusal_ = Refusal{code, std::move(message)}; }
  }
  /// Whether the client still wants the answer.
  [[nodiscard]] bool goes_on() const {
    if (is_cancelled_ && is_cancelled_()) { refuse(ErrorCode::RequestCancelled, "cancelled"); }
    return !failed();
  }

  /// Each returns a member of an object; something empty, with a refusal, if there is none of that type.
  [[nodiscard]] const Json& object(const Json& of, const char* name) const {
    const auto* out = member(of, name);
    if (out != nullptr && out->is_object()) { return *out; }
    refuse(ErrorCode::InvalidParams, std::string("the message lacks the object `") + name + "`");
    return kNone;
  }
  [[nodiscard]] const Json& list(const Json& of, const char* name) const {
    const auto* out = member(of, name);
    if (out != nullptr && out->is_array()) { return *out; }
    refuse(ErrorCode::InvalidParams, std::string("the message lacks the list `") + name + "`");
    return kEmpty;
  }
  [[nodiscard]] std::string text(const Json& of, const char* name) const {
    const auto* out = member(of, name);
    if (out != nullptr && out->is_string()) { return out->get<std::string>(); }
    refuse(ErrorCode::InvalidParams, std::string("the message lacks the text `") + name + "`");
    return {};
  }
  [[nodiscard]] std::uint64_t number(const Json& of, const char* name) const {
    const auto* out = member(of, name);
    if (out != nullptr && out->is_number_unsigned()) { return out->get<std::uint64_t>(); }
    refuse(ErrorCode::InvalidParams, std::string("the message lacks the number `") + name + "`");
    return 0;
  }
  [[nodiscard]] Position position(const Json& of) const { return {number(of, "line"), number(of, "character")}; }

  /// Returns a member of an object that may be left out; null if it is.
  [[nodiscard]] static const Json* member(const Json& of, const char* name) {
    return of.is_object() && of.contains(name) ? &of[name] : nullptr;
  }

 private:
  static inline const Json kNone = Json::object();
  static inline const Json kEmpty = Json::array();
  const Json& params_;
  std::function<bool()> is_cancelled_;
  mutable std::optional<Refusal> refusal_;
};

}  // namespace spoils::protocol
