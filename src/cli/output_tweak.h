// cli/output_tweak.h
//
// A tweaked roll for people: the things, the decisions with their ids, what the last edit did, and answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/roll_writer.h"
#include "documents/tweak.h"
#include "spoils/tweak.h"

namespace spoils::cli {

/// A line of the list of decisions: a decision, a loop or a step.
struct TweakLine {
  enum class Kind : std::uint8_t { Decision, Loop, Step };
  Kind kind = Kind::Decision;
  std::string id;
  std::string text;    // without the id
  std::string chance;  // of a decision
  std::size_t depth = 0;
};

/// Returns the decisions, loops and steps of the roll as it is now that have ids, in its order.
[[nodiscard]] std::vector<TweakLine> tweak_lines(const Tweaker& tweaker);

/// Writes everything about the roll as it is now; ends where no more is wanted. `numbered`: lines are numbered from 1
/// and shown without their ids.
void write_tweak_text(const RollHeading& heading, const Tweaker& tweaker, bool numbered, RollText& written);

/// Returns the answers. `numbered`: choices are numbered from 1.
[[nodiscard]] std::string choices_text(const TweakChoices& found, const Screen& screen, bool numbered);
[[nodiscard]] std::string outlook_text(const TweakOutlook& outlook, const Screen& screen);
[[nodiscard]] std::string reach_text(const std::string& question, const TweakReach& reach, const Screen& screen);

}  // namespace spoils::cli
