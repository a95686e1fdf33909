// api/diff.cpp
//
// `compare`: compares two packs within the limits of one call.
#include "spoils/diff.h"

#include <algorithm>

#include "api/begin_state.h"
#include "api/pack_data.h"
#include "api/work.h"
#include "diff/comparison.h"

namespace spoils {
inline namespace v1 {

namespace {

// Returns the error of a pack that has a state of this name and cannot begin with the value; nothing if it can.
std::optional<Error> error_of_state(const Pack& pack, const std::pair<std::string, std::string>& value) {
  auto program = pack.data().program;  // the lists of sets are added to it
  OddsSettings question;
  question.states.push_back(value);
  auto settings = api::begin_settings(pack, question, program);
  return settings ? std::nullopt : std::optional(std::move(settings).error());
}

// A value of a state that one pack does not take is a difference; one that neither takes is a slip.
std::optional<Error> find_wrong_state(const Pack& before, const Pack& after, const Values& values) {
  for (const auto& value : values) {
    std::optional<Error> error;
    bool is_taken = false;
    for (const auto* pack : {&before, &after}) {
      const auto& states = pack->states();
      const auto has_name = [&](const InputInfo& state) { return state.name == value.first; };
      if (std::none_of(states.begin(), states.end(), has_name)) { continue; }
      error = error_of_state(*pack, value);
      is_taken = is_taken || !error;
    }
    if (error && !is_taken) { return error; }
  }
  return std::nullopt;
}

}  // namespace

Result<Difference, Error> compare(const Pack& before, const Pack& after, const DiffOptions& options) {
  return api::within(options.max_memory, options.stop, [&](program::WorkScope& scope) -> Result<Difference, Error> {
    const auto compared = [&](const DiffOptions& by) {
      diff::Side old_side(before, before.data().program, by);
      diff::Side new_side(after, after.data().program, by);
      return diff::compare_sides(old_side, new_side, by);
    };
    auto out = compared(options);
    if (out) {  // else it tells of a slip by what both packs declare
      if (auto error = find_wrong_state(before, after, options.values)) { return Failure{std::move(*error)}; }
    }
    if (options.threads == 1 || !scope.was_short() || scope.is_stopped()) { return out; }
    // A question that had too little memory beside others may have enough alone.
    auto alone = options;
    alone.threads = 1;
    return compared(alone);
  });
}

}  // namespace v1
}  // namespace spoils
