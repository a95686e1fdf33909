// api/fault.cpp
//
// Makes the public error of a fault: kind, place and text.
#include "api/fault.h"

#include <fmt/format.h>

#include <utility>

namespace spoils::api {

RollError roll_error(RollError::Kind kind, std::string message, std::string help) {
  return {kind, std::move(message), std::move(help)};
}

RollError misuse_error(const char* what) {
  misused(what);
  return {RollError::Kind::Misuse, what, "this is a mistake in the program that calls the library"};
}

RollError fault_error(const text::Sources& sources, const program::Fault& fault, std::string help) {
  const auto& source = sources[fault.place.source];
  const auto at = source.locate(fault.place.begin);
  const auto kind = program::is_limit(fault.kind) ? RollError::Kind::Limit : RollError::Kind::Fault;
  return {kind, fmt::format("{}:{}:{}: {}", source.name(), at.line, at.column, program::describe(fault.kind)),
          std::move(help)};
}

}  // namespace spoils::api
