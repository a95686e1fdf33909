// check/ranges/abstract_loop.cpp
//
// Abstract interpretation of loops: short ones are unrolled, longer ones iterated to a fixpoint.
#include <utility>

#include "check/ranges/abstract_interpreter.h"

namespace spoils::check {

using namespace program;
using number::Rational;

namespace {

constexpr Word kMaxTurns = 64;                       // of one loop that is unrolled
constexpr Word kMaxUnrolled = 4096;                  // of all loops inside each other
constexpr std::uint64_t kMaxUnrolledSteps = 20'000;  // of one loop, as its first turn lets expect

}  // namespace

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
    const Passage turn{saved, scope()};
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
    go_on_after(endings, {&turn, 1});
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
  const auto endings = endings_;
  if (turns > kMaxTurns || turns * unrolled_ > kMaxUnrolled) {
    const auto flow = widen(runs && s.b == kNone, [&] { return turn_of(s); });
    return_to(saved, endings);
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
  const Passage way{saved, scope()};
  rollback(mark);
  restore(saved);
  if (exits.empty()) { return Flow::Ends; }
  merge(exits, 0, false);
  go_on_after(endings, {&way, 1});
  return Flow::On;
}

AbstractInterpreter::Flow AbstractInterpreter::for_each(const Statement& s, std::uint32_t number_of_statement) {
  const auto list = eval(s.b);
  const auto* words = list_of(list);
  const auto saved = scope();
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
    flow = widen(false, [&] {
      auto member = Values::unknown();
      if (words != nullptr) { member = values_.of(Values::List(words->begin(), words->end())); }
      set(s.a, member);
      return block(s.c);
    });
  }
  return_to(saved, endings);
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
    auto each = Values::range(x.first, y.last);
    if (each.kind != Value::Kind::Known) { each.free_inputs = first.free_inputs | last.free_inputs; }
    flow = widen(runs, [&] {
      set(s.a, each);
      return block(s.c);
    });
  }
  return_to(saved, endings);
  return flow;
}

}  // namespace spoils::check
