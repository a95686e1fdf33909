// check/ranges/abstract_statement.cpp
//
// Abstract interpretation of statements: both branches are interpreted and joined, short loops are unrolled, longer
// ones iterated to a fixpoint.
#include <utility>

#include "check/ranges/abstract_interpreter.h"
#include "program/limits.h"

namespace spoils::check {

using namespace program;
using number::Rational;
using text::Code;

namespace {

constexpr Word kMaxTurns = 64;                       // of one loop that is unrolled
constexpr Word kMaxUnrolled = 4096;                  // of all loops inside each other
constexpr std::uint64_t kMaxUnrolledSteps = 20'000;  // of one loop, as its first turn lets expect

}  // namespace

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

void AbstractInterpreter::assign(const Statement& s, std::uint32_t number) {
  auto value = eval(s.b);
  const auto& slot = program_.slots[s.a];
  if (slot.kind == Slot::Kind::State && slot.has_bounds) {
    const auto kept = values_.as_number(value);
    // A state that is counted on may leave its range whatever the caller sets, so narrowing would settle nothing.
    const auto& read = slots_of(s.b);
    const bool counts_on = std::any_of(read.begin(), read.end(),
                                       [&](SlotId other) { return program_.slots[other].kind == Slot::Kind::State; });
    note(outside(kept, slot.first, slot.last), counts_on ? 0 : kept.free_inputs, {Code::StateOutOfRange, s.b, number},
         {first_outside(kept, slot.first, slot.last)});
    value = values_.between(kept, {slot.first, slot.last}).value_or(Values::range(slot.first, slot.last));
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
  const auto& read = slots_of(site.expression);
  const bool counts_on = std::any_of(read.begin(), read.end(),
                                     [&](SlotId other) { return program_.slots[other].kind == Slot::Kind::State; });
  note(bad == all.count || is_sure(value) ? Occurs::Must : Occurs::May, counts_on ? 0 : value.free_inputs, site,
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
  go_on_after(endings, {yes.way, no.way});
  return Flow::On;
}

bool AbstractInterpreter::is_stationary(std::size_t mark) {
  ++stamp_;
  for (auto i = mark; i < journal_.size(); ++i) {
    const auto& change = journal_[i];
    if (stamps_[change.slot].first == stamp_) { continue; }
    stamps_[change.slot].first = stamp_;
    if (!(change.value == slots_[change.slot])) { return false; }
  }
  return true;
}

// After two turns what still grows has no end, after four it may be anything.
Value AbstractInterpreter::widened(const Value& before, const Value& after, int pass) const {
  if (pass < 2) { return after; }
  const auto x = values_.bounds(before);
  const auto y = values_.bounds(after);
  auto out = Values::unknown();
  if (pass < 4 && !after.maybe_unset && !is_unset(y.first)) {
    out = Values::range(y.first < x.first ? Rational(kLeast) : y.first, y.last > x.last ? Rational(kMost) : y.last);
  }
  if (out.kind != Value::Kind::Known) { out.free_inputs = after.free_inputs; }
  return out;
}

// Walks a body until one more turn changes nothing.
template <class Body>
AbstractInterpreter::Flow AbstractInterpreter::widen(bool runs_at_least_once, Body&& body) {
  const auto saved = scope();
  const auto endings = endings_;
  for (int pass = 0;; ++pass) {
    const auto mark = journal_.size();
    const auto flow = body();
    const auto after = flow == Flow::On ? collect(mark) : Changes{};
    const auto left = scope();
    rollback(mark);
    restore(saved);
    if (flow == Flow::Ends && pass == 0 && runs_at_least_once) { return Flow::Ends; }
    bool changed = false;
    for (const auto& change : after) {
      const auto before = slots_[change.slot];
      auto joined = values_.join(before, change.value);
      joined.must_since = 0;
      auto kept = before;
      kept.must_since = 0;
      if (joined == kept) { continue; }
      changed = true;
      set(change.slot, widened(before, joined, pass));
    }
    if (changed && !is_spent()) { continue; }
    // If one turn at least is taken the state before the first is none of the results.
    if (runs_at_least_once) { apply(after); }
    go_on_after(endings, {{saved, left}});
    return Flow::On;
  }
}

// One more turn, if there is one.
AbstractInterpreter::Flow AbstractInterpreter::turn_of(const Statement& s) {
  if (s.b != kNone) {
    const auto test = eval(s.b);
    const auto answer = truth(test);
    if (!answer.maybe_true) { return Flow::Ends; }
    if (answer.is_open()) {
      enter(test, is_pure_draw(s.b));
      refine(s.b, true, 0);
    }
  }
  return block(s.c);
}

AbstractInterpreter::Flow AbstractInterpreter::repeat(const Statement& s, std::uint32_t number_of_statement) {
  const auto count = number(s.a);
  const auto ends = values_.bounds(count);
  mark_loop(number_of_statement, ends.last > Rational(0));
  if (ends.last < Rational(1)) { return Flow::On; }
  const auto saved = scope();
  const bool is_known = count.kind == Value::Kind::Known;
  const bool runs = ends.first >= Rational(1);
  if (!runs) {
    enter(count, false);
  } else if (!is_known) {
    valid_from_ = ++validity_epoch_;
  }
  const auto turns = is_known ? count.first.numerator() : kMaxTurns + 1;
  const auto entered = scope();
  const auto endings = endings_;
  if (turns > kMaxTurns || turns * unrolled_ > kMaxUnrolled) {
    const auto flow = widen(runs && s.b == kNone, [&] { return turn_of(s); });
    const auto left = scope();
    restore(saved);
    go_on_after(endings, {{entered, left}});
    return flow;
  }
  const auto outer_unrolled = unrolled_;
  unrolled_ *= static_cast<int>(turns);
  const auto mark = journal_.size();
  std::vector<Changes> exits;
  bool goes_on = true;
  const auto first_step = steps_;
  for (Word turn = 0; turn < turns && goes_on && !is_spent(); ++turn) {
    if ((steps_ - first_step) * static_cast<std::uint64_t>(turns - 1) > kMaxUnrolledSteps) {
      goes_on = widen(false, [&] { return turn_of(s); }) == Flow::On;
      break;
    }
    if (s.b != kNone) {
      const auto test = eval(s.b);
      const auto answer = truth(test);
      if (!answer.maybe_true) { break; }
      if (answer.is_open()) {
        exits.push_back(collect(mark));
        const auto before = valid_from_;
        enter(test, is_pure_draw(s.b));
        refine(s.b, true, before);
      }
    }
    const auto turn_mark = journal_.size();
    goes_on = block(s.c) == Flow::On;
    if (goes_on && is_stationary(turn_mark)) { break; }
  }
  if (goes_on) { exits.push_back(collect(mark)); }
  unrolled_ = outer_unrolled;
  const auto left = scope();
  rollback(mark);
  restore(saved);
  if (exits.empty()) { return Flow::Ends; }
  merge(exits, 0, false);
  go_on_after(endings, {{entered, left}});
  return Flow::On;
}

AbstractInterpreter::Flow AbstractInterpreter::for_each(const Statement& s, std::uint32_t number_of_statement) {
  const auto list = eval(s.b);
  const auto* words = list_of(list);
  const auto saved = scope();
  auto entered = saved;
  const auto endings = endings_;
  mark_loop(number_of_statement, words == nullptr || !words->empty());
  auto flow = Flow::On;
  if (words != nullptr && words->size() <= static_cast<std::size_t>(kMaxTurns)) {
    const auto members = *words;
    for (const auto word : members) {
      set(s.a, Values::known(word));
      flow = block(s.c);
      if (flow == Flow::Ends) { break; }
    }
  } else {
    enter(list, false);
    entered = scope();
    flow = widen(false, [&] {
      auto member = Values::unknown();
      if (words != nullptr) { member = values_.of(Values::List(words->begin(), words->end())); }
      set(s.a, member);
      return block(s.c);
    });
  }
  const auto left = scope();
  restore(saved);
  go_on_after(endings, {{entered, left}});
  return flow;
}

AbstractInterpreter::Flow AbstractInterpreter::for_range(const Statement& s, std::uint32_t number_of_statement) {
  const auto first = number(s.b);
  const auto last = number(s.value);
  const auto x = values_.bounds(first);
  const auto y = values_.bounds(last);
  mark_loop(number_of_statement, x.first <= y.last);
  if (x.first > y.last) { return Flow::On; }
  const auto saved = scope();
  auto entered = saved;
  const auto endings = endings_;
  const bool is_known = first.kind == Value::Kind::Known && last.kind == Value::Kind::Known;
  const auto span = is_known ? number::subtract(y.last.numerator(), x.first.numerator()) : std::nullopt;
  auto flow = Flow::On;
  if (span && *span < kMaxTurns && (*span + 1) * unrolled_ <= kMaxUnrolled) {
    const auto outer_unrolled = unrolled_;
    unrolled_ *= static_cast<int>(*span + 1);
    const auto before = steps_;
    const auto begin = x.first.numerator();
    // Counted from the first, since the last may be the greatest there is.
    Word turns = 0;
    for (; turns <= *span && flow == Flow::On && !is_spent(); ++turns) {
      if ((steps_ - before) * static_cast<std::uint64_t>(*span) > kMaxUnrolledSteps) { break; }
      set(s.a, Values::known(begin + turns));
      flow = block(s.c);
    }
    unrolled_ = outer_unrolled;
    if (flow == Flow::On && turns <= *span) {
      // Turns that are long are taken all at once, as those of a long loop.
      const auto rest = Values::range(begin + turns, y.last);
      flow = widen(true, [&] {
        set(s.a, rest);
        return block(s.c);
      });
    }
  } else {
    const bool runs = x.last <= y.first;
    if (!runs) {
      auto both = values_.join(first, last);
      both.must_since = is_sure(first) && is_sure(last) ? validity_epoch_ : 0;
      enter(both, false);
    } else if (!is_known) {
      valid_from_ = ++validity_epoch_;
    }
    entered = scope();
    auto each = Values::range(x.first, y.last);
    if (each.kind != Value::Kind::Known) { each.free_inputs = first.free_inputs | last.free_inputs; }
    flow = widen(runs, [&] {
      set(s.a, each);
      return block(s.c);
    });
  }
  const auto left = scope();
  restore(saved);
  go_on_after(endings, {{entered, left}});
  return flow;
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
    key.push_back(static_cast<int>(value.kind) * 8 + sure + (value.maybe_unset ? 2 : 0));
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
