// odds/exchange_trends.h
//
// Conditions of draws that stay false once they are false, found by the directions in which the values of a loop can
// change (monotonicity analysis: abstract interpretation over the signs of differences, Cousot and Cousot, POPL 1977).
// `prefixes < 3` is such a condition if the loop does nothing to `prefixes` but add to it; `x.level <= left` is one if
// `left` is computed in each turn as 20 less the levels in a list that only grows. Members that only rows of such
// conditions lead to can come no more: odds/exchange_spent.cpp no longer tells them apart.
// tests/odds/exchange_spent_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "odds/exchange.h"

namespace spoils::odds {

/// Returns what is known of the draws of a loop. `statements`: all that it runs; `changes`: the slots that it may
/// change; `live`: those live before each turn. Cost: linear in the statements and in the conditions of the draws.
[[nodiscard]] ExchangeUses::Spending spending_of(const program::Program& program, const Liveness& liveness,
                                                 const std::vector<std::uint32_t>& statements, const SlotSet& changes,
                                                 const SlotSet& live, const ExchangeUses& uses);

}  // namespace spoils::odds
