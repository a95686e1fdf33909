// api/side_by_side.h
//
// Runs independent parts of one call on several threads. Each part has its share of the memory of the call; a part that
// this share held back is done again alone with all of the memory, so results do not depend on the number of threads.
// Used by odds of a sweep, books, diffs and expectations. Tests: tests/packs/threads_test.cpp.
#pragma once

#include <cstddef>
#include <functional>

#include "program/mutex.h"
#include "program/work_scope.h"

namespace spoils::api {

/// Held while a function of the caller is called, so that a caller need not know of threads. Recursive, since such a
/// function may allocate, and an allocation may ask whether to stop.
using Gate = program::RecursiveMutex;

/// Returns a function that holds the gate while it calls another one; empty if that is empty.
template <class... Arguments>
std::function<bool(Arguments...)> gated(Gate& gate, std::function<bool(Arguments...)> function) {
  if (!function) { return {}; }
  return [&gate, function = std::move(function)](Arguments... arguments) {
    const program::LockGuard<Gate> lock(gate);
    return function(arguments...);
  };
}

struct SideBySide {
  program::WorkScope& scope;   // of the call; its memory and its time are shared
  Gate& gate;                  // held while `scope` is asked whether the work was stopped
  std::size_t max_memory = 0;  // of all parts together
  unsigned threads = 1;        // 0: one per processor
  /// False: parts that were short of memory are not done again, but noted in the scope, for a caller that does all of
  /// its work again.
  bool repeats = true;
};

/// Returns how many threads that many parts get: none that would have less than 100 MB, and 1 where there are no
/// threads.
[[nodiscard]] unsigned threads_for(std::size_t parts, const SideBySide& how);

/// Calls `part(number, worker)` for each number below `parts`; those with one worker are never at once. With one thread
/// they are done in order on the thread of the caller, as worker 0; so are parts that are done again. Requires: a part
/// may be done twice, and the second time overwrites the first.
void side_by_side(std::size_t parts, const SideBySide& how,
                  const std::function<void(std::size_t number, std::size_t worker)>& part);

}  // namespace spoils::api
