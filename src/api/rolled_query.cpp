// api/rolled_query.cpp
//
// Rolls a query and reads its outcomes. The conditions, columns and accumulators of a question draw nothing (the
// checker guarantees this), so they are evaluated without a stream of draws.
#include "api/rolled_query.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/cells.h"
#include "api/roller_data.h"
#include "naming/display.h"
#include "program/accumulator.h"
#include "program/draw_free.h"
#include "program/limits.h"

namespace spoils::api {

using namespace program;

namespace {

/// The cost of a roll that makes nothing.
constexpr std::uint64_t kCostOfRoll = 100;

// The parts of an outcome besides the name.
std::vector<ExpressionId> columns_asked(const program::Query& query) {
  if (query.by.empty() && query.condition != kNone && !query.by_name) { return {query.condition}; }
  return query.by;
}

bool is_text_set(const Program& program, SlotId slot, Word word) {
  return program.slots[slot].type.kind == ValueKind::Text && word != kUnset;
}

}  // namespace

Cells outcome_values(const Program& program, const Heap& heap, const program::Query& query,
                     const std::vector<Word>& words) {
  Cells out;
  const auto* word = words.data();
  if (query.by_name) { out.push_back(cell_of(program, heap, {ValueKind::Text, ValueKind::Unknown}, *word++)); }
  for (const auto id : columns_asked(query)) {
    const auto type = program.expressions[id].type;
    const bool is_wide = type.kind == ValueKind::Number;
    out.push_back(cell_of(program, heap, type, word[0], is_wide ? word[1] : 1));
    word += is_wide ? 2 : 1;
  }
  return out;
}

/// Puts the values that a question sets into slots.
class RolledQuery::Presetter : public DrawFreeEvaluator<RolledQuery::Presetter> {
 public:
  Presetter(const Program& program, const program::Query& query, Word* slots, Heap& heap)
      : DrawFreeEvaluator(program, slots, heap), query_(query) {}

  bool set() {
    clear_fault();
    limit_work(kMaxWork);
    for (const auto& [slot, id] : query_.settings) { store(slot, id); }
    for (const auto& [parameter, id] : query_.arguments) {
      if (id != parameter.initial) { store(parameter.slot, id); }
    }
    return !failed();
  }

 private:
  const program::Query& query_;
};

/// Reads the things of a roll as the question requires.
class RolledQuery::Reader : public DrawFreeEvaluator<RolledQuery::Reader> {
 public:
  Reader(const Program& program, const program::Query& query, roll::Interpreter& interpreter)
      : DrawFreeEvaluator(program, nullptr, interpreter.heap()),
        query_(query),
        interpreter_(interpreter),
        things_(interpreter.things()),
        reader_(program),
        columns_(columns_asked(query)),
        words_(program.slots.size() + 1, kUnset),
        namer_(program, words_.data(), interpreter.heap()) {
    slots_ = words_.data();
    for (const auto& rule : program.rules) {
      const auto symbol = program.symbols.find(rule.name);
      makers_.push_back(symbol ? static_cast<Word>(*symbol) : kUnset);
    }
    may_discard_ = std::any_of(program.statements.begin(), program.statements.end(),
                               [](const Statement& s) { return s.kind == Statement::Kind::Discard; });
  }

  Came read(RolledQuery& to) {
    clear_fault();
    limit_work(kMaxWork);
    // The question's texts and lists are removed again, so that the things of the roll can be returned a second time.
    const auto mark = heap_->mark();
    const auto came = read_things(to);
    heap_->go_back(mark);
    to.fault_ = fault();
    if (failed()) { return is_limit(fault().kind) ? Came::Limit : Came::Fault; }
    return came;
  }

 private:
  Came read_things(RolledQuery& to) {
    for (const auto& accumulator : query_.accumulators) { words_[accumulator.slot] = accumulator.nothing(); }
    to.kinds_.clear();
    for (const auto index : things_.given_out) { count(things_.rows[index], to); }
    if (!query_.each.empty()) { return Came::Outcome; }
    const bool is_there = lay_out_own();
    if (query_.given != kNone && !flag(query_.given)) { return Came::Rejected; }
    to.values_.clear();
    if (query_.by_name) {
      auto& name = to.values_.emplace_back();
      if (is_there) { namer_.append_name(name.emplace(text_cell({})).text, query_.rule); }
    }
    if (!query_.by.empty() && query_.condition != kNone && !query_.is_mean && !flag(query_.condition)) {
      return Came::Rejected;
    }
    for (const auto id : columns_) { add_value(id, to); }
    return Came::Outcome;
  }

