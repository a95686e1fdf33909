#include "check/link/settled.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "program/constant_values.h"
#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;
using text::Code;

namespace {

std::string_view word_of(Slot::Kind kind) {
  switch (kind) {
    case Slot::Kind::Input: return "an input";
    case Slot::Kind::State: return "a state";
    case Slot::Kind::Field: return "a field";
    case Slot::Kind::Scratch: return "a scratch value";
    case Slot::Kind::Local: return "a local value";
  }
  return {};
}

/// Returns the first node below a body, in the order of the source, for which something holds; kNone if there is none.
template <class Holds>
ExpressionId first_below(const Program& program, ExpressionId body, Holds&& holds) {
  auto found = kNone;
  for_each_below(program, body, [&](ExpressionId id) {
    if (!holds(program.expressions[id])) { return; }
    const auto& place = program.places[id];
    const bool is_first = found == kNone || place.source < program.places[found].source ||
                          (place.source == program.places[found].source && place.begin < program.places[found].begin);
    if (is_first) { found = id; }
  });
  return found;
}

/// Reports the first node below a body that reads one of some slots, which are not empty.
void report_read(const Program& program, ExpressionId body, const std::vector<SlotId>& read, std::string_view what,
                 Span place, std::string_view name, bool is_rule, text::Report& report) {
  const auto reads = first_below(program, body, [&](const Expression& e) {
    const auto slot = slot_read_by(e);
    return slot != kNone && std::find(read.begin(), read.end(), slot) != read.end();
  });
  const auto& slot = program.slots[slot_read_by(program.expressions[reads])];
  auto finding = report.add_once(fmt::format("{} {}", name, reads), Code::ConstantReads, program.places[reads], what,
                                 slot.name, word_of(slot.kind));
  finding.label(place, is_rule ? "this rule" : "this def");
  if (is_rule && slot.kind == Slot::Kind::Input) {
    finding.help(
        fmt::format("set it around what reads it: `with {} = ... {{ }}`; or give it as an argument", slot.name));
  } else {
    finding.help(fmt::format("give it as an argument: `{}({})`", name, slot.name));
  }
}

/// Walks the statements that a world rule runs, each with the inputs that `with` sets around it.
class WorldRules {
 public:
  WorldRules(const Program& program, ExpressionFacts& facts, text::Report& report)
      : program_(program), facts_(facts), report_(report) {}

  bool check(RuleId rule) {
    rule_ = rule;
    is_sound_ = true;
    seen_.clear();
    block(program_.rules[rule].body, {});
    return is_sound_;
  }

 private:
  using Inputs = std::set<SlotId>;

  void block(BlockId id, const Inputs& given) {
    for (const auto number : statements_of(program_, id)) { statement(number, given); }
  }

  void statement(std::uint32_t number, const Inputs& given) {
    using Kind = Statement::Kind;
    const auto& s = program_.statements[number];
    const bool sets_state = s.kind == Kind::Assign && program_.slots[s.a].kind == Slot::Kind::State;
    if (s.kind == Kind::Drop || s.kind == Kind::Hold) { return refuse(number, "make things"); }
    if (s.kind == Kind::Discard) { return refuse(number, "discard its thing"); }
    if (s.kind == Kind::WithStream) { return refuse(number, "draw from another stream"); }
    if (sets_state) { return refuse(number, "set a state"); }
    for_each_expression(program_, s, [&](ExpressionId id) { expression(id, given); });
    auto inner = given;
    if (s.kind == Kind::WithInput) { inner.insert(s.a); }
    for_each_block(s, [&](BlockId below) { block(below, inner); });
    for_each_call(program_, s, [&](RuleId rule, CallKind) {
      if (!seen_.insert({rule, given}).second) { return; }
      for (const auto& parameter : program_.rules[rule].parameters) {
        if (s.kind == Kind::RunNamed && parameter.initial != kNone) { expression(parameter.initial, given); }
      }
      block(program_.rules[rule].body, given);
    });
  }

  void expression(ExpressionId id, const Inputs& given) {
    std::vector<SlotId> read;
    for (const auto slot : facts_.reads_of({id})) {
      const auto kind = program_.slots[slot].kind;
      const bool is_outside = kind == Slot::Kind::State || (kind == Slot::Kind::Input && given.count(slot) == 0);
      if (is_outside) { read.push_back(slot); }
    }
    if (read.empty()) { return; }
    const auto& rule = program_.rules[rule_];
    report_read(program_, id, read, "a world rule", rule.place, rule.name, true, report_);
    is_sound_ = false;
  }

  void refuse(std::uint32_t number, std::string_view what) {
    const auto& rule = program_.rules[rule_];
    report_
        .add_once(fmt::format("{} {}", rule.name, number), Code::WorldRuleActs, program_.statement_places[number], what)
        .label(rule.place, "this rule")
        .note("what it does is settled once for a world, and later only repeated: it sets fields");
    is_sound_ = false;
  }

  const Program& program_;
  ExpressionFacts& facts_;
  text::Report& report_;
  RuleId rule_ = 0;
  bool is_sound_ = true;
  std::set<std::pair<RuleId, Inputs>> seen_;
};

}  // namespace

bool check_defs(Program& program, ExpressionFacts& facts, text::Report& report) {
  bool any = false;
  bool sound = true;
  for (const auto& def : program.defs) {
    if (!def.is_constant && !def.is_world) { continue; }
    any = any || def.is_constant;
    if (def.is_constant && facts.of(def.body).draws) {
      const auto drawn = first_below(program, def.body, [](const Expression& e) { return draws_itself(e.op); });
      report.add(Code::DisplayDraws, program.places[drawn], "a constant def").label(def.place, "this def");
      sound = false;
      continue;
    }
    auto read = slots_read(program, {def.body});
    read.erase(std::remove_if(read.begin(), read.end(),
                              [&](SlotId slot) {
                                return std::find(def.parameters.begin(), def.parameters.end(), slot) !=
                                       def.parameters.end();
                              }),
               read.end());
    if (read.empty()) { continue; }
    report_read(program, def.body, read, def.is_world ? "a world def" : "a constant def", def.place, def.name, false,
                report);
    sound = false;
  }
  for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
    const auto op = program.expressions[id].op;
    if (!tells_of_outcomes(op)) { continue; }
    const auto settled = first_below(program, id, [](const Expression& e) { return e.op == Op::WorldDef; });
    if (settled == kNone) { continue; }
    const std::string_view name = op == Op::Least ? "least" : op == Op::Greatest ? "greatest" : "average";
    report.add_once(fmt::format("outcomes {}", settled), Code::OutcomesOfWorld, program.places[settled], name)
        .label(program.places[id], "in these outcomes");
    sound = false;
  }
  if (any && sound) { program.constants = std::make_shared<ConstantValues>(); }
  return sound;
}

bool check_world_rules(const Program& program, ExpressionFacts& facts, text::Report& report) {
  WorldRules rules(program, facts, report);
  bool sound = true;
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    if (is_world_rule(program, rule)) { sound = rules.check(rule) && sound; }
  }
  return sound;
}

}  // namespace spoils::check
