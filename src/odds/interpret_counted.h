// odds/interpret_counted.h
//
// Rules whose things no total of a question counts, whatever they are: `count(x in things where x.made_by == gold)`
// counts no monsters, `count(x in things where x.kind == axe)` nothing of a rule that makes no axes, and `sum(x in
// things: x.amount)` nothing that has no amount. Such things need not be made, unless they leave something to what
// follows (odds/liveness.h). A question is evaluated for a thing of which only its rule is known (partial evaluation),
// so that it says itself what it counts. Part of odds/interpreter.h. Tests: tests/odds/series_test.cpp (suite
// Uncounted), tests/mutants/series.toml.
#pragma once

#include <algorithm>
#include <cstdint>

#include "odds/interpreter.h"
#include "program/accumulator.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

template <class Mass>
void Interpreter<Mass>::find_counted() {
  may_count_.assign(program_.rules.size(), false);
  counters_.uncounted_rules = 0;
  if (!counts_things()) { return; }
  paths_.clear_fault();
  const auto mark = heap_.mark();
  for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
    for (const auto& accumulator : query_->accumulators) {
      may_count_[rule] = may_count_[rule] || may_count(accumulator, rule);
    }
    if (!may_count_[rule]) { ++counters_.uncounted_rules; }
  }
  heap_.go_back(mark);
}

// Whether an accumulator may grow with a thing of a rule. Fields that the rule never sets are unset; all else is open.
// Conditions are read as far as a roll evaluates them: what fails there must fail here.
template <class Mass>
bool Interpreter<Mass>::may_count(const Accumulator& accumulator, RuleId rule) {
  // Derivations are not followed into things that are left out.
  if (follows_) { return true; }
  const auto& fields = program_.rules[rule].fields;
  const auto is_known = [&](ExpressionId id) {
    const auto slots = slots_read(program_, {id});
    return !program_.expressions[id].draws && std::all_of(slots.begin(), slots.end(), [&](SlotId slot) {
      const bool is_own = std::binary_search(fields.begin(), fields.end(), slot);
      return slot == program_.made_by || (program_.slots[slot].kind == Slot::Kind::Field && !is_own);
    });
  };
  // Comparisons of slots and constants never fail.
  const auto cannot_fail = [&](ExpressionId id) {
    const auto is_leaf = [&](ExpressionId of) {
      const auto op = program_.expressions[of].op;
      return op == Op::Slot || op == Op::Constant;
    };
    const auto& e = program_.expressions[id];
    return is_leaf(id) || (e.op == Op::Equal && is_leaf(e.a) && is_leaf(e.b));
  };
  // `kind == axe`, of a rule that never gives its things that kind.
  const auto is_never = [&](ExpressionId id) {
    const auto& e = program_.expressions[id];
    if (e.op != Op::Equal || !cannot_fail(id)) { return false; }
    const bool is_left = program_.expressions[e.a].op == Op::Slot;
    const auto& read = program_.expressions[is_left ? e.a : e.b];
    const auto& word = program_.expressions[is_left ? e.b : e.a];
    if (read.op != Op::Slot || word.op != Op::Constant || word.value == kUnset) { return false; }
    const auto given = program_.rules[rule].may_set.find(read.a);
    return given != program_.rules[rule].may_set.end() && !given->second.contains(word.value);
  };
  const auto maker = program_.symbols.find(program_.rules[rule].name);
  std::fill(slots_.begin(), slots_.end(), kUnset);
  slots_[program_.made_by] = maker ? static_cast<Word>(*maker) : kUnset;
  enum class Found : std::uint8_t { No, Yes, Open, Fails };
  const auto find = [&](ExpressionId id, const auto& self) -> Found {
    const auto& e = program_.expressions[id];
    if (e.op == Op::And) {
      const auto left = self(e.a, self);
      if (left == Found::No || left == Found::Fails) { return left; }
      const auto right = self(e.b, self);
      return right == Found::Yes ? left : right;
    }
    if (e.op == Op::Or) {
      const auto left = self(e.a, self);
      if (left == Found::Yes || left == Found::Fails) { return left; }
      const auto right = self(e.b, self);
      return left == Found::No || right == Found::Fails ? right : Found::Open;
    }
    if (is_never(id)) { return Found::No; }
    if (is_known(id)) {
      const bool holds = paths_.flag(id);
      const bool fails = paths_.failed();
      paths_.clear_fault();
      return fails ? Found::Fails : holds ? Found::Yes : Found::No;
    }
    return cannot_fail(id) ? Found::Open : Found::Fails;
  };
  bool counts = true;
  if (accumulator.condition != kNone) { counts = find(accumulator.condition, find) != Found::No; }
  if (counts && accumulator.value != kNone && is_known(accumulator.value)) {
    const auto value = paths_.word(accumulator.value);
    const bool fails = paths_.failed();
    paths_.clear_fault();
    const auto total = accumulator.nothing();
    counts = fails || program::grown(accumulator, total, value == kUnset ? 0 : value) != total;
  }
  slots_[program_.made_by] = kUnset;
  return counts;
}

}  // namespace spoils::odds
