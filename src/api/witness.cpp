// api/witness.cpp
//
// Rolls with a fixed seed and ascending indices until the condition of a question has the wanted value, read from
// the finished things by an evaluator that draws nothing.
#include "api/witness.h"

#include <algorithm>

#include "api/roller_data.h"
#include "program/accumulator.h"
#include "program/draw_free.h"
#include "program/to_source.h"

namespace spoils::api {

using namespace program;

namespace {

constexpr std::uint64_t kSeed = 1;

/// Reads the things of a roll as the question requires.
class Judge : public DrawFreeEvaluator<Judge> {
 public:
  Judge(const Program& program, const program::Query& query, Heap& heap)
      : DrawFreeEvaluator(program, nullptr, heap),
        query_(query),
        reader_(program),
        words_(program.slots.size() + 1, kUnset) {
    slots_ = words_.data();
  }

  /// Returns whether the condition holds; nothing if the given condition does not.
  std::optional<bool> holds(const roll::Things& things, RuleId rule) {
    clear_fault();
    std::fill(words_.begin(), words_.end(), kUnset);
    for (const auto& accumulator : query_.accumulators) { words_[accumulator.slot] = accumulator.nothing(); }
    for (const auto index : things.given_out) { count(things, things.rows[index]); }
    for (const auto slot : slots_of_things(*program_)) { words_[slot] = kUnset; }
    words_[program_->made_by] = kUnset;
    if (!things.rows.empty() && things.rows.front().made_by == rule) {
      reader_.lay_out(things, things.rows.front(), words_.data());
    }
    if (query_.given != kNone && !flag(query_.given)) { return std::nullopt; }
    const bool out = flag(query_.condition);
    return failed() ? std::nullopt : std::optional(out);
  }

 private:
  void count(const roll::Things& things, const roll::ThingRow& row) {
    reader_.lay_out(things, row, words_.data());
    const auto maker = program_->symbols.find(program_->rules[row.made_by].name);
    words_[program_->made_by] = maker ? static_cast<Word>(*maker) : kUnset;
    for (const auto& accumulator : query_.accumulators) {
      if (accumulator.held_only && row.holder != 0) { continue; }
      if (accumulator.condition != kNone && !flag(accumulator.condition)) { continue; }
      const auto value = accumulator.value == kNone ? 1 : word(accumulator.value);
      const auto amount = value == kUnset ? 0 : value;
      words_[accumulator.slot] = grow(accumulator, words_[accumulator.slot], amount);
    }
  }

  const program::Query& query_;
  ThingReader reader_;
  std::vector<Word> words_;
};

/// Adds a value that the question sets; false if it is not a constant.
bool add_value(const Program& program, Values& values, SlotId slot, ExpressionId id) {
  const auto& e = program.expressions[id];
  if (e.op != Op::Constant || e.type.kind == ValueKind::Number) { return false; }
  values.emplace_back(program.slots[slot].name, to_source(program, e.type, e.value));
  return true;
}

}  // namespace

std::optional<Witness> find_witness(const Pack& pack, const program::Query& query, const Settings& settings,
                                    Wanted wanted, std::uint64_t& most, WorkScope& scope) {
  const auto& program = pack.data().program;
  const bool has_condition = !query.is_mean && query.condition != kNone && query.by.empty();
  if (wanted != Wanted::Fault && !has_condition) { return std::nullopt; }
  Witness out;
  out.rule = program.rules[query.rule].name;
  out.seed = kSeed;
  const auto is_set = [&](SlotId slot) {
    return std::any_of(query.settings.begin(), query.settings.end(), [&](const auto& s) { return s.first == slot; });
  };
  // An input that a parameter hides cannot be set for a roll of the rule.
  const auto is_hidden = [&](SlotId slot) { return has_parameter(program, query.rule, program.slots[slot].name); };
  for (const auto& [slot, word] : settings) {
    const auto& known = program.slots[slot];
    if (known.kind != Slot::Kind::Input || word == kUnset || word == known.initial || is_set(slot)) { continue; }
    if (is_hidden(slot)) { return std::nullopt; }
    out.values.emplace_back(known.name, to_source(program, known.type, word));
  }
  for (const auto& [slot, id] : query.settings) {
    const bool is_state = program.slots[slot].kind == Slot::Kind::State;
    auto& values = is_state ? out.states : out.values;
    if ((!is_state && is_hidden(slot)) || !add_value(program, values, slot, id)) { return std::nullopt; }
  }
  for (const auto& [parameter, id] : query.arguments) {
    if (id != parameter.initial && !add_value(program, out.values, parameter.slot, id)) { return std::nullopt; }
  }
  auto roller = Roller::make(pack, out.rule, out.values);
  if (!roller) { return std::nullopt; }
  for (const auto& [name, value] : out.states) {
    if (roller->set_state(name, value)) { return std::nullopt; }
  }
  const auto& interpreter = roller->data()->interpreter;
  Heap heap;  // a copy of the roll's, since conditions may make texts
  Judge judge(program, query, heap);
  constexpr std::uint64_t kRollsBetweenLooks = 16;
  for (out.index = 0; most > 0; ++out.index, --most) {
    if (out.index % kRollsBetweenLooks == 0 && scope.is_stopped()) { return std::nullopt; }
    if (!roller->roll(out.seed, out.index)) { return wanted == Wanted::Fault ? std::optional(out) : std::nullopt; }
    if (wanted == Wanted::Fault) { continue; }
    heap = interpreter.heap();
    if (judge.holds(interpreter.things(), query.rule) == (wanted == Wanted::True)) { return out; }
  }
  return std::nullopt;
}

}  // namespace spoils::api
