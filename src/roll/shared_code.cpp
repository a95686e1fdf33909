// roll/shared_code.cpp
//
// Builds what all rollers of a program share.
#include "roll/shared_code.h"

#include <algorithm>
#include <map>

#include "roll/world_streams.h"

namespace spoils::roll {

using namespace program;

SharedCode::SharedCode(const Program& program)
    : program_(program),
      expressions_(program.expressions),
      layouts_(program.rules.size()),
      constants_(constant_tables(program)),
      world_names_(names_of_world_streams(program)),
      bytecode_(program, expressions_, constants_, slots()) {
  for (const auto& slot : program.slots) {
    slot_traits_.push_back(static_cast<std::uint8_t>((slot.type.kind == ValueKind::Number ? kWide : 0) |
                                                     (slot.kind == Slot::Kind::State ? kState : 0)));
  }
  for (std::uint32_t i = 0; i < program.hoisted.size(); ++i) {
    auto& e = expressions_[program.hoisted[i].expression];
    e.op = Op::Hoisted;
    e.a = i;
  }
  for (const auto slot : program.inputs) {
    inputs_.add(slot);
    if ((slot_traits_[slot] & kWide) != 0) { inputs_.add(slot + 1); }
  }
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) { make_layout(rule); }
  std::map<std::uint32_t, std::uint32_t> place_of_name;
  for (const auto& use : program.streams) {
    const auto next = static_cast<std::uint32_t>(place_of_name.size());
    stream_numbers_.push_back(place_of_name.try_emplace(use.name, next).first->second);
  }
  streams_ = place_of_name.size();
  for (const auto& choice : program.choices) {
    first_conditions_.push_back(first_conditions_.back() + Bytecode::kKinds + choice.steps.size());
  }
}

void SlotRanges::add(SlotId slot) {
  ++words;
  if (!ranges.empty() && ranges.back().first + ranges.back().count == slot) {
    ++ranges.back().count;
  } else {
    ranges.push_back({slot, 1});
  }
}

const Dependencies* SharedCode::dependencies(RuleId rule) {
  const LockGuard<Mutex> lock(mutex_);
  const auto [known, is_new] = dependencies_.try_emplace(rule);
  if (is_new) { known->second = dependencies_of(program_, rule); }
  return known->second ? &*known->second : nullptr;
}

void SharedCode::make_layout(RuleId rule) {
  auto& out = layouts_[rule];
  out.all = inputs_;
  for (const auto slot : program_.rules[rule].fields) {
    out.all.add(slot);
    out.fields.add(slot);
    const auto& known = program_.slots[slot];
    // The second word of a number has no type, and says nothing by itself.
    const bool is_visible =
        known.kind == Slot::Kind::Field && known.type.kind != ValueKind::Unknown && slot != program_.shown;
    if (is_visible) { out.visible.push_back(slot); }
    if (lies_in_heap(known.type.kind)) {
      out.in_heap.push_back({static_cast<std::uint32_t>(out.fields.words - 1), known.type});
    }
  }
  const auto& parameters = program_.rules[rule].parameters;
  out.has_given_fields =
      std::any_of(parameters.begin(), parameters.end(), [](const auto& parameter) { return parameter.is_field; });
}

}  // namespace spoils::roll
