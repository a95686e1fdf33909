// documents/tweak.h
//
// The JSON of a tweaked roll (schema spoils.tweak), and of the script that makes it again. Tested by tests/cli.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/roll.h"
#include "spoils/tweak.h"

namespace spoils::documents {

/// The questions whose answers a document holds, too.
struct TweakAnswers {
  std::optional<TweakChoices> choices;
  std::optional<TweakOutlook> outlook;
  std::optional<std::pair<std::string, TweakReach>> reach;  // after its question, `F = V`
};

/// Appends one JSON object (docs/tweak.md lists its members), and passes it on as it grows. `tweaker` is one of the
/// roll of the heading.
void write_tweaked(const RollHeading& heading, const Tweaker& tweaker, const TweakAnswers& answers, RollText& out);

/// Appends the objects of the answers alone.
void write_choices(const TweakChoices& choices, std::string& out);
void write_outlook(const TweakOutlook& outlook, std::string& out);
void write_reach(const TweakReach& reach, std::string& out);

/// A list of edits, and the roll to which they belong.
struct TweakScript {
  std::string pack;
  std::string hash;  // of the pack, `0x` and 16 digits
  std::string rule;
  Values inputs;                  // as Roller::values()
  Values states;                  // as Roller::states()
  std::optional<Values> by_hand;  // the fields of a thing that is given in place of a roll
  std::string seed;
  std::uint64_t index = 0;
  std::vector<std::string> edits;
};

/// Returns the script of a tweaker.
[[nodiscard]] TweakScript script_of(const Tweaker& tweaker);
/// Returns it as JSON, with a line for each edit.
[[nodiscard]] std::string to_json(const TweakScript& script);
/// Reads a script. Errors: what is wrong with it, in words for people.
[[nodiscard]] Result<TweakScript, std::string> read_script(std::string_view json);

/// Returns a roller for the roll of a script. Errors: as Roller::make and Roller::set_state.
[[nodiscard]] Result<Roller, Error> roller_of(const Pack& pack, const TweakScript& script);

/// How much of a script could be made again.
struct Replayed {
  struct LeftOut {
    std::string edit;
    Error why;
  };
  bool is_same_pack = true;       ///< the script is of this version of the pack
  std::vector<LeftOut> left_out;  ///< edits that another version refuses
};
/// Applies the edits of a script to a tweaker that begins with its roll. Errors: those of an edit that the version of
/// the pack that the script is of refuses.
[[nodiscard]] Result<Replayed, Error> apply_edits(const TweakScript& script, Tweaker& tweaker);
/// Appends one JSON object: `same_pack`, and `left_out` with `edit` and `why` of each.
void write_replayed(const Replayed& replayed, std::string& out);

}  // namespace spoils::documents
