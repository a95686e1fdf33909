// odds/definitely_assigned.cpp
//
// Definite assignment, as in a compiler, but for fields of things: a rule surely sets a field if an assignment on
// the top level of its body does, no statement before it may stop the rule, and no statement of the pack may unset
// the field again. A memoised search over the rules that run each other.
#include "odds/definitely_assigned.h"

#include <algorithm>
#include <functional>

namespace spoils::odds {

using namespace program;

namespace {

// A rule that is run may stop itself only.
bool may_stop(const Program& program, const Statement& s) {
  const auto in = [&](BlockId block) {
    if (block == kNone) { return false; }
    const auto* first = program.block_items.data() + program.blocks[block].first;
    return std::any_of(first, first + program.blocks[block].count,
                       [&](auto number) { return may_stop(program, program.statements[number]); });
  };
  using Kind = Statement::Kind;
  switch (s.kind) {
    case Kind::Stop: return true;
    case Kind::If: return in(s.b) || in(s.c);
    case Kind::WithStream: return in(s.b);
    case Kind::Repeat:
    case Kind::ForEach:
    case Kind::ForRange:
    case Kind::Retry:
    case Kind::WithInput: return in(s.c);
    default: return false;
  }
}

}  // namespace

DefinitelyAssigned::DefinitelyAssigned(const Program& program)
    : program_(program), rules_(program.rules.size()), defs_(program.defs.size()) {}

// A top-level assignment sets its field for certain if no statement before it may stop the rule, and if no statement of
// the pack, in this rule or in those around it, may unset the field again. All rules are decided at the first call.
bool DefinitelyAssigned::of(RuleId rule) {
  if (rules_[rule]) { return *rules_[rule]; }
  std::vector<bool> may_be_unset(program_.slots.size());
  for (const auto& s : program_.statements) {
    if (s.kind == Statement::Kind::Assign && is_field(s.a) && !is_set(s.b)) { may_be_unset[s.a] = true; }
  }
  for (const auto& each : program_.rules) {
    for (const auto& parameter : each.parameters) {
      if (parameter.is_field) { may_be_unset[parameter.slot] = true; }
    }
  }
  const std::function<bool(RuleId)> decide = [&](RuleId id) {
    if (rules_[id]) { return *rules_[id]; }
    const auto& body = program_.blocks[program_.rules[id].body];
    bool is_sure = false;
    for (std::uint32_t i = 0; i < body.count && !is_sure; ++i) {
      const auto& s = program_.statements[program_.block_items[body.first + i]];
      if (may_stop(program_, s)) { break; }
      if (s.kind == Statement::Kind::Run) { is_sure = decide(s.a); }
      if (s.kind == Statement::Kind::Assign) { is_sure = is_field(s.a) && is_set(s.b) && !may_be_unset[s.a]; }
    }
    rules_[id] = is_sure;
    return is_sure;
  };
  for (RuleId id = 0; id < program_.rules.size(); ++id) { decide(id); }
  return *rules_[rule];
}

bool DefinitelyAssigned::is_field(SlotId slot) const {
  return program_.slots[slot].kind == Slot::Kind::Field && slot != program_.shown;
}

bool DefinitelyAssigned::is_set(ExpressionId id) {
  const auto& e = program_.expressions[id];
  if (!e.may_be_unset) { return true; }
  switch (e.op) {
    case Op::Choose: return is_set(e.b) && is_set(e.c);
    case Op::Bind: return is_set(e.b);
    case Op::Invoke: {
      auto& known = defs_[static_cast<std::size_t>(e.value)];
      if (!known) { known = is_set(program_.defs[static_cast<std::size_t>(e.value)].body); }
      return *known;
    }
    case Op::PickTable:
      return std::all_of(program_.tables[e.a].rows.begin(), program_.tables[e.a].rows.end(), [this](const auto& row) {
        return is_set(row.outcome) && (row.otherwise == kNone || is_set(row.otherwise));
      });
    default: return false;
  }
}

}  // namespace spoils::odds
