// program/rule_effects.h
//
// The effects of a rule: the fields that it and the rules that it runs set on its thing, and the things that they
// create.
#pragma once

#include <set>
#include <vector>

#include "program/program.h"

namespace spoils::program {

struct RuleEffects {
  std::vector<SlotId> fields;     // set fields, in order; for a rule that a symbol chooses (`do`) only `kind`: the
                                  // chosen rules have effects of their own
  std::vector<RuleId> creates;    // rules of things that it drops or holds, as often as it says so
  std::vector<RuleId> drops;      // those that it drops
  std::set<RuleId> participants;  // the rules that work on its thing: itself and those that it runs
};

/// Returns the effects of a rule. Cost: linear in what it runs.
[[nodiscard]] RuleEffects effects_of(const Program& program, RuleId rule);

/// Returns what the rules that work on the thing set a field to, each time that they do.
[[nodiscard]] std::vector<ExpressionId> values_given(const Program& program, const RuleEffects& effects, SlotId field);

}  // namespace spoils::program
