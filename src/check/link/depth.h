// check/link/depth.h
//
// Limits on nesting: expressions through defs, tables and grids, statements through blocks and rules. Every reading
// follows them by recursion, so a program that nests too deep, or in a circle, is refused. Tests:
// tests/limits/nesting_test.cpp.
#pragma once

#include "program/facts/expression_facts.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Looks at expressions and at the blocks of each rule by itself, past those that were `checked` before. Returns
/// whether all is well; until then nothing may follow defs, tables or blocks by recursion. Errors: Recursion of grids;
/// TooDeep; CallsTooDeep of defs. Cost: linear; `facts` keeps what it finds about the expressions.
[[nodiscard]] bool check_depth(const program::Program& program, program::ExpressionFacts& facts, text::Report& report,
                               const program::Program::Sizes& checked);

/// Looks at the rules that run each other, from `first` on. Requires: dispatches are filled, and no rule leads back to
/// itself. Errors: TooDeep. Cost: linear.
void check_rule_depth(const program::Program& program, text::Report& report, program::RuleId first);

}  // namespace spoils::check
