// check/ranges/abstract_statement.cpp
//
// Abstract interpretation of statements: both branches of a condition are interpreted and joined.
#include <array>
#include <utility>

#include "check/ranges/abstract_interpreter.h"
#include "program/limits.h"

namespace spoils::check {

using namespace program;
using number::Rational;
using text::Code;

AbstractInterpreter::Flow AbstractInterpreter::block(BlockId id) {
  for (const auto number : statements_of(program_, id)) {
    if (is_spent()) { break; }
    if (statement(number) == Flow::Ends) { return Flow::Ends; }
  }
  return Flow::On;
}

AbstractInterpreter::Flow AbstractInterpreter::statement(std::uint32_t number) {
  if (!step()) { return Flow::On; }
  // The block of a def is part of the statement that evaluates it.
  const auto outer = std::exchange(statement_, blocks_of_defs_ > 0 ? statement_ : number);
  const auto flow = interpret(program_.statements[number], number);
  statement_ = outer;
  return flow;
}

AbstractInterpreter::Flow AbstractInterpreter::interpret(const Statement& s, std::uint32_t number) {
  switch (s.kind) {
    case Statement::Kind::Assign: assign(s, number); return Flow::On;
    case Statement::Kind::If: return branch(s);
    case Statement::Kind::Repeat: return repeat(s, number);
    case Statement::Kind::ForEach: return for_each(s, number);
    case Statement::Kind::ForRange: return for_range(s, number);
    case Statement::Kind::Retry: return retry(s);
    case Statement::Kind::Try: return attempt(s);
    case Statement::Kind::Suppose: suppose(s); return Flow::On;
    case Statement::Kind::World: return settle(s);
    case Statement::Kind::Run: return run_rule(s);
    case Statement::Kind::RunNamed: return run_named(s);
    case Statement::Kind::Drop:
    case Statement::Kind::Hold: drop(s); return Flow::On;
    case Statement::Kind::WithInput: return with_input(s);
    case Statement::Kind::WithStream: return with_stream(s);
    case Statement::Kind::Stop: {
      ++endings_;
      auto changes = collect(frames_.back().mark);
      // An input that `with` has set returns to its old value, so its change does not leave the rule.
      changes.erase(
          std::remove_if(changes.begin(), changes.end(),
                         [&](const Change& change) { return program_.slots[change.slot].kind == Slot::Kind::Input; }),
          changes.end());
      frames_.back().exits.push_back(std::move(changes));
      return Flow::Ends;
    }
    case Statement::Kind::Discard:
      ++endings_;
      ++discards_;
      return Flow::Ends;
  }
  return Flow::On;
}

// The inputs that may settle what is assigned to a state. A state that is counted on may leave its range whatever the
// caller sets, so narrowing would settle nothing.
std::uint64_t AbstractInterpreter::inputs_to_narrow(ExpressionId id, const Value& value) {
  const auto& read = slots_of(id);
  const bool counts_on = std::any_of(read.begin(), read.end(),
                                     [&](SlotId slot) { return program_.slots[slot].kind == Slot::Kind::State; });
  return counts_on ? 0 : value.free_inputs;
}

void AbstractInterpreter::assign(const Statement& s, std::uint32_t number) {
  auto value = eval(s.b);
  const auto& slot = program_.slots[s.a];
  if (slot.kind == Slot::Kind::State && slot.has_bounds) {
    // Unset is outside of every range; among listed values it is one that is less than all integers.
    auto occurs = outside(value, slot.first, slot.last);
    const bool only_unset = occurs == Occurs::Never && value.maybe_unset;
    if (only_unset) { occurs = Occurs::May; }
    note(occurs, inputs_to_narrow(s.b, value), {Code::StateOutOfRange, s.b, number},
         {only_unset ? Rational(kUnset) : first_outside(value, slot.first, slot.last)});
    value = values_.between(value, {slot.first, slot.last}).value_or(Values::range(slot.first, slot.last));
    value.maybe_unset = false;
  } else if (slot.kind == Slot::Kind::State && slot.is_limited()) {
    choose_within(slot, value, {Code::StateOutOfRange, s.b, number});
  }
  set(s.a, value);
}

// Checks an assignment to a state with declared choices for symbols that are none of them.
void AbstractInterpreter::choose_within(const Slot& slot, const Value& value, const Site& site) {
  const auto all = values_.members(value);
  if (all.count == 0) { doubt(); }
  const auto is_out = [&](const Rational& one) { return !slot.holds(one.numerator()); };
  const auto bad = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_out));
  if (bad == 0) { return; }
  note(bad == all.count || is_sure(value) ? Occurs::Must : Occurs::May, inputs_to_narrow(site.expression, value), site,
       {*std::find_if(all.begin(), all.end(), is_out)});
}

