// check/link/constants.h
//
// Constant defs depend on their arguments alone: reports those that draw, or read an input, state or field, also by way
// of other defs. Tests: tests/golden/diagnostics (E0342, E0417).
#pragma once

#include "program/facts/expression_facts.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Returns whether all constant defs are sound, and makes room for their values. Requires: the marks of draws.
bool check_constants(program::Program& program, program::ExpressionFacts& facts, text::Report& report);

}  // namespace spoils::check
