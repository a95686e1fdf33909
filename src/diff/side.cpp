#include "diff/side.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/walk.h"

namespace spoils::diff {

using program::Op;
using program::RuleId;
using program::Statement;
using program::ValueKind;

namespace {

bool is_looked_up(const program::Program& program, const program::Deeds& deeds, program::SlotId field) {
  bool only = true;
  bool any = false;
  for (const auto rule : deeds.works) {
    program::for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      if (s.kind != Statement::Kind::Assign || s.a != field) { return; }
      any = true;
      only = only && program.expressions[s.b].op == Op::Cell;
    });
  }
  return any && only;
}

}  // namespace

Side::Side(const Pack& pack, const program::Program& program, std::uint64_t ways)
    : pack_(pack), program_(program), patience_(program, deeds_, ways) {
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    deeds_.push_back(program::deeds_of(program, rule));
    auto& fields = fields_.emplace_back();
    for (const auto field : deeds_.back().fields) {
      const auto& slot = program.slots[field];
      if (is_looked_up(program, deeds_.back(), field)) { continue; }
      const bool is_list = slot.type.kind == ValueKind::List || slot.type.kind == ValueKind::Set;
      fields.push_back(is_list ? fmt::format("count({})", slot.name) : slot.name);
    }
    auto& makes = makes_.emplace_back();
    for (const auto made : deeds_.back().makes) {
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
