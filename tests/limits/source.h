// tests/limits/source.h
//
// Generates packs of any size, and returns their outcome.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>

#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {

/// Returns part(0) part(1) ... part(count - 1).
inline std::string each(std::size_t count, const std::function<std::string(std::size_t)>& part) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) { out += part(i); }
  return out;
}

inline std::string times(std::size_t count, std::string_view text) {
  return each(count, [&](std::size_t) { return std::string(text); });
}

/// Returns the code of the first error, "" if the pack compiles. A `pack` line is put before the source.
inline std::string refusal(const std::string& source) {
  const auto loaded = Pack::compile("limit.loot", "pack limit\n" + source);
  for (const auto& finding : loaded.findings.all()) {
    if (finding.severity == Severity::Error) { return finding.code; }
  }
  return loaded.pack ? "" : "no pack";
}

/// Returns the outcome of one roll of the first rule: "" if all is well, "limit" or "fault" with the message, or the
/// reason why there is no roll.
inline std::string outcome(const std::string& source, const Values& values = {}) {
  const auto loaded = Pack::compile("limit.loot", "pack limit\n" + source);
  if (!loaded.pack) { return "refused: " + loaded.findings.text(); }
  auto roller = Roller::make(*loaded.pack, {}, values);
  if (!roller) { return "no roller: " + roller.error().text(); }
  const auto things = roller->roll(1, 0);
  if (things) { return {}; }
  const auto& error = things.error();
  return (error.kind == Error::Kind::Limit ? "limit: " : "fault: ") + error.text();
}

}  // namespace spoils
