// api/begin_state.h
//
// The state of the world that a question begins with.
#pragma once

#include <utility>
#include <vector>

#include "api/compile_queries.h"

namespace spoils::api {

/// The words of inputs and state before a roll.
using Settings = std::vector<std::pair<program::SlotId, program::Word>>;

/// Returns the words that inputs and state have when the question begins: as declared, but for Question::states. The
/// program takes in lists for states that are sets; so this is called before a reading of it begins.
/// Errors: UnknownInput for state that the pack does not have, BadValue for a value that it cannot have.
[[nodiscard]] Result<Settings, RollError> begin_settings(const Pack& pack, const Question& question,
                                                         program::Program& program);

}  // namespace spoils::api
