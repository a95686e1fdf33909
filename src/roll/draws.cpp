// roll/draws.cpp
//
// Draws: each takes one number of the current stream and maps it to an outcome. docs/determinism.md specifies this;
// tests/reproducibility pins it.
#include <algorithm>
#include <numeric>

#include "number/weight.h"
#include "roll/interpreter.h"
#include "roll/seed.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

namespace {

/// Bytes of a text that are hashed in the time of one list member.
constexpr std::size_t kBytesAtOnce = 16;

}  // namespace

bool Interpreter::draw_chance(const Rational& chance, Word written) {
  if (observer_ != nullptr) [[unlikely]] { return observed_chance(chance, written); }
  return draw_bernoulli(chance, written);
}

bool Interpreter::draw_declared_chance(const Rational& chance, Word written) {
  const auto scale = written / chance.denominator();
  const auto share = std::clamp<Word>(chance.numerator(), 0, chance.denominator()) * scale;
  return static_cast<Word>(source_.lcg.below(static_cast<std::uint64_t>(written))) < share;
}

Word Interpreter::draw_range(Word first, Word last) {
  if (observer_ != nullptr) [[unlikely]] { return observed_range(first, last); }
  const auto span = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
  return static_cast<Word>(static_cast<std::uint64_t>(first) + below(span));
}

Word Interpreter::draw_dice(Word count, Word sides) {
  if (observer_ != nullptr) [[unlikely]] { return observed_dice(count, sides); }
  Word sum = 0;
  for (Word i = 0; i < count; ++i) { sum += static_cast<Word>(below(static_cast<std::uint64_t>(sides))) + 1; }
  return sum;
}

std::size_t Interpreter::draw_member(std::size_t count) {
  if (observer_ != nullptr) [[unlikely]] { return observed_member(count); }
  return static_cast<std::size_t>(below(count));
}

// Makes a table ready to pick from, by weights_.
void Interpreter::prepare_pick(PreparedTable& out, std::size_t rows, ExpressionId place) {
  const auto shares = failed() ? std::nullopt : number::shares(weights_);
  if (!shares) { fail(Fault::Kind::WeightsTooLarge, place); }
  if (!shares || !spend(rows, place)) { return; }
  out.is_empty = shares->total == 0;
  if (!out.is_empty) { out.pick.assign(shares->parts); }
}

// An earlier fault stays as it is: cached data must not depend on it.
std::int32_t Interpreter::draw_row(std::uint32_t table, ExpressionId place) {
  if (failed()) [[unlikely]] { return -1; }
  const PreparedTable* prepared = &constants_[table];
  if (!prepared->is_constant) {
    const auto& known = program_->tables[table];
    const auto found = cache_.table(table, slots_);
    const bool is_ready = prepare(found, place, [&] {
      weights_.clear();
      for (const auto& row : known.rows) { weights_.push_back(row_weight(row)); }
      prepare_pick(*found.table, known.rows.size(), place);
    });
    if (!is_ready) { return -1; }
    prepared = found.table;
  }
  if (prepared->is_empty) {
    fail(Fault::Kind::NothingToPick, place);
    return -1;
  }
  if (observer_ != nullptr) [[unlikely]] { return observed_row(table, *prepared, place); }
  const auto row = prepared->is_constant ? draw_constant_row(prepared->pick) : draw_weighted_row(prepared->pick);
  return static_cast<std::int32_t>(row);
}

