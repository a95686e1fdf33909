// tweak/edit.h
//
// The text of an edit: `pin ID = CHOICE`, `skip ID`, `set FIELD = VALUE of THING` and so on (docs/tweak.md). Reads it
// and writes it; what it means for a roll is the matter of api/tweak_engine.h. Tests: tests/tweak/edits_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/result.h"

namespace spoils::tweak {

struct Edit {
  enum class Verb : std::uint8_t { Pin, Force, Reroll, Skip, Unskip, More, Run, Set, Unset };
  Verb verb = Verb::Reroll;
  std::string subject;                 // an id, a rule or a field
  std::string value;                   // of Pin, Force and Set
  std::vector<std::string> arguments;  // of Run
  std::size_t thing = 0;               // of Set and Unset: which thing of the roll, from 0

  /// Returns the edit as it is written.
  [[nodiscard]] std::string text() const;
};

/// Reads an edit. Errors: what is wrong, in words for people.
[[nodiscard]] Result<Edit, std::string> parse_edit(std::string_view text);

/// Returns the ids that `end` may mean: itself, if it is one of them, else those that end with its parts.
[[nodiscard]] std::vector<std::string> resolve_id(std::string_view end, const std::vector<std::string>& known);

}  // namespace spoils::tweak
