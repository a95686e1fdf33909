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
  const auto& r = program_->rules[rule];
  if (!r.displays.empty()) {
    // The outermost rule with a display names the thing; of equals the last.
    auto& shown = slots_[program_->shown];
    if (shown == kUnset || depth_ <= static_cast<int>(shown >> 32)) {
      shown = (static_cast<Word>(depth_) << 32) | static_cast<Word>(rule);
    }
  }
  ++depth_;
  const auto flow = run_block(r.body);
  --depth_;
  return flow == Flow::Stop ? Flow::Next : flow;
}

Interpreter::Flow Interpreter::make_thing(const Statement& s, std::uint32_t number) {
  bind(s.a, s.b, s.c);
  if (failed()) { return Flow::Fault; }
  const auto& layout = layouts_[s.a];
  const auto saved = saved_.size();
  for (const auto& run : layout.fields) {
    saved_.insert(saved_.end(), slots_ + run.first, slots_ + run.first + run.count);
  }
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
  for (const auto& run : layout.fields) {
    std::copy_n(words, run.count, slots_ + run.first);
    words += run.count;
  }
  saved_.resize(saved);
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
  things_.words.resize(row.first_word + layout.words);
  auto* words = things_.words.data() + row.first_word;
  for (const auto& run : layout.all) { words = std::copy_n(slots_ + run.first, run.count, words); }
  const bool any =
      std::any_of(layout.visible.begin(), layout.visible.end(), [this](SlotId slot) { return slots_[slot] != kUnset; });
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
void Interpreter::collect() {
  const auto count = things_.rows.size();
  if (count == 1) {
    if (things_.rows[0].is_given_out) {
      things_.rows[0].position = 0;
      things_.given_out.push_back(0);
    }
    return;
  }
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
