// sim/player.cpp
//
// Plays a run with a Roller and evaluates the simulation's expressions over the run and over each of its things.
#include "sim/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "api/error.h"
#include "api/roller_data.h"
#include "program/accumulator.h"
#include "program/draw_free.h"
#include "program/limits.h"
#include "program/to_source.h"
#include "program/walk.h"
#include "sim/keys.h"

namespace spoils::sim {

using namespace program;

Folds empty_folds(const Plan& plan) {
  Folds out;
  const auto most = plan.simulation.max_keys;
  for (const auto& table : plan.tables) { out.tables.emplace_back(table.sums.size(), most); }
  for (std::size_t i = 0; i < plan.per_run.size(); ++i) { out.per_run.emplace_back(most); }
  for (const auto& first : plan.firsts) {
    for (std::size_t i = 0; i < first.nth.size(); ++i) { out.firsts.emplace_back(most); }
  }
  return out;
}

/// Reads the things of a run as the questions of a simulation do. Only what they read is laid out.
class RunReader : public DrawFreeEvaluator<RunReader> {
 public:
  RunReader(const Plan& plan, api::RollerData& roller)
      : DrawFreeEvaluator(plan.program(), nullptr, roller.interpreter.heap()),
        plan_(plan),
        roller_(roller),
        things_(roller.interpreter.things()),
        words_(plan.program().slots.size() + 1, kUnset) {
    slots_ = words_.data();
    lay_out_rules();
    for (const auto& rule : program_->rules) {
      const auto symbol = program_->symbols.find(rule.name);
      makers_.push_back(symbol ? static_cast<Word>(*symbol) : kUnset);
    }
    found_.resize(plan.firsts.size());
  }

  /// Adds the run that the roller has just made.
  void count(std::uint64_t index, Folds& folds) {
    clear_fault();
    limit_work(kMaxWork);
    // Texts and lists that questions make are added to the heap after those of the run and are removed again below.
    const auto mark = heap_->mark();
    if (!plan_.accumulators.empty()) { count_accumulators(); }
    if (!plan_.per_run.empty()) { count_run(folds); }
    if (!plan_.tables.empty() || !plan_.firsts.empty()) { count_things(index, folds); }
    heap_->go_back(mark);
    for (auto& table : folds.tables) { table.end_run(); }
    folds.things += things_.given_out.size();
    ++folds.runs;
  }

 private:
  /// Copies a field from the words of a thing to its slot, for questions that read it.
  struct Move {
    SlotId slot = 0;
    std::int32_t from = -1;  // among the words of a thing; -1: such things have no such field
  };

  void lay_out_rules() {
    std::vector<ExpressionId> roots;
    const auto add = [&](ExpressionId id) {
      if (id != kNone) { roots.push_back(id); }
    };
    for (const auto& table : plan_.tables) {
      for (const auto& column : table.columns) { add(column.id); }
      add(table.where);
      for (const auto sum : table.sums) { add(sum); }
    }
    for (const auto& column : plan_.per_run) { add(column.id); }
    for (const auto& first : plan_.firsts) {
      add(first.condition);
      if (first.at) { add(first.at->id); }
    }
    for (const auto& accumulator : plan_.accumulators) {
      add(accumulator.condition);
      add(accumulator.value);
    }
    const auto read = slots_read(*program_, roots);
    const auto has = [&](SlotId slot) { return std::binary_search(read.begin(), read.end(), slot); };
    for (const auto slot : program_->states) {
      if (has(slot)) { states_.push_back(slot); }
    }
    moves_.resize(program_->rules.size());
    const auto first_field = static_cast<std::int32_t>(program_->input_words());
    for (RuleId rule = 0; rule < program_->rules.size(); ++rule) {
      const auto& fields = program_->rules[rule].fields;
      for (const auto slot : read) {
        const auto found = std::lower_bound(fields.begin(), fields.end(), slot);
        if (found != fields.end() && *found == slot) {
          moves_[rule].push_back({slot, first_field + static_cast<std::int32_t>(found - fields.begin())});
        } else if (is_field(slot)) {
          moves_[rule].push_back({slot, -1});
        }
      }
      std::int32_t from = 0;
      for (const auto slot : program_->inputs) {
        if (has(slot)) { moves_[rule].push_back({slot, from}); }
        ++from;
        if (!is_wide(slot)) { continue; }
        if (has(slot)) { moves_[rule].push_back({slot + 1, from}); }
        ++from;
      }
    }
  }

  // The second word of a number has no kind of its own.
  [[nodiscard]] bool is_field(SlotId slot) const {
    if (slot >= program_->slots.size()) { return false; }
    const bool is_second = slot > 0 && is_wide(slot - 1);
    return program_->slots[is_second ? slot - 1 : slot].kind == Slot::Kind::Field;
  }

  void lay_out(const roll::ThingRow& row) {
    const auto* const words = things_.words.data() + row.first_word;
    for (const auto& move : moves_[row.made_by]) { slots_[move.slot] = move.from < 0 ? kUnset : words[move.from]; }
    slots_[program_->made_by] = makers_[row.made_by];
  }

  void count_accumulators() {
    for (const auto& accumulator : plan_.accumulators) { slots_[accumulator.slot] = accumulator.nothing(); }
    for (const auto index : things_.given_out) {
      const auto& row = things_.rows[index];
      lay_out(row);
      for (const auto& accumulator : plan_.accumulators) {
        if (accumulator.held_only && row.holder != 0) { continue; }
        if (accumulator.condition != kNone && !flag(accumulator.condition)) { continue; }
        const auto value = accumulator.value == kNone ? 1 : word(accumulator.value);
        slots_[accumulator.slot] = grow(accumulator, slots_[accumulator.slot], value == kUnset ? 0 : value);
      }
    }
  }

