#include "roll/dependencies.h"

#include <algorithm>
#include <set>

#include "program/walk.h"

namespace spoils::roll {

using namespace program;

namespace {

bool is_plain(ValueKind kind) { return kind == ValueKind::Int || kind == ValueKind::Symbol || kind == ValueKind::Flag; }

/// Collects what a rule asks and which state it changes, itself or by the rules that it runs.
struct Search {
  const Program& program;
  std::set<RuleId> rules;
  std::set<SlotId> writes;
  std::vector<ExpressionId> asks;

  void rule(RuleId id) {
    if (!rules.insert(id).second) { return; }
    for (const auto& parameter : program.rules[id].parameters) {
      if (parameter.initial != kNone) { asks.push_back(parameter.initial); }
    }
    for_each_statement(program, program.rules[id].body,
                       [&](std::uint32_t number) { statement(program.statements[number]); });
  }

 private:
  void statement(const Statement& s) {
    using Kind = Statement::Kind;
    for_each_expression(program, s, [&](ExpressionId id) { asks.push_back(id); });
    switch (s.kind) {
      case Kind::Assign:
        if (program.slots[s.a].kind == Slot::Kind::State) { writes.insert(s.a); }
        return;
      case Kind::Run: rule(s.a); return;
      case Kind::RunNamed:
        for (const auto& [symbol, named] : program.dispatches[s.b].rules) { rule(named); }
        return;
      default: return;
    }
  }
};

}  // namespace

std::optional<Dependencies> dependencies_of(const Program& program, RuleId rule) {
  Search search{program, {}, {}, {}};
  search.rule(rule);
  const auto& parameters = program.rules[rule].parameters;
  std::set<SlotId> reads;
  // One that is a field is part of the thing, whether or not anything is asked of it.
  for (const auto& parameter : parameters) {
    if (parameter.is_field) { reads.insert(parameter.slot); }
  }
  for (const auto slot : slots_read(program, search.asks)) {
    const auto kind = program.slots[slot].kind;
    const bool is_parameter = std::any_of(parameters.begin(), parameters.end(),
                                          [&](const auto& parameter) { return parameter.slot == slot; });
    if (kind == Slot::Kind::Input || kind == Slot::Kind::State || is_parameter) { reads.insert(slot); }
  }
  // State that is set on some ways only is on the others what it was.
  reads.insert(search.writes.begin(), search.writes.end());
  if (reads.size() > Dependencies::kMaxReads) { return std::nullopt; }
  Dependencies out;
  for (const auto slot : reads) {
    const auto& known = program.slots[slot];
    const bool is_text = known.type.kind == ValueKind::Text && known.kind != Slot::Kind::State;
    if (!is_text && !is_plain(known.type.kind)) { return std::nullopt; }
    (is_text ? out.texts : out.reads).push_back(slot);
  }
  out.writes.assign(search.writes.begin(), search.writes.end());
  return out;
}

}  // namespace spoils::roll
