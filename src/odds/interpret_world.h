// odds/interpret_world.h
//
// `world rule`: the first run in a world with some arguments goes all the ways of its block, from a state without
// fields; each way notes the fields that it has set in the world memo (odds/paths_world.h), and every later run with
// the same arguments takes them from there: those that the question reads after any run of the rule. Part of
// odds/interpreter.h. Tests: tests/odds/world_rule_test.cpp, tests/reference, tests/mutants/world_rules.toml.
#pragma once

#include <utility>
#include <vector>

#include "odds/interpreter.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

template <class Mass>
Distribution<Mass> Interpreter<Mass>::settle(const Statement& s, const Dist& in, Ends& ends, const SlotSet& after) {
  const auto index = static_cast<std::uint32_t>(program_.defs.size() + s.a);
  const auto memo_at = static_cast<std::size_t>(place_[program_.world_memo]);
  // The first word of each value says whether it is set.
  struct Field {
    std::size_t at = 0;
    std::size_t words = 1;
  };
  std::vector<Field> fields;
  const auto place_of = [&](SlotId slot) { return static_cast<std::size_t>(place_[slot]); };
  const auto slots = fields_of_world_rule(program_, s.a);
  SlotSet live = after;
  if (const auto known = live_after_world_rule_.find(s.a); known != live_after_world_rule_.end()) {
    live |= known->second;
  }
  std::vector<std::size_t> cleared;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool is_wide = program_.slots[slots[i]].type.kind == ValueKind::Number;
    for_each_word_of(program_, slots[i], [&](SlotId word) {
      if (place_[word] >= 0) { cleared.push_back(place_of(word)); }
    });
    if (live.contains(slots[i])) { fields.push_back({place_of(slots[i]), is_wide ? std::size_t{2} : 1}); }
    if (is_wide) { ++i; }
  }
  std::vector<SlotId> parameters;
  std::vector<Field> given;  // parameters that are fields: the block may set them
  for (const auto& parameter : program_.rules[s.a].parameters) {
    parameters.push_back(parameter.slot);
    const bool is_wide = program_.slots[parameter.slot].type.kind == ValueKind::Number;
    if (!parameter.is_field || !live.contains(parameter.slot)) { continue; }
    given.push_back({place_of(parameter.slot), is_wide ? std::size_t{2} : 1});
  }
  const bool is_shown = live.contains(program_.shown);
  Dist out(in.width());
  const auto finish = [&](std::vector<Word> state, const std::vector<Word>& settled, Word memo, const Mass& mass) {
    const auto* values = settled.data();
    for (const auto& field : given) {
      for (std::size_t w = 0; w < field.words; ++w) { state[field.at + w] = *values++; }
    }
    for (const auto& field : fields) {
      for (std::size_t w = 0; w < field.words && *values != kUnset; ++w) { state[field.at + w] = values[w]; }
      values += field.words;
    }
    if (is_shown) {
      // The outermost rule with a display names the thing; of equals the last.
      auto& shown = state[place_of(program_.shown)];
      if (*values != kUnset) {
        const auto named = *values + (static_cast<Word>(rule_depth_) << 32);
        if (shown == kUnset || (named >> 32) <= (shown >> 32)) { shown = named; }
      }
    }
    state[memo_at] = memo;
    clear_dead(state, after);
    out.add(state.data(), mass);
    limit_while_growing(out);
    tick(in.size(), mass);
  };
  const auto outer_generator = std::exchange(generator_at_, -1);
  for (std::size_t i = 0; i < in.size() && !stopped(); ++i) {
    if (is_over()) {
      unexplored_ += without_amount(in.mass(i));
      continue;
    }
    const std::vector<Word> begin(in.state(i), in.state(i) + in.width());
    load(begin.data());
    std::vector<Word> key;
    paths_.add_world_key(parameters, key);
    if (const auto known = paths_.settled_before(begin[memo_at], index, key); known.first != nullptr) {
      finish(begin, {known.begin(), known.end()}, begin[memo_at], in.mass(i));
      continue;
    }
    auto state = begin;
    for (const auto at : cleared) { state[at] = kUnset; }
    if (is_shown) { state[place_of(program_.shown)] = kUnset; }
    Dist one(in.width());
    one.add(state.data(), in.mass(i));
    auto made = run_block(s.c, std::move(one), live);
    made.next.add_all(std::move(made.stop));
    ends.discard.add_all(std::move(made.discard));
    std::vector<Word> values;
    for (std::size_t k = 0; k < made.next.size() && !stopped(); ++k) {
      const auto* const end = made.next.state(k);
      values.clear();
      for (const auto& field : given) { values.insert(values.end(), end + field.at, end + field.at + field.words); }
      for (const auto& field : fields) { values.insert(values.end(), end + field.at, end + field.at + field.words); }
      if (is_shown) {
        const auto shown = end[place_of(program_.shown)];
        values.push_back(shown == kUnset ? kUnset : shown - (static_cast<Word>(rule_depth_) << 32));
      }
      const auto mark = heap_.mark();
      const auto added = paths_.with_settled(end[memo_at], index, key, values);
      const auto memo = canonical(program_.slots[program_.world_memo].type, added);
      if (memo != added) { heap_.go_back(mark); }
      // The accumulators of the question are as the block has left them; all else comes from the values.
      auto next = begin;
      for (std::size_t place = 0; place < active_.size(); ++place) {
        if (is_accumulator_[place]) { next[place] = end[place]; }
      }
      finish(std::move(next), values, memo, made.next.mass(k));
    }
  }
  generator_at_ = outer_generator;
  return out;
}

}  // namespace spoils::odds
