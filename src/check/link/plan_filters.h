// check/link/plan_filters.h
//
// Filter planning: decides what interpreters may compute once and look up later, the conjuncts of a choice's
// condition that read no lists, and folds and defs that depend on few slots. Only speed depends on it.
#pragma once

#include "program/facts/expression_facts.h"
#include "program/program.h"

namespace spoils::check {

/// Splits the conditions of choices into conjuncts and finds the expressions that are worth memoising. Requires: the
/// reads of choices are known, and nothing is nested too deep. Plans everything after `done`, the part that was
/// planned before. Cost: linear in that and in what it reaches.
void plan_filters(program::Program& program, program::ExpressionFacts& facts, const program::Program::Sizes& done);

}  // namespace spoils::check
