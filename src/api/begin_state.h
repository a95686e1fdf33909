// api/begin_state.h
//
// The initial state of the world for a question.
#pragma once

#include <utility>
#include <vector>

#include "api/compile_queries.h"

namespace spoils::api {

/// The words of inputs and state before a roll.
using Settings = std::vector<std::pair<program::SlotId, program::Word>>;

/// Returns the initial words of inputs and state for a question: as declared, but for OddsSettings::states. For states
/// that are sets it adds lists to the program; so it must be called before an engine reads the program. Errors:
/// UnknownInput for state that the pack does not have, BadValue for a value that it cannot have.
[[nodiscard]] Result<Settings, Error> begin_settings(const Pack& pack, const OddsSettings& question,
                                                     program::Program& program);

/// Returns whether a set of this type may have a symbol, or a map have it as a key: for a collection or table its
/// records or outcomes. Cost: linear in its rows.
[[nodiscard]] bool may_be_in(const program::Program& program, const program::ValueType& type, program::Word symbol);

}  // namespace spoils::api
