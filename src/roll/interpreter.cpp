#include "roll/interpreter.h"

#include <algorithm>

#include "number/weight.h"
#include "roll/seed.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

namespace {

/// Words of memory that are copied in the time of one list member.
constexpr std::size_t kWordsAtOnce = 8;

}  // namespace

Interpreter::Interpreter(const Program& program)
    : Evaluator(program, nullptr, own_heap_), slot_words_(program.slots.size() + 1, kUnset), cache_(program) {
  slots_ = slot_words_.data();
  named_.assign(program.texts.size(), Stream{0, 0});
  named_begun_.assign(program.texts.size(), 0);
  rule_keys_.assign(program.rules.size(), 0);
  bound_.resize(kMaxRuleParameters);
}

void Interpreter::begin(RuleId rule) {
  rule_ = rule;
  own_heap_.clear();
  things_.clear();
  clear_fault();
  for (const auto slot : program_->rules[rule].fields) { slots_[slot] = kUnset; }
}

bool Interpreter::roll(const std::vector<std::uint8_t>& given, std::uint64_t seed, std::uint64_t index,
                       std::uint64_t settled) {
  if (!has_keys_ || key_seed_ != seed) {
    for (std::size_t i = 0; i < rule_keys_.size(); ++i) {
      rule_keys_[i] = stream_key(seed, "rule/" + program_->rules[i].name);
    }
    has_keys_ = true;
    key_seed_ = seed;
  }
  seed_ = seed;
  index_ = index;
  settled_ = settled;
  steps_ = 0;
  limit_work(kMaxWork);
  depth_ = 0;
  current_ = -1;
  saved_.clear();
  std::fill(named_begun_.begin(), named_begun_.end(), std::uint8_t{0});
  source_.is_lcg = false;
  source_.stream.restart(rule_keys_[rule_], index);
  const auto& parameters = program_->rules[rule_].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (given[i] == 0 && parameters[i].initial != kNone) { store(parameters[i].slot, parameters[i].initial); }
  }
  static_cast<void>(build(rule_, -1));
  if (failed()) { return false; }
  collect();
  return true;
}

// ---- Things -----------------------------------------------------------------

Interpreter::Flow Interpreter::build(RuleId rule, std::int32_t holder) {
  if (things_.rows.size() >= kMaxThings) {
    fail(Fault::Kind::TooManyThings, program_->rules[rule].place);
    return Flow::Fault;
  }
  const auto outer = current_;
  const auto outer_depth = depth_;
  const auto row = static_cast<std::uint32_t>(things_.rows.size());
  things_.rows.push_back({rule, 0, holder, true, -1});
  current_ = static_cast<std::int32_t>(row);
  depth_ = 0;
  const auto flow = run_rule(rule, 0, 0);
  if (flow == Flow::Fault) { return flow; }
  finish_thing(row, flow == Flow::Discard);
  if (things_.words.size() > kMaxThingWords) { fail(Fault::Kind::TooManyThings, program_->rules[rule].place); }
  if (failed()) { return Flow::Fault; }
  current_ = outer;
  depth_ = outer_depth;
  return Flow::Next;
}

void Interpreter::finish_thing(std::uint32_t index, bool discarded) {
  auto& row = things_.rows[index];
  const auto& rule = program_->rules[row.made_by];
  row.first_word = static_cast<std::uint32_t>(things_.words.size());
  bool any = false;
  for (const auto slot : rule.fields) {
    things_.words.push_back(slots_[slot]);
    const auto& known = program_->slots[slot];
    // The second word of a number has no type, and says nothing by itself.
    const bool counts =
        known.kind == Slot::Kind::Field && known.type.kind != ValueKind::Unknown && slot != program_->shown;
    any = any || (counts && slots_[slot] != kUnset);
  }
  for (const auto slot : program_->inputs) {
    things_.words.push_back(slots_[slot]);
    if (program_->slots[slot].type.kind == ValueKind::Number) { things_.words.push_back(slots_[slot + 1]); }
  }
  row.is_given_out = any && !discarded;
  if (!discarded) { return; }
  // What it holds is given up with it.
  for (auto i = index + 1; i < things_.rows.size(); ++i) {
    const auto holder = things_.rows[i].holder;
    if (holder >= static_cast<std::int32_t>(index) && !things_.rows[static_cast<std::size_t>(holder)].is_given_out) {
      things_.rows[i].is_given_out = false;
    }
  }
}

