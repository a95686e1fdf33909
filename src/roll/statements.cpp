// roll/statements.cpp
//
// Running statements: in the order written, one after the other.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "roll/interpreter.h"
#include "roll/seed.h"

namespace spoils::roll {

using namespace program;

namespace {

/// Words of memory that are copied in the time of one list member.
constexpr std::size_t kWordsAtOnce = 8;

}  // namespace

// An observed roll runs the tree: every draw is reported with its place, which the bytecode does not hold.
Interpreter::Flow Interpreter::run_block(BlockId block) {
  return observer_ == nullptr ? run_code(block) : run_as_written(block, 0);
}

Interpreter::Flow Interpreter::run_as_written(BlockId block, std::uint32_t item) {
  const auto& range = program_->blocks[block];
  for (auto i = item; i < range.count; ++i) {
    const auto number = program_->block_items[range.first + i];
    if (!step(number)) { return Flow::Fault; }
    const auto flow = run(program_->statements[number], number);
    if (flow != Flow::Next) { return flow; }
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::assign(const Statement& s, std::uint32_t number) {
  store(s.a, s.b);
  if (failed()) { return Flow::Fault; }
  if ((slot_traits_[s.a] & kState) != 0 && !program_->slots[s.a].holds(slots_[s.a])) {
    fail(Fault::Kind::StateOutOfRange, program_->statement_places[number]);
    return Flow::Fault;
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::run(const Statement& s, std::uint32_t number) {
  using Kind = Statement::Kind;
  switch (s.kind) {
    case Kind::Assign: return assign(s, number);
    case Kind::If: {
      const auto branch = flag(s.a) ? s.b : s.c;
      if (failed()) { return Flow::Fault; }
      return branch == kNone ? Flow::Next : run_block(branch);
    }
    case Kind::Repeat: return repeat(s, number);
    case Kind::ForEach: return for_each(s, number);
    case Kind::ForRange: return for_range(s, number);
    case Kind::Retry: return retry(s, number);
    case Kind::Run: {
      if (s.c > 0) {
        bind(s.a, s.b, s.c);
        if (failed()) { return Flow::Fault; }
        store_bound(s.a);
      }
      const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Run, s.a, number); });
      return run_rule(s.a);
    }
    case Kind::RunNamed: {
      const auto symbol = word(s.a);
      if (failed()) { return Flow::Fault; }
      const auto& rules = program_->dispatches[s.b].rules;
      const auto found = std::lower_bound(rules.begin(), rules.end(), std::pair<Word, RuleId>{symbol, 0});
      if (found == rules.end() || found->first != symbol) { return Flow::Next; }
      return run_named(found->second, number);
    }
    case Kind::Drop:
    case Kind::Hold: return make_thing(s, number);
    case Kind::WithInput: return with_input(s, number);
    case Kind::WithStream: return with_stream(s, number);
    case Kind::Stop: return Flow::Stop;
    case Kind::Discard: return Flow::Discard;
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::run_named(RuleId rule, std::uint32_t number) {
  store_defaults(rule);
  const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Run, rule, number); });
  return run_rule(rule);
}

Interpreter::Flow Interpreter::repeat(const Statement& s, std::uint32_t number) {
  const auto count = operand(s.a);
  for (Word i = 0; i < count; ++i) {
    if (!step(number)) { return Flow::Fault; }
    const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Turn, 0, number, i + 1, count); });
    if (s.b != kNone) {
      const auto goes_on = flag(s.b);
      if (failed()) { return Flow::Fault; }
      if (!goes_on) { break; }
    }
    const auto flow = run_block(s.c);
    if (flow != Flow::Next) { return flow; }
  }
  return failed() ? Flow::Fault : Flow::Next;
}

