// protocol/writing.h
//
// Parts that several answers of the server have in common.
#pragma once

#include <string>

#include "protocol/positions.h"
#include "spoils/diagnostic.h"
#include "text/plain/json_writer.h"

namespace spoils::protocol {

/// Writes a range as a value.
void write_range(text::JsonWriter& json, const Lines& lines, ByteRange range);

/// Returns a finding as people read it: its headline, label, notes and help, a line each.
[[nodiscard]] std::string finding_text(const Diagnostic& finding);

}  // namespace spoils::protocol
