// program/rule_effects.cpp
//
// Collects the effects of a rule by a depth-first walk over its statements and over the rules that it runs, each
// once.
#include "program/rule_effects.h"

#include <algorithm>

#include "program/walk.h"

namespace spoils::program {

namespace {

void add(const Program& program, RuleId rule, RuleEffects& effects) {
  if (!effects.participants.insert(rule).second) { return; }
  const auto add_field = [&](SlotId slot) {
    const bool is_field = std::find(program.fields.begin(), program.fields.end(), slot) != program.fields.end();
    const bool is_new = std::find(effects.fields.begin(), effects.fields.end(), slot) == effects.fields.end();
    if (is_field && is_new) { effects.fields.push_back(slot); }
  };
  for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
    const auto& s = program.statements[number];
    switch (s.kind) {
      case Statement::Kind::Assign: add_field(s.a); return;
      case Statement::Kind::Run: add(program, s.a, effects); return;
      case Statement::Kind::Drop: effects.drops.push_back(s.a); [[fallthrough]];
      case Statement::Kind::Hold: effects.creates.push_back(s.a); return;
      case Statement::Kind::RunNamed:
        for (const auto slot : program.fields) {
          if (program.slots[slot].name == "kind") { add_field(slot); }
        }
        return;
      default: return;
    }
  });
}

}  // namespace

RuleEffects effects_of(const Program& program, RuleId rule) {
  RuleEffects out;
  add(program, rule, out);
  return out;
}

std::vector<ExpressionId> values_given(const Program& program, const RuleEffects& effects, SlotId field) {
  std::vector<ExpressionId> out;
  for (const auto rule : effects.participants) {
    for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      if (s.kind == Statement::Kind::Assign && s.a == field) { out.push_back(s.b); }
    });
  }
  return out;
}

}  // namespace spoils::program
