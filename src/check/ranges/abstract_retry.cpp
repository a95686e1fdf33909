// check/ranges/abstract_retry.cpp
//
// Abstract interpretation of what is put back: `retry`, of which the last try is left, `try`, after which the state is
// that of either block, and the value after a rule, which alone is left. Pinned by tests/check/ranges_test.cpp.
#include <array>

#include "check/ranges/abstract_interpreter.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;

AbstractInterpreter::Flow AbstractInterpreter::retry(const Statement& s) {
  if (s.a != kNone) { number(s.a); }
  if (block(s.c) == Flow::Ends) { return Flow::Ends; }
  const auto test = eval(s.b);
  if (!truth(test).is_open()) { return Flow::On; }
  const auto unsure = unsure_;
  valid_from_ = ++validity_epoch_;  // what is there now is there because the condition did not hold
  if (s.a == kNone) { refine(s.b, false, 0); }
  unsure_ = unsure;
  return Flow::On;
}

// The state afterwards is that of the block where it stays, and else the one before it with what the other block does.
AbstractInterpreter::Flow AbstractInterpreter::attempt(const Statement& s) {
  const auto mark = journal_.size();
  const auto outer = scope();
  const auto endings = endings_;
  if (block(s.c) == Flow::Ends) { return Flow::Ends; }
  const Passage first{outer, scope()};
  const auto test = eval(s.b);
  const auto answer = truth(test);
  if (!answer.maybe_true) { return Flow::On; }
  std::vector<Changes> exits;
  if (answer.maybe_false) {
    enter(test, false);
    refine(s.b, false, 0);
    exits.push_back(collect(mark));
  }
  rollback(mark);
  restore(outer);
  if (answer.maybe_false) {
    enter(test, false);
  } else {
    valid_from_ = ++validity_epoch_;
  }
  const auto entered = scope();
  const auto flow = s.a == kNone ? Flow::On : block(s.a);
  const Passage second{entered, scope()};
  if (flow == Flow::On) { exits.push_back(collect(mark)); }
  rollback(mark);
  if (exits.empty()) { return Flow::Ends; }
  restore(outer);
  merge(exits, 0, false);
  // If one of the blocks ends the rule, what follows is reached only under the condition.
  if (answer.maybe_false && flow == Flow::Ends) { enter(test, false); }
  go_on_after(endings, std::array{first, second});
  return Flow::On;
}

// The state afterwards is the one before, but for one slot. A rule that discards leaves it unset.
void AbstractInterpreter::suppose(const Statement& s) {
  const auto mark = journal_.size();
  const auto outer = scope();
  const auto endings = endings_;
  const auto discards = discards_;
  if (s.value == 1) {
    for (const auto slot : slots_of_things(program_)) { set(slot, Values::known(kUnset)); }
  }
  auto value = block(s.c) == Flow::Ends ? Values::known(kUnset) : get(s.a);
  if (discards_ != discards) { value = values_.join(value, Values::known(kUnset)); }
  rollback(mark);
  restore(outer);
  endings_ = endings;
  value.must_since = 0;
  set(s.a, value);
}

}  // namespace spoils::check
