#include "explain/dependent_fields.h"

#include <algorithm>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::explain {

using namespace program;

DependentFields::DependentFields(const Program& program) : program_(program), effects_(program) {
  const auto size = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  defs_ = size(program.expressions);
  rows_ = defs_ + size(program.defs);
  cells_ = rows_ + size(program.tables);
  statements_ = cells_ + size(program.tables);
  defaults_ = statements_ + size(program.statements);
  nodes_ = defaults_ + size(program.rules);
  users_.resize(nodes_);
  readers_.resize(program.slots.size());
  struct Parts {
    DependentFields& of;
    ExpressionId user;
    void use(std::uint32_t node) { of.users_[node].push_back(user); }
    void operand(ExpressionId id) { use(id); }
    void body(std::uint32_t def) { use(of.defs_ + def); }
    void rows(std::uint32_t table) { use(of.rows_ + table); }
    void outcomes(std::uint32_t table) { use(of.rows_ + table); }
    void column(std::uint32_t table, std::uint32_t) { use(of.cells_ + table); }
    void grid(std::uint32_t grid) {
      for (const auto table : tables_of(of.program_.grids[grid])) { rows(table); }
    }
  };
  for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
    const auto& e = program.expressions[id];
    for_each_part(program, e, Parts{*this, id});
    if (const auto slot = slot_read_by(e); slot != kNone) { readers_[slot].push_back(id); }
  }
  for (std::uint32_t def = 0; def < program.defs.size(); ++def) {
    if (program.defs[def].body != kNone) { users_[program.defs[def].body].push_back(defs_ + def); }
  }
  for (std::uint32_t table = 0; table < program.tables.size(); ++table) {
    for (const auto& row : program.tables[table].rows) {
      for_each_part_of_row(row, [&](ExpressionId id) { users_[id].push_back(rows_ + table); });
    }
    for (const auto id : program.tables[table].cells) {
      if (id != kNone) { users_[id].push_back(cells_ + table); }
    }
  }
  for (std::uint32_t number = 0; number < program.statements.size(); ++number) {
    for_each_expression(program, program.statements[number],
                        [&](ExpressionId id) { users_[id].push_back(statements_ + number); });
  }
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    for (const auto& parameter : program.rules[rule].parameters) {
      if (parameter.initial != kNone) { users_[parameter.initial].push_back(defaults_ + rule); }
    }
  }
}

// Finds the statements that run, for the thing itself and for others.
void DependentFields::begin(const Roots& roots) {
  roots_ = roots;
  has_begun_ = true;
  rule_of_.assign(program_.statements.size(), 0);
  for (auto& runs : runs_) { runs.assign(program_.statements.size() + program_.rules.size(), false); }
  add_rule(roots.first, Own);
  for (const auto rule : roots.second) { add_rule(rule, Own); }
}

void DependentFields::add_rule(RuleId rule, Thing thing) {
  std::vector<std::pair<RuleId, Thing>> todo{{rule, thing}};
  while (!todo.empty()) {
    const auto [next, its] = todo.back();
    todo.pop_back();
    if (runs_[its][program_.statements.size() + next]) { continue; }
    runs_[its][program_.statements.size() + next] = true;
    for_each_statement(program_, program_.rules[next].body, [&, rule = next, runner = its](std::uint32_t number) {
      runs_[runner][number] = true;
      rule_of_[number] = rule;
      for_each_call(program_, program_.statements[number], [&](RuleId called, CallKind kind) {
        todo.emplace_back(called, kind == CallKind::Run ? runner : Other);
      });
    });
  }
}

void DependentFields::reach(std::uint32_t node, Thing thing) {
  if (node >= statements_ && !runs_[thing][node - statements_]) { return; }
  if (is_reached_[thing][node]) {
    is_cyclic_ = is_cyclic_ || node == sliced_;
    return;
  }
  is_reached_[thing][node] = true;
  todo_.emplace_back(node, thing);
}

// All things share states, inputs and local slots; each has its own fields.
void DependentFields::reach_slot(SlotId slot, Thing thing) {
  const auto kind = program_.slots[slot].kind;
  const bool is_of_thing = kind == Slot::Kind::Field || kind == Slot::Kind::Scratch;
  for (const auto its : {Own, Other}) {
    if ((is_of_thing && its != thing) || is_slot_reached_[its][slot]) { continue; }
    is_slot_reached_[its][slot] = true;
    for (const auto reader : readers_[slot]) { reach(reader, its); }
  }
}

void DependentFields::reach_all(const Effect& effect, Thing thing) {
  for (const auto slot : effects_.writes(effect)) {
    if (slot < program_.slots.size()) { reach_slot(slot, thing); }
  }
}

