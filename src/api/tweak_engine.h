// api/tweak_engine.h
//
// The engine of `Tweaker`: edits become plans (tweak/plan.h), a plan becomes a roll (tweak/replay.h). Reads the text of
// edits, makes rolls with two rollers (the shown one, and one for trials, so that views of the shown things stay
// valid), and compares the things before and after. Tests: tests/tweak.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/roller_data.h"
#include "explain/dependent_fields.h"
#include "explain/targets.h"
#include "spoils/tweak.h"
#include "tweak/edit.h"
#include "tweak/plan.h"
#include "tweak/replay.h"

namespace spoils::api {

/// A value that is laid over a field of a finished thing.
struct Overlay {
  std::size_t thing = 0;  // index among the things
  program::SlotId slot = 0;
  roll::ExtraRun::Argument value;
  std::optional<std::vector<program::Word>> members;  // of a list or set
  std::size_t edit = 0;
};

/// All that a list of edits comes to.
struct TweakState {
  tweak::Plan plan;
  std::vector<Overlay> overlays;
};

/// A thing as text, to compare it.
struct ThingText {
  std::string key;  // the id of the step that made it
  std::string name;
  std::vector<std::string> fields;
};

/// The outcome of one replay.
struct Replayed {
  std::vector<tweak::Made> made;
  std::vector<tweak::Passed> passed;
  std::vector<tweak::Loop> loops;
  Things things;
};

struct TweakerData {
  Pack given;  // as the caller has it
  Pack pack;   // a copy in which every expression counts as one that may be unset: a skipped step may unset any
  Roller shown;
  Roller trial;
  World world;  // before the roll
  std::uint64_t seed = 0;
  std::uint64_t index = 0;
  bool in_world = false;
  std::optional<std::vector<roll::GivenField>> by_hand;  // the thing, in place of a roll
  Values by_hand_values;                                 // the same as it was given
  explain::Targets targets;
  std::optional<explain::DependentFields> dependent;  // none before explain_in_full()

  TweakState made_from;     // the state of which the shown roll was made,
  std::size_t made_by = 0;  // with the draws of this edit
  TweakState state;
  std::vector<std::string> edits;
  std::vector<std::string> undone;  // the last one is redone first
  std::vector<TweakState> history;  // the states before the last edits
  Replayed now;
  Explanation explanation;
  std::vector<ThingText> texts;
  TweakReport report;

  TweakerData(Pack the_given, Pack loose, Roller the_shown, Roller the_trial)
      : given(std::move(the_given)), pack(std::move(loose)), shown(std::move(the_shown)), trial(std::move(the_trial)) {}

  [[nodiscard]] const program::Program& program() const { return shown.data()->program; }

  /// Returns the stream from which edit n draws.
  [[nodiscard]] roll::Stream stream(std::size_t edit) const;

  /// How a replay is made.
  struct Run {
    const TweakState* state = nullptr;  // null: the roll itself
    tweak::Drawer* drawer = nullptr;
    std::string inspected;
    tweak::Inspector* inspector = nullptr;
  };
  /// Rolls, with an explanation if `told` is not null. Errors: those of the roll; BadValue, if the plan is refused.
  Result<Replayed, Error> replay(Roller& roller, const Run& run, explain::Recorder* told);

  /// Makes the state the shown one: rolls it with an explanation. The state's choices are then those that were made.
  std::optional<Error> show(TweakState next, std::size_t edit);

  /// Makes the shown roll once more, with fields and alternatives without a chance. Its things are the shown ones.
  [[nodiscard]] Explanation explain_in_full();

  /// Returns all ids that an edit may name.
  [[nodiscard]] std::vector<std::string> ids(bool decisions, bool steps, bool loops) const;
  /// Returns the whole id; an error if none or several fit.
  [[nodiscard]] Result<std::string, Error> find(std::string_view end, const std::vector<std::string>& known,
                                                std::string_view what) const;
  /// Returns the state with one more edit, and writes the whole id into it.
  Result<TweakState, Error> with(tweak::Edit& edit, std::size_t number);
  /// Returns the choice of a decision that a text means, by its number and by what it is.
  Result<std::pair<program::Word, tweak::Meaning>, Error> read_choice(const std::string& id, const std::string& text,
                                                                      bool is_forced);
  Result<Overlay, Error> read_overlay(const tweak::Edit& edit, std::size_t number) const;
  Result<roll::ExtraRun, Error> read_run(const tweak::Edit& edit, std::size_t number) const;

  [[nodiscard]] std::vector<ThingText> texts_of(const Replayed& replayed) const;
  /// Returns why the edit cannot be, although it could be rolled.
  [[nodiscard]] std::optional<Error> check(const TweakState& next, const Replayed& replayed, std::size_t edit) const;
  void compare(const std::vector<tweak::Made>& made_before, const std::vector<ThingText>& texts_before);
  void find_against();
};

/// Returns a value as a pack writes it.
[[nodiscard]] std::string written(const Value& value);

/// Returns the state with the choices of all decisions that an id means, or that are in it, left open; "" is the whole
/// roll. Also the ids that were opened.
[[nodiscard]] std::pair<TweakState, std::vector<std::string>> opened(const TweakerData& data, std::string_view id);

/// The choices of a decision of the shown roll, as `inspect` finds them.
struct FoundChoice {
  program::Word number = 0;
  std::string value;
  std::optional<tweak::Exact> probability;
  std::string why_not;
  Span place;
};
struct FoundChoices {
  std::uint64_t count = 0;
  std::vector<FoundChoice> page;
};
/// Looks at the choices of a decision, `count` of them from `from` on. Returns nothing if the roll does not come there.
[[nodiscard]] std::optional<FoundChoices> inspect(TweakerData& data, const std::string& id, std::uint64_t from,
                                                  std::uint64_t count);

}  // namespace spoils::api
