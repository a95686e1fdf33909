// roll/things.cpp
//
// How a thing comes about: rules that build it, what becomes of it when they end, and the order of all things of a
// roll.
#include <algorithm>

#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;

void Interpreter::bind(RuleId rule, std::uint32_t first, std::uint32_t count) {
  const auto& parameters = program_->rules[rule].parameters;
  // All are evaluated before the first is stored: an argument may read the field that another sets.
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto id = program_->operands[first + i];
    if (is_wide(parameters[i].slot) && !is_unset_number(id)) {
      const auto value = number(id);
      bound_[i] = {value.numerator(), value.denominator()};
    } else {
      bound_[i] = {word(id), 1};
    }
  }
}

void Interpreter::store_bound(RuleId rule) {
  const auto& parameters = program_->rules[rule].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    slots_[parameters[i].slot] = bound_[i].first;
    if (is_wide(parameters[i].slot)) { slots_[parameters[i].slot + 1] = bound_[i].second; }
  }
}

// Runs a rule on the thing under construction; `stop` ends it there, `discard` goes on to the thing.
Interpreter::Flow Interpreter::run_rule(RuleId rule) {
  show(rule);
  ++depth_;
  const auto flow = run_block(program_->rules[rule].body);
  --depth_;
  return flow == Flow::Stop ? Flow::Next : flow;
}

Interpreter::Flow Interpreter::make_thing(const Statement& s, std::uint32_t number) {
  bind(s.a, s.b, s.c);
  if (failed()) { return Flow::Fault; }
  const auto& layout = layouts_[s.a];
  const auto saved = saved_.size();
  copy_from_slots(layout, layout.field_runs, saved_.add(layout.fields));
  clear_fields(layout);
  if (s.c > 0) { store_bound(s.a); }
  const bool holds = s.kind == Statement::Kind::Hold;
  const Watched watched(observer_, [&] {
    const auto row = static_cast<std::int32_t>(things_.rows.size());
    return Scope{holds ? Scope::Kind::Hold : Scope::Kind::Drop, s.a, program_->statement_places[number], 0, 0, row, {}};
  });
  const auto flow = build(s.a, holds ? current_ : -1);
  if (flow == Flow::Fault) { return flow; }
  const auto* words = saved_.data() + saved;
  for (std::size_t i = 0; i < layout.field_runs; ++i) {
    std::copy_n(words, layout.runs[i].count, slots_ + layout.runs[i].first);
    words += layout.runs[i].count;
  }
  saved_.cut(saved);
  return Flow::Next;
}

Interpreter::Flow Interpreter::build(RuleId rule, std::int32_t holder) {
  if (things_.rows.size() >= kMaxThings) {
    fail(Fault::Kind::TooManyThings, program_->rules[rule].place);
    return Flow::Fault;
  }
  const auto outer = current_;
  const auto outer_depth = depth_;
  const auto row = static_cast<std::uint32_t>(things_.rows.size());
  things_.rows.push_back({rule, 0, holder, true, -1});
  current_ = static_cast<std::int32_t>(row);
  depth_ = 0;
  const auto flow = run_rule(rule);
  if (flow == Flow::Fault) { return flow; }
  finish_thing(row, flow == Flow::Discard);
  if (things_.words.size() > kMaxThingWords) { fail(Fault::Kind::TooManyThings, program_->rules[rule].place); }
  if (failed()) { return Flow::Fault; }
  current_ = outer;
  depth_ = outer_depth;
  return Flow::Next;
}

void Interpreter::finish_thing(std::uint32_t index, bool discarded) {
  auto& row = things_.rows[index];
  const auto& layout = layouts_[row.made_by];
  row.first_word = static_cast<std::uint32_t>(things_.words.size());
  copy_from_slots(layout, layout.runs.size(), things_.words.add(layout.words));
  bool any = false;
  for (std::size_t i = 0; i < layout.visible.size() && !any; ++i) { any = slots_[layout.visible[i]] != kUnset; }
  row.is_given_out = any && !discarded;
  if (!discarded) { return; }
  // What it holds is given up with it.
  for (auto i = index + 1; i < things_.rows.size(); ++i) {
    const auto holder = things_.rows[i].holder;
    if (holder >= static_cast<std::int32_t>(index) && !things_.rows[static_cast<std::size_t>(holder)].is_given_out) {
      things_.rows[i].is_given_out = false;
    }
  }
}

// Things lie in the order in which their rules began; what a thing holds follows it.
void Interpreter::collect_several() {
  const auto count = things_.rows.size();
  first_held_.assign(count, -1);
  next_held_.assign(count, -1);
  for (auto i = count; i-- > 0;) {
    const auto holder = things_.rows[i].holder;
    if (holder < 0) { continue; }
    next_held_[i] = first_held_[static_cast<std::size_t>(holder)];
    first_held_[static_cast<std::size_t>(holder)] = static_cast<std::int32_t>(i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (things_.rows[i].holder < 0) { give_out(i); }
  }
}

void Interpreter::give_out(std::uint32_t index) {
  auto& row = things_.rows[index];
  if (row.is_given_out) {
    row.position = static_cast<std::int32_t>(things_.given_out.size());
    things_.given_out.push_back(index);
  }
  for (auto held = first_held_[index]; held >= 0; held = next_held_[static_cast<std::size_t>(held)]) {
    give_out(static_cast<std::uint32_t>(held));
  }
}

}  // namespace spoils::roll
