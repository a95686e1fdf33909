// check/link/hoist.h
//
// Hoists input-invariant expressions: the chances that follow from a level's depth are the same for each thing on it.
#pragma once

#include "program/facts/expression_facts.h"
#include "program/program.h"

namespace spoils::check {

/// Finds the largest expressions that draw nothing, read one or two inputs and nothing else, and take longer to
/// compute than to look up: Program::hoisted. Begins at expression `first`; earlier ones were searched by earlier
/// calls. Call it once the expressions from `first` on are complete. Cost: linear in them and in what they reach.
void find_hoisted(program::Program& program, program::ExpressionFacts& facts, std::size_t first);

}  // namespace spoils::check
