// api/work.h
//
// The limits on memory and time around one call of the library. All work of the call is done inside of within(), so
// that the limits apply to every loop and every container (program/work_scope.h). Tested by tests/cli/budget_test.py.
#pragma once

#include <functional>
#include <new>
#include <optional>
#include <utility>

#include "odds/question.h"
#include "program/program.h"
#include "program/work_scope.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils::api {

/// Returns the error of a call without an answer.
[[nodiscard]] Error memory_refusal(std::size_t max_memory);
[[nodiscard]] Error stopped_refusal();

/// Returns the time of work that begins now, within the limits of a question.
[[nodiscard]] program::WorkTime time_of(const OddsSettings& limits);

/// Returns the error of a refused answer, with the cause of its memory use.
template <class Mass>
[[nodiscard]] Error refusal_of(const odds::Answer<Mass>& answer, const program::Program& program,
                               std::size_t max_memory);

/// Adds the cause of the memory use: the slot with the longest list or text, and those with the most values.
void add_culprits(Error& error, const program::Program& program,
                  const std::optional<std::pair<program::SlotId, std::size_t>>& longest,
                  const std::vector<std::pair<program::SlotId, std::size_t>>& widest_slots);

template <class Mass>
Error refusal_of(const odds::Answer<Mass>& answer, const program::Program& program, std::size_t max_memory) {
  if (answer.limit == odds::Limit::Stopped) { return stopped_refusal(); }
  auto out = memory_refusal(max_memory);
  add_culprits(out, program, answer.longest, answer.widest_slots);
  return out;
}

/// Returns the result of `work(scope)`, a Result; if it meets the limits without an answer, an Error of kind Limit.
/// `stop` empty: the stop function of the call around this one is used. `time`: when the work began, if not now or with
/// the call around this one.
template <class Work>
auto within(std::size_t max_memory, const std::function<bool()>& stop, Work&& work,
            const program::WorkTime* time = nullptr) -> decltype(work(std::declval<program::WorkScope&>())) {
  constexpr program::WorkScope::Stop kAsk = [](void* context) {
    return (*static_cast<const std::function<bool()>*>(context))();
  };
  bool was_stopped = false;
  {
    auto* const context = const_cast<std::function<bool()>*>(&stop);
    const auto ask = stop ? kAsk : nullptr;
    auto scope = time == nullptr ? program::WorkScope(max_memory, ask, context)
                                 : program::WorkScope(max_memory, ask, context, *time);
    try {
      return work(scope);
    } catch (const std::bad_alloc&) { was_stopped = scope.was_ended(); }
  }
  return Failure{was_stopped ? stopped_refusal() : memory_refusal(max_memory)};
}

/// The same within the limits of a question, from now on.
template <class Work>
auto within(const OddsSettings& limits, Work&& work) {
  const auto time = time_of(limits);
  return within(limits.max_memory, limits.stop, std::forward<Work>(work), &time);
}

}  // namespace spoils::api
