// book/listing.cpp
//
// Lists the things of a rule whose roll depends on nothing. All rules that it reaches are searched for draws and for
// reads of inputs and states. Tests: tests/book/measures_test.cpp.
#include "book/listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "book/wording.h"
#include "program/facts/call_graph.h"
#include "program/walk.h"
#include "spoils/roll.h"

namespace spoils::book {

namespace {

using program::Program;
using program::RuleId;
using program::Slot;

bool depends_on_nothing(const Program& program, RuleId rule) {
  for (const auto each : program::rules_reached(program, {rule}, program::Follow::AllThings)) {
    for (const auto slot : program.rules[each].reads) {
      const auto kind = program.slots[slot].kind;
      if (kind == Slot::Kind::Input || kind == Slot::Kind::State) { return false; }
    }
    for (const auto id : program::expressions_of(program, each)) {
      if (program.expressions[id].draws) { return false; }
    }
  }
  return true;
}

std::string text_of(const Program& program, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Unset: return {};
    case Value::Kind::Integer: return fmt::format("{}", value.integer());
    case Value::Kind::Number:
      return value.denominator() == 1 ? fmt::format("{}", value.integer())
                                      : fmt::format("{}/{}", value.integer(), value.denominator());
    case Value::Kind::Flag: return value.flag() ? "true" : "false";
    case Value::Kind::Symbol:
    case Value::Kind::Text: return shown(program, std::string(value.text()));
    case Value::Kind::List: {
      std::string out;
      for (const auto& member : value.members()) { out += (out.empty() ? "" : ", ") + text_of(program, member); }
      return out;
    }
    case Value::Kind::Map: {
      std::string out;
      for (const auto& [key, amount] : value.entries()) {
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", text_of(program, key), amount);
      }
      return out;
    }
  }
  return {};
}

}  // namespace

std::optional<Listing> listing_of(const Pack& pack, const Program& program, RuleId rule) {
  const auto& parameters = pack.rules()[rule].parameters;
  const bool is_open = std::any_of(parameters.begin(), parameters.end(), [](const auto& one) { return !one.initial; });
  if (is_open || !depends_on_nothing(program, rule)) { return std::nullopt; }
  auto roller = Roller::make(pack, program.rules[rule].name, {});
  if (!roller) { return std::nullopt; }
  const auto things = roller->roll(0, 0);
  if (!things) { return std::nullopt; }
  std::vector<std::vector<Value>> values;
  std::vector<bool> is_set(pack.fields().size());
  for (const auto& thing : *things) {
    auto& row = values.emplace_back();
    bool has_any = false;
    for (std::size_t i = 0; i < is_set.size(); ++i) {
      row.push_back(thing.field(i));
      const bool is_here = row.back().kind() != Value::Kind::Unset;
      is_set[i] = is_set[i] || is_here;
      has_any = has_any || is_here;
    }
    if (!has_any) { values.pop_back(); }  // of the rule itself, which only drops others
  }
  if (values.size() < 2) { return std::nullopt; }
  Listing out;
  for (std::size_t i = 0; i < is_set.size(); ++i) {
    if (!is_set[i]) { continue; }
    out.head.push_back(pack.fields()[i].name);
    out.is_number.push_back(std::all_of(values.begin(), values.end(), [&](const auto& row) {
      const auto kind = row[i].kind();
      return kind == Value::Kind::Integer || kind == Value::Kind::Number || kind == Value::Kind::Unset;
    }));
  }
  for (const auto& row : values) {
    auto& cells = out.rows.emplace_back();
    for (std::size_t i = 0; i < is_set.size(); ++i) {
      if (is_set[i]) { cells.push_back(text_of(program, row[i])); }
    }
  }
  return out;
}

}  // namespace spoils::book