  void count_run(Folds& folds) {
    for (const auto slot : states_) { slots_[slot] = roller_.interpreter.slots()[slot]; }
    const auto& own = things_.rows.front();
    lay_out(own);
    // A thing that was given up has no fields, though its words are there.
    if (!own.is_given_out) {
      for (const auto slot : program_->rules[own.made_by].fields) { slots_[slot] = kUnset; }
    }
    slots_[program_->made_by] = kUnset;
    for (std::size_t i = 0; i < plan_.per_run.size(); ++i) { note(plan_.per_run[i], 0, folds.per_run[i]); }
  }

  void count_things(std::uint64_t run, Folds& folds) {
    std::fill(found_.begin(), found_.end(), 0U);
    for (std::uint32_t position = 0; position < things_.given_out.size(); ++position) {
      lay_out(things_.rows[things_.given_out[position]]);
      for (std::size_t i = 0; i < plan_.tables.size(); ++i) {
        const auto& table = plan_.tables[i];
        if (table.where != kNone && !flag(table.where)) { continue; }
        key_.clear();
        for (const auto& column : table.columns) { append(column, position); }
        sums_.clear();
        for (const auto sum : table.sums) { sums_.push_back(whole(sum)); }
        folds.tables[i].add(key_, sums_.data());
      }
      find_firsts(run, position, folds);
    }
  }

  void find_firsts(std::uint64_t run, std::uint32_t position, Folds& folds) {
    std::size_t fold = 0;
    for (std::size_t i = 0; i < plan_.firsts.size(); ++i) {
      const auto& first = plan_.firsts[i];
      const bool is_hit = flag(first.condition);
      if (is_hit) { ++found_[i]; }
      for (const auto n : first.nth) {
        auto& here = folds.firsts[fold++];
        if (!is_hit || found_[i] != n) { continue; }
        ++here.runs;
        here.first_run = std::min(here.first_run, run);
        if (first.at) { note(*first.at, position, here.at); }
      }
    }
  }

  // Appends the value of a column to the key; of the thing at that position among those given out, which is laid out.
  void append(const Column& column, std::uint32_t position) {
    switch (column.kind) {
      case Column::Kind::MadeBy:
        append_key(key_, static_cast<Word>(things_.rows[things_.given_out[position]].made_by));
        return;
      case Column::Kind::Name:
        name_.clear();
        roller_.result_set.view(1, position)[0].append_name(name_);
        append_key(key_, std::string_view(name_));
        return;
      case Column::Kind::Expression: break;
    }
    switch (column.type.kind) {
      case ValueKind::Number: {
        const auto value = number_or_unset(column.id);
        if (is_unset(value)) { return append_key(key_, kUnset); }
        return append_key(key_, value.numerator(), value.denominator());
      }
      case ValueKind::Text:
      case ValueKind::List:
      case ValueKind::Set:
      case ValueKind::Map: {
        const auto mark = heap_->mark();
        const auto value = word(column.id);
        if (value == kUnset) { return append_key(key_, kUnset); }
        append_key(key_, std::string_view(to_source(*program_, *heap_, column.type, value)));
        heap_->go_back(mark);
        return;
      }
      default: append_key(key_, word(column.id));
    }
  }

  void note(const Column& column, std::uint32_t position, RunFold& fold) {
    if (column.kind == Column::Kind::Expression && column.type.kind == ValueKind::Int) {
      const auto value = word(column.id);
      if (value == kUnset) {
        ++fold.unset;
      } else {
        fold.integers.add(value);
      }
      return;
    }
    key_.clear();
    append(column, position);
    static const std::string kUnsetKey = [] {
      std::string key;
      append_key(key, kUnset);
      return key;
    }();
    if (key_ == kUnsetKey) {
      ++fold.unset;
    } else {
      fold.values.add(key_);
    }
  }

  const Plan& plan_;
  api::RollerData& roller_;
  const roll::Things& things_;
  std::vector<Word> words_;
  std::vector<std::vector<Move>> moves_;  // by rule
  std::vector<SlotId> states_;            // that are read
  std::vector<Word> makers_;              // by rule
  std::vector<std::uint64_t> found_;      // by first time
  std::string key_;
  std::string name_;
  std::vector<std::int64_t> sums_;
};

Player::Player(std::shared_ptr<const Plan> plan)
    : plan_(std::move(plan)),
      roller_(std::move(Roller::make(plan_->asked, plan_->rule, plan_->simulation.values)).value()),
      reader_(std::make_unique<RunReader>(*plan_, *roller_.data())),
      folds_(empty_folds(*plan_)) {
  for (const auto& [name, value] : plan_->simulation.states) {
    static_cast<void>(roller_.set_state(name, value));  // make_plan() has set it before
  }
}
Player::Player(Player&&) noexcept = default;
Player& Player::operator=(Player&&) noexcept = default;
Player::~Player() = default;

std::optional<Error> Player::play(std::uint64_t index) {
  const auto things = roller_.roll(plan_->simulation.seed, index);
  if (!things) { return things.error(); }
  reader_->count(index, folds_);
  if (!reader_->failed()) { return std::nullopt; }
  return api::fault_error(*plan_->asked.data().sources, plan_->asked.data().program, reader_->fault(),
                          fmt::format("seed {}, index {}", seed_to_text(plan_->simulation.seed), index));
}

}  // namespace spoils::sim
