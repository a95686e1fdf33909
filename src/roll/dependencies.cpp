// roll/dependencies.cpp
//
// A depth-first search over the rules that a rule runs; collects the inputs, states and parameters that their
// expressions read, and the states that they set.
#include "roll/dependencies.h"

#include <algorithm>
#include <set>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::roll {

using namespace program;

namespace {

bool is_plain(ValueKind kind) { return kind == ValueKind::Int || kind == ValueKind::Symbol || kind == ValueKind::Flag; }

}  // namespace

std::optional<Dependencies> dependencies_of(const Program& program, RuleId rule) {
  std::vector<std::uint8_t> is_read(program.slots.size() + 1);
  std::set<SlotId> writes;
  for (const auto each : rules_reached(program, {rule}, Follow::SameThing)) {
    for (const auto slot : program.rules[each].reads) { is_read[slot] = 1; }
    for_each_statement(program, program.rules[each].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      const bool is_state = s.kind == Statement::Kind::Assign && program.slots[s.a].kind == Slot::Kind::State;
      if (is_state) { writes.insert(s.a); }
    });
  }
  const auto& parameters = program.rules[rule].parameters;
  std::set<SlotId> reads;
  // One that is a field is part of the thing, whether or not anything is asked of it.
  for (const auto& parameter : parameters) {
    if (parameter.is_field) { reads.insert(parameter.slot); }
  }
  for (SlotId slot = 0; slot < program.slots.size(); ++slot) {
    if (is_read[slot] == 0) { continue; }
    const auto kind = program.slots[slot].kind;
    const bool is_parameter = std::any_of(parameters.begin(), parameters.end(),
                                          [&](const auto& parameter) { return parameter.slot == slot; });
    if (kind == Slot::Kind::Input || kind == Slot::Kind::State || is_parameter) { reads.insert(slot); }
  }
  // State that is set on some ways only is on the others what it was.
  reads.insert(writes.begin(), writes.end());
  if (reads.size() > Dependencies::kMaxReads) { return std::nullopt; }
  Dependencies out;
  for (const auto slot : reads) {
    const auto& known = program.slots[slot];
    const bool is_text = known.type.kind == ValueKind::Text && known.kind != Slot::Kind::State;
    if (!is_text && !is_plain(known.type.kind)) { return std::nullopt; }
    (is_text ? out.texts : out.reads).push_back(slot);
  }
  out.writes.assign(writes.begin(), writes.end());
  return out;
}

}  // namespace spoils::roll
