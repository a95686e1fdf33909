// program/facts/input_slice.cpp
//
// The slice as a fixpoint: a statement belongs to it if it may write a slot of the slice, may end its rule or give up
// its thing, or makes things where these count. It then adds the slots that it reads. A statement around it has the
// same effects, and so brings its condition into the slice.
#include "program/facts/input_slice.h"

#include <algorithm>
#include <set>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::program {

const std::vector<SlotId>& InputSlice::reads_of(std::uint32_t statement) {
  const auto [known, is_new] = reads_.try_emplace(statement);
  if (is_new) {
    std::vector<ExpressionId> roots;
    for_each_expression(program_, program_.statements[statement], [&](ExpressionId id) { roots.push_back(id); });
    if (!roots.empty()) { known->second = slots_read(program_, roots); }
  }
  return known->second;
}

std::vector<SlotId> InputSlice::of(RuleId rule, const std::vector<SlotId>& slots, Of what) {
  std::vector<bool> needed;
  bool is_changed = true;
  const auto need = [&](SlotId slot) {
    if (slot >= needed.size()) { needed.resize(slot + 1, false); }
    is_changed = is_changed || !needed[slot];
    needed[slot] = true;
  };
  const auto is_needed = [&](SlotId slot) { return slot < needed.size() && needed[slot]; };
  for (const auto slot : slots) { for_each_word_of(program_, slot, need); }
  // A thing without any field does not exist.
  std::set<RuleId> makers;
  const auto need_existence = [&](RuleId maker) {
    if (what != Of::Things || !makers.insert(maker).second || effects_.surely_sets_field(maker)) { return; }
    for (const auto slot : program_.rules[maker].fields) { need(slot); }
  };
  need_existence(rule);
  const auto concerns = [&](const Effect& effect) {
    if (effect.leaves() || (what == Of::Things && effect.makes)) { return true; }
    const auto& written = effects_.writes(effect);
    return std::any_of(written.begin(), written.end(), is_needed);
  };
  std::set<std::uint32_t> taken;
  std::vector<RuleId> rules{rule};
  std::set<RuleId> seen{rule};
  while (is_changed) {
    is_changed = false;
    for (std::size_t i = 0; i < rules.size(); ++i) {  // grows
      const auto& called = program_.rules[rules[i]];
      for (const auto& parameter : called.parameters) {
        if (!is_needed(parameter.slot) || parameter.initial == kNone) { continue; }
        for (const auto slot : slots_read(program_, {parameter.initial})) { need(slot); }
      }
      for_each_statement(program_, called.body, [&](std::uint32_t number) {
        if (taken.count(number) != 0 || !concerns(effects_.of_statement(number))) { return; }
        taken.insert(number);
        for (const auto slot : reads_of(number)) { need(slot); }
        for_each_call(program_, program_.statements[number], [&](RuleId other, CallKind kind) {
          if (kind != CallKind::Run) { need_existence(other); }
          if (!seen.insert(other).second) { return; }
          rules.push_back(other);
          is_changed = true;
        });
      });
    }
  }
  std::vector<SlotId> out;
  for (const auto slot : program_.inputs) {
    if (is_needed(slot)) { out.push_back(slot); }
  }
  for (const auto slot : program_.states) {
    if (is_needed(slot)) { out.push_back(slot); }
  }
  for (const auto& parameter : program_.rules[rule].parameters) {
    if (is_needed(parameter.slot)) { out.push_back(parameter.slot); }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace spoils::program