  void add_value(ExpressionId id, RolledQuery& to) {
    const auto type = program_->expressions[id].type;
    if (type.kind == ValueKind::Number) {
      const auto value = number_or_unset(id);
      to.values_.push_back(cell_of(*program_, *heap_, type, value.numerator(), value.denominator()));
      to.amount_ =
          is_unset(value) ? 0 : static_cast<double>(value.numerator()) / static_cast<double>(value.denominator());
      return;
    }
    const auto value = word(id);
    to.values_.push_back(cell_of(*program_, *heap_, type, value));
    to.amount_ = value == kUnset ? 0 : static_cast<double>(value);
  }

  void count(const roll::ThingRow& row, RolledQuery& to) {
    reader_.lay_out(things_, row, slots_);
    slots_[program_->made_by] = makers_[row.made_by];
    for (const auto& accumulator : query_.accumulators) {
      if (accumulator.held_only && row.holder != 0) { continue; }
      if (accumulator.condition != kNone && !flag(accumulator.condition)) { continue; }
      const auto value = accumulator.value == kNone ? 1 : word(accumulator.value);
      words_[accumulator.slot] = grow(accumulator, words_[accumulator.slot], value == kUnset ? 0 : value);
    }
    if (query_.each.empty()) { return; }
    Cells kind;
    for (const auto slot : query_.each) {
      kind.push_back(cell_of(*program_, program_->slots[slot].type, slots_[slot]));
    }
    ++to.kinds_[std::move(kind)];
  }

  // Copies the rule's own thing into the slots, as it is at the end of the rule. Returns whether there is one.
  bool lay_out_own() {
    const auto& row = things_.rows.front();
    reader_.lay_out(things_, row, slots_);
    slots_[program_->made_by] = kUnset;
    for (const auto slot : program_->states) {
      slots_[slot] = interpreter_.slots()[slot];
      if (is_wide(slot)) { slots_[slot + 1] = interpreter_.slots()[slot + 1]; }
    }
    if (!row.is_given_out && may_discard_) {
      for (const auto slot : program_->rules[row.made_by].fields) { slots_[slot] = kUnset; }
    }
    return row.is_given_out;
  }

