#include "odds/liveness.h"

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

Liveness::Liveness(const Program& program)
    : program_(program),
      statements_(program.statements.size(), none()),
      blocks_(program.blocks.size(), none()),
      rules_(program.rules.size(), none()),
      statement_done_(program.statements.size(), 0),
      block_done_(program.blocks.size(), 0),
      rule_done_(program.rules.size(), 0) {
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) { use_rule(rule); }
}

void Liveness::read(SlotSet& into, ExpressionId id) const {
  if (id == kNone) { return; }
  for (const auto slot : slots_read(program_, {id})) {
    into.insert(slot);
    if (program_.slots[slot].type.kind == ValueKind::Number) { into.insert(slot + 1); }
  }
}

const SlotSet& Liveness::use_rule(RuleId rule) {
  auto& out = rules_[rule];
  if (rule_done_[rule] != 0) { return out; }
  rule_done_[rule] = 1;
  out |= use_block(program_.rules[rule].body);
  for (const auto& parameter : program_.rules[rule].parameters) {
    if (!parameter.is_field) { out.erase(parameter.slot); }
    if (parameter.initial != kNone) { read(out, parameter.initial); }
  }
  return out;
}

const SlotSet& Liveness::use_block(BlockId block) {
  auto& out = blocks_[block];
  if (block_done_[block] != 0) { return out; }
  block_done_[block] = 1;
  const auto& range = program_.blocks[block];
  SlotSet live = none();
  for (std::uint32_t i = range.count; i-- > 0;) {
    const auto number = program_.block_items[range.first + i];
    use_statement(number);
    live = before(number, live);
  }
  return out = live;
}

SlotSet Liveness::before(std::uint32_t number, const SlotSet& after) const {
  const auto& s = program_.statements[number];
  SlotSet live = after;
  if (s.kind == Statement::Kind::Assign) {
    live.erase(s.a);
    if (program_.slots[s.a].type.kind == ValueKind::Number) { live.erase(s.a + 1); }
  }
  live |= statements_[number];
  return live;
}

const SlotSet& Liveness::use_statement(std::uint32_t number) {
  auto& out = statements_[number];
  if (statement_done_[number] != 0) { return out; }
  statement_done_[number] = 1;
  const auto& s = program_.statements[number];
  SlotSet live = none();
  for_each_block(s, [&](BlockId block) { live |= use_block(block); });
  switch (s.kind) {
    case Statement::Kind::WithInput: live.erase(s.a); break;
    case Statement::Kind::ForEach:
    case Statement::Kind::ForRange: live.erase(s.a); break;
    case Statement::Kind::Run: live |= use_rule(s.a); break;
    case Statement::Kind::RunNamed:
      for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) { live |= use_rule(rule); }
      break;
    case Statement::Kind::Drop:
    case Statement::Kind::Hold: {
      // A thing begins without fields, so it reads none of the thing around it.
      live |= use_rule(s.a);
      for (const auto slot : program_.rules[s.a].fields) { live.erase(slot); }
      break;
    }
    default: break;
  }
  for_each_expression(program_, s, [&](ExpressionId id) { read(live, id); });
  if (s.kind == Statement::Kind::Run || s.kind == Statement::Kind::RunNamed) { live.insert(program_.shown); }
  return out = live;
}

}  // namespace spoils::odds
