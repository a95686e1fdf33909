// odds/amounts_as_things.h
//
// The mean of a number that a rule only adds up: `total += n * d6`, `win = total`. Its distribution may have more
// values than any memory, but a mean is linear, so no state has to hold the number. The question is asked of another
// program, in which each assignment drops a thing that has the amount instead, and the mean is that of the sum of these
// things, for which the engine keeps no total (odds/mass.h). Linearity of expectation; the slots are found by a
// greatest fixed point, and what each is worth at the end by a walk backwards, as with derivatives in reverse mode.
//
// Tests: tests/odds/amounts_as_things_test.cpp, tests/mutants/means.toml.
#pragma once

#include <memory>

#include "program/program.h"

namespace spoils::odds {

/// A question and the program of which it is asked.
struct RewrittenQuery {
  program::Program program;
  program::Query query;
};

/// Returns a question with the same answer as one about the mean of a number, for which no state holds the slots that
/// are only added up; null if there are none, or if the rule may give up its thing. Numbers are added up as if they had
/// no greatest one: where an amount is so large that sums might leave 64 bits, the answer is a fault, and tells nothing
/// of the question. Requires: `query` is one of this program. Cost: linear in what the rule reaches, for each slot; and
/// a copy of the program.
[[nodiscard]] std::unique_ptr<RewrittenQuery> ask_of_amounts(const program::Program& program,
                                                             const program::Query& query);

}  // namespace spoils::odds