// Things lie in the order in which their rules began; what a thing holds follows it.
void Interpreter::collect() {
  const auto count = things_.rows.size();
  first_held_.assign(count, -1);
  next_held_.assign(count, -1);
  for (auto i = count; i-- > 0;) {
    const auto holder = things_.rows[i].holder;
    if (holder < 0) { continue; }
    next_held_[i] = first_held_[static_cast<std::size_t>(holder)];
    first_held_[static_cast<std::size_t>(holder)] = static_cast<std::int32_t>(i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (things_.rows[i].holder < 0) { give_out(i); }
  }
}

void Interpreter::give_out(std::uint32_t index) {
  auto& row = things_.rows[index];
  if (row.is_given_out) {
    row.position = static_cast<std::int32_t>(things_.given_out.size());
    things_.given_out.push_back(index);
  }
  for (auto held = first_held_[index]; held >= 0; held = next_held_[static_cast<std::size_t>(held)]) {
    give_out(static_cast<std::uint32_t>(held));
  }
}

// ---- Statements -------------------------------------------------------------

bool Interpreter::step(std::uint32_t statement) {
  if (++steps_ <= kMaxSteps) { return true; }
  fail(Fault::Kind::TooManySteps, program_->statement_places[statement]);
  return false;
}

Interpreter::Flow Interpreter::run_block(BlockId block) {
  const auto& range = program_->blocks[block];
  const auto* items = program_->block_items.data() + range.first;
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const auto flow = run(program_->statements[items[i]], items[i]);
    if (flow != Flow::Next) { return flow; }
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::run(const Statement& s, std::uint32_t number) {
  using Kind = Statement::Kind;
  if (!step(number)) { return Flow::Fault; }
  switch (s.kind) {
    case Kind::Assign: {
      store(s.a, s.b);
      if (failed()) { return Flow::Fault; }
      const auto& slot = program_->slots[s.a];
      if (slot.kind == Slot::Kind::State && !slot.holds(slots_[s.a])) {
        fail(Fault::Kind::StateOutOfRange, program_->statement_places[number]);
        return Flow::Fault;
      }
      return Flow::Next;
    }
    case Kind::If: {
      const auto yes = flag(s.a);
      if (failed()) { return Flow::Fault; }
      if (yes) { return run_block(s.b); }
      return s.c == kNone ? Flow::Next : run_block(s.c);
    }
    case Kind::Repeat: return repeat(s, number);
    case Kind::ForEach: return for_each(s, number);
    case Kind::ForRange: return for_range(s, number);
    case Kind::Retry: return retry(s, number);
    case Kind::Run: return run_rule(s.a, s.b, s.c);
    case Kind::RunNamed: {
      const auto symbol = word(s.a);
      if (failed()) { return Flow::Fault; }
      const auto& rules = program_->dispatches[s.b].rules;
      const auto found = std::lower_bound(rules.begin(), rules.end(), std::pair<Word, RuleId>{symbol, 0});
      if (found == rules.end() || found->first != symbol) { return Flow::Next; }
      for (const auto& parameter : program_->rules[found->second].parameters) {
        if (parameter.initial != kNone) { store(parameter.slot, parameter.initial); }
      }
      return run_rule(found->second, 0, 0);
    }
    case Kind::Drop:
    case Kind::Hold: return make_thing(s, number);
    case Kind::WithInput: return with_input(s);
    case Kind::WithStream: return with_stream(s, number);
    case Kind::Stop: return Flow::Stop;
    case Kind::Discard: return Flow::Discard;
  }
  return Flow::Next;
}

void Interpreter::bind(RuleId rule, std::uint32_t first, std::uint32_t count) {
  const auto& parameters = program_->rules[rule].parameters;
  // All are evaluated before the first is stored: an argument may read the field that another sets.
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto id = program_->operands[first + i];
    if (program_->slots[parameters[i].slot].type.kind == ValueKind::Number && !is_unset_number(id)) {
      const auto value = number(id);
      bound_[i] = {value.numerator(), value.denominator()};
    } else {
      bound_[i] = {word(id), 1};
    }
  }
}

void Interpreter::store_bound(RuleId rule) {
  const auto& parameters = program_->rules[rule].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    slots_[parameters[i].slot] = bound_[i].first;
    if (program_->slots[parameters[i].slot].type.kind == ValueKind::Number) {
      slots_[parameters[i].slot + 1] = bound_[i].second;
    }
  }
}

