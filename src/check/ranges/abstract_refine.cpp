// check/ranges/abstract_refine.cpp
//
// Refines abstract values by a condition: narrows the slots that it reads, for the branch where it holds and for the
// branch where it does not.
#include "check/ranges/abstract_interpreter.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;
using number::Rational;

namespace {

constexpr std::size_t kMaxTried = 128;      // members that are put into a condition one by one
constexpr std::size_t kMaxSplits = 20'000;  // sets that were split by a condition: about 10 MB

}  // namespace

const std::vector<SlotId>& AbstractInterpreter::slots_of(ExpressionId id) {
  auto& known = read_by_[id];
  if (!known) { known = slots_read(program_, {id}); }
  return *known;
}

// `barrier` is that of the place before the condition: what was sure there still is, if this condition alone decides.
// 0: others decide, too.
void AbstractInterpreter::refine(ExpressionId id, bool holds, std::uint32_t valid_from) {
  const auto& e = program_.expressions[id];
  switch (e.op) {
    case Op::Not: refine(e.a, !holds, valid_from); return;
    case Op::And:
    case Op::Or:
      if (holds == (e.op == Op::And)) {
        refine(e.a, holds, 0);
        refine(e.b, holds, 0);
      } else {
        refine_either(e.a, e.b, holds);
      }
      return;
    default: break;
  }
  if (e.draws) { return; }
  const SlotId* open = nullptr;
  for (const auto& slot : slots_of(id)) {
    const auto kind = slots_[slot].kind;
    if (kind == Value::Kind::Known) { continue; }
    const bool is_map = program_.slots[slot].type.kind == ValueKind::Map;  // its values are those of all keys together
    if (open != nullptr || kind != Value::Kind::FiniteSet || is_map) {
      refine_ends(e, holds);
      return;
    }
    open = &slot;
  }
  if (open != nullptr) { refine_finite_set(id, holds, *open, valid_from); }
}

// A condition that draws nothing is a function of the slots that it reads: what it says of a set is evaluated once.
// Requires: `slot` holds a finite set, and the other slots that the condition reads hold known values.
AbstractInterpreter::Split AbstractInterpreter::split(ExpressionId id, SlotId slot) {
  const auto set_number = slots_[slot].finite_set;
  std::vector<Word> key{id, set_number};
  for (const auto other : slots_of(id)) {
    if (other == slot) { continue; }
    key.push_back(slots_[other].first.numerator());
    key.push_back(slots_[other].first.denominator());
  }
  const auto known = splits_.find(key);
  if (known != splits_.end()) {
    ++steps_;
    return known->second;
  }
  const auto all = values_.members(slots_[slot]);
  const Values::List members(all.begin(), all.end());
  Values::List holding;
  Values::List failing;
  Split out;
  const auto mark = journal_.size();
  ++unsure_;
  for (const auto& member : members) {
    set(slot, Values::known(member), false);
    const auto answer = truth(eval(id));
    rollback(mark);
    if (answer.maybe_true) { holding.push_back(member); }
    if (answer.maybe_false) { failing.push_back(member); }
    out.is_exact = out.is_exact && !answer.is_open();
  }
  --unsure_;
  out.holds_for_all = holding.size() == members.size();
  out.fails_for_all = failing.size() == members.size();
  if (!holding.empty()) { out.holding = values_.of(std::move(holding)); }
  if (!failing.empty()) { out.failing = values_.of(std::move(failing)); }
  if (splits_.size() < kMaxSplits && !is_spent()) { splits_.emplace(std::move(key), out); }
  return out;
}

void AbstractInterpreter::refine_finite_set(ExpressionId id, bool holds, SlotId slot, std::uint32_t valid_from) {
  const auto before = slots_[slot];
  if (values_.members(before).count > kMaxTried) { return; }
  const auto parts = split(id, slot);
  const auto& kept = holds ? parts.holding : parts.failing;
  if (!kept) {
    ++unsure_;  // no roll comes here
    return;
  }
  const bool keeps_all = holds ? parts.holds_for_all : parts.fails_for_all;
  const bool is_exact = parts.is_exact && (!keeps_all || before.must_since >= validity_epoch_);
  const bool stays_sure = is_exact && valid_from != 0 && before.must_since >= valid_from;
  auto value = *kept;
  Values::finish(value, stays_sure ? validity_epoch_ : 0, before.free_inputs);
  set(slot, value, false);
}

// Refines by two conditions of which one has the truth value `holds`: joins the two cases.
void AbstractInterpreter::refine_either(ExpressionId a, ExpressionId b, bool holds) {
  const auto mark = journal_.size();
  const auto saved = unsure_;
  const auto part = [&](ExpressionId id, bool& possible) {
    refine(id, holds, 0);
    auto changes = collect(mark);
    rollback(mark);
    possible = unsure_ == saved;
    unsure_ = saved;
    return changes;
  };
  bool a_possible = false;
  bool b_possible = false;
  const auto first = part(a, a_possible);
  const auto second = part(b, b_possible);
  if (!a_possible || !b_possible) {
    if (a_possible) { apply(first); }
    if (b_possible) { apply(second); }
    if (!a_possible && !b_possible) { ++unsure_; }
    return;
  }
  for (const auto& change : first) {
    for (const auto& other : second) {
      if (change.slot == other.slot) { set(change.slot, values_.join(change.value, other.value), false); }
    }
  }
}

