// odds/paths_options.h
//
// Options that odds/paths.h computes once and caches: the sums of dice by convolution, the joined outcomes of a
// table whose rows draw from other tables, and the weights of the rows that pass a filter plan. Part of
// odds/paths.h. Tested by tests/cli/budget_test.py and, against other ways to the same numbers, by tests/property.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "odds/paths.h"

namespace spoils::odds {

template <class Probability>
const typename Paths<Probability>::Options& Paths<Probability>::dice(Word count, Word sides) {
  auto& known = dice_[{count, sides}];
  if (!known.values.empty()) { return known; }
  if constexpr (kIsExact<Probability>) {
    count_dice(count, sides, known);
    return known;
  }
  std::vector<Probability> sums{Probability(1)};  // by sum minus the number of dice so far
  for (Word die = 0; die < count; ++die) {
    const auto steps = sums.size() * static_cast<std::size_t>(sides);
    if (steps > kManySteps && !spend(steps / kStepsOfWay)) { return known; }
    std::vector<Probability> next(sums.size() + static_cast<std::size_t>(sides) - 1, Probability(0));
    for (std::size_t i = 0; i < sums.size(); ++i) {
      for (std::size_t face = 0; face < static_cast<std::size_t>(sides); ++face) {
        next[i + face] += sums[i] / Probability(sides);
      }
    }
    sums = std::move(next);
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    known.values.push_back(count + static_cast<Word>(i));
    known.masses.push_back(sums[i]);
  }
  return known;
}

// The same in fractions: the throws that come to each sum are counted first, by a window that slides over those of
// one die less, and all have one denominator.
template <class Probability>
void Paths<Probability>::count_dice(Word count, Word sides, Options& out) {
  std::vector<Integer> throws{1};
  Integer all = 1;
  const auto faces = static_cast<std::size_t>(sides);
  const auto pay = [&](std::size_t sums) {
    const auto words = static_cast<std::uint64_t>(all.backend().size());
    return sums * words < kManySteps || spend(sums * words * words / kStepsOfWay);
  };
  for (Word die = 0; die < count; ++die) {
    const auto sums = throws.size() + faces - 1;
    if (!pay(sums)) { return; }
    std::vector<Integer> next(sums);
    Integer window = 0;
    for (std::size_t i = 0; i < next.size(); ++i) {
      if (i < throws.size()) { window += throws[i]; }
      if (i >= faces) { window -= throws[i - faces]; }
      next[i] = window;
    }
    throws = std::move(next);
    all *= faces;
  }
  for (std::size_t i = 0; i < throws.size(); ++i) {
    if (!pay(1)) {
      out = {};
      return;
    }
    out.values.push_back(count + static_cast<Word>(i));
    out.masses.push_back(Probability(Exact(throws[i], all)));
  }
}

template <class Probability>
typename Paths<Probability>::KnownRows* Paths<Probability>::known_rows(std::uint32_t index,
                                                                       const program::Choice& choice) {
  if (const auto known = known_rows_.find(index); known != known_rows_.end()) { return known->second.get(); }
  auto made = std::make_unique<KnownRows>(*this->program_, lists_of_rows_, planned_rows_, keeps_order_of_sums, index);
  const auto is_text = [this](program::SlotId slot) {
    const auto& type = this->program_->slots[slot].type;
    return type.kind == program::ValueKind::Text || type.element == program::ValueKind::Text;
  };
  const auto& reads = made->abstraction.reads();
  const bool draws = choice.weight != program::kNone && this->expression(choice.weight).draws;
  // Weights that the rows have, and that read lists, are seen by no predicate on the row.
  const bool has_own_weights = choice.weight == program::kNone && !choice.weighs_static;
  const bool is_of_use = made->abstraction.is_useful() && !draws && !has_own_weights && !this->program_->settles &&
                         std::none_of(reads.begin(), reads.end(), is_text);
  return known_rows_.emplace(index, is_of_use ? std::move(made) : nullptr).first->second.get();
}

// The options of a choice among rows, one for all rows of one representative. The number after the last row is nothing.
template <class Probability>
const typename Paths<Probability>::Options& Paths<Probability>::with_rows_merged(const Options& options,
                                                                                 std::size_t rows) {
  const auto& representatives = *row_merge.rows(Exchange::Of::Outcome);
  scratch_.emplace_back();
  auto& out = scratch_.back();
  out.total = options.total;
  place_of_row_.assign(rows + 1, 0);
  for (std::size_t i = 0; i < options.values.size(); ++i) {
    const auto row = static_cast<std::size_t>(options.values[i]);
    const auto merged = row < rows ? std::size_t{representatives[row]} : row;
    auto& place = place_of_row_[merged];
    if (place == 0) {
      out.values.push_back(static_cast<Word>(merged));
      out.masses.push_back(options.masses[i]);
      place = out.values.size();
    } else {
      out.masses[place - 1] += options.masses[i];
      ++counters_.merged_rows;
    }
  }
  return out;
}

// Whether a row passes the open steps, and its weight then.
template <class Probability>
std::pair<bool, number::Rational> Paths<Probability>::judge(const program::Choice& choice, std::uint32_t row) {
  std::pair<bool, Rational> out;
  out.first = passes_open(choice, row);
  if (out.first && !choice.weighs_static) { out.second = this->admitted_weight(choice, row); }
  return out;
}

// The same, computed once for all values that the row cannot distinguish.
template <class Probability>
std::pair<bool, number::Rational> Paths<Probability>::judged(KnownRows* known, const program::Choice& choice,
                                                             std::uint32_t row) {
  if (known == nullptr) { return judge(choice, row); }
  this->slots_[choice.row] = static_cast<Word>(row);
  seen_.clear();
  for (const auto slot : known->abstraction.reads()) { seen_.push_back(stable(slot)); }
  known->abstraction.canonicalise(seen_.data(),
                                  [this](const std::vector<Word>& members) { return stable_list(members); });
  const auto [index, is_new] = known->index.number_of(seen_.data());
  if (is_new) { known->rows.push_back(judge(choice, row)); }
  return known->rows[index];
}

// The same as choice_weights(), of the rows that pass all but the open steps.
template <class Probability>
void Paths<Probability>::planned_weights(std::uint32_t index, const PlannedRows& settled, program::ExpressionId place,
                                         std::vector<Rational>& out) {
  struct Candidates {
    Paths& self;
    const PlannedRows& settled;
    const program::Choice& choice;
    KnownRows* known;
    const std::vector<std::uint32_t>* like;  // by row: the first that is judged as it is; null: unknown
    [[nodiscard]] std::size_t size() const { return settled.rows.size(); }
    [[nodiscard]] std::size_t row(std::size_t i) const { return settled.rows[i]; }
    [[nodiscard]] bool may_repeat() const { return settled.has_duplicate_outcomes; }
    bool passes(std::size_t i) { return self.passes_open(choice, settled.rows[i]); }
    Rational weight(std::size_t i) {
      return choice.weighs_static ? settled.weights[i] : self.admitted_weight(choice, settled.rows[i]);
    }
    std::pair<bool, Rational> judged(std::size_t i) {
      auto found = like == nullptr ? self.judged(known, choice, settled.rows[i]) : judged_with_others(i);
      if (choice.weighs_static) { found.second = settled.weights[i]; }
      return found;
    }
    // The first of the rows that are alike is judged for all.
    std::pair<bool, Rational> judged_with_others(std::size_t i) {
      const auto row = settled.rows[i];
      auto& stored = self.judged_now_[(*like)[row]];
      if (!stored) {
        stored = self.judge(choice, row);
      } else if (!choice.weighs_static && stored->first && choice.weight == program::kNone) {
        self.slots_[choice.row] = static_cast<Word>(row);
        stored->second = self.admitted_weight(choice, row);
      }
      return *stored;
    }
  };
  const auto& choice = this->program_->choices[index];
  const std::vector<std::uint32_t>* like = nullptr;
  if (row_merge.place == place) {
    like = row_merge.rows(Exchange::Of::Admission);
    judged_now_.assign(like->size(), std::nullopt);
  }
  auto* known = like == nullptr ? known_rows(index, choice) : nullptr;
  stable_now_.clear();
  this->weigh(choice, Candidates{*this, settled, choice, known, like}, out);
}

// How many ways the draws of an expression can go, as far as they are picks from tables.
template <class Probability>
std::uint64_t Paths<Probability>::paths_of(program::ExpressionId id) {
  const auto& e = this->program_->expressions[id];
  if (!e.draws) { return 1; }
  if (e.op == program::Op::PickTable) { return paths_of_table(e.a); }
  std::uint64_t path_count = 1;
  if (e.op == program::Op::PickGrid || e.op == program::Op::PickWhere) { return path_count; }
  program::for_each_operand(*this->program_, e, [&](program::ExpressionId part) {
    path_count = std::min(kMostCounted, path_count * paths_of(part));
  });
  return path_count;
}

template <class Probability>
std::uint64_t Paths<Probability>::paths_of_table(std::uint32_t table) {
  if (const auto known = ways_of_tables_.find(table); known != ways_of_tables_.end()) { return known->second; }
  std::uint64_t path_count = 0;
  for (const auto& row : this->program_->tables[table].rows) {
    path_count += paths_of(row.outcome);
    if (row.otherwise != program::kNone) { path_count += paths_of(row.otherwise); }
    path_count = std::min(path_count, kMostCounted);
  }
  return ways_of_tables_[table] = path_count;
}

template <class Probability>
bool Paths<Probability>::is_worth_merging(std::uint32_t table) {
  const auto& program = *this->program_;
  const auto& known = program.tables[table];
  if (program::lies_in_heap(known.type.kind) || known.type.kind == program::ValueKind::Number) { return false; }
  bool is_nested = false;
  std::vector<program::ExpressionId> roots;
  for (const auto& row : known.rows) {
    is_nested = is_nested || program.expressions[row.outcome].draws;
    program::for_each_part_of_row(row, [&](program::ExpressionId id) { roots.push_back(id); });
  }
  if (!is_nested || paths_of_table(table) < kManyPaths) { return false; }
  bool settles = false;
  program::for_each_below(program, roots, [&](program::ExpressionId id) {
    settles = settles || program.expressions[id].op == program::Op::WorldDef;
  });
  auto reads = program::slots_read(program, roots);
  const bool reads_heap = std::any_of(reads.begin(), reads.end(), [&](program::SlotId slot) {
    return slot < program.slots.size() && program::lies_in_heap(program.slots[slot].type.kind);
  });
  read_by_[table] = std::move(reads);
  return !settles && !reads_heap;
}

// The outcomes of a table, each once, with their probabilities: computed once for each combination of what it reads.
template <class Probability>
const typename Paths<Probability>::Options& Paths<Probability>::merged(std::uint32_t table,
                                                                       program::ExpressionId place) {
  Key key{table, {}};
  for (const auto slot : read_by_[table]) { key.second.push_back(this->slots_[slot]); }
  const auto [found, is_new] = merged_.try_emplace(std::move(key));
  auto& out = found->second;
  if (!is_new) { return out; }
  auto decisions = std::exchange(decisions_, {});
  const auto cursor = std::exchange(cursor_, 0);
  const auto prepared = std::exchange(prepared_, 0);
  const auto mass = std::exchange(mass_, Probability(1));
  std::map<Word, std::size_t> known;
  std::vector<Probability> carries;
  while (true) {
    cursor_ = 0;
    prepared_ = 0;
    mass_ = Probability(1);
    const auto row = draw_row(table, place);
    const auto value =
        row < 0 ? program::kUnset : this->row_word(this->program_->tables[table].rows[static_cast<std::size_t>(row)]);
    if (this->failed() || stop_ || left_) { break; }
    const auto [at, is_first] = known.try_emplace(value, out.values.size());
    if (is_first) {
      out.values.push_back(value);
      out.masses.push_back(Probability(0));
      carries.push_back(Probability(0));
    }
    add_carefully(out.masses[at->second], carries[at->second], mass_);
    if (!spend(1) || !next_way()) { break; }
  }
  for (std::size_t i = 0; i < carries.size(); ++i) { out.masses[i] += carries[i]; }
  decisions_ = std::move(decisions);
  cursor_ = cursor;
  prepared_ = prepared;
  mass_ = mass;
  if (!this->failed() && !stop_ && !left_) { return out; }
  // Half a join is no answer, here or later.
  static const Options kNothing;
  merged_.erase(found);
  return kNothing;
}

// Draws the row that a choice admits; the rows that exchangeable members share are one option.
template <class Probability>
std::int32_t Paths<Probability>::draw_choice(std::uint32_t index, program::ExpressionId place) {
  const auto& choice = this->program_->choices[index];
  const auto rows = this->program_->tables[choice.table].rows.size();
  const PlannedRows* settled = nullptr;
  if (!choice.steps.empty()) {
    const WithoutDraws guard(*this);
    settled = &planned_rows_.of(*this->program_, *this, this->slots_, index);
  }
  if (settled != nullptr && settled->is_open) { settled = nullptr; }
  const auto* options = &prepared(
      choices_, index, choice.reads, choice.reads_heap,
      [&](std::vector<Rational>& weights) {
        if (settled == nullptr) {
          this->choice_weights(choice, weights);
        } else {
          planned_weights(index, *settled, place, weights);
        }
      },
      place, settled == nullptr ? nullptr : &settled->rows, rows);
  if (options->values.empty()) {
    if (!choice.or_nothing) { this->fail(program::Fault::Kind::NothingToPick, place); }
    return -1;
  }
  const bool merges_rows = row_merge.place == place && generator == nullptr;
  if (merges_rows) {
    const bool is_known = cursor_ < decisions_.size() && decisions_[cursor_].options != nullptr;
    options = is_known ? decisions_[cursor_].options : &with_rows_merged(*options, rows);
  }
  const auto row = options->values[take(*options, choice.reads_heap || merges_rows)];
  const bool is_nothing = row == static_cast<Word>(rows);
  note(DerivationStep::Kind::Choice, place, index, is_nothing ? -1 : row);
  if (is_nothing) { return -1; }
  this->slots_[choice.row] = row;
  return static_cast<std::int32_t>(row);
}

}  // namespace spoils::odds