// Runs a rule on the thing under construction; `stop` ends it there, `discard` goes on to the thing.
Interpreter::Flow Interpreter::run_rule(RuleId rule, std::uint32_t first, std::uint32_t count) {
  if (count > 0) {
    bind(rule, first, count);
    if (failed()) { return Flow::Fault; }
    store_bound(rule);
  }
  const auto& r = program_->rules[rule];
  if (!r.displays.empty()) {
    // The outermost rule with a display names the thing; of equals the last.
    auto& shown = slots_[program_->shown];
    if (shown == kUnset || depth_ <= static_cast<int>(shown >> 32)) {
      shown = (static_cast<Word>(depth_) << 32) | static_cast<Word>(rule);
    }
  }
  ++depth_;
  const auto flow = run_block(r.body);
  --depth_;
  return flow == Flow::Stop ? Flow::Next : flow;
}

Interpreter::Flow Interpreter::make_thing(const Statement& s, std::uint32_t) {
  bind(s.a, s.b, s.c);
  if (failed()) { return Flow::Fault; }
  const auto& fields = program_->rules[s.a].fields;
  for (const auto slot : fields) {
    saved_.push_back(slots_[slot]);
    slots_[slot] = kUnset;
  }
  if (s.c > 0) { store_bound(s.a); }
  const auto flow = build(s.a, s.kind == Statement::Kind::Hold ? current_ : -1);
  if (flow == Flow::Fault) { return flow; }
  const auto first = saved_.size() - fields.size();
  for (std::size_t i = 0; i < fields.size(); ++i) { slots_[fields[i]] = saved_[first + i]; }
  saved_.resize(first);
  return Flow::Next;
}