AbstractInterpreter::Flow AbstractInterpreter::branch(const Statement& s) {
  const auto test = eval(s.a);
  const auto answer = truth(test);
  if (!answer.is_open()) {
    if (answer.maybe_true) { return block(s.b); }
    return s.c == kNone ? Flow::On : block(s.c);
  }
  const auto mark = journal_.size();
  const auto outer = scope();
  const auto endings = endings_;
  const bool is_pure = is_pure_draw(s.a);
  struct Side {
    Flow flow = Flow::On;
    Changes changes;
    Passage way;
  };
  const auto one_side = [&](BlockId id, bool holds) {
    Side side;
    enter(test, is_pure);
    refine(s.a, holds, outer.valid_from);
    side.way.entered = scope();
    side.flow = id == kNone ? Flow::On : block(id);
    side.way.left = scope();
    if (side.flow == Flow::On) { side.changes = collect(mark); }
    rollback(mark);
    restore(outer);
    return side;
  };
  const auto yes = one_side(s.b, true);
  const auto no = one_side(s.c, false);
  if (yes.flow == Flow::Ends && no.flow == Flow::Ends) { return Flow::Ends; }
  if (yes.flow == Flow::Ends || no.flow == Flow::Ends) {
    // Only one side goes on, so the code that follows runs only under its condition.
    const auto& side = yes.flow == Flow::Ends ? no : yes;
    apply(side.changes);
    restore(side.way.left);
    valid_from_ = ++validity_epoch_;
    return Flow::On;
  }
  merge({yes.changes, no.changes}, test.free_inputs, is_sure(test));
  go_on_after(endings, std::array{yes.way, no.way});
  return Flow::On;
}

AbstractInterpreter::Flow AbstractInterpreter::with_input(const Statement& s) {
  const auto value = eval(s.b);
  const auto before = slots_[s.a];
  set(s.a, value);
  const auto flow = block(s.c);
  if (flow == Flow::On) { set(s.a, before); }
  return flow;
}

// A world rule sets the same again the next time, so nothing about it must happen in some roll.
AbstractInterpreter::Flow AbstractInterpreter::settle(const Statement& s) {
  const auto fields = fields_of_world_rule(program_, s.a);
  const auto* summary = world_summary(s, fields);
  std::vector<Value> before;
  before.reserve(fields.size());
  for (const auto slot : fields) {
    before.push_back(get(slot));
    if (summary == nullptr) { set(slot, Values::known(kUnset)); }
  }
  if (summary == nullptr && run_to_end(s.c) == Flow::Ends) { return Flow::Ends; }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    auto value = summary == nullptr ? get(fields[i]) : (*summary)[i];
    if (value.kind == Value::Kind::Known && is_unset(value.first)) {
      value = before[i];
    } else if (value.maybe_unset || value.kind == Value::Kind::Unknown) {
      value = values_.join(value, before[i]);
    }
    value.must_since = 0;
    set(fields[i], value);
  }
  return Flow::On;
}

AbstractInterpreter::Flow AbstractInterpreter::with_stream(const Statement& s) {
  const auto& use = program_.streams[s.a];
  for (const auto id : {use.multiplier, use.increment, use.seed}) {
    if (id != kNone) { eval(id); }
  }
  const auto check = [&](ExpressionId id, Word first, Word last) {
    if (id == kNone) { return; }
    const auto value = number(id);
    note(outside(value, first, last), value.free_inputs, {Code::BadStream, id},
         {first_outside(value, first, last), first, last});
  };
  check(use.bits, 1, 63);
  check(use.skip, 0, kMaxSkip);
  return block(s.b);
}

