// api/failing_rolls.cpp
//
// `with_failing_rolls`: rolls the rules that a game calls at the ends of their inputs, and files what fails. The
// checker follows values by their ranges, and so takes for sound what it cannot follow, as how many a filter leaves in
// a loop. Tests: tests/api/failing_rolls_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/more_findings.h"
#include "api/pack_data.h"
#include "api/roller_data.h"
#include "program/facts/call_graph.h"
#include "spoils/expectations.h"
#include "spoils/roll.h"

namespace spoils {
namespace api {
namespace {

using program::Fault;

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kRolls = 8;               // with the same inputs
constexpr std::size_t kMostSettings = 64;         // of one rule
constexpr std::size_t kMostChoices = 8;           // of an input that are all tried
constexpr std::uint64_t kMostCost = 50'000'000;   // of all rolls, as roll::Interpreter::cost() counts: half a second
constexpr std::uint64_t kLeastCostOfRoll = 1000;  // what is around a roll

/// Returns the values of an input that are tried: both ends of its range, or all if they are few.
std::vector<std::string> ends_of(const InputInfo& input) {
  switch (input.kind) {
    case InputInfo::Kind::Flag: return {"false", "true"};
    case InputInfo::Kind::Integer:
      if (!input.first || !input.last) { return {}; }
      return {std::to_string(*input.first), std::to_string(*input.last)};
    case InputInfo::Kind::Symbol:
      if (input.choices.size() <= kMostChoices) { return input.choices; }
      return {input.choices.front(), input.choices.back()};
    default: return {};
  }
}

/// Returns the values to roll a rule with, those at the beginning first; none if some input has no value.
std::vector<Values> values_to_try(const Pack& pack, const RuleInfo& rule) {
  std::vector<std::pair<const InputInfo*, std::vector<std::string>>> inputs;
  for (const auto* const group : {&rule.parameters, &pack.inputs()}) {
    for (const auto& input : *group) {
      if (group == &rule.parameters || !rule.hides(input.name)) { inputs.emplace_back(&input, ends_of(input)); }
    }
  }
  Values begin;
  for (const auto& [input, ends] : inputs) {
    if (!input->initial && ends.empty()) { return {}; }
    begin.emplace_back(input->name, input->initial ? *input->initial : ends.front());
  }
  std::vector<Values> out{begin};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (const auto& end : inputs[i].second) {
      if (end == begin[i].second) { continue; }
      out.push_back(begin);
      out.back()[i].second = end;
    }
  }
  auto least = begin;
  auto greatest = begin;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].second.empty()) { continue; }
    least[i].second = inputs[i].second.front();
    greatest[i].second = inputs[i].second.back();
  }
  out.insert(out.end(), {least, greatest});
  out.resize(std::min(out.size(), kMostSettings));
  return out;
}

/// The rolls of one rule.
class Trial {
 public:
  Trial(const Pack& pack, const RuleInfo& rule, std::uint64_t& cost) : pack_(pack), rule_(rule), cost_(cost) {}

  /// Returns the fault of a roll, if it fails.
  std::optional<Fault> fault(const Values& values, std::uint64_t index) {
    if (!roller_) {
      auto made = Roller::make(pack_, rule_.name, values);
      if (!made) { return std::nullopt; }
      roller_.emplace(std::move(*made));
    }
    for (const auto& [name, value] : values) {
      if (roller_->set(name, value)) { return std::nullopt; }
    }
    const bool is_sound = roller_->roll(kSeed, index).ok();
    const auto& interpreter = roller_->data()->interpreter;
    cost_ += kLeastCostOfRoll + interpreter.cost();
    return is_sound ? std::nullopt : std::optional(interpreter.fault());
  }

  /// Returns the values without which the roll does not fail in the same way, each as it is at the beginning if it can
  /// be, and is tried.
  Values needed(const Values& begin, Values values, std::uint64_t index, const Fault& fault) {
    Values out;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == begin[i]) { continue; }
      auto value = std::exchange(values[i].second, begin[i].second);
      const auto other = cost_ < kMostCost ? this->fault(values, index) : std::nullopt;
      if (other && other->kind == fault.kind && other->place == fault.place) { continue; }
      values[i].second = value;
      out.emplace_back(values[i].first, std::move(value));
    }
    return out;
  }

 private:
  const Pack& pack_;
  const RuleInfo& rule_;
  std::uint64_t& cost_;
  std::optional<Roller> roller_;
};

/// Returns the rules, by number, that some rule runs or makes things by.
std::vector<bool> called_rules(const program::Program& program) {
  std::vector<bool> out(program.rules.size());
  for (const auto& statement : program.statements) {
    program::for_each_call(program, statement, [&](program::RuleId rule, program::CallKind) { out[rule] = true; });
  }
  return out;
}

void report(MoreFindings& found, const program::Program& program, const RuleInfo& rule, const Fault& fault,
            const Values& values, std::uint64_t index) {
  std::string when;
  std::string options;
  for (const auto& [name, value] : values) {
    when += fmt::format("{}`{}` is {}", when.empty() ? " when " : " and ", name, value);
    options += fmt::format(" --set {}={}", name, value);  // also where `--NAME` is an option of the program
  }
  found.warn([&](text::Report& report) {
    report.add(text::Code::FailingRoll, fault.place, rule.name, when, program::describe(program, fault))
        .help(fmt::format("`explain` shows the roll: rule `{}` with{} --seed {} --index {}", rule.name, options, kSeed,
                          index));
  });
}

}  // namespace
}  // namespace api

inline namespace v1 {

Loaded with_failing_rolls(Loaded loaded) {
  if (!loaded.pack) { return loaded; }
  const auto& pack = *loaded.pack;
  const auto& program = pack.data().program;
  const auto is_called = api::called_rules(program);
  api::MoreFindings found(loaded);
  std::uint64_t cost = 0;
  for (const auto& rule : pack.rules()) {
    const auto id = program.find_rule(rule.name);
    if (!id || is_called[*id]) { continue; }
    const auto settings = api::values_to_try(pack, rule);
    api::Trial trial(pack, rule, cost);
    for (const auto& values : settings) {
      for (std::uint64_t index = 0; index < api::kRolls && cost < api::kMostCost; ++index) {
        const auto fault = trial.fault(values, index);
        if (!fault) { continue; }
        if (!found.has(fault->place)) {
          const auto needed = trial.needed(settings.front(), values, index, *fault);
          api::report(found, program, rule, *fault, needed, index);
        }
        break;
      }
    }
  }
  loaded.findings = found.all();
  return loaded;
}

}  // namespace v1
}  // namespace spoils