Interpreter::Flow Interpreter::repeat(const Statement& s, std::uint32_t number) {
  const auto count = operand(s.a);
  for (Word i = 0; i < count; ++i) {
    if (!step(number)) { return Flow::Fault; }
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
  retry_slots_[before] = slot_words_;
  const auto rows = things_.rows.size();
  const auto words = things_.words.size();
  auto flow = Flow::Next;
  for (Word tries = 1;; ++tries) {
    flow = step(number) && spend(slot_words_.size() / kWordsAtOnce, s.b) ? run_block(s.c) : Flow::Fault;
    if (flow != Flow::Next || tries >= limit) { break; }
    const auto again = flag(s.b);
    if (failed()) { flow = Flow::Fault; }
    if (failed() || !again) { break; }
    std::copy(retry_slots_[before].begin(), retry_slots_[before].end(), slot_words_.begin());
    things_.rows.resize(rows);
    things_.words.resize(words);
  }
  retry_depth_ = before;
  return flow;
}

Interpreter::Flow Interpreter::with_input(const Statement& s) {
  const bool wide = program_->slots[s.a].type.kind == ValueKind::Number;
  const auto first = slots_[s.a];
  const auto second = wide ? slots_[s.a + 1] : 0;
  store(s.a, s.b);
  if (failed()) { return Flow::Fault; }
  const auto flow = run_block(s.c);
  slots_[s.a] = first;
  if (wide) { slots_[s.a + 1] = second; }
  return flow;
}

Interpreter::Flow Interpreter::with_stream(const Statement& s, std::uint32_t number) {
  const auto& use = program_->streams[s.a];
  const auto outer = source_;
  if (use.kind == StreamUse::Kind::Named) {
    // A named stream goes on where it was left in this roll.
    if (named_begun_[use.name] == 0) {
      named_[use.name].restart(stream_key(seed_, "stream/" + program_->texts[use.name]), index_);
      named_begun_[use.name] = 1;
    }
    source_.is_lcg = false;
    source_.stream = named_[use.name];
  } else if (!declared_stream(use, number)) {
    return Flow::Fault;
  }
  const auto flow = run_block(s.b);
  if (use.kind == StreamUse::Kind::Named) { named_[use.name] = source_.stream; }
  source_ = outer;
  return flow;
}

bool Interpreter::declared_stream(const StreamUse& use, std::uint32_t number) {
  const auto bits = operand(use.bits);
  const auto multiplier = operand(use.multiplier);
  const auto increment = operand(use.increment);
  const auto seed = operand(use.seed);
  const auto skip = use.skip == kNone ? 0 : operand(use.skip);
  if (bits < 1 || bits > 63 || skip < 0 || skip > kMaxSkip) {
    fail(Fault::Kind::StreamOutOfRange, program_->statement_places[number]);
  }
  if (failed() || (skip > 0 && !spend(static_cast<std::uint64_t>(skip), use.skip))) { return false; }
  const Lcg::Shape shape{static_cast<int>(bits), static_cast<std::uint64_t>(multiplier),
                         static_cast<std::uint64_t>(increment)};
  source_.is_lcg = true;
  source_.lcg = Lcg(shape, seed, static_cast<std::uint64_t>(skip));
  return true;
}

// ---- Draws ------------------------------------------------------------------

std::uint64_t Interpreter::below(std::uint64_t n) {
  return source_.is_lcg ? source_.lcg.below(n) : source_.stream.below(n);
}

bool Interpreter::draw_chance(const Rational& chance, Word written) {
  const auto parts = static_cast<std::uint64_t>(chance.denominator());
  if (source_.is_lcg && written != 0 && written % chance.denominator() == 0) {
    const auto scale = written / chance.denominator();
    const auto share = std::clamp<Word>(chance.numerator(), 0, chance.denominator()) * scale;
    return static_cast<Word>(source_.lcg.below(static_cast<std::uint64_t>(written))) < share;
  }
  if (chance.numerator() <= 0) { return false; }
  if (chance.numerator() >= chance.denominator()) { return true; }
  return below(parts) < static_cast<std::uint64_t>(chance.numerator());
}

Word Interpreter::draw_range(Word first, Word last) {
  const auto span = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
  return static_cast<Word>(static_cast<std::uint64_t>(first) + below(span));
}

Word Interpreter::draw_dice(Word count, Word sides) {
  Word sum = 0;
  for (Word i = 0; i < count; ++i) { sum += static_cast<Word>(below(static_cast<std::uint64_t>(sides))) + 1; }
  return sum;
}

std::size_t Interpreter::draw_member(std::size_t count) { return static_cast<std::size_t>(below(count)); }

// Makes a new table ready from weights_. What that costs is counted at every pick, prepared before or not: whether a
// roll keeps within its limits must not depend on the rolls before it. `work`: what was left before the weights.
bool Interpreter::prepare(const TableCache::Found& found, std::uint64_t work, std::size_t rows, ExpressionId place) {
  auto& out = *found.table;
  if (!found.is_new) { return spend(out.work, place); }
  const auto shares = failed() ? std::nullopt : number::shares(weights_);
  if (!shares) { fail(Fault::Kind::WeightsTooLarge, place); }
  out.work = work - work_left_ + rows;
  if (!shares || !spend(rows, place)) {
    // Where the work ran out is told by the pick, as for a table that was prepared before.
    if (fault().kind == Fault::Kind::TooMuchWork) {
      clear_fault();
      fail(Fault::Kind::TooMuchWork, place);
    }
    TableCache::forget(found);
    return false;
  }
  out.is_empty = shares->total == 0;
  if (!out.is_empty) { out.pick.assign(shares->parts); }
  cache_.keep(found, rows);
  return true;
}

std::int32_t Interpreter::draw_row(std::uint32_t table, ExpressionId place) {
  const auto& known = program_->tables[table];
  const PreparedTable* prepared = nullptr;
  if (!known.constant_weights.empty()) {
    prepared = &cache_.constant(table);
  } else {
    const auto found = cache_.table(table, slots_);
    const auto work = work_left_;
    if (found.is_new) {
      weights_.clear();
      for (const auto& row : known.rows) { weights_.push_back(row_weight(row)); }
    }
    if (!prepare(found, work, known.rows.size(), place)) { return -1; }
    prepared = found.table;
  }
  if (prepared->is_empty) {
    fail(Fault::Kind::NothingToPick, place);
    return -1;
  }
  return static_cast<std::int32_t>(prepared->pick.row(below(prepared->pick.total())));
}

std::int32_t Interpreter::draw_choice(std::uint32_t index, ExpressionId place) {
  const auto& choice = program_->choices[index];
  const auto found = cache_.choice(index, slots_);
  const auto work = work_left_;
  const auto rows = program_->tables[choice.table].rows.size();
  if (found.is_new) {
    weights_.clear();
    for (std::size_t row = 0; row < rows; ++row) {
      weights_.push_back(choice_weight(choice, static_cast<std::int32_t>(row)));
    }
    found.table->nothing_is_last = choice.nothing_weight != kNone;
    if (choice.nothing_weight != kNone) {
      const auto nothing = number(choice.nothing_weight);
      if (nothing < Rational(0)) { fail(Fault::Kind::NegativeWeight, choice.nothing_weight); }
      weights_.push_back(nothing < Rational(0) ? Rational(0) : nothing);
    }
  }
  if (!prepare(found, work, rows, place)) { return -1; }
  const auto& prepared = *found.table;
  if (prepared.is_empty) {
    if (!choice.or_nothing) { fail(Fault::Kind::NothingToPick, place); }
    return -1;
  }
  const auto row = static_cast<std::int32_t>(prepared.pick.row(below(prepared.pick.total())));
  if (prepared.nothing_is_last && static_cast<std::size_t>(row) + 1 == prepared.pick.size()) { return -1; }
  slots_[choice.row] = row;
  return row;
}

Word Interpreter::settle(std::uint32_t index) {
  const auto& def = program_->defs[index];
  settle_words_.clear();
  // Symbols and texts count by what they say: their numbers would change with any other part of the pack.
  const auto add = [this](ValueKind kind, Word value) {
    if (value != kUnset && kind == ValueKind::Symbol) {
      value = static_cast<Word>(stream_key(0, program_->symbols.name(static_cast<std::uint32_t>(value))));
    } else if (value != kUnset && kind == ValueKind::Text) {
      value = static_cast<Word>(stream_key(0, program_->text(value, *heap_)));
    }
    settle_words_.push_back(value);
  };
  for (const auto slot : def.parameters) {
    const auto type = program_->slots[slot].type;
    if (type.kind == ValueKind::List || type.kind == ValueKind::Set) {
      const auto members = program_->list(slots_[slot], *heap_);
      settle_words_.push_back(static_cast<Word>(members.count));
      for (const auto member : members) { add(type.element, member); }
      continue;
    }
    add(type.kind, slots_[slot]);
    if (type.kind == ValueKind::Number) { settle_words_.push_back(slots_[slot + 1]); }
  }
  const auto outer = source_;
  source_.is_lcg = false;
  source_.stream.restart(stream_key(stream_key(seed_, "world/" + def.name), settle_words_), settled_);
  const auto value = word(def.body);
  source_ = outer;
  return value;
}

}  // namespace spoils::roll