  const program::Query& query_;
  roll::Interpreter& interpreter_;
  const roll::Things& things_;
  ThingReader reader_;
  std::vector<ExpressionId> columns_;
  std::vector<Word> words_;
  std::vector<Word> makers_;  // by rule
  naming::Namer namer_;
  bool may_discard_ = false;
};

RolledQuery::RolledQuery(const Program& program, roll::Interpreter& interpreter, const program::Query& query,
                         const Settings& settings)
    : program_(&program), interpreter_(&interpreter), query_(&query) {
  const auto draws = [&](ExpressionId id) { return id != kNone && program.expressions[id].draws; };
  for (const auto& [slot, id] : query.settings) {
    if (draws(id)) { refusal_ = fmt::format("`{}` is set to a random value", program.slots[slot].name); }
  }
  for (const auto& [parameter, id] : query.arguments) {
    if (id == parameter.initial || !draws(id)) { continue; }
    refusal_ = fmt::format("`{}` is set to a random value", program.slots[parameter.slot].name);
  }
  bool asks_draws = draws(query.condition) || draws(query.given);
  for (const auto id : query.by) { asks_draws = asks_draws || draws(id); }
  for (const auto& accumulator : query.accumulators) {
    asks_draws = asks_draws || draws(accumulator.condition) || draws(accumulator.value);
  }
  if (asks_draws) { refusal_ = "the question itself draws"; }
  if (!refusal_.empty()) { return; }
  reader_ = std::make_unique<Reader>(program, query, interpreter);
  prepare(settings);
}

RolledQuery::RolledQuery(RolledQuery&&) noexcept = default;
RolledQuery& RolledQuery::operator=(RolledQuery&&) noexcept = default;
RolledQuery::~RolledQuery() = default;

void RolledQuery::prepare(const Settings& settings) {
  const auto& program = *program_;
  const auto& rule = program.rules[query_->rule];
  std::vector<Word> slots(program.slots.size() + 1, kUnset);
  for (const auto* known : {&program.states, &program.inputs}) {
    for (const auto slot : *known) {
      slots[slot] = program.slots[slot].initial;
      if (interpreter_->is_wide(slot)) { slots[slot + 1] = program.slots[slot].initial_denominator; }
    }
  }
  for (const auto& [slot, word] : settings) { slots[slot] = word; }
  is_plain_ = rule.parameters.empty();
  for (const auto& [slot, id] : query_->settings) {
    is_plain_ = is_plain_ && !lies_in_heap(program.slots[slot].type.kind);
  }
  for (const auto slot : program.inputs) { is_plain_ = is_plain_ && !is_text_set(program, slot, slots[slot]); }
  if (is_plain_) {
    Heap heap;
    Presetter once(program, *query_, slots.data(), heap);
    is_plain_ = once.set();
  }
  if (!is_plain_) {
    presetter_ = std::make_unique<Presetter>(program, *query_, interpreter_->slots().data(), interpreter_->heap());
  }
  for (const auto& parameter : rule.parameters) {
    const auto argument = std::find_if(query_->arguments.begin(), query_->arguments.end(),
                                       [&](const auto& a) { return a.first.slot == parameter.slot; });
    given_.push_back(argument != query_->arguments.end() && argument->second != parameter.initial ? 1 : 0);
  }
  first_slot_ = program.shown;
  auto end = program.shown + 1;
  for (const auto* known : {&program.states, &program.inputs, &rule.fields}) {
    for (const auto slot : *known) {
      first_slot_ = std::min(first_slot_, slot);
      end = std::max(end, slot + (interpreter_->is_wide(slot) ? 2U : 1U));
    }
  }
  start_.assign(slots.data() + first_slot_, slots.data() + end);
}

bool RolledQuery::make(std::uint64_t seed, std::uint64_t index) {
  auto& interpreter = *interpreter_;
  if (is_plain_ && interpreter.roll_from_trie(query_->rule, first_slot_, start_, seed, index)) {
    cost_ = cost_spent_ = kCostOfRoll;
    return true;
  }
  interpreter.begin(query_->rule, first_slot_, start_);
  if (presetter_ && !presetter_->set()) {
    cost_ = cost_spent_ = 1;
    fault_ = presetter_->fault();
    return false;
  }
  const bool is_made = interpreter.roll(given_, seed, index, index);
  cost_ = interpreter.cost() + kCostOfRoll;
  cost_spent_ = interpreter.cost_spent() + kCostOfRoll;
  fault_ = interpreter.fault();
  return is_made;
}

void RolledQuery::begin_world(std::uint64_t seed) {
  world_seed_ = seed;
  world_next_ = 0;
  world_ = world_state(*program_, [this](SlotId slot) { return start_[slot - first_slot_]; });
}

bool RolledQuery::make_on() {
  auto& interpreter = *interpreter_;
  interpreter.begin(query_->rule, first_slot_, start_);
  // As Roller does: inputs and parameters first, which read no state.
  const bool is_set = !presetter_ || presetter_->set();
  put_state(*program_, world_, interpreter);
  if (!is_set) {
    fault_ = presetter_->fault();
    cost_ = cost_spent_ = 1;
    return false;
  }
  const bool is_made = interpreter.roll(given_, world_seed_, world_next_++, kSettledInWorld);
  cost_ = interpreter.cost() + kCostOfRoll;
  cost_spent_ = interpreter.cost_spent() + kCostOfRoll;
  fault_ = interpreter.fault();
  if (is_made) { take_state(*program_, interpreter, world_); }
  return is_made;
}

RolledQuery::Came RolledQuery::roll_on() {
  if (!make_on()) { return is_limit(fault_.kind) ? Came::Limit : Came::Fault; }
  return reader_->read(*this);
}

RolledQuery::Came RolledQuery::roll(std::uint64_t seed, std::uint64_t index) {
  if (!make(seed, index)) { return is_limit(fault_.kind) ? Came::Limit : Came::Fault; }
  return reader_->read(*this);
}

}  // namespace spoils::api