Interpreter::Flow Interpreter::for_each(const Statement& s, std::uint32_t number) {
  const auto list = word(s.b);
  if (failed()) { return Flow::Fault; }
  const auto count = program_->list(list, *heap_).count;
  for (std::size_t i = 0; i < count; ++i) {
    if (!step(number)) { return Flow::Fault; }
    slots_[s.a] = program_->list(list, *heap_).first[i];
    const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Member, s.a, number); });
    const auto flow = run_block(s.c);
    if (flow != Flow::Next) { return flow; }
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::for_range(const Statement& s, std::uint32_t number) {
  const auto first = operand(s.b);
  const auto last = operand(s.value);
  if (failed()) { return Flow::Fault; }
  // Counted by how far it is, since the last value may be the greatest there is.
  const auto turns = first <= last ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) : 0;
  for (std::uint64_t i = 0; first <= last && i <= turns; ++i) {
    if (!step(number)) { return Flow::Fault; }
    slots_[s.a] = static_cast<Word>(static_cast<std::uint64_t>(first) + i);
    const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Member, s.a, number); });
    const auto flow = run_block(s.c);
    if (flow != Flow::Next) { return flow; }
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::retry(const Statement& s, std::uint32_t number) {
  const auto limit = s.a == kNone ? std::numeric_limits<Word>::max() : operand(s.a);
  if (failed()) { return Flow::Fault; }
  const auto before = retry_depth_++;
  if (retry_slots_.size() <= before) { retry_slots_.resize(before + 1); }
  const auto slots = static_cast<std::ptrdiff_t>(slot_count_);
  retry_slots_[before].assign(slot_words_.begin(), slot_words_.begin() + slots);
  const auto rows = things_.rows.size();
  const auto words = things_.words.size();
  auto flow = Flow::Next;
  for (Word tries = 1;; ++tries) {
    const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Try, 0, number, tries); });
    flow = step(number) && spend(slot_count_ / kWordsAtOnce, s.b) ? run_block(s.c) : Flow::Fault;
    if (flow != Flow::Next || tries >= limit) { break; }
    const auto again = flag(s.b);
    if (failed()) { flow = Flow::Fault; }
    if (failed() || !again) { break; }
    std::copy(retry_slots_[before].begin(), retry_slots_[before].end(), slot_words_.begin());
    if (observer_ != nullptr) { observer_->reject(); }
    things_.rows.cut(rows);
    things_.words.cut(words);
  }
  retry_depth_ = before;
  return flow;
}

Interpreter::Flow Interpreter::with_input(const Statement& s, std::uint32_t number) {
  const bool wide = is_wide(s.a);
  const auto first = slots_[s.a];
  const auto second = wide ? slots_[s.a + 1] : 0;
  store(s.a, s.b);
  if (failed()) { return Flow::Fault; }
  const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Input, s.a, number); });
  const auto flow = run_block(s.c);
  slots_[s.a] = first;
  if (wide) { slots_[s.a + 1] = second; }
  return flow;
}

Interpreter::Flow Interpreter::with_stream(const Statement& s, std::uint32_t number) {
  const bool was_declared = source_.is_lcg;
  const auto flow = program_->streams[s.a].kind == StreamUse::Kind::Named ? with_named_stream(s, number)
                                                                          : with_declared_stream(s, number);
  source_.is_lcg = was_declared;
  return flow;
}

// A named stream goes on where it was left in this roll, also inside of a block that draws from it already.
Interpreter::Flow Interpreter::with_named_stream(const Statement& s, std::uint32_t number) {
  stop_recording();
  const auto number_of_stream = stream_numbers_[s.a];
  auto& named = named_streams_[number_of_stream];
  if (!named.is_begun) {
    named.stream.restart(stream_key(seed_, "stream/" + program_->texts[program_->streams[s.a].name]), index_);
    named.is_begun = true;
    begun_streams_.push_back(number_of_stream);
  }
  const auto outer_stream = std::exchange(current_stream_, number_of_stream);
  const auto outer = source_.stream;
  if (outer_stream != kNone) { named_streams_[outer_stream].stream = outer; }
  source_.is_lcg = false;
  source_.stream = named.stream;
  const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Stream, s.a, number); });
  const auto flow = run_block(s.b);
  named.stream = source_.stream;
  source_.stream = outer_stream != kNone ? named_streams_[outer_stream].stream : outer;
  current_stream_ = outer_stream;
  return flow;
}

Interpreter::Flow Interpreter::with_declared_stream(const Statement& s, std::uint32_t number) {
  // The operands are drawn from the enclosing stream.
  const auto declared = declared_stream(program_->streams[s.a], number);
  if (!declared) { return Flow::Fault; }
  const auto outer = source_.lcg;
  source_.is_lcg = true;
  source_.lcg = *declared;
  const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Declared, s.a, number); });
  const auto flow = run_block(s.b);
  source_.lcg = outer;
  return flow;
}

std::optional<Lcg> Interpreter::declared_stream(const StreamUse& use, std::uint32_t number) {
  const auto bits = operand(use.bits);
  const auto multiplier = operand(use.multiplier);
  const auto increment = operand(use.increment);
  const auto seed = operand(use.seed);
  const auto skip = use.skip == kNone ? 0 : operand(use.skip);
  if (bits < 1 || bits > 63 || skip < 0 || skip > kMaxSkip) {
    fail(Fault::Kind::StreamOutOfRange, program_->statement_places[number]);
  }
  if (failed() || (skip > 0 && !spend(static_cast<std::uint64_t>(skip), use.skip))) { return std::nullopt; }
  const Lcg::Shape shape{static_cast<int>(bits), static_cast<std::uint64_t>(multiplier),
                         static_cast<std::uint64_t>(increment)};
  return Lcg(shape, seed, static_cast<std::uint64_t>(skip));
}

}  // namespace spoils::roll
