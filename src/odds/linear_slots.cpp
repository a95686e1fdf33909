// odds/linear_slots.cpp
//
// Leaves out slots until those that are left are only added up, and finds their factors.
#include "odds/linear_slots.h"

#include <algorithm>
#include <limits>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

/// States hold slots that depend on each other in a longer chain than this.
constexpr int kMostRounds = 64;

}  // namespace

Word LinearSlots::product(Word a, Word b) {
  Word out = 0;
  const bool is_known = !__builtin_mul_overflow(a, b, &out);
  return is_known && out <= kMostFactor && out >= -kMostFactor ? out : kMostFactor + 1;
}

LinearSlots::LinearSlots(const Program& program, const Query& query)
    : program_(program),
      query_(query),
      own_(rules_reached(program, {query.rule}, Follow::SameThing)),
      reached_(rules_reached(program, {query.rule}, Follow::AllThings)) {
  find_candidates();
  while (!slots_.empty()) {
    keep_what_is_read_in_sums_alone();
    if (is_consistent()) { return; }
  }
  of_query_.clear();
}

// Whether a number is a sum that may have such a slot as a term.
bool LinearSlots::has_slot(ExpressionId id) const {
  const auto& e = program_.expressions[id];
  if (e.type.kind != ValueKind::Int) { return false; }
  switch (e.op) {
    case Op::Slot: return contains(e.a);
    case Op::OrZero:
    case Op::Negate: return has_slot(e.a);
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply: return has_slot(e.a) || has_slot(e.b);
    default: return false;
  }
}

bool LinearSlots::may_be_linear(SlotId slot) const {
  const auto& is = program_.slots[slot];
  return is.type.kind == ValueKind::Int && is.kind != Slot::Kind::Input && is.kind != Slot::Kind::State;
}

// Slots that assignments alone set, and only in the rules that work on the thing of the question.
void LinearSlots::find_candidates() {
  std::set<SlotId> others;
  for (const auto rule : reached_) {
    const bool is_own = std::find(own_.begin(), own_.end(), rule) != own_.end();
    for (const auto& parameter : program_.rules[rule].parameters) { others.insert(parameter.slot); }
    if (!is_own) { others.insert(program_.rules[rule].fields.begin(), program_.rules[rule].fields.end()); }
    add_writes(program_.rules[rule].body, is_own, others);
  }
  // Rules that make things of their own, or whose work is put back or comes once in a world: others may run them,
  // too.
  for (const auto rule : rules_reached(program_, std::move(elsewhere_), Follow::SameThing)) {
    add_writes(program_.rules[rule].body, false, others);
  }
  for (const auto slot : others) { slots_.erase(slot); }
}

void LinearSlots::add_writes(BlockId block, bool is_own, std::set<SlotId>& others) {
  for (const auto number : statements_of(program_, block)) {
    const auto& s = program_.statements[number];
    for_each_call(program_, s, [&](RuleId rule, CallKind kind) {
      if (!is_own || kind != CallKind::Run) { elsewhere_.push_back(rule); }
    });
    switch (s.kind) {
      case Kind::Assign:
        if (is_own && may_be_linear(s.a)) {
          slots_.insert(s.a);
        } else {
          others.insert(s.a);
        }
        break;
      case Kind::ForEach:
      case Kind::ForRange:
      case Kind::Suppose: others.insert(s.a); break;
      default: break;
    }
    const bool stays = s.kind != Kind::Suppose && s.kind != Kind::World;
    for_each_block(s, [&](BlockId inner) { add_writes(inner, is_own && stays, others); });
  }
}

// Leaves out what is read in any other way than as a term of a sum for such a slot, or of the question.
void LinearSlots::keep_what_is_read_in_sums_alone() {
  for (std::size_t before = 0; before != slots_.size();) {
    if (++rounds_ > kMostRounds) { slots_.clear(); }
    before = slots_.size();
    std::vector<ExpressionId> others;
    const auto add = [&](ExpressionId id) {
      if (id != kNone) { others.push_back(id); }
    };
    const auto add_sum = [&](ExpressionId id) {
      for_each_term(
          id, 1, [](SlotId, Word) {}, [&](ExpressionId rest, Word) { others.push_back(rest); });
    };
    for (const auto rule : reached_) {
      for (const auto& parameter : program_.rules[rule].parameters) { add(parameter.initial); }
      for_each_statement(program_, program_.rules[rule].body, [&](std::uint32_t number) {
        const auto& s = program_.statements[number];
        if (s.kind == Kind::Assign && contains(s.a)) {
          add_sum(s.b);
        } else {
          for_each_expression(program_, s, add);
        }
      });
    }
    for (const auto& [slot, id] : query_.settings) { add(id); }
    for (const auto& [parameter, id] : query_.arguments) { add(id); }
    add_sum(query_.condition);
    for (const auto slot : slots_read(program_, others)) { slots_.erase(slot); }
  }
}

