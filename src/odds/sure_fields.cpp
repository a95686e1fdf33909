#include "odds/sure_fields.h"

#include <algorithm>

namespace spoils::odds {

using namespace program;

SureFields::SureFields(const Program& program)
    : program_(program), rules_(program.rules.size()), defs_(program.defs.size()) {}

bool SureFields::of(RuleId rule) {
  if (rules_[rule]) { return *rules_[rule]; }
  const auto& body = program_.blocks[program_.rules[rule].body];
  bool is_sure = false;
  for (std::uint32_t i = 0; i < body.count && !is_sure; ++i) {
    const auto& s = program_.statements[program_.block_items[body.first + i]];
    if (s.kind == Statement::Kind::Run) { is_sure = of(s.a); }
    if (s.kind == Statement::Kind::Assign) { is_sure = is_field(s.a) && is_set(s.b); }
  }
  rules_[rule] = is_sure;
  return is_sure;
}

bool SureFields::is_field(SlotId slot) const {
  return program_.slots[slot].kind == Slot::Kind::Field && slot != program_.shown;
}

bool SureFields::is_set(ExpressionId id) {
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
