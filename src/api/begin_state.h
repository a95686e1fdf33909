// api/begin_state.h
//
// The initial state of the world for a question.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/compile_queries.h"

namespace spoils::api {

using program::Settings;

/// Returns the slot of a state of this name, as a user may write it. Errors: UnknownInput.
[[nodiscard]] Result<program::SlotId, Error> find_state(const program::Program& program, std::string_view name);

/// A value of a state.
struct StateValue {
  program::Word word = program::kUnset;  // if the state holds no words
  std::vector<program::Word> members;    // of a set in their order, of a map its keys and amounts in turn
};

/// Reads the value that a caller gives to a state: a set as `{a, b}`, a map as `{a 1, b 2}`. `own` is the pack itself,
/// whose words the state may have; `program` is that pack, or a copy of it with more. Errors: BadValue.
[[nodiscard]] Result<StateValue, Error> read_state(const program::Program& own, const program::Program& program,
                                                   program::SlotId slot, const std::string& text);

/// Returns the initial words of inputs and state for a question: as declared, but for OddsSettings::states. For states
/// that are sets it adds lists to the program; so it must be called before an engine reads the program. Errors:
/// UnknownInput for state that the pack does not have, BadValue for a value that it cannot have.
[[nodiscard]] Result<Settings, Error> begin_settings(const Pack& pack, const OddsSettings& question,
                                                     program::Program& program);

/// Returns whether a set of this type may have a symbol, or a map have it as a key: for a collection or table its
/// records or outcomes. Cost: linear in its rows.
[[nodiscard]] bool may_be_in(const program::Program& program, const program::ValueType& type, program::Word symbol);

}  // namespace spoils::api
