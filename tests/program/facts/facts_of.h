// tests/program/facts/facts_of.h
//
// Small packs, and the slots and rules of their programs by name, as rows of tests have them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "program/program.h"

namespace spoils::facts_of {

/// Returns the number of a rule. Requires: there is one of that name.
inline program::RuleId rule(const program::Program& program, const std::string& name) {
  return *program.find_rule(name);
}

/// Returns the names of slots in alphabetical order, each once, with a blank between them. Slots without a name (the
/// second words of numbers, what the engine keeps for itself) are left out.
inline std::string names(const program::Program& program, const std::vector<program::SlotId>& slots) {
  std::vector<std::string> found;
  for (const auto slot : slots) {
    if (slot < program.slots.size() && slot != program.shown) { found.push_back(program.slots[slot].name); }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::string out;
  for (const auto& name : found) {
    if (!name.empty()) { out += (out.empty() ? "" : " ") + name; }
  }
  return out;
}

/// Returns the names of rules in this order, with a blank between them.
inline std::string rule_names(const program::Program& program, const std::vector<program::RuleId>& rules) {
  std::string out;
  for (const auto rule : rules) { out += (out.empty() ? "" : " ") + program.rules[rule].name; }
  return out;
}

}  // namespace spoils::facts_of
