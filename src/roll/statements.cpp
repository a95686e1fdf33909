// roll/statements.cpp
//
// Statements that run a block and restore something afterwards: `retry`, `try`, `after` and `with`. All others are
// instructions (roll/run_code.cpp). Tests: tests/explain, tests/reference.
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

// One of several statements exceeds the limit of steps: runs those before it, since a fault in them comes first. All
// but the last of them are assignments.
Interpreter::Flow Interpreter::run_to_limit(BlockId block, std::uint32_t item) {
  for (auto i = program_->blocks[block].first + item;; ++i) {
    const auto number = program_->block_items[i];
    if (!step(number)) { return Flow::Fault; }
    if (assign(program_->statements[number], number) == Flow::Fault) { return Flow::Fault; }
  }
}

Interpreter::Flow Interpreter::assign(const Statement& s, std::uint32_t number) {
  store(s.a, s.b);
  if (failed()) { return Flow::Fault; }
  if ((slot_traits_[s.a] & kState) != 0 && !program_->slots[s.a].holds(slots_[s.a])) {
    fail_state(s.a, program_->statement_places[number]);
    return Flow::Fault;
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::run(const Statement& s, std::uint32_t number) {
  switch (s.kind) {
    case Statement::Kind::Retry: return retry(s, number);
    case Statement::Kind::Try: return attempt(s, number);
    case Statement::Kind::Suppose: return suppose(s, number);
    case Statement::Kind::World: return settle(s, number);
    case Statement::Kind::WithInput: return with_input(s, number);
    default: return with_stream(s, number);
  }
}

/// The slots and things before a block that may be put back. Blocks inside each other have one each.
class Interpreter::Snapshot {
 public:
  explicit Snapshot(Interpreter& of)
      : of_(of), depth_(of.snapshot_depth_++), rows_(of.things_.rows.size()), words_(of.things_.words.size()) {
    if (of.snapshots_.size() <= depth_) { of.snapshots_.resize(depth_ + 1); }
    const auto slots = static_cast<std::ptrdiff_t>(of.slot_count_);
    of.snapshots_[depth_].assign(of.slot_words_.begin(), of.slot_words_.begin() + slots);
  }
  ~Snapshot() { of_.snapshot_depth_ = depth_; }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  void put_back() {
    const auto& slots = of_.snapshots_[depth_];
    std::copy(slots.begin(), slots.end(), of_.slot_words_.begin());
    of_.things_.rows.cut(rows_);
    of_.things_.words.cut(words_);
  }

 private:
  Interpreter& of_;
  std::size_t depth_;
  std::size_t rows_;
  std::size_t words_;
};

Interpreter::Flow Interpreter::retry(const Statement& s, std::uint32_t number) {
  const auto limit = s.a == kNone ? std::numeric_limits<Word>::max() : operand(s.a);
  if (failed()) { return Flow::Fault; }
  Snapshot before(*this);
  for (Word tries = 1;; ++tries) {
    const ScopeGuard guard(observer_, [&] {
      return scope(Scope::Kind::Try, 0, number, tries, s.a == kNone ? 0 : std::max<Word>(1, limit));
    });
    const auto flow = step(number) && spend(slot_count_ / kWordsAtOnce, s.b) ? run_block(s.c) : Flow::Fault;
    if (flow != Flow::Next || tries >= limit) { return flow; }
    const auto again = flag(s.b);
    if (failed()) { return Flow::Fault; }
    if (!again) { return flow; }
    if (observer_ != nullptr) [[unlikely]] {
      const auto next = observer_->reject(s.a != kNone);
      if (next == AfterReject::Accept) { return flow; }
      if (next == AfterReject::GiveUp) {
        fail(Fault::Kind::TooManySteps, program_->statement_places[number]);
        return Flow::Fault;
      }
    }
    before.put_back();
  }
}

// As one try of `retry`, after which the other block runs instead of another try.
Interpreter::Flow Interpreter::attempt(const Statement& s, std::uint32_t number) {
  {
    Snapshot before(*this);
    const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::Attempt, 0, number); });
    const auto flow = spend(slot_count_ / kWordsAtOnce, s.b) ? run_block(s.c) : Flow::Fault;
    if (flow != Flow::Next) { return flow; }
    const auto fails = flag(s.b);
    if (failed()) { return Flow::Fault; }
    if (!fails) { return flow; }
    if (observer_ != nullptr) { observer_->undo(); }
    before.put_back();
  }
  return s.a == kNone ? Flow::Next : run_block(s.a);
}

// As a `try` that is always undone, but for one slot.
Interpreter::Flow Interpreter::suppose(const Statement& s, std::uint32_t number) {
  Snapshot before(*this);
  const ScopeGuard guard(observer_, [&] { return scope(Scope::Kind::After, 0, number); });
  if (!step(number) || !spend(slot_count_ / kWordsAtOnce, s.b)) { return Flow::Fault; }
  if (s.value == 1) {
    for (const auto slot : slots_of_things(*program_)) { slots_[slot] = kUnset; }
  }
  const auto flow = run_block(s.c);
  if (flow == Flow::Fault) { return flow; }
  const bool is_set = flow != Flow::Discard;
  const auto first = is_set ? slots_[s.a] : kUnset;
  const auto second = is_set && is_wide(s.a) ? slots_[s.a + 1] : 0;
  if (observer_ != nullptr) { observer_->undo(); }
  before.put_back();
  slots_[s.a] = first;
  if (is_wide(s.a)) { slots_[s.a + 1] = second; }
  return Flow::Next;
}

// Draws from the stream of the rule and its arguments, and begins without fields: so every roll of a world makes the
// same, which stays unchanged until the end of the roll and need not be kept.
Interpreter::Flow Interpreter::settle(const Statement& s, std::uint32_t number) {
  const auto index = static_cast<std::uint32_t>(program_->defs.size()) + s.a;
  const auto known = world_rules_.try_emplace(s.a);
  auto& [fields, parameters] = known.first->second;
  if (known.second) {
    fields = fields_of_world_rule(*program_, s.a);
    for (const auto& parameter : program_->rules[s.a].parameters) { parameters.push_back(parameter.slot); }
  }
  if (!find_world_arguments(parameters, program_->statement_places[number], fields.size() / kWordsAtOnce)) {
    return Flow::Fault;
  }
  const auto saved = saved_.size();
  auto* const before = saved_.add(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) { before[i] = std::exchange(slots_[fields[i]], kUnset); }
  const auto outer = enter_world_stream(index);
  auto flow = Flow::Next;
  {
    const ScopeGuard guard(observer_, [&] {
      return Scope{Scope::Kind::WorldDef, index, program_->statement_places[number], 0, 0, -1, world_def_arguments_};
    });
    flow = run_block(s.c);
  }
  leave_world_stream(outer);
  const auto* const kept = saved_.data() + saved;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto slot = fields[i];
    const bool is_unset = slots_[slot] == kUnset;
    if (is_unset) { slots_[slot] = kept[i]; }
    if (!is_wide(slot)) { continue; }
    ++i;
    if (is_unset) { slots_[slot + 1] = kept[i]; }
  }
  saved_.cut(saved);
  return flow == Flow::Stop ? Flow::Next : flow;
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
  const auto number_of_stream = code_.stream_numbers()[s.a];
  if (named_streams_.empty()) { named_streams_.resize(code_.streams()); }
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
