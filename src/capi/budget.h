// capi/budget.h
//
// The limits of long work: a clock, a callback, and a stopper that another thread sets. Tested by tests/capi/misuse.c.
#pragma once

#include <atomic>
#include <functional>

#include "capi/call.h"

struct spoils_stopper : spoils::capi::Header<0x53504F494C53'0009> {
  std::atomic<bool> is_stopped{false};
};

namespace spoils::capi {

/// Returns what is wrong with a budget; NULL if nothing is.
[[nodiscard]] spoils_error* check_budget(const spoils_budget* budget);

/// Returns the time of a budget; 0 if it has no limit.
[[nodiscard]] double seconds_of(const spoils_budget* budget);

/// Returns the function that is called now and then and ends the work after so many seconds, the budget's unless some
/// are for finishing; empty if the budget has no use for one. The clock begins now.
[[nodiscard]] std::function<bool()> stop_of(const spoils_budget* budget, double seconds);
[[nodiscard]] inline std::function<bool()> stop_of(const spoils_budget* budget) {
  return stop_of(budget, seconds_of(budget));
}

}  // namespace spoils::capi
