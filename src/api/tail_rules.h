// api/tail_rules.h
//
// Rules that can be cut off a rule and run later, since nothing is done to its thing after them. Of these the ones that
// make many outcomes: they fill lists in loops.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"

namespace spoils::api {

struct TailRule {
  program::RuleId rule = 0;
  int depth = 0;  // rules of the same thing around it
};

/// Returns the rules that work on the thing of `root`, come last wherever they are run, always with as many rules
/// around them, and fill a list, set or text in a loop: themselves, not by another such rule. Ascending. Cost: linear
/// in what the rule runs, times the depths at which it does.
[[nodiscard]] std::vector<TailRule> filling_tail_rules(const program::Program& program, program::RuleId root);

/// Returns where a rule may make a thing besides its own; nothing if it never does.
[[nodiscard]] std::optional<Span> further_thing(const program::Program& program, program::RuleId root);

}  // namespace spoils::api
