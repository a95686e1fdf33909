// explain/recorder_scopes.cpp
//
// The scopes of an explanation: steps that contain others, tries that are put back, loops, and the end. Part of
// explain/recorder.h.
#include <algorithm>
#include <map>
#include <utility>

#include "explain/dependent_fields.h"
#include "explain/recorder.h"

namespace spoils::explain {

using namespace program;

namespace {

Step::Kind kind_of(roll::Scope::Kind kind) {
  using Kind = roll::Scope::Kind;
  switch (kind) {
    case Kind::Root: return Step::Kind::Roll;
    case Kind::Run: return Step::Kind::Run;
    case Kind::Drop: return Step::Kind::Drop;
    case Kind::Hold: return Step::Kind::Hold;
    case Kind::Turn: return Step::Kind::Turn;
    case Kind::Member: return Step::Kind::Member;
    case Kind::Try: return Step::Kind::Try;
    case Kind::Attempt: return Step::Kind::Attempt;
    case Kind::Input: return Step::Kind::Input;
    case Kind::Stream: return Step::Kind::Stream;
    case Kind::Declared: return Step::Kind::Lcg;
    case Kind::Extra: return Step::Kind::Extra;
    case Kind::After: return Step::Kind::After;
    case Kind::WorldDef: break;
  }
  return Step::Kind::WorldDef;
}

}  // namespace

Step Recorder::step_of(const roll::Scope& scope) {
  using Kind = roll::Scope::Kind;
  Step step;
  step.kind = kind_of(scope.kind);
  step.depth = static_cast<std::uint32_t>(open_.size());
  step.place = place_of(scope.place);
  step.number = scope.value;
  step.most = scope.kind == Kind::Try ? 0 : scope.last;
  step.thing = scope.thing;
  switch (scope.kind) {
    case Kind::Root:
    case Kind::Run:
    case Kind::Drop:
    case Kind::Hold:
    case Kind::Extra: step.source = program_.rules[scope.what].name; break;
    case Kind::Member:
    case Kind::Input:
      step.source = program_.slots[scope.what].name;
      step.value = labels_.slot(scope.what);
      break;
    case Kind::Stream: step.source = program_.texts[program_.streams[scope.what].name]; break;
    case Kind::WorldDef: {
      const auto add = [&](SlotId slot) { step.value += (step.value.empty() ? "" : ", ") + labels_.slot(slot); };
      if (scope.what >= program_.defs.size()) {
        const auto& rule = program_.rules[scope.what - program_.defs.size()];
        step.source = rule.name;
        step.kind = Step::Kind::WorldRule;
        for (const auto& parameter : rule.parameters) { add(parameter.slot); }
        break;
      }
      const auto& def = program_.defs[scope.what];
      step.source = def.name;
      for (const auto slot : def.parameters) { add(slot); }
      break;
    }
    case Kind::Turn:
    case Kind::Attempt:
    case Kind::After:
    case Kind::Try:
    case Kind::Declared: break;
  }
  return step;
}

/// Returns whether a world def is evaluated again after its value was computed in this roll.
bool Recorder::is_stored_in_world(const roll::Scope& scope) {
  std::vector<Word> key(scope.words.begin(), scope.words.end());
  key.push_back(static_cast<Word>(scope.what));
  const auto added = settled_.insert(std::move(key));
  if (added.second) { settled_in_order_.push_back(added.first); }
  return !added.second;
}

void Recorder::enter(const roll::Scope& scope) {
  labels_.look_at(interpreter_.slots().data());
  using Kind = roll::Scope::Kind;
  Open open;
  open.before = product_;
  const bool makes = scope.kind == Kind::Root || scope.kind == Kind::Drop || scope.kind == Kind::Hold;
  open.rule = makes ? scope.what : open_.empty() ? 0 : open_.back().rule;
  if (scope.kind == Kind::Extra) { added_rules_.push_back(scope.what); }
  open.thing = makes ? scope.thing : open_.empty() ? -1 : open_.back().thing;
  if (scope.kind == Kind::Turn && open_.back().loop) { ++out_.steps[*open_.back().loop].number; }
  const auto& id = ids_.enter(scope);
  open.decisions_before = out_.decisions;
  open.settled_before = settled_in_order_.size();
  open.is_stored =
      scope.kind == roll::Scope::Kind::WorldDef ? is_stored_in_world(scope) : !open_.empty() && open_.back().is_stored;
  open.keeps_empty = makes;
  if (!tells()) {
    ++out_.left_out;
  } else if (keep(step_of(scope))) {
    open.step = out_.steps.size() - 1;
    if (scope.kind != Kind::Root && scope.kind != Kind::Try) { out_.steps.back().id = id; }
  }
  open_.push_back(open);
}

Word Recorder::begin_repeat(Span place, Word most) {
  auto id = ids_.begin_repeat();
  open_.back().loop.reset();
  if (!options_.with_loops || !tells()) { return 0; }
  Step step;
  step.kind = Step::Kind::Loop;
  step.depth = static_cast<std::uint32_t>(open_.size());
  step.id = std::move(id);
  step.place = place_of(place);
  step.most = std::max<Word>(0, most);
  if (keep(std::move(step))) { open_.back().loop = out_.steps.size() - 1; }
  return 0;
}

void Recorder::end_while() {
  const auto& outer = open_[open_.size() - 2];
  if (outer.loop) { --out_.steps[*outer.loop].number; }
}

void Recorder::leave() {
  const auto& open = open_.back();
  const bool is_empty = open.step && *open.step + 1 == out_.steps.size() && out_.left_out == 0;
  if (is_empty && !open.keeps_empty && !out_.steps.back().is_rejected) {
    out_.steps.pop_back();
    ++entries_left_;
  }
  open_.pop_back();
  ids_.leave();
}

roll::AfterReject Recorder::reject(bool) {
  const auto& open = open_.back();
  ids_.reject();
  out_.has_rejected = true;
  product_ = open.before;
  out_.decisions = open.decisions_before;
  // World defs that were evaluated in a rejected try count at their next use.
  for (; settled_in_order_.size() > open.settled_before; settled_in_order_.pop_back()) {
    settled_.erase(settled_in_order_.back());
  }
  if (!open.step) { return roll::AfterReject::TryAgain; }
  for (auto i = *open.step; i < out_.steps.size(); ++i) {
    auto& step = out_.steps[i];
    step.is_rejected = true;
    step.thing = -1;
    step.id.clear();
    if (step.decision) { step.decision->thing = -1; }
  }
  return roll::AfterReject::TryAgain;
}

void Recorder::undo() {
  const auto& open = open_.back();
  if (!open.step) { return; }
  if (out_.steps[*open.step].kind == Step::Kind::Attempt) { out_.steps[*open.step].value = "undone"; }
  for (auto i = *open.step; i < out_.steps.size(); ++i) {
    if (out_.steps[i].kind != Step::Kind::Decision) { out_.steps[i].thing = -1; }
  }
}

// Decisions at the same place of the same rule share a list.
void Recorder::find_fields() {
  std::optional<DependentFields> own;
  auto& dependent = dependent_ != nullptr ? *dependent_ : own.emplace(program_);
  std::map<std::vector<SlotId>, std::int32_t> lists;
  for (const auto& [number, draw, rule] : draws_) {
    auto& decision = *out_.steps[number].decision;
    if (decision.thing < 0) { continue; }
    const bool is_of_roll = decision.thing == out_.steps.front().thing;
    const auto& slots = dependent.of(rule, is_of_roll ? added_rules_ : std::vector<RuleId>(), draw);
    const auto [known, is_new] = lists.try_emplace(slots, static_cast<std::int32_t>(out_.field_lists.size()));
    if (is_new) {
      auto& names = out_.field_lists.emplace_back();
      for (const auto slot : slots) { names.push_back(program_.slots[slot].name); }
    }
    decision.fields = known->second;
  }
}

Explanation Recorder::take() {
  const auto& rows = interpreter_.things().rows;
  const auto position = [&](std::int32_t thing) {
    const auto row = static_cast<std::size_t>(thing);
    return thing >= 0 && !interpreter_.failed() && row < rows.size() ? rows[row].position : -1;
  };
  for (auto& step : out_.steps) {
    step.thing = position(step.thing);
    if (step.decision) { step.decision->thing = position(step.decision->thing); }
  }
  if (options_.with_fields) { find_fields(); }
  out_.probability = product_.value();
  out_.log10_probability = product_.log10();
  const auto& exact = product_.exact();
  out_.numerator = exact ? exact->numerator() : 0;
  out_.denominator = exact ? exact->denominator() : 0;
  return std::move(out_);
}

}  // namespace spoils::explain
