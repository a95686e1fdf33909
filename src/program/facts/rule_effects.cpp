// program/facts/rule_effects.cpp
//
// Effects by a memoised depth-first search over statements, blocks and rules; definite assignment by a search over the
// statements of rules, into blocks that are certain to run; summaries by a walk over what a rule runs, each rule once.
#include "program/facts/rule_effects.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "program/facts/call_graph.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::program {

namespace {

// Adds all but the slots of another effect.
void add_flags(Effect& into, const Effect& other) {
  into.stops = into.stops || other.stops;
  into.discards = into.discards || other.discards;
  into.makes = into.makes || other.makes;
  into.drops = into.drops || other.drops;
  into.holds = into.holds || other.holds;
  into.may_fail = into.may_fail || other.may_fail;
  into.may_not_end = into.may_not_end || other.may_not_end;
}

// Adds slots to a list, which is a set but for members that come several times; now and then these are taken out.
void add(std::vector<SlotId>& into, const std::vector<SlotId>& more) {
  constexpr std::size_t kMostListed = 4 * kMaxSlots;
  into.insert(into.end(), more.begin(), more.end());
  if (into.size() < kMostListed) { return; }
  std::sort(into.begin(), into.end());
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

}  // namespace

RuleEffects::RuleEffects(const Program& program)
    : program_(program),
      statements_(program.statements.size()),
      blocks_(program.blocks.size()),
      sets_field_(program.rules.size()) {}

void RuleEffects::write(std::vector<SlotId>& into, SlotId slot) const {
  for_each_word_of(program_, slot, [&](SlotId word) { into.push_back(word); });
}

const Effect& RuleEffects::of_block(BlockId block) {
  auto& known = blocks_[block];
  if (known.is_done) { return known.effect; }
  known.is_done = true;
  std::vector<SlotId> slots;
  for (const auto number : statements_of(program_, block)) {
    const auto& inner = of_statement(number);
    add_flags(known.effect, inner);
    add(slots, writes(inner));
  }
  known.effect.writes = sets_.of(std::move(slots));
  return known.effect;
}

// Adds what a call does to the caller and its thing.
void RuleEffects::call(RuleId rule, CallKind kind, Effect& into, std::vector<SlotId>& slots) {
  auto inner = of_rule(rule);
  inner.stops = false;  // it stops itself only
  if (kind == CallKind::Run) {
    add(slots, writes(inner));
    for (const auto& parameter : program_.rules[rule].parameters) { write(slots, parameter.slot); }
    slots.push_back(program_.shown);
  } else {
    inner.discards = false;  // the other thing, whose fields are others, too
    inner.makes = true;
    inner.drops = inner.drops || kind == CallKind::Drop;
    inner.holds = kind == CallKind::Hold;  // what a dropped thing holds is not inside this one
    const auto& fields = program_.rules[rule].fields;
    std::set_difference(writes(inner).begin(), writes(inner).end(), fields.begin(), fields.end(),
                        std::back_inserter(slots));
  }
  add_flags(into, inner);
}

const Effect& RuleEffects::of_dispatch(std::uint32_t dispatch) {
  const auto [known, is_new] = dispatches_.try_emplace(dispatch);
  if (!is_new) { return known->second; }
  std::vector<SlotId> slots;
  for (const auto& [symbol, rule] : program_.dispatches[dispatch].rules) {
    call(rule, CallKind::Run, known->second, slots);
  }
  known->second.writes = sets_.of(std::move(slots));
  return known->second;
}

const Effect& RuleEffects::of_statement(std::uint32_t number) {
  auto& known = statements_[number];
  if (known.is_done) { return known.effect; }
  known.is_done = true;
  auto& out = known.effect;
  const auto& s = program_.statements[number];
  using Kind = Statement::Kind;
  std::vector<SlotId> slots;
  for_each_block(s, [&](BlockId block) {
    const auto& inner = of_block(block);
    add_flags(out, inner);
    add(slots, writes(inner));
  });
  if (s.kind == Kind::Assign || s.kind == Kind::ForEach || s.kind == Kind::ForRange) { write(slots, s.a); }
  out.may_fail = out.may_fail || std::binary_search(program_.may_fail.begin(), program_.may_fail.end(), number);
  if (s.kind == Kind::Stop) { out.stops = true; }
  if (s.kind == Kind::Discard) { out.discards = true; }
  if (s.kind == Kind::Retry && s.a == kNone) { out.may_not_end = true; }
  if (s.kind == Kind::RunNamed) {
    const auto& named = of_dispatch(s.b);
    add_flags(out, named);
    add(slots, writes(named));
  } else {
    for_each_call(program_, s, [&](RuleId rule, CallKind kind) { call(rule, kind, out, slots); });
  }
  out.writes = sets_.of(std::move(slots));
  return out;
}

// An assignment sets its field for certain if it is at the top level or in a loop with a turn, or another is in the
// other branch, if no statement before it may stop the rule, and if no statement of the rules that are reached from the
// thing's rule may unset the field again. Rules that it never reaches do not matter: of a pack with many, one that
// unsets `kind` would make every thing's fields matter.
bool RuleEffects::surely_sets_field(RuleId rule) {
  auto& known = sets_field_[rule];
  if (known) { return *known; }
  Unsettling may_be_unset(program_.slots.size());
  for (const auto reached : rules_reached(program_, {rule}, Follow::AllThings)) {
    for_each_statement(program_, program_.rules[reached].body, [&](std::uint32_t number) {
      const auto& s = program_.statements[number];
      if (s.kind == Statement::Kind::Assign && is_field(s.a) && program_.expressions[s.b].may_be_unset) {
        may_be_unset[s.a] = true;
      }
    });
    for (const auto& parameter : program_.rules[reached].parameters) {
      if (parameter.is_field) { may_be_unset[parameter.slot] = true; }
    }
  }
  std::map<RuleId, bool> decided;
  known = decide(rule, may_be_unset, decided);
  return *known;
}

bool RuleEffects::decide(RuleId rule, const Unsettling& may_be_unset, std::map<RuleId, bool>& decided) {
  const auto found = decided.find(rule);
  if (found != decided.end()) { return found->second; }
  const bool sets = decide_block(program_.rules[rule].body, may_be_unset, decided);
  decided.emplace(rule, sets);
  return sets;
}

bool RuleEffects::decide_block(BlockId block, const Unsettling& may_be_unset, std::map<RuleId, bool>& decided) {
  const auto sets = [&](BlockId inner) { return inner != kNone && decide_block(inner, may_be_unset, decided); };
  for (const auto number : statements_of(program_, block)) {
    const auto& s = program_.statements[number];
    if (of_statement(number).stops) { return false; }
    bool is_set = false;
    switch (s.kind) {
      case Statement::Kind::Run: is_set = decide(s.a, may_be_unset, decided); break;
      case Statement::Kind::Assign: is_set = is_field(s.a) && !may_be_unset[s.a]; break;
      case Statement::Kind::If: is_set = sets(s.b) && sets(s.c); break;
      case Statement::Kind::Try: is_set = sets(s.c) && sets(s.a); break;
      case Statement::Kind::Repeat: is_set = s.b == kNone && least_of(s.a) > 0 && sets(s.c); break;
      case Statement::Kind::ForRange: is_set = is_some_range(s.b, s.value) && sets(s.c); break;
      case Statement::Kind::Retry: is_set = sets(s.c); break;  // there is one try at least
      case Statement::Kind::WithInput: is_set = sets(s.c); break;
      case Statement::Kind::WithStream: is_set = sets(s.b); break;
      default: break;
    }
    if (is_set) { return true; }
  }
  return false;
}

// A number that the expression never falls below, or 0: of constants, and of draws between them.
Word RuleEffects::least_of(ExpressionId id) const {
  const auto& e = program_.expressions[id];
  const auto constant = [&](ExpressionId part) {
    return program_.expressions[part].op == Op::Constant ? program_.expressions[part].value : 0;
  };
  if (e.op == Op::Constant) { return e.value == kUnset ? 0 : e.value; }
  if (e.op == Op::PickRange) { return constant(e.a); }
  if (e.op == Op::Dice) { return constant(e.b) > 0 ? constant(e.a) : 0; }
  return 0;
}

bool RuleEffects::is_some_range(ExpressionId first, ExpressionId last) const {
  const auto& from = program_.expressions[first];
  const auto& to = program_.expressions[last];
  return from.op == Op::Constant && to.op == Op::Constant && from.value != kUnset && from.value <= to.value;
}

bool RuleEffects::is_field(SlotId slot) const {
  return program_.slots[slot].kind == Slot::Kind::Field && slot != program_.shown;
}

namespace {

void add_rule(const Program& program, RuleId rule, RuleSummary& summary) {
  if (!summary.participants.insert(rule).second) { return; }
  const auto add_field = [&](SlotId slot) {
    const bool is_field = std::find(program.fields.begin(), program.fields.end(), slot) != program.fields.end();
    const bool is_new = std::find(summary.fields.begin(), summary.fields.end(), slot) == summary.fields.end();
    if (is_field && is_new) { summary.fields.push_back(slot); }
  };
  for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
    const auto& s = program.statements[number];
    switch (s.kind) {
      case Statement::Kind::Assign: add_field(s.a); return;
      case Statement::Kind::Run: add_rule(program, s.a, summary); return;
      case Statement::Kind::Drop: summary.drops.push_back(s.a); [[fallthrough]];
      case Statement::Kind::Hold: summary.creates.push_back(s.a); return;
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

RuleSummary summary_of(const Program& program, RuleId rule) {
  RuleSummary out;
  add_rule(program, rule, out);
  return out;
}

std::vector<SlotId> fields_given_otherwise(const Program& program, RuleEffects& effects, const RuleSummary& summary) {
  std::set<SlotId> given;
  for (const auto rule : summary.participants) {
    for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      if (s.kind == Statement::Kind::RunNamed) {
        const auto& writes = effects.writes(effects.of_dispatch(s.b));
        given.insert(writes.begin(), writes.end());
      }
      if (s.kind != Statement::Kind::Run) { return; }
      for (const auto& parameter : program.rules[s.a].parameters) { given.insert(parameter.slot); }
    });
  }
  std::vector<SlotId> out;
  for (const auto slot : program.fields) {
    if (given.count(slot) > 0) { out.push_back(slot); }
  }
  return out;
}

std::vector<ExpressionId> values_given(const Program& program, const RuleSummary& summary, SlotId field) {
  std::vector<ExpressionId> out;
  for (const auto rule : summary.participants) {
    for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      if (s.kind == Statement::Kind::Assign && s.a == field) { out.push_back(s.b); }
    });
  }
  return out;
}

}  // namespace spoils::program
