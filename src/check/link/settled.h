// check/link/settled.h
//
// Values that depend on their arguments alone: reports constant defs that draw; and constant defs, world defs and world
// rules that read an input, state or field, also by way of other defs and rules. Rolls compute what a world settles
// again in each roll, and odds keep it: they agree only if nothing else decides it. Tests: tests/golden/diagnostics
// (E0342, E0343, E0417).
#pragma once

#include "program/facts/expression_facts.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Returns whether all constant defs and world defs are sound, and makes room for the values of constant defs.
/// Requires: the marks of draws.
bool check_defs(program::Program& program, program::ExpressionFacts& facts, text::Report& report);

/// Returns whether all world rules are sound. Requires: the dispatches of `do` are filled. Cost: linear in what each
/// runs, for each set of inputs that `with` sets around it.
bool check_world_rules(const program::Program& program, program::ExpressionFacts& facts, text::Report& report);

}  // namespace spoils::check
