// odds/evaluated_early.h
//
// Evaluates parts of expressions as soon as all that they read is known: of `total = str + dex + con` the sum of two as
// soon as `dex` is drawn. The odds of six scores and of their total then keep one sum where they kept six scores
// (early quantification, as in model checking: Burch, Clarke, Long, VLSI 1991; moving code in a compiler). The
// same node is evaluated with the same values, so its result is the same, faults included.
//
// Tests: tests/odds/evaluated_early_test.cpp, tests/mutants/evaluated_early.toml.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace spoils::odds {

/// Writes such parts as statements of their own, where something is drawn between them and their use: parts of
/// assignments, of conditions of `if`, `retry` and `try`, and of the questions with these numbers (Query::early); 64
/// for the questions about one rule. A program that settles values for a world stays as it is. Returns whether anything
/// changed. Expressions, slots and statements keep their numbers; new ones come after them. If a roll has several
/// faults, another one may come first. Cost: linear in the program and in what its statements may set, a million slots
/// together; what is beyond stays as it is.
bool evaluate_early(program::Program& program, const std::vector<std::uint32_t>& asked = {});

}  // namespace spoils::odds