// Comparisons narrow the ends of a range.
void AbstractInterpreter::refine_ends(const Expression& e, bool holds) {
  const auto ends = [&](ExpressionId id) {
    ++unsure_;
    const auto mark = journal_.size();
    const auto out = values_.bounds(number(id));
    rollback(mark);
    --unsure_;
    return out;
  };
  const Rational least(kLeast);
  const Rational most(kMost);
  const auto below = [&](const Rational& value) {  // the integer before
    const auto less = number::subtract(value, Rational(1));
    return less && value != most && value != least ? *less : value;
  };
  const auto above = [&](const Rational& value) {
    const auto more = number::add(value, Rational(1));
    return more && value != most && value != least ? *more : value;
  };
  switch (e.op) {
    case Op::Slot:
      if (holds) { set(e.a, Values::known(1), false); }
      return;
    case Op::OrZero: refine_ends(program_.expressions[e.a], holds); return;
    case Op::Equal:
    case Op::SameNumber: {
      for (const auto& [slot, other] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
        const auto& node = program_.expressions[slot];
        const auto& constant = program_.expressions[other];
        if (node.op == Op::Slot && constant.op == Op::Constant && constant.value == kUnset) {
          auto value = slots_[node.a];
          if (holds) { value = Values::known(kUnset); }
          value.maybe_unset = false;
          if (value.kind == Value::Kind::Unknown || value.kind == Value::Kind::Range || holds) {
            set(node.a, value, false);
          }
          return;
        }
        if (!holds && node.op == Op::Size && constant.op == Op::Constant && constant.value == 0) {
          trim(slot, {Rational(1), most});
          return;
        }
        if (!holds) { continue; }
        if (e.op == Op::Equal && constant.op == Op::Constant && node.op == Op::Slot) {
          set(node.a, Values::known(constant.value), false);
          return;
        }
        if (node.type.kind == ValueKind::Int || node.type.kind == ValueKind::Number) { trim(slot, ends(other)); }
      }
      return;
    }
    case Op::Less:
    case Op::LessNumber:
    case Op::LessOrEqual:
    case Op::LessOrEqualNumber: {
      // Integers that are not equal are 1 apart.
      const bool is_whole = e.op == Op::Less || e.op == Op::LessOrEqual;
      const bool is_strict = holds == (e.op == Op::Less || e.op == Op::LessNumber);
      const auto under = [&](const Rational& end) { return is_whole && is_strict ? below(end) : end; };
      const auto over = [&](const Rational& end) { return is_whole && is_strict ? above(end) : end; };
      const auto left = ends(e.a);
      const auto right = ends(e.b);
      if (holds) {
        trim(e.a, {least, under(right.last)});
        trim(e.b, {over(left.first), most});
      } else {
        trim(e.a, {over(right.first), most});
        trim(e.b, {least, under(left.last)});
      }
      return;
    }
    case Op::InRange:
      if (holds) { trim(e.a, {ends(e.b).first, ends(e.c).last}); }
      return;
    case Op::Contains: {
      const auto& node = program_.expressions[e.a];
      const auto& list = program_.expressions[e.b];
      if (!holds || node.op != Op::Slot || list.op != Op::Constant || list.value == kUnset) { return; }
      const auto& words = program_.lists[static_cast<std::size_t>(list.value)];
      if (!words.empty()) { set(node.a, values_.of(Values::List(words.begin(), words.end())), false); }
      return;
    }
    default: return;
  }
}

// `count(l) > 0`: of the sizes of a list only that it has members is known.
void AbstractInterpreter::trim_size(const Expression& list, const Bounds& sizes) {
  if (list.op != Op::Slot || sizes.first < Rational(1)) { return; }
  auto value = slots_[list.a];
  if (value.kind != Value::Kind::Unknown) { return; }
  value.has_members = true;
  value.maybe_unset = false;
  set(list.a, value, false);
}

// Narrows the slot that an expression reads.
void AbstractInterpreter::trim(ExpressionId id, Bounds part) {
  const auto* node = &program_.expressions[id];
  bool counts_unset = false;
  if (node->op == Op::OrZero) {
    counts_unset = true;
    node = &program_.expressions[node->a];
  }
  if (node->op == Op::Size) { return trim_size(program_.expressions[node->a], part); }
  if (node->op != Op::Slot) { return; }
  const auto& value = slots_[node->a];
  if (value.kind == Value::Kind::Known || value.kind == Value::Kind::FiniteSet) { return; }
  const bool zero_fits = part.first <= Rational(0) && Rational(0) <= part.last;
  auto narrowed = values_.between(value, part);
  if (!narrowed) {
    if (value.maybe_unset && counts_unset && zero_fits) {
      set(node->a, Values::known(kUnset), false);
    } else {
      ++unsure_;  // no roll comes here
    }
    return;
  }
  const bool keeps_unset = value.maybe_unset && counts_unset && zero_fits;
  if (narrowed->kind == Value::Kind::Known) {
    if (keeps_unset) { narrowed = values_.join(*narrowed, Values::known(kUnset)); }
  } else {
    narrowed->maybe_unset = keeps_unset;
  }
  narrowed->must_since = 0;
  set(node->a, *narrowed, false);
}

}  // namespace spoils::check
