// api/work.h
//
// The limits on memory and time around one call of the library. Whatever the call does, it does inside of within(): so
// there is no loop and no container that the limits do not reach (program/work_scope.h). Tested by
// tests/cli/budget_test.py.
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

/// Why a call has no answer.
[[nodiscard]] RollError memory_refusal(std::size_t max_memory);
[[nodiscard]] RollError stopped_refusal();

/// Returns the same of an answer that was refused, with what took the memory.
template <class Mass>
[[nodiscard]] RollError refusal_of(const odds::Answer<Mass>& answer, const program::Program& program,
                                   std::size_t max_memory);

/// Adds what took the memory: the slot with the longest list or text, and those whose values multiply.
void add_culprits(RollError& error, const program::Program& program,
                  const std::optional<std::pair<program::SlotId, std::size_t>>& longest,
                  const std::vector<std::pair<program::SlotId, std::size_t>>& widest_slots);

template <class Mass>
RollError refusal_of(const odds::Answer<Mass>& answer, const program::Program& program, std::size_t max_memory) {
  if (answer.limit == odds::Limit::Stopped) { return stopped_refusal(); }
  auto out = memory_refusal(max_memory);
  add_culprits(out, program, answer.longest, answer.widest_slots);
  return out;
}

/// Returns what `work(scope)` returns, a Result; where it meets the limits without an answer, a RollError of kind
/// Limit. `stop` empty: what stops the call around this one.
template <class Work>
auto within(std::size_t max_memory, const std::function<bool()>& stop, Work&& work)
    -> decltype(work(std::declval<program::WorkScope&>())) {
  constexpr program::WorkScope::Stop kAsk = [](void* context) {
    return (*static_cast<const std::function<bool()>*>(context))();
  };
  bool was_stopped = false;
  {
    program::WorkScope scope(max_memory, stop ? kAsk : nullptr, const_cast<std::function<bool()>*>(&stop));
    try {
      return work(scope);
    } catch (const std::bad_alloc&) { was_stopped = scope.was_ended(); }
  }
  return Failure{was_stopped ? stopped_refusal() : memory_refusal(max_memory)};
}

}  // namespace spoils::api
