// program/rule_effects.h
//
// What a rule does to its thing, itself or by the rules that it runs, and which things it makes.
#pragma once

#include <set>
#include <vector>

#include "program/program.h"

namespace spoils::program {

struct RuleEffects {
  std::vector<SlotId> fields;   // it sets, in their order. Of rules that a symbol chooses (`do`) only `kind`: what they
                                // set besides is theirs
  std::vector<RuleId> creates;  // rules of things that it drops or holds, as often as it says so
  std::vector<RuleId> drops;    // those that it drops
  std::set<RuleId> participants;  // the rules that work on its thing: itself and those that it runs
};

/// Returns the deeds of a rule. Cost: linear in what it runs.
[[nodiscard]] RuleEffects effects_of(const Program& program, RuleId rule);

/// Returns what the rules that work on the thing set a field to, each time that they do.
[[nodiscard]] std::vector<ExpressionId> values_given(const Program& program, const RuleEffects& effects, SlotId field);

}  // namespace spoils::program
