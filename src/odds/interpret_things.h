// odds/interpret_things.h
//
// Calls of rules, and things dropped or held: arguments, dispatch by a symbol, the fields of the thing around put on
// the stack of a state, and the accumulators of the question. Part of odds/interpreter.h.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "odds/interpreter.h"
#include "program/accumulator.h"

namespace spoils::odds {

using namespace program;

// Evaluates the arguments of a call, all before the first is put into its parameter; `between` runs in between.
template <class Mass>
template <class Between>
void Interpreter<Mass>::bind(const Statement& s, Between&& between) {
  const auto& parameters = program_.rules[s.a].parameters;
  bound_.clear();
  for (std::uint32_t i = 0; i < s.c; ++i) {
    const auto slot = parameters[i].slot;
    const auto first = slots_[slot];
    const auto second = slots_[slot + 1];
    paths_.store(slot, program_.operands[s.b + i]);
    bound_.emplace_back(slots_[slot], slots_[slot + 1]);
    slots_[slot] = first;
    slots_[slot + 1] = second;
  }
  between();
  for (std::size_t i = 0; i < bound_.size(); ++i) {
    const auto slot = parameters[i].slot;
    slots_[slot] = bound_[i].first;
    if (program_.slots[slot].type.kind == ValueKind::Number) { slots_[slot + 1] = bound_[i].second; }
  }
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::bound(const Statement& s, const Dist& in) {
  if (s.c == 0) { return in; }
  Dist out(in.width());
  branch(
      in, 0, [&] { bind(s, [] {}); }, [&](std::vector<Word>& state, const Mass& mass) { out.add(state.data(), mass); });
  return out;
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::run_rule(RuleId rule, Dist in, Ends& ends, const SlotSet& after) {
  if (!program_.rules[rule].displays.empty() && after.contains(program_.shown)) { in = shown_by(rule, in); }
  ++rule_depth_;
  auto made = run_block(program_.rules[rule].body, std::move(in), after);
  --rule_depth_;
  ends.discard.add_all(std::move(made.discard));
  auto out = kept(std::move(made.next), after);
  out.add_all(kept(std::move(made.stop), after));
  return out;
}

// The outermost rule with a display names the thing; of equals the last.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::shown_by(RuleId rule, const Dist& in) {
  const auto at = static_cast<std::size_t>(place_[program_.shown]);
  Dist out(in.width());
  std::vector<Word> state;
  for (std::size_t i = 0; i < in.size(); ++i) {
    state.assign(in.state(i), in.state(i) + in.width());
    if (state[at] == kUnset || rule_depth_ <= static_cast<int>(state[at] >> 32)) {
      state[at] = (static_cast<Word>(rule_depth_) << 32) | static_cast<Word>(rule);
    }
    out.add(state.data(), in.mass(i));
  }
  return out;
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::run_named(const Statement& s, const Dist& in, Ends& ends, const SlotSet& after) {
  Word symbol = kUnset;
  std::map<Word, Dist> by_symbol;
  branch(
      in, 0, [&] { symbol = paths_.word(s.a); },
      [&](std::vector<Word>& state, const Mass& mass) {
        by_symbol.try_emplace(symbol, in.width()).first->second.add(state.data(), mass);
      });
  Dist out(in.width());
  const auto& rules = program_.dispatches[s.b].rules;
  for (auto& [named, dist] : by_symbol) {
    const auto found = std::lower_bound(rules.begin(), rules.end(), std::pair<Word, RuleId>{named, 0});
    if (found == rules.end() || found->first != named) {
      out.add_all(kept(std::move(dist), after));
      continue;
    }
    const auto rule = found->second;
    Dist ready(in.width());
    branch(
        dist, 0,
        [&] {
          for (const auto& parameter : program_.rules[rule].parameters) {
            if (parameter.initial != kNone) { paths_.store(parameter.slot, parameter.initial); }
          }
        },
        [&](std::vector<Word>& state, const Mass& mass) {
          clear_dead(state, liveness_.before_block(program_.rules[rule].body, after));
          ready.add(state.data(), mass);
        });
    out.add_all(run_rule(rule, std::move(ready), ends, after));
  }
  return out;
}

// The fields of the thing around it are put on the stack, as far as they are read later.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::make_thing(const Statement& s, const Dist& in, const SlotSet& after) {
  const auto& fields = program_.rules[s.a].fields;
  std::vector<SlotId> saved;
  for (const auto slot : fields) {
    if (after.contains(slot)) { saved.push_back(slot); }
  }
  const auto live = liveness_.behind_thing(s.a, after);
  auto begin = liveness_.before_block(program_.rules[s.a].body, live);
  for (const auto slot : fields) {
    if (live.contains(slot)) { begin.insert(slot); }
  }
  // On the stack: the fields around it, the accumulators to restore if it is given up, and those before it if it is
  // beside things that may be given up themselves.
  const auto accumulators = query_->accumulators.size();
  const bool may_lose = accumulators > 0 && liveness_.may_lose_held(s.a);
  const bool lies_beside = s.kind == Statement::Kind::Drop && bases_.size() > first_base_;
  const auto base = in.width() + saved.size();
  const auto before = base + (may_lose ? accumulators : 0);
  const auto width = before + (lies_beside ? accumulators : 0);
  Dist ready(width);
  std::vector<Word> kept_fields(saved.size());
  branch(
      in, width - in.width(),
      [&] {
        bind(s, [&] {
          for (std::size_t k = 0; k < saved.size(); ++k) { kept_fields[k] = slots_[saved[k]]; }
          for (const auto slot : fields) { slots_[slot] = kUnset; }
        });
      },
      [&](std::vector<Word>& made, const Mass& mass) {
        std::copy(kept_fields.begin(), kept_fields.end(), made.begin() + static_cast<std::ptrdiff_t>(in.width()));
        for (std::size_t k = 0; k < accumulators; ++k) {
          auto& accumulator = accumulator_of(made, k);
          if (lies_beside) { made[before + k] = std::exchange(accumulator, query_->accumulators[k].nothing()); }
          if (may_lose) { made[base + k] = accumulator; }
        }
        clear_dead(made, begin);
        ready.add(made.data(), mass);
      });
  const auto outer_rules = std::exchange(rule_depth_, 0);
  ++thing_depth_;
  // Inside, only what is opened there grows with what is dropped there: this thing hands its whole total on.
  const auto outer_base = lies_beside ? std::exchange(first_base_, bases_.size()) : first_base_;
  if (may_lose) { bases_.push_back(base); }
  Ends inner(ready.width());
  auto done = run_rule(s.a, std::move(ready), inner, live);
  finish_thing(done, s.a, s.kind == Statement::Kind::Hold && thing_depth_ == 1);
  if (may_lose) { bases_.pop_back(); }
  first_base_ = outer_base;
  --thing_depth_;
  rule_depth_ = outer_rules;
  Dist out(in.width());
  std::vector<Word> state;
  const auto leave = [&](const Dist& dist, bool given_up) {
    for (std::size_t i = 0; i < dist.size(); ++i) {
      state.assign(dist.state(i), dist.state(i) + width);
      for (std::size_t k = 0; k < accumulators; ++k) {
        const auto& accumulator = query_->accumulators[k];
        auto& total = accumulator_of(state, k);
        if (given_up && may_lose) { total = state[base + k]; }
        if (!lies_beside) { continue; }
        for (std::size_t b = first_base_; b < bases_.size(); ++b) {
          grow_accumulator(accumulator, state[bases_[b] + k], total);
        }
        const auto grown = std::exchange(total, state[before + k]);
        grow_accumulator(accumulator, total, grown);
      }
      for (const auto slot : fields) { state[static_cast<std::size_t>(place_[slot])] = kUnset; }
      for (std::size_t k = 0; k < saved.size(); ++k) {
        state[static_cast<std::size_t>(place_[saved[k]])] = state[in.width() + k];
      }
      state.resize(in.width());
      clear_dead(state, after);
      out.add(state.data(), dist.mass(i));
    }
  };
  leave(done, false);
  leave(inner.discard, true);
  return out;
}

// Whether a thing of the rule can come out at all.
template <class Mass>
bool Interpreter<Mass>::may_set_field(RuleId rule) const {
  const auto& fields = program_.rules[rule].fields;
  return std::any_of(fields.begin(), fields.end(), [&](SlotId slot) { return is_visible(slot); });
}

// Whether the slots hold a thing of the rule: one that sets no field is not given out.
template <class Mass>
bool Interpreter<Mass>::has_thing(RuleId rule) const {
  const auto& fields = program_.rules[rule].fields;
  return std::any_of(fields.begin(), fields.end(),
                     [&](SlotId slot) { return is_visible(slot) && slots_[slot] != kUnset; });
}

// Brings the accumulators of the question up to date with a finished thing.
template <class Mass>
void Interpreter<Mass>::finish_thing(Dist& dist, RuleId rule, bool is_held) {
  if (!may_count_[rule]) { return; }
  Dist out(dist.width());
  const auto maker = program_.symbols.find(program_.rules[rule].name);
  const bool sure = liveness_.effects().surely_sets_field(rule);
  // Fields of the thing around it are none of its own, though their slots still hold them.
  const auto& fields = program_.rules[rule].fields;
  std::vector<SlotId> around;
  for (const auto slot : active_) {
    if (slot < program_.slots.size() && wanted_.contains(slot) && program_.slots[slot].kind == Slot::Kind::Field &&
        !std::binary_search(fields.begin(), fields.end(), slot)) {
      around.push_back(slot);
    }
  }
  std::vector<Word> hidden(around.size());
  std::optional<Word> counted;  // an amount, or the key under which it counts
  branch(
      dist, 0,
      [&] {
        counted.reset();
        if (!sure && !has_thing(rule)) { return; }
        slots_[program_.made_by] = maker ? static_cast<Word>(*maker) : kUnset;
        for (std::size_t k = 0; k < around.size(); ++k) { hidden[k] = std::exchange(slots_[around[k]], kUnset); }
        for (const auto& accumulator : query_->accumulators) {
          if (is_derivation(accumulator) || (accumulator.held_only && !is_held)) { continue; }
          if (accumulator.condition != kNone && !paths_.flag(accumulator.condition)) { continue; }
          if (!query_->each.empty()) {
            counted = key_of(query_->each, slots_.data());
            continue;
          }
          const auto value = accumulator.value == kNone ? 1 : paths_.word(accumulator.value);
          const auto amount = value == kUnset ? 0 : value;
          if (accumulator.most > 0 && (amount > accumulator.most || amount < -accumulator.most)) {
            paths_.fail(Fault::Kind::Overflow, query_->place);
            return;
          }
          if constexpr (kIsSeries<Mass>) {
            counted = counted.value_or(0) + exponent_of(accumulator, amount);
          } else {
            counted = amount;
            if (!kCounts<Mass>) { grow_accumulator(accumulator, slots_[accumulator.slot], amount); }
          }
        }
        slots_[program_.made_by] = kUnset;
        for (std::size_t k = 0; k < around.size(); ++k) { slots_[around[k]] = hidden[k]; }
      },
      [&](std::vector<Word>& state, const Mass& mass) {
        if constexpr (kCounts<Mass>) {
          out.add(state.data(), counted ? Mass(mass * grown_by(*counted)) : mass);
        } else {
          out.add(state.data(), mass);
        }
      });
  dist = std::move(out);
}

template <class Mass>
void Interpreter<Mass>::grow_accumulator(const Accumulator& accumulator, Word& total, Word amount) {
  if (is_derivation(accumulator)) {
    total = derivations_.joined(total, amount);
    return;
  }
  // The things that another one holds may be none, and the maximum of none is no number.
  if (amount == accumulator.nothing()) { return; }
  total = paths_.grow(accumulator, total, amount);
}

}  // namespace spoils::odds