std::int32_t Interpreter::draw_choice(std::uint32_t index, ExpressionId place) {
  if (failed()) [[unlikely]] { return -1; }
  const auto& choice = program_->choices[index];
  if (observer_ != nullptr) [[unlikely]] {
    if (const auto row = chosen_row(index, place)) { return *row; }
  }
  if (!choice.steps.empty()) {
    if (const auto row = draw_planned(index, place)) { return *row; }
  }
  const auto found = choice.steps.empty() ? cache_.choice(index, slots_) : cache_.scratch();
  const auto rows = program_->tables[choice.table].rows.size();
  const bool is_ready = prepare(found, place, [&] {
    weights_.clear();
    choice_weights(choice, weights_);
    found.table->nothing_is_last = choice.nothing_weight != kNone;
    prepare_pick(*found.table, rows, place);
  });
  if (!is_ready) { return -1; }
  const auto& prepared = *found.table;
  if (prepared.is_empty) {
    if (!choice.or_nothing) {
      fail(Fault::Kind::NothingToPick, place);
    } else if (observer_ != nullptr) {
      observer_->choice(drawn_at(place), index, nullptr, static_cast<std::uint32_t>(rows));
    }
    return -1;
  }
  const auto position = draw_weighted_row(prepared.pick);
  if (observer_ != nullptr) [[unlikely]] { observer_->choice(drawn_at(place), index, &prepared.pick, position); }
  const auto row = static_cast<std::int32_t>(position);
  if (prepared.nothing_is_last && static_cast<std::size_t>(row) + 1 == prepared.pick.size()) { return -1; }
  slots_[choice.row] = row;
  return row;
}

