// spoils/error.h
//
// The reason why a call failed, as data: the kind, the place in the pack, the facts. The sentences
// are for people who use the library; a program with options or buttons of its own adds what they do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/diagnostic.h"
#include "spoils/export.h"

namespace spoils {
inline namespace v1 {

/// A fact of an error, for programs: {"rule", "flor"}.
struct Fact {
  std::string name;
  std::string value;
};

/// Why there is no roller, no roll, no world, no answer.
struct SPOILS_EXPORT Error {
  enum class Kind : std::uint8_t {
    UnknownRule,
    UnknownInput,  ///< neither the pack nor the rule has an input or state of that name
    BadValue,      ///< outside the declared range or of the wrong type; or a wrong expression of a question
    MissingValue,  ///< a required parameter of the rule
    Fault,         ///< the pack did something impossible: it is wrong for these inputs
    Limit,         ///< one roll, or the work on a question, grew beyond a limit
    World,         ///< a world file that cannot be read, written or used
    File,          ///< another file that cannot be read, written or used
    Misuse,        ///< the caller broke a precondition (spoils/misuse.h)
  };
  Kind kind = Kind::Fault;
  std::string message;              ///< one sentence for people, with names and values, without the place
  std::string help;                 ///< what to do; may be empty
  std::optional<Place> place = {};  ///< in the pack: of a Fault and of a Limit of one roll
  /// The names and values of the message, and what would help, each where it applies:
  /// `rule`, `input`, `parameter`, `state`, `field`, `path`, `expression`: what the error is about, as the caller wrote
  /// it; `value`: the wrong value; `nearest`: the known name that is most like the wrong one; `seed` and `index`: of
  /// the roll; `record`: of a constant def; `condition`: one that never holds; `raise`: a limit that ended the work, as
  /// `max_states`; `range`: an input whose range the sweep must give; `set`: a state that takes one value only.
  std::vector<Fact> facts = {};

  /// Returns the message after its place: "my.loot:3:7: division by zero".
  [[nodiscard]] std::string text() const;
  /// Returns the value of the first fact of that name; "" if there is none.
  [[nodiscard]] std::string_view fact(std::string_view name) const;
};

}  // namespace v1
}  // namespace spoils
