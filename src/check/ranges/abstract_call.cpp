// check/ranges/abstract_call.cpp
//
// Abstract interpretation of calls of defs: for the arguments of each call, and of constant defs once for all calls.
// Pinned by tests/check/ranges_test.cpp and tests/odds/failing_rolls_test.cpp.
#include <utility>

#include "check/ranges/abstract_interpreter.h"

namespace spoils::check {

using namespace program;

Value AbstractInterpreter::invoke(const Expression& e) {
  const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
  const auto mark = journal_.size();
  std::vector<Value> arguments;
  arguments.reserve(e.b);
  for (std::uint32_t i = 0; i < e.b; ++i) { arguments.push_back(eval(program_.operands[e.a + i])); }
  for (std::uint32_t i = 0; i < e.b; ++i) { set(def.parameters[i], arguments[i]); }
  auto value = eval(def.body);
  rollback(mark);
  is_fresh_ = is_fresh_ && e.b == 0;
  return value;
}

// The body is interpreted once for all calls, for arguments that may be anything: constant defs call each other over
// all records, and each call by itself would cost what the table of values saves.
Value AbstractInterpreter::constant(const Expression& e) {
  for (std::uint32_t i = 0; i < e.b; ++i) { eval(program_.operands[e.a + i]); }
  auto& known = constants_[static_cast<std::uint32_t>(e.value)];
  if (!known || known->call != call_) {
    const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
    const auto mark = journal_.size();
    const auto doubts = doubts_;
    const auto marks = may_fail_.size();
    // Every statement that uses it may fail where it may.
    const auto outer = std::exchange(statement_, kConstantBody);
    for (const auto slot : def.parameters) { set(slot, Values::unknown()); }
    auto value = eval(def.body);
    rollback(mark);
    statement_ = outer;
    Values::finish(value, 0, 0);
    known = {call_, value, doubts_ > doubts};
    may_fail_.resize(marks);
  }
  if (known->may_fail) { doubt(); }
  is_fresh_ = false;
  return known->value;
}

Value AbstractInterpreter::run_block_of_def(const Expression& e) {
  const auto mark = journal_.size();
  ++blocks_of_defs_;
  run_to_end(e.a);
  --blocks_of_defs_;
  const auto value = eval(e.b);
  rollback(mark);
  is_fresh_ = false;
  return value;
}

// Runs `body` with all slots unknown, without leaving a trace. Returns whether nothing can go wrong in it even then,
// and it takes so many steps that its result is worth a summary.
template <class Body>
bool AbstractInterpreter::is_sound_and_costly(Body&& body) {
  std::vector<Value> unknown(slots_.size(), Values::unknown());
  slots_.swap(unknown);
  const auto outer = scope();
  const auto unrolled = std::exchange(unrolled_, 1);
  const auto steps = steps_;
  const auto doubts = doubts_;
  const auto notes = notes_;
  const auto endings = std::pair(endings_, discards_);
  const std::array<std::size_t, 4> sizes{bad_.size(), sound_.size(), undecided_.size(), may_fail_.size()};
  const auto open = std::pair(open_, open_for_warnings_);
  const auto mark = journal_.size();
  control_ = 0;
  body();
  const bool is_sound = doubts_ == doubts && notes_ == notes;
  rollback(mark);
  slots_.swap(unknown);
  restore(outer);
  unrolled_ = unrolled;
  std::tie(endings_, discards_) = endings;
  std::tie(open_, open_for_warnings_) = open;
  bad_.resize(sizes[0]);
  sound_.resize(sizes[1]);
  undecided_.resize(sizes[2]);
  may_fail_.resize(sizes[3]);
  return is_sound && steps_ - steps > kCostlyBlock && !is_spent();
}

// The fields of a world rule depend on its arguments alone, so their values have a summary, too. Returns
// nothing if it is interpreted at each place.
const std::vector<Value>* AbstractInterpreter::world_summary(const Statement& s, const std::vector<SlotId>& fields) {
  const auto [known, is_new] = world_summaries_.try_emplace(s.a);
  if (is_new) {
    std::vector<Value> values;
    bool ends = false;
    const bool is_worth_it = is_sound_and_costly([&] {
      for (const auto slot : fields) { set(slot, Values::known(kUnset)); }
      ends = run_to_end(s.c) == Flow::Ends;
      for (const auto slot : fields) {
        values.push_back(get(slot));
        Values::finish(values.back(), 0, 0);
      }
    });
    if (is_worth_it && !ends) { known->second = std::move(values); }
  }
  return known->second ? &*known->second : nullptr;
}

// The block is interpreted with all slots unknown, at its first place. If nothing can go wrong in it even then, the
// value covers every place, and a costly block is not interpreted again.
Value AbstractInterpreter::block_of_def(const Expression& e, ExpressionId id) {
  const auto [known, is_new] = block_summaries_.try_emplace(id);
  if (is_new) {
    Value value;
    if (is_sound_and_costly([&] { value = run_block_of_def(e); })) {
      Values::finish(value, 0, 0);
      known->second = value;
    }
  }
  is_fresh_ = false;
  return known->second ? *known->second : run_block_of_def(e);
}

}  // namespace spoils::check