// One after the other, each by the shares of what is left.
std::vector<std::uint32_t> Interpreter::draw_distinct(const Distinct& from, std::size_t count, ExpressionId place) {
  std::vector<std::uint32_t> left(from.values.size());
  std::iota(left.begin(), left.end(), 0u);
  auto total = from.total;
  std::vector<std::uint32_t> drawn;
  while (drawn.size() < count) {
    std::size_t at = 0;
    const auto chosen = observer_ != nullptr ? chosen_place(from, left, place) : std::nullopt;
    if (chosen) [[unlikely]] {
      at = static_cast<std::size_t>(*chosen);
    } else {
      auto u = below(total);
      while (u >= from.shares[left[at]]) { u -= from.shares[left[at++]]; }
    }
    if (observer_ != nullptr) [[unlikely]] { observer_->distinct(drawn_at(place), from, left, at); }
    drawn.push_back(left[at]);
    total -= from.shares[left[at]];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return drawn;
}

// Fisher and Yates, as Durstenfeld (CACM 7(7), 1964) has it: the last place first.
void Interpreter::draw_order(std::vector<Word>& members, ValueKind) {
  if (observer_ != nullptr) [[unlikely]] { return observed_order(members); }
  for (auto left = members.size(); left > 1; --left) {
    std::swap(members[left - 1], members[static_cast<std::size_t>(below(left))]);
  }
}

// The key of a value that a world settles: its arguments, in words that do not change with other parts of the pack.
bool Interpreter::find_world_arguments(const std::vector<SlotId>& parameters, Span place, std::uint64_t work) {
  world_def_arguments_.clear();
  // Symbols and texts count by what they say: their numbers would change with any other part of the pack.
  const auto add = [&](ValueKind kind, Word value) {
    if (value != kUnset && kind == ValueKind::Symbol) {
      value = static_cast<Word>(stream_key(0, program_->symbols.name(static_cast<std::uint32_t>(value))));
    } else if (value != kUnset && kind == ValueKind::Text) {
      const auto text = program_->text(value, *heap_);
      work += text.size() / kBytesAtOnce;
      value = static_cast<Word>(stream_key(0, text));
    }
    world_def_arguments_.push_back(value);
  };
  for (const auto slot : parameters) {
    const auto type = program_->slots[slot].type;
    if (type.kind == ValueKind::Map) {
      const auto entries = program_->entries(type, slots_[slot], *heap_);
      work += entries.size();
      world_def_arguments_.push_back(static_cast<Word>(entries.size()));
      for (const auto& entry : entries) {
        add(type.element, entry.key);
        add(ValueKind::Int, entry.value);
      }
      continue;
    }
    if (type.kind == ValueKind::List || type.kind == ValueKind::Set) {
      const auto members = program_->list(slots_[slot], *heap_);
      work += members.count;
      world_def_arguments_.push_back(static_cast<Word>(members.count));
      for (const auto member : members) { add(type.element, member); }
      continue;
    }
    add(type.kind, slots_[slot]);
    if (type.kind == ValueKind::Number) { world_def_arguments_.push_back(slots_[slot + 1]); }
  }
  return work == 0 || spend(work, place);
}

// Goes on with the stream of a world def, or of a world rule, which are numbered after the defs.
Interpreter::OuterStream Interpreter::enter_world_stream(std::uint32_t index) {
  if (trie_.is_recording()) [[unlikely]] { trie_.record_world_def(index, world_def_arguments_); }
  const OuterStream outer{source_.stream, source_.is_lcg};
  source_.is_lcg = false;
  worlds_.enter(index, world_def_arguments_, source_.stream);
  return outer;
}

void Interpreter::leave_world_stream(const OuterStream& outer) {
  source_.stream = outer.stream;
  source_.is_lcg = outer.is_lcg;
  if (trie_.is_recording()) [[unlikely]] { trie_.record_end_of_world_def(); }
}

// Computes the values of all records up to this one: each is drawn from the stream of its record until none before it
// has it. A roll stores none of them, as with every world def.
Word Interpreter::distinct_def(std::uint32_t index, ExpressionId id) {
  const auto& def = program_->defs[index];
  const auto known = world_records_.try_emplace(index);
  auto& records = known.first->second;
  if (known.second) { records = records_of(*program_, def); }
  const auto parameter = def.parameters[0];
  const auto kind = program_->expressions[def.body].type.kind;
  const auto last = std::find(records.begin(), records.end(), slots_[parameter]);
  if (last == records.end()) { return kUnset; }
  std::vector<Word> values;
  for (auto record = records.begin(); record <= last; ++record) {
    slots_[parameter] = *record;
    if (!find_world_arguments(def.parameters, program_->places[id], values.size())) { return 0; }
    const auto outer = enter_world_stream(index);
    const ScopeGuard guard(
        observer_, [&] { return Scope{Scope::Kind::WorldDef, index, def.place, 0, 0, -1, world_def_arguments_}; });
    for (int tries = 1;; ++tries) {
      const ScopeGuard each(observer_, [&] { return Scope{Scope::Kind::Try, 0, def.place, tries, 0, -1, {}}; });
      slots_[parameter] = *record;
      const auto value = word(def.body);
      if (failed() || !spend(1 + values.size(), id)) { return 0; }
      const bool is_taken =
          std::any_of(values.begin(), values.end(), [&](Word other) { return is_same(kind, other, value); });
      if (!is_taken) {
        values.push_back(value);
        break;
      }
      if (tries == kMaxDistinctDraws) {
        fail(Fault::Kind::NoDistinctValue, def.place);
        return 0;
      }
      if (observer_ != nullptr && observer_->reject(false) == AfterReject::GiveUp) [[unlikely]] {
        fail(Fault::Kind::NoDistinctValue, def.place);
        return 0;
      }
    }
    leave_world_stream(outer);
  }
  return values.back();
}

Word Interpreter::world_def(std::uint32_t index, ExpressionId id) {
  const auto& def = program_->defs[index];
  if (def.is_distinct) [[unlikely]] { return distinct_def(index, id); }
  if (!find_world_arguments(def.parameters, program_->places[id], 0)) { return 0; }
  const auto outer = enter_world_stream(index);
  const ScopeGuard guard(
      observer_, [&] { return Scope{Scope::Kind::WorldDef, index, def.place, 0, 0, -1, world_def_arguments_}; });
  const auto value = word(def.body);
  leave_world_stream(outer);
  return value;
}

}  // namespace spoils::roll

template class spoils::program::Evaluator<spoils::roll::Interpreter>;
