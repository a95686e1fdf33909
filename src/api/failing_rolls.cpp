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

/// An input or parameter of a rule.
struct TriedInput {
  const InputInfo* input = nullptr;
  std::vector<std::string> ends;  // of its range, or all values if they are few; none: it is left alone
  bool is_required = false;       // it has no value unless one is given
};

/// An input at one of its ends. Others are as the pack has them at the beginning.
struct AtEnd {
  std::size_t input = 0;
  std::size_t end = 0;
};
using AtEnds = std::vector<AtEnd>;

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

/// Returns what a caller of the rule may set; nothing if it must set what has no ends to try.
std::optional<std::vector<TriedInput>> tried_of(const Pack& pack, const RuleInfo& rule) {
  std::vector<TriedInput> out;
  for (const auto* const group : {&rule.parameters, &pack.inputs()}) {
    for (const auto& input : *group) {
      if (group == &pack.inputs() && rule.hides(input.name)) { continue; }
      TriedInput tried{&input, ends_of(input), !input.initial.has_value()};
      if (tried.is_required && tried.ends.empty()) { return std::nullopt; }
      if (!tried.ends.empty()) { out.push_back(std::move(tried)); }
    }
  }
  return out;
}

/// Returns what to roll a rule with: as at the beginning; all inputs at their least, all at their greatest; then each
/// alone.
std::vector<AtEnds> ends_to_try(const std::vector<TriedInput>& inputs) {
  AtEnds begin;
  AtEnds least;
  AtEnds greatest;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].is_required) { begin.push_back({i, 0}); }
    least.push_back({i, 0});
    greatest.push_back({i, inputs[i].ends.size() - 1});
  }
  std::vector<AtEnds> out{begin, least, greatest};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t end = inputs[i].is_required ? 1 : 0; end < inputs[i].ends.size(); ++end) {
      if (out.size() == kMostSettings) { return out; }
      auto setting = begin;
      std::erase_if(setting, [&](const AtEnd& given) { return given.input == i; });
      setting.push_back({i, end});
      out.push_back(std::move(setting));
    }
  }
  return out;
}

/// The inputs that a roll needs to fail.
struct NeededEnds {
  AtEnds given;               // without one of these it does not fail in the same way, or has no value
  std::vector<bool> matters;  // of each of those: with its other end the roll does not fail so
};

/// The rolls of one rule.
class Trial {
 public:
  Trial(const Pack& pack, const RuleInfo& rule, const std::vector<TriedInput>& inputs, std::uint64_t& cost)
      : pack_(pack), rule_(rule), inputs_(inputs), cost_(cost) {}

  [[nodiscard]] bool is_over() const { return cost_ >= kMostCost; }

  /// Returns a roller with these inputs; nothing if the pack refuses them.
  std::optional<Roller> roller(const AtEnds& setting) {
    Values values;
    for (const auto& given : setting) {
      values.emplace_back(inputs_[given.input].input->name, inputs_[given.input].ends[given.end]);
    }
    cost_ += kLeastCostOfRoll + values.size() * inputs_.size();  // each is found by its name
    auto made = Roller::make(pack_, rule_.name, values);
    return made ? std::optional(std::move(*made)) : std::nullopt;
  }

  /// Returns the fault of a roll, if it fails.
  std::optional<Fault> fault(Roller& roller, std::uint64_t index) {
    const bool is_sound = roller.roll(kSeed, index).ok();
    const auto& interpreter = roller.data()->interpreter;
    cost_ += kLeastCostOfRoll + interpreter.cost();
    return is_sound ? std::nullopt : std::optional(interpreter.fault());
  }

  /// Leaves out whatever does not matter to the fault, in parts that become smaller (delta debugging: Zeller and
  /// Hildebrandt, 2002).
  NeededEnds needed(AtEnds setting, std::uint64_t index, const Fault& fault) {
    for (auto part = setting.size(); part > 0; part /= 2) {
      for (std::size_t at = 0; at < setting.size();) {
        const auto end = std::min(at + part, setting.size());
        AtEnds rest;
        for (std::size_t i = 0; i < setting.size(); ++i) {
          if (i < at || i >= end || inputs_[setting[i].input].is_required) { rest.push_back(setting[i]); }
        }
        if (rest.size() < setting.size() && fails_so(rest, index, fault)) {
          setting = std::move(rest);
        } else {
          at += part;
        }
      }
    }
    NeededEnds out{setting, {}};
    for (auto& given : setting) {
      const auto other = std::exchange(given.end, given.end == 0 ? inputs_[given.input].ends.size() - 1 : 0);
      out.matters.push_back(!inputs_[given.input].is_required || !fails_so(setting, index, fault));
      given.end = other;
    }
    return out;
  }

 private:
  bool fails_so(const AtEnds& setting, std::uint64_t index, const Fault& fault) {
    if (is_over()) { return false; }
    auto made = roller(setting);
    const auto other = made ? this->fault(*made, index) : std::nullopt;
    return other && other->kind == fault.kind && other->place == fault.place;
  }

  const Pack& pack_;
  const RuleInfo& rule_;
  const std::vector<TriedInput>& inputs_;
  std::uint64_t& cost_;
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
            const std::vector<TriedInput>& inputs, const NeededEnds& needed, std::uint64_t index) {
  std::string when;
  std::string options;
  for (std::size_t i = 0; i < needed.given.size(); ++i) {
    const auto& name = inputs[needed.given[i].input].input->name;
    const auto& value = inputs[needed.given[i].input].ends[needed.given[i].end];
    if (needed.matters[i]) { when += fmt::format("{}`{}` is {}", when.empty() ? " when " : " and ", name, value); }
    options += fmt::format(" --set {}={}", name, value);  // also where `--NAME` is an option of the program
  }
  found.warn([&](text::Report& report) {
    report.add(text::Code::FailingRoll, fault.place, rule.name, when, program::describe(program, fault))
        .help(fmt::format("`explain` shows the roll: rule `{}` with{} --seed {} --index {}", rule.name, options, kSeed,
                          index));
  });
}

/// Rolls one rule, and files what fails at a place where nothing is reported yet.
void try_rule(const Pack& pack, const RuleInfo& rule, MoreFindings& found, std::uint64_t& cost) {
  const auto inputs = tried_of(pack, rule);
  if (!inputs) { return; }
  Trial trial(pack, rule, *inputs, cost);
  for (const auto& setting : ends_to_try(*inputs)) {
    if (trial.is_over()) { return; }
    auto roller = trial.roller(setting);
    for (std::uint64_t index = 0; roller && index < kRolls && !trial.is_over(); ++index) {
      const auto fault = trial.fault(*roller, index);
      if (!fault || found.has(fault->place)) { continue; }
      report(found, pack.data().program, rule, *fault, *inputs, trial.needed(setting, index, *fault), index);
    }
  }
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
    const bool is_doubts = rule.name == api::kDoubts && rule.parameters.empty();  // with_doubts() rolls it
    if (!rule.own || is_doubts || !id || is_called[*id]) { continue; }
    api::try_rule(pack, rule, found, cost);
  }
  loaded.findings = found.all();
  return loaded;
}

}  // namespace v1
}  // namespace spoils
