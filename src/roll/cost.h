// roll/cost.h
//
// The rule of every store of earlier results: hoisted values, memoised ones, prepared tables, rows that pass a filter.
// Each use counts the work that computing the value took, whether the value was stored or is computed now, and reports
// too much work at the place of use. So neither the limits nor the faults of a roll depend on earlier rolls. A value
// whose computation failed is not stored. Interpreter::charge() applies the rule. Each store has a bound of its own.
// Tests: tests/limits/roll_limits_test.cpp, tests/roll/caches_test.cpp.
#pragma once

#include <cstdint>

namespace spoils::roll {

/// The cost of computing a stored value.
struct Cost {
  std::uint64_t work = 0;
  bool fills_heap = false;  // texts or lists were created, which count at each use: the value must not be used again
};

}  // namespace spoils::roll
