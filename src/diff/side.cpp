// diff/side.cpp
//
// Reads from the effects of rules (program/facts/rule_effects.h) which fields and things of a pack can be compared.
#include "diff/side.h"

#include <fmt/format.h>

#include <algorithm>

namespace spoils::diff {

using program::Op;
using program::RuleId;
using program::ValueKind;

namespace {

bool is_looked_up(const program::Program& program, const program::RuleSummary& effects, program::SlotId field) {
  const auto values = program::values_given(program, effects, field);
  return !values.empty() && std::all_of(values.begin(), values.end(), [&](program::ExpressionId id) {
    return program.expressions[id].op == Op::Cell;
  });
}

}  // namespace

Side::Side(const Pack& pack, const program::Program& program, const DiffOptions& options)
    : pack_(pack), program_(program), query_budget_(program, effects_, options.most_work, options.go_on) {
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    effects_.push_back(program::summary_of(program, rule));
    auto& fields = fields_.emplace_back();
    for (const auto field : effects_.back().fields) {
      const auto& slot = program.slots[field];
      if (is_looked_up(program, effects_.back(), field)) { continue; }
      fields.push_back(program::holds_words(slot.type.kind) ? fmt::format("count({})", slot.name) : slot.name);
    }
    auto& makes = makes_.emplace_back();
    for (const auto made : effects_.back().creates) {
      const auto& name = program.rules[made].name;
      if (std::find(makes.begin(), makes.end(), name) == makes.end()) { makes.push_back(name); }
    }
  }
}

Values Side::known(RuleId rule, const Values& values) const {
  Values out;
  const auto& parameters = pack_.rules()[rule].parameters;
  for (const auto& value : values) {
    const bool is_parameter = std::any_of(parameters.begin(), parameters.end(),
                                          [&](const InputInfo& known) { return known.name == value.first; });
    if (is_parameter || has_input(value.first)) { out.push_back(value); }
  }
  return out;
}

std::optional<std::string> Side::untold(RuleId rule, const Values& values) const {
  for (const auto& parameter : pack_.rules()[rule].parameters) {
    const bool is_told =
        std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.first == parameter.name; });
    if (!parameter.initial && !is_told) { return parameter.name; }
  }
  return std::nullopt;
}

bool Side::has_input(const std::string& name) const {
  const auto& inputs = pack_.inputs();
  return std::any_of(inputs.begin(), inputs.end(), [&](const InputInfo& input) { return input.name == name; });
}

}  // namespace spoils::diff
