// diff/side.cpp
//
// Reads from the effects of rules (program/facts/rule_effects.h) which fields and things of a pack can be compared.
#include "diff/side.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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

bool is_chosen(const DiffOptions& options, const std::string& rule) {
  const auto& chosen = options.rules;
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), rule) != chosen.end();
}

Side::Side(const Pack& pack, const program::Program& program, const DiffOptions& options)
    : pack_(pack),
      program_(program),
      query_budget_(program, effects_, options.most_work, options.go_on),
      slice_(program) {
  for (const auto& statement : program.statements) {
    if (statement.kind == program::Statement::Kind::WithInput) { inputs_set_.insert(statement.a); }
  }
  program::RuleEffects writes(program);
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    rules_.try_emplace(program.rules[rule].name, rule);
    effects_.push_back(program::summary_of(program, rule));
    const auto given = program::fields_given_otherwise(program, writes, effects_.back());
    auto& own = effects_.back().fields;
    for (const auto field : given) {
      if (std::find(own.begin(), own.end(), field) == own.end()) { own.push_back(field); }
    }
    auto& fields = fields_.emplace_back();
    auto& lists = lists_.emplace_back();
    auto& looked_up = looked_up_.emplace_back();
    for (const auto field : effects_.back().fields) {
      const auto& slot = program.slots[field];
      const bool is_given = std::find(given.begin(), given.end(), field) != given.end();
      if (!is_given && is_looked_up(program, effects_.back(), field)) {
        looked_up.push_back(slot.name);
        continue;
      }
      if (program::holds_words(slot.type.kind)) { lists.push_back(slot.name); }
      fields.push_back(program::holds_words(slot.type.kind) ? fmt::format("count({})", slot.name) : slot.name);
    }
    auto& makes = makes_.emplace_back();
    for (const auto made : effects_.back().creates) {
      const auto& name = program.rules[made].name;
      if (std::find(makes.begin(), makes.end(), name) == makes.end()) { makes.push_back(name); }
    }
    auto& changed = changed_states_.emplace_back();
    const auto& written = writes.writes(writes.of_rule(rule));
    for (const auto state : program.states) {
      const bool is_changed = std::binary_search(written.begin(), written.end(), state);
      if (is_changed) { changed.push_back(program.slots[state].name); }
    }
  }
}

std::set<std::string> Side::makes_at_any_depth(RuleId rule) const {
  std::set<std::string> out;
  std::vector<RuleId> todo{rule};
  while (!todo.empty()) {
    const auto next = todo.back();
    todo.pop_back();
    for (const auto made : effects_[next].creates) {
      if (out.insert(program_.rules[made].name).second) { todo.push_back(made); }
    }
  }
  return out;
}

std::vector<program::SlotId> Side::varied_fields(RuleId rule, RuleId maker) {
  const auto& changed = changed_states_[maker];
  std::vector<program::SlotId> out;
  for (const auto field : effects_[rule].fields) {
    const auto read = slice_.of(rule, {field});
    const bool varies = std::any_of(read.begin(), read.end(), [&](program::SlotId slot) {
      const auto& read_slot = program_.slots[slot];
      return read_slot.kind == program::Slot::Kind::Local || inputs_set_.count(slot) != 0 ||
             std::find(changed.begin(), changed.end(), read_slot.name) != changed.end();
    });
    if (varies) { out.push_back(field); }
  }
  return out;
}

std::vector<std::string> Side::columns_of_things(RuleId rule, program::SlotId field) const {
  const auto& slot = program_.slots[field];
  // Quoted, since an input may have the name of a rule.
  const auto made = fmt::format("x in things where x.made_by == '{}'", program_.rules[rule].name);
  switch (slot.type.kind) {
    case ValueKind::Symbol: return {"made_by", slot.name};
    case ValueKind::Int:
    case ValueKind::Number: return {fmt::format("sum({}: x.{})", made, slot.name)};
    case ValueKind::Flag: return {fmt::format("count({} and x.{})", made, slot.name)};
    case ValueKind::Text: return {};
    default: return {fmt::format("sum({}: count(x.{}))", made, slot.name)};
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

Values Side::known_states(const Values& values) const {
  Values out;
  std::copy_if(values.begin(), values.end(), std::back_inserter(out),
               [&](const auto& value) { return has_state(value.first); });
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

std::vector<std::pair<DiffKind, const InputInfo*>> Side::reads(RuleId rule, const std::vector<std::string>& by) {
  std::vector<program::SlotId> slots;
  bool is_known = true;
  for (const auto& column : by) {
    const auto before = slots.size();
    for (const auto field : effects_[rule].fields) {
      const auto& name = program_.slots[field].name;
      if (column == name || column == fmt::format("count({})", name)) { slots.push_back(field); }
    }
    std::copy_if(program_.states.begin(), program_.states.end(), std::back_inserter(slots),
                 [&](program::SlotId state) { return program_.slots[state].name == column; });
    is_known = is_known && slots.size() > before;
  }
  // A column may be any expression: then the question may read whatever there is.
  if (!is_known) {
    for (const auto* all : {&program_.fields, &program_.inputs, &program_.states}) {
      slots.insert(slots.end(), all->begin(), all->end());
    }
    for (const auto& parameter : program_.rules[rule].parameters) { slots.push_back(parameter.slot); }
  }
  const auto read =
      slice_.of(rule, slots, by.empty() ? program::InputSlice::Of::Things : program::InputSlice::Of::Slots);
  const auto is_read = [&](program::SlotId slot) { return std::binary_search(read.begin(), read.end(), slot); };
  std::vector<std::pair<DiffKind, const InputInfo*>> out;
  const auto add = [&](DiffKind kind, const std::vector<InputInfo>& all, program::SlotId slot) {
    for (const auto& info : all) {
      if (info.name == program_.slots[slot].name) { out.emplace_back(kind, &info); }
    }
  };
  for (const auto slot : program_.inputs) {
    if (is_read(slot)) { add(DiffKind::Input, pack_.inputs(), slot); }
  }
  const auto& parameters = program_.rules[rule].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (is_read(parameters[i].slot)) { out.emplace_back(DiffKind::Parameter, &pack_.rules()[rule].parameters[i]); }
  }
  for (const auto slot : program_.states) {
    if (is_read(slot)) { add(DiffKind::State, pack_.states(), slot); }
  }
  return out;
}

namespace {

bool has_name(const std::vector<InputInfo>& all, const std::string& name) {
  return std::any_of(all.begin(), all.end(), [&](const InputInfo& info) { return info.name == name; });
}

}  // namespace

bool Side::has_input(const std::string& name) const { return has_name(pack_.inputs(), name); }
bool Side::has_state(const std::string& name) const { return has_name(pack_.states(), name); }

}  // namespace spoils::diff
