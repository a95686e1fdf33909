// api/tweak_values.h
//
// Values as a caller of a tweaker writes them: `{a, b}`, `[1, 2]`, `{fire 2}`, `0.5`, `"a text"`. Tests:
// tests/tweak/reach_test.cpp, tests/tweak/refused_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"
#include "roll/observer.h"
#include "spoils/error.h"
#include "spoils/result.h"

namespace spoils::api {

/// Returns an integer; nothing for other texts.
[[nodiscard]] std::optional<program::Word> read_word(std::string_view text);

/// Returns the members of `[a, b]` for a list, of `{a, b}` for a set, whose members are ascending then; nothing if the
/// text is no such value.
[[nodiscard]] std::optional<std::vector<program::Word>> read_members(const program::Program& program,
                                                                     program::ValueType type, std::string_view text);

/// Returns the value of a slot that is neither list nor map. Errors: BadValue.
[[nodiscard]] Result<roll::ExtraRun::Argument, Error> read_argument(const program::Program& program,
                                                                    program::SlotId slot, std::string_view text);

/// Returns a value of a type as tweaks show it, so that equal values have equal texts: `[a, b]` also for sets, `{fire:
/// 2}` for maps, `1/2` for 0.5. Nothing if the type has no such value. Words and integers are taken as they are.
[[nodiscard]] std::optional<std::string> as_written(const program::Program& program, program::ValueType type,
                                                    std::string_view text);

}  // namespace spoils::api
