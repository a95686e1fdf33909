// api/tail_rules.h
//
// Finds tail rules: rules that can be cut off a rule and run later, since nothing changes its thing after them. Only
// those that cause many outcomes are returned: they fill lists in loops. precompute() uses them; tested by
// tests/api/precomputed_test.cpp.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"

namespace spoils::api {

struct TailRule {
  program::RuleId rule = 0;
  int depth = 0;  // the number of rules of the same thing around it
};

/// Returns the rules that run on the thing of `root`, are last wherever they are run, always at the same depth, and
/// fill a list, set or text in a loop: themselves, not through another such rule. Ascending; none if the program has a
/// `world def`. This decides which random word gives which thing (docs/determinism.md, section 7), so it must not
/// change. Cost: linear in the statements that the rule runs, times the depths at which it runs them.
[[nodiscard]] std::vector<TailRule> filling_tail_rules(const program::Program& program, program::RuleId root);

/// Returns the place where a rule may make a thing besides its own; nothing if it never does.
[[nodiscard]] std::optional<Span> further_thing(const program::Program& program, program::RuleId root);

}  // namespace spoils::api