// The state at the end is that of all ways to it.
AbstractInterpreter::Flow AbstractInterpreter::run_to_end(BlockId body) {
  const auto mark = journal_.size();
  const auto saved = scope();
  const auto discards = discards_;
  const auto endings = endings_;
  frames_.push_back({mark, {}});
  const auto flow = block(body);
  auto exits = std::move(frames_.back().exits);
  frames_.pop_back();
  if (!exits.empty()) {
    if (flow == Flow::On) { exits.push_back(collect(mark)); }
    rollback(mark);
    merge(exits, 0, false);
  } else if (flow == Flow::Ends) {
    return Flow::Ends;
  }
  if (discards_ == discards) {
    restore(saved);
    endings_ = endings;  // `stop` ends no more than its rule
  } else {
    valid_from_ = ++validity_epoch_;
  }
  return Flow::On;
}

AbstractInterpreter::Flow AbstractInterpreter::run_rule(const Statement& s) {
  std::vector<Value> arguments;
  for (std::uint32_t i = 0; i < s.c; ++i) { arguments.push_back(eval(program_.operands[s.b + i])); }
  const auto& parameters = program_.rules[s.a].parameters;
  for (std::uint32_t i = 0; i < s.c; ++i) { set(parameters[i].slot, arguments[i]); }
  return run_body(s.a);
}

// A thing of its own: of what it does only the states remain. It is interpreted once for all that it reads from
// outside.
void AbstractInterpreter::drop(const Statement& s) {
  const auto& rule = program_.rules[s.a];
  std::vector<Value> arguments;
  for (std::uint32_t i = 0; i < s.c; ++i) { arguments.push_back(eval(program_.operands[s.b + i])); }
  std::vector<std::int64_t> key{unsure_ > 0 ? 1 : 0, static_cast<std::int64_t>(control_)};
  const auto add = [&](const Value& value) {
    const auto sure = value.must_since != 0 ? 4 : 0;
    key.push_back(static_cast<int>(value.kind) * 8 + sure + (value.maybe_unset ? 2 : 0) + (value.has_members ? 1 : 0));
    key.push_back(static_cast<std::int64_t>(value.free_inputs));
    key.push_back(value.finite_set);
    for (const auto& end : {value.first, value.last}) {
      key.push_back(end.numerator());
      key.push_back(end.denominator());
    }
  };
  for (const auto& argument : arguments) { add(argument); }
  for (const auto slot : outside_[s.a]) { add(get(slot)); }
  const auto summary = dropped_[s.a].find(key);
  if (summary != dropped_[s.a].end() && (!summary->second.has_notes || summary->second.call == call_)) {
    apply(summary->second.states);
    return;
  }
  const auto notes = notes_ + doubts_;
  const auto mark = journal_.size();
  const auto saved = scope();
  const auto endings = endings_;
  const auto discards = discards_;
  for (const auto field : rule.fields) { set(field, Values::known(kUnset)); }
  for (std::uint32_t i = 0; i < s.c; ++i) { set(rule.parameters[i].slot, arguments[i]); }
  // Discarding a thing does not undo its changes of states; after it they may be anything in their ranges.
  const auto flow = run_body(s.a);
  auto states = collect(mark);
  states.erase(
      std::remove_if(states.begin(), states.end(),
                     [&](const Change& change) { return program_.slots[change.slot].kind != Slot::Kind::State; }),
      states.end());
  rollback(mark);
  restore(saved);
  endings_ = endings;
  for (auto& change : states) {
    const auto& slot = program_.slots[change.slot];
    change.value.must_since = 0;
    if (flow == Flow::On && discards_ == discards) { continue; }
    change.value = slot.has_bounds ? Values::range(slot.first, slot.last) : Values::unknown();
  }
  apply(states);
  dropped_[s.a].insert_or_assign(std::move(key), DroppedSummary{std::move(states), notes_ + doubts_ != notes, call_});
}

}  // namespace spoils::check