// Finds the factor of each assignment. Returns false, with fewer slots, if one depends on the way.
bool LinearSlots::is_consistent() {
  assignments_.clear();
  of_query_.clear();
  walked_.clear();
  wrong_.clear();
  of_query_ = factors_of(query_.condition, 1, {});
  if (!of_query_.empty()) { before_rule(query_.rule, of_query_); }
  for (const auto slot : wrong_) { slots_.erase(slot); }
  return wrong_.empty();
}

void LinearSlots::require_same(const Factors& a, const Factors& b) {
  for (const auto* of : {&a, &b}) {
    for (const auto& [slot, times] : *of) {
      const auto& other = of == &a ? b : a;
      const auto found = other.find(slot);
      if (found == other.end() || found->second != times) { wrong_.insert(slot); }
    }
  }
}

LinearSlots::Factors LinearSlots::before_rule(RuleId rule, const Factors& after) {
  if (const auto known = walked_.find(rule); known != walked_.end()) {
    require_same(known->second.after, after);
    return known->second.before;
  }
  const auto outer = std::exchange(at_end_, &after);
  auto before = before_block(program_.rules[rule].body, after);
  at_end_ = outer;
  walked_[rule] = {after, before};
  return before;
}

LinearSlots::Factors LinearSlots::before_block(BlockId block, Factors times) {
  const auto statements = statements_of(program_, block);
  for (auto i = statements.size(); i-- > 0;) { times = before(statements[i], std::move(times)); }
  return times;
}

LinearSlots::Factors LinearSlots::before(std::uint32_t number, Factors after) {
  const auto& s = program_.statements[number];
  switch (s.kind) {
    case Kind::Assign: return contains(s.a) ? before_assignment(number, std::move(after)) : after;
    case Kind::If:
    case Kind::Try: {
      const auto other = s.kind == Kind::If ? s.c : s.a;
      auto out = before_block(s.kind == Kind::If ? s.b : s.c, after);
      require_same(out, other == kNone ? after : before_block(other, after));
      return out;
    }
    case Kind::Repeat:
    case Kind::ForEach:
    case Kind::ForRange:
    case Kind::Retry: {
      auto out = before_block(s.c, after);
      if (s.kind != Kind::Retry) { require_same(out, after); }
      return out;
    }
    case Kind::Run: return before_rule(s.a, after);
    case Kind::RunNamed:
      for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) {
        require_same(before_rule(rule, after), after);
      }
      return after;
    case Kind::WithInput: return before_block(s.c, std::move(after));
    case Kind::WithStream: return before_block(s.b, std::move(after));
    case Kind::Stop: return *at_end_;
    case Kind::Suppose:
    case Kind::World:
    case Kind::Drop:
    case Kind::Hold:
    case Kind::Discard: return after;
  }
  return after;
}

LinearSlots::Factors LinearSlots::before_assignment(std::uint32_t number, Factors after) {
  const auto& s = program_.statements[number];
  const auto found = after.find(s.a);
  const auto times = found == after.end() ? 0 : found->second;
  const auto [known, is_new] = assignments_.try_emplace(number, times);
  if (!is_new && known->second != times) { wrong_.insert(s.a); }
  if (times == 0) { return after; }
  after.erase(found);
  return factors_of(s.b, times, std::move(after));
}

// Adds the factors with which a sum has slots as terms. Other terms have no greater ones, since only a product that has
// a slot as a term is taken apart. Factors of both signs for one slot may hide that a multiple of it leaves 64 bits: a
// state holds such a slot.
LinearSlots::Factors LinearSlots::factors_of(ExpressionId sum, Word times, Factors out) {
  for_each_term(
      sum, times,
      [&](SlotId slot, Word factor) {
        auto& of = out[slot];
        const bool cancels = (of < 0 && factor > 0) || (of > 0 && factor < 0);
        of += factor;
        if (cancels || is_too_large(factor) || is_too_large(of)) { wrong_.insert(slot); }
      },
      [](ExpressionId, Word) {});
  std::erase_if(out, [](const auto& one) { return one.second == 0; });
  return out;
}

}  // namespace spoils::odds
