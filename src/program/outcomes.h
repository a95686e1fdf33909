// program/outcomes.h
//
// `least`, `greatest` and `average`: what an expression that draws can give, without drawing. Sums, differences,
// products, dice and ranges are computed by their parts, whose draws are independent of each other; everything else is
// enumerated by replay, as odds do, up to a limit. So the values are exact, or there is a fault with its place. Pinned
// by tests/odds/outcomes_test.cpp and tests/reference.
#pragma once

#include <cstdint>

#include "number/rational.h"
#include "program/expression.h"
#include "program/fault.h"
#include "program/program.h"

namespace spoils::program {

struct OutcomesValue {
  number::Rational value;
  Fault fault;  // the value has no meaning if there is one
};

/// Returns the value of a node for which tells_of_outcomes() holds, with the values that the slots have; those that
/// its operand sets for its parts are overwritten. Its cost is subtracted from `work_left`.
/// Errors: those of the operand on any of its ways; TooManyOutcomes; Overflow, also of a probability of an average.
[[nodiscard]] OutcomesValue all_outcomes(const Program& program, Word* slots, Heap& heap, const Expression& e,
                                         std::uint64_t& work_left);

}  // namespace spoils::program
