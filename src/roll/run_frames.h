// roll/run_frames.h
//
// The frames of rules and loops that the dispatch loop of the bytecode enters and leaves (roll/run_code.cpp): parts of
// roll/interpreter.h, which includes this at its end.
#pragma once

#include "roll/interpreter.h"

namespace spoils::roll {

// Counts the steps of one more iteration; returns the instruction before the next one, null after a fault.
[[gnu::always_inline]] inline const Instruction* Interpreter::next_iteration(const Instruction* at) {
  if (steps_ + 1 + at->a <= program::kMaxSteps) [[likely]] {
    steps_ += 1 + at->a;
    return at + at->offset;
  }
  // The body finds out which of its steps is too much.
  if (!step(at->b)) { return nullptr; }
  return at + at->offset - (at->a > 0 ? 1 : 0);
}

// Closes the scope of the iteration that ends, if there is one, and returns the innermost loop.
template <bool kObserved>
LoopFrame& Interpreter::end_iteration() {
  auto& loop = loop_frames_[loop_frame_ - 1];
  if constexpr (kObserved) {
    if (loop.has_scope) { observer_->leave(); }
    loop.has_scope = false;
  }
  return loop;
}

template <bool kObserved>
void Interpreter::pop_loops(std::size_t loops) {
  for (; kObserved && loop_frame_ > loops; --loop_frame_) { end_iteration<kObserved>(); }
  loop_frame_ = loops;
}

// Leaves the instruction `at`, of statement `at->b`, for the first of a rule.
template <bool kObserved>
const Instruction* Interpreter::enter(program::RuleId rule, const Instruction* at) {
  assert(call_frame_ < call_frames_.size());
  if constexpr (kObserved) { observer_->enter(scope(Scope::Kind::Run, rule, at->b)); }
  call_frames_[call_frame_++] = {at, loop_frame_};
  show(rule);
  ++depth_;
  return code_of(program_->rules[rule].body);
}

// Ends a rule, with its loops; returns the instruction that it was left for.
template <bool kObserved>
const Instruction* Interpreter::leave_rule() {
  --depth_;
  const auto& frame = call_frames_[--call_frame_];
  pop_loops<kObserved>(frame.loops);
  if constexpr (kObserved) { observer_->leave(); }
  return frame.at;
}

// Leaves all rules but the first `calls`, and all loops but the first `loops`.
template <bool kObserved>
Interpreter::Flow Interpreter::leave(Flow flow, std::size_t calls, std::size_t loops) {
  while (call_frame_ > calls) { leave_rule<kObserved>(); }
  pop_loops<kObserved>(loops);
  return flow;
}

}  // namespace spoils::roll
