// book/scope.cpp
//
// Turns the slots of a slice into the values that a book names.
#include "book/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace spoils::book {

using program::RuleId;
using program::Slot;
using program::SlotId;

namespace {

const InputInfo* find(const std::vector<InputInfo>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const InputInfo& input) { return input.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// Whether there is but one value, so that nothing can depend on it.
bool is_constant(const InputInfo& input) {
  return (input.first && input.last && *input.first == *input.last) || input.choices.size() == 1;
}

void add_value(std::vector<std::string>& to, const InputInfo* input) {
  if (input == nullptr || is_constant(*input)) { return; }
  to.push_back(fmt::format("{} = {}", input->name, input->initial.value_or("none")));
}

}  // namespace

void Scopes::set_columns(std::size_t input, const std::vector<std::string>& values) {
  along_ = input;
  const auto& info = pack_.inputs()[input];
  const auto all = static_cast<std::uint64_t>(*info.last) - static_cast<std::uint64_t>(*info.first);
  has_all_ = std::set<std::string>(values.begin(), values.end()).size() > all;
}

void Scopes::add(Scope& scope, SlotId slot) const {
  if (slot >= program_.slots.size()) { return; }
  const auto& found = program_.slots[slot];
  if (found.kind == Slot::Kind::State) { add_value(scope.states, find(pack_.states(), found.name)); }
  if (found.kind != Slot::Kind::Input) { return; }
  if (along_ && found.name == pack_.inputs()[*along_].name) {
    scope.some_depths = !has_all_;
  } else {
    add_value(scope.values, find(pack_.inputs(), found.name));
  }
}

Scope Scopes::of_slots(const std::vector<SlotId>& slots) const {
  Scope out;
  for (const auto slot : slots) { add(out, slot); }
  return out;
}

Scope Scopes::of_rule(RuleId rule, const std::vector<SlotId>& slots, const Values& values,
                      program::InputSlice::Of what) {
  const auto read = slice_.of(rule, slots, what);
  auto out = of_slots(read);
  const auto& parameters = program_.rules[rule].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& info = pack_.rules()[rule].parameters[i];
    const bool is_given =
        std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.first == info.name; });
    // The heading of the section names the values that are given.
    if (is_given || !std::binary_search(read.begin(), read.end(), parameters[i].slot)) { continue; }
    add_value(out.values, &info);
  }
  return out;
}

}  // namespace spoils::book