void DependentFields::reach_parameters(RuleId rule, Thing thing) {
  for (const auto& parameter : program_.rules[rule].parameters) { reach_slot(parameter.slot, thing); }
}

void DependentFields::follow_statement(std::uint32_t number, Thing thing) {
  const auto& s = program_.statements[number];
  using Kind = Statement::Kind;
  switch (s.kind) {
    case Kind::Assign:
    case Kind::WithInput: reach_slot(s.a, thing); return;
    case Kind::Run: reach_parameters(s.a, thing); return;
    case Kind::Drop:
    case Kind::Hold: reach_parameters(s.a, Other); return;
    default: break;
  }
  const auto& effect = effects_.of_statement(number);
  reach_all(effect, thing);
  // Statements after it may not run.
  if (effect.leaves()) { reach_all(effects_.of_rule(rule_of_[number]), thing); }
  if (!effect.discards || thing == Other) { return; }
  reach_all(effects_.of_rule(roots_.first), thing);
  for (const auto rule : roots_.second) { reach_all(effects_.of_rule(rule), thing); }
}

void DependentFields::follow(std::uint32_t node, Thing thing) {
  if (node >= defaults_) { return reach_parameters(node - defaults_, thing); }
  if (node >= statements_) { return follow_statement(node - statements_, thing); }
  for (const auto user : users_[node]) { reach(user, thing); }
}

// Marks all that depends on a draw, made for the rolled thing, or for any.
void DependentFields::slice(ExpressionId draw, bool is_of_any_thing) {
  for (auto& reached : is_reached_) { reached.assign(nodes_, false); }
  for (auto& reached : is_slot_reached_) { reached.assign(program_.slots.size(), false); }
  sliced_ = draw;
  is_cyclic_ = false;
  reach(draw, Own);
  if (is_of_any_thing) { reach(draw, Other); }
  while (!todo_.empty()) {
    const auto [node, thing] = todo_.back();
    todo_.pop_back();
    follow(node, thing);
  }
}

// Whether a node that depends on the draw may decide about more than values: about another draw, a step or a fault.
bool DependentFields::decides(std::uint32_t node) const {
  using Kind = Statement::Kind;
  if (node >= statements_) {
    if (node >= defaults_) { return false; }
    const auto number = node - statements_;
    const auto kind = program_.statements[number].kind;
    return (kind != Kind::Assign && kind != Kind::Run) ||
           std::binary_search(program_.may_fail.begin(), program_.may_fail.end(), number);
  }
  if (node >= defs_ || node == sliced_) { return false; }
  const auto& e = program_.expressions[node];
  if (!e.draws) { return false; }
  // An operand draws. These operators evaluate all of their operands, in the same order for all values.
  switch (e.op) {
    case Op::OrZero:
    case Op::Negate:
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
    case Op::FloorDivide:
    case Op::Modulo:
    case Op::Minimum:
    case Op::Maximum:
    case Op::Absolute:
    case Op::Floor:
    case Op::Ceil:
    case Op::Round: return false;
    case Op::Choose: return is_reached_[Own][e.a] || is_reached_[Other][e.a];
    default: return true;
  }
}

bool DependentFields::is_irrelevant(RuleId rule, ExpressionId draw, const Reads& reads) {
  const auto& drawn = program_.expressions[draw];
  // The choice of a row decides about the draws of its outcome, a distinct value about those that are drawn after it.
  bool is_alone = drawn.op != Op::PickDistinct && drawn.op != Op::WorldDef;
  for_each_operand(program_, drawn, [&](ExpressionId part) {
    is_alone = is_alone && (part == kNone || !program_.expressions[part].draws);
  });
  if (!is_alone) { return false; }
  const Roots roots(rule, {});
  if (!has_begun_ || roots_ != roots) { begin(roots); }
  slice(draw, true);
  if (is_cyclic_) { return false; }
  for (const auto thing : {Own, Other}) {
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (is_reached_[thing][node] && decides(node)) { return false; }
    }
    for (const auto slot : reads.slots) {
      if (is_slot_reached_[thing][slot]) { return false; }
    }
    for (const auto id : reads.expressions) {
      if (is_reached_[thing][id]) { return false; }
    }
  }
  return true;
}

const std::vector<SlotId>& DependentFields::of(RuleId rule, const std::vector<RuleId>& added, ExpressionId draw) {
  const Roots roots(rule, added);
  const auto [known, is_new] = known_.try_emplace({roots, draw});
  if (!is_new) { return known->second; }
  if (!has_begun_ || roots_ != roots) { begin(roots); }
  slice(draw, false);
  for (const auto slot : program_.fields) {
    if (is_slot_reached_[Own][slot]) { known->second.push_back(slot); }
  }
  return known->second;
}

}  // namespace spoils::explain
