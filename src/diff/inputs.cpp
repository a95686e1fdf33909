// diff/inputs.cpp
//
// Pairs the inputs, states and parameters of two packs by name.
#include "diff/inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace spoils::diff {

namespace {

// "set of symbols" for a state that is one; "" for others.
std::string collection_of(const Side& side, const InputInfo& info) {
  const auto& program = side.program();
  for (const auto slot : program.states) {
    const auto& known = program.slots[slot];
    if (known.name == info.name && program::holds_words(known.type.kind)) {
      return program::to_text(known.type).substr(std::string_view("a ").size());
    }
  }
  return {};
}

// An input, parameter or state as it is declared: "1..9 = 1".
std::string declared(const Side& side, const InputInfo& info, bool is_state) {
  std::string out;
  if (info.first && info.last) {
    out = fmt::format("{}..{}", *info.first, *info.last);
  } else if (!info.choices.empty()) {
    out = fmt::format("{{{}}}", fmt::join(info.choices, ", "));
  } else if (auto collection = is_state ? collection_of(side, info) : std::string(); !collection.empty()) {
    out = std::move(collection);
  } else {
    constexpr const char* kNames[] = {"integer", "number", "flag", "symbol", "text"};
    out = kNames[static_cast<std::size_t>(info.kind)];
  }
  return info.initial ? out + " = " + *info.initial : out;
}

// Whether a value is within the declared range or among the declared choices, as far as there are any.
bool takes(const InputInfo& info, const std::string& value) {
  if (value == "none") { return true; }  // whether it may be, the rule says
  if (info.first && info.last) {
    std::int64_t number = 0;
    const auto* const end = value.data() + value.size();
    const auto [rest, code] = std::from_chars(value.data() + (value.starts_with('+') ? 1 : 0), end, number);
    return code == std::errc() && rest == end && *info.first <= number && number <= *info.last;
  }
  if (info.choices.empty()) { return true; }
  auto word = value;
  std::replace_if(
      word.begin(), word.end(), [](char c) { return c == '-' || c == ' '; }, '_');
  return std::find(info.choices.begin(), info.choices.end(), word) != info.choices.end();
}

// All inputs, states and parameters of that name.
std::vector<const InputInfo*> infos_of(const Pack& pack, const std::string& name) {
  std::vector<const InputInfo*> out;
  const auto add = [&](const std::vector<InputInfo>& infos) {
    for (const auto& info : infos) {
      if (info.name == name) { out.push_back(&info); }
    }
  };
  add(pack.inputs());
  add(pack.states());
  for (const auto& rule : pack.rules()) { add(rule.parameters); }
  return out;
}

}  // namespace

std::optional<Error> find_wrong_setting(const Side& before, const Side& after, const DiffOptions& options) {
  for (const auto& rule : options.rules) {
    if (before.rule(rule) || after.rule(rule)) { continue; }
    return Error{Error::Kind::UnknownRule,
                 fmt::format("neither pack has a rule `{}`", rule),
                 "",
                 std::nullopt,
                 {{"rule", rule}}};
  }
  const auto is_known = [](const Side& side, const std::string& name) {
    const auto& rules = side.pack().rules();
    return side.can_sweep(name) || std::any_of(rules.begin(), rules.end(), [&](const RuleInfo& rule) {
             return std::any_of(rule.parameters.begin(), rule.parameters.end(),
                                [&](const InputInfo& parameter) { return parameter.name == name; });
           });
  };
  auto names = options.values;
  if (!options.sweep.input.empty()) { names.emplace_back(options.sweep.input, ""); }
  for (const auto& [name, value] : names) {
    if (is_known(before, name) || is_known(after, name)) { continue; }
    return Error{Error::Kind::UnknownInput,
                 fmt::format("neither pack has an input, parameter or state `{}`", name),
                 "",
                 std::nullopt,
                 {{"input", name}}};
  }
  // A value that one pack does not take is a difference; one that neither takes is a slip.
  for (const auto& [name, value] : options.values) {
    auto all = infos_of(after.pack(), name);
    const auto old_ones = infos_of(before.pack(), name);
    all.insert(all.end(), old_ones.begin(), old_ones.end());
    const auto is_taken =
        std::any_of(all.begin(), all.end(), [&given = value](const auto* info) { return takes(*info, given); });
    if (all.empty() || is_taken) { continue; }
    return Error{Error::Kind::BadValue,
                 fmt::format("neither pack takes `{}` for `{}`", value, name),
                 fmt::format("it is declared as {}", declared(after, *all.front(), false)),
                 std::nullopt,
                 {{"input", name}, {"value", value}}};
  }
  return std::nullopt;
}

void compare_inputs(const Side& before, const Side& after, const DiffOptions& options,
                    const std::set<std::string>& read, Difference& out) {
  const auto compare_all = [&](DiffKind kind, const std::vector<InputInfo>& old_ones,
                               const std::vector<InputInfo>& new_ones, const std::string& rule) {
    std::vector<std::pair<std::string, DiffInput>> all;
    const auto add = [&](const Side& of, const InputInfo& info, std::string DiffInput::*side) {
      auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == info.name; });
      if (found == all.end()) {
        all.push_back({info.name, {kind, rule.empty() ? info.name : fmt::format("{}({})", rule, info.name), "", ""}});
        found = std::prev(all.end());
      }
      found->second.*side = declared(of, info, kind == DiffKind::State);
    };
    for (const auto& info : old_ones) { add(before, info, &DiffInput::before); }
    for (const auto& info : new_ones) { add(after, info, &DiffInput::after); }
    for (auto& [name, input] : all) {
      const bool is_wanted = options.rules.empty() || kind == DiffKind::Parameter || read.count(name) != 0;
      if (input.before != input.after && is_wanted) { out.inputs.push_back(std::move(input)); }
    }
  };
  compare_all(DiffKind::Input, before.pack().inputs(), after.pack().inputs(), "");
  compare_all(DiffKind::State, before.pack().states(), after.pack().states(), "");
  for (const auto& rule : after.pack().rules()) {
    const auto old_rule = before.rule(rule.name);
    if (!old_rule || !is_chosen(options, rule.name)) { continue; }
    compare_all(DiffKind::Parameter, before.pack().rules()[*old_rule].parameters, rule.parameters, rule.name);
  }
}

double budget_of_fields(const DiffOptions& options) {
  constexpr double kNamed = 10;  // for each value of a sweep
  constexpr double kMost = 100;
  const auto& sweep = options.sweep;
  if (options.by.empty()) { return 1; }
  double values = sweep.values.empty() ? kMost : static_cast<double>(sweep.values.size());
  if (sweep.range) { values = static_cast<double>(sweep.range->second) - static_cast<double>(sweep.range->first) + 1; }
  return sweep.input.empty() ? kNamed : std::clamp(kNamed * values, kNamed, kMost);
}

}  // namespace spoils::diff
