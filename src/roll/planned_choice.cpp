// roll/planned_choice.cpp
//
// Filtered choices, by rejection sampling: check/link/plan_filters.h splits a condition that reads lists (for example
// the properties that the thing already has) into steps. The rows that pass the static and guarded steps are cached for
// each combination of the values that these read, as the intersection of the rows that pass each step. Rows are drawn
// from these until one passes the dynamic steps too, which gives each admitted row its exact share. After a few tries
// all admitted rows are weighed instead. Tests: tests/roll/optimisations_test.cpp, tests/mutants/prepared_tables.toml.
#include <algorithm>
#include <utility>

#include "number/weight.h"
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

namespace {

/// Rows drawn in vain before all are weighed, and no more than there are rows; docs/determinism.md pins it.
constexpr std::size_t kTries = 16;
constexpr std::uint32_t kBits = 64;

}  // namespace

void Interpreter::bind_steps(const Choice& choice) {
  for (const auto& step : choice.steps) {
    if (step.kind == ConditionStep::Kind::Bind) { bind_arguments(node(step.id), step.id); }
  }
}

// Returns the rows that pass a prepared step; null if there was too much work.
const PreparedTable* Interpreter::passing(std::uint32_t index, std::size_t number) {
  const auto& choice = program_->choices[index];
  const auto& step = choice.steps[number];
  bind_steps(choice);
  const auto found = cache_.step(index, number, slots_);
  auto& out = *found.table;
  const bool is_ready = prepare(found, step.id, [&] {
    const auto rows = static_cast<std::uint32_t>(program_->tables[choice.table].rows.size());
    out.passes.assign((rows + kBits - 1) / kBits, 0);
    const auto& condition = static_step_of(index, number);
    for (std::uint32_t row = 0; row < rows && !failed(); ++row) {
      if (spend(1, step.id) && passes(index, row, condition)) {
        out.passes[row / kBits] |= std::uint64_t{1} << (row % kBits);
      }
    }
  });
  return is_ready ? &out : nullptr;
}

// Finds the rows that pass all settled steps, and their weights if those are settled.
void Interpreter::plan_rows(std::uint32_t index, PreparedTable& out) {
  const auto& choice = program_->choices[index];
  const auto& table = program_->tables[choice.table];
  const auto& all = table.rows;
  passing_rows_.assign((all.size() + kBits - 1) / kBits, ~std::uint64_t{0});
  if (all.size() % kBits != 0) { passing_rows_.back() = (std::uint64_t{1} << (all.size() % kBits)) - 1; }
  bool has_settled = false;
  for (std::size_t i = 0; i < choice.steps.size(); ++i) {
    has_settled = has_settled || choice.steps[i].kind == ConditionStep::Kind::Guarded;
    if (choice.steps[i].kind != ConditionStep::Kind::Static) { continue; }
    const auto* passed = passing(index, i);
    if (passed == nullptr) { return; }
    for (std::size_t word = 0; word < passing_rows_.size(); ++word) { passing_rows_[word] &= passed->passes[word]; }
  }
  for (std::uint32_t row = 0; row < all.size(); ++row) {
    if (passing_rows_[row / kBits] == 0) {
      row += kBits - 1 - row % kBits;
      continue;
    }
    if ((passing_rows_[row / kBits] >> (row % kBits) & 1) == 0) { continue; }
    const bool stays = !has_settled || passes(index, row, condition_of(index, ConditionStep::Kind::Guarded));
    if (failed()) { return; }
    if (!stays) { continue; }
    out.has_duplicate_outcomes =
        out.has_duplicate_outcomes ||
        (choice.is_best && !out.rows.empty() && has_same_outcome(*program_, table, out.rows.back(), row));
    out.rows.push_back(row);
    slots_[choice.row] = static_cast<Word>(row);
    if (choice.weighs_static) { out.weights.push_back(admitted_weight(choice, row)); }
    if (failed()) { return; }
  }
}

// Whether a row fits that is prepared, and no better one of its outcome does.
bool Interpreter::accepts(std::uint32_t index, const PreparedTable& prepared, std::uint32_t position) {
  const auto& choice = program_->choices[index];
  const auto& table = program_->tables[choice.table];
  const auto& all = table.rows;
  const auto row = prepared.rows[position];
  const auto& condition = condition_of(index, ConditionStep::Kind::Dynamic);
  if (!passes(index, row, condition)) { return false; }
  if (!prepared.has_duplicate_outcomes) { return true; }
  const auto is_duplicate = [&](std::uint32_t other) {
    return has_same_outcome(*program_, table, prepared.rows[other], row);
  };
  auto first = position;
  while (first > 0 && is_duplicate(first - 1)) { --first; }
  Rational weight;
  bool is_weighed = false;
  for (auto other = first; other < prepared.rows.size() && is_duplicate(other) && !failed(); ++other) {
    if (other == position) { continue; }
    if (!is_weighed) { weight = row_weight(all[row]); }
    is_weighed = true;
    const auto theirs = row_weight(all[prepared.rows[other]]);
    const bool is_better = weight < theirs || (other < position && !(theirs < weight));
    if (is_better && passes(index, prepared.rows[other], condition)) { return false; }
  }
  return !failed();
}

// Puts into weights_ what the rows that are prepared weigh now, and then what nothing weighs, if it can come.
void Interpreter::weigh_rows(std::uint32_t index, const PreparedTable& prepared) {
  struct PlannedRows {
    Interpreter& self;
    std::uint32_t index;
    const PreparedTable& prepared;
    const Choice& choice = self.program_->choices[index];
    const Fragment& condition = self.condition_of(index, ConditionStep::Kind::Dynamic);
    [[nodiscard]] std::size_t size() const { return prepared.rows.size(); }
    [[nodiscard]] std::size_t row(std::size_t i) const { return prepared.rows[i]; }
    [[nodiscard]] bool may_repeat() const { return prepared.has_duplicate_outcomes; }
    bool passes(std::size_t i) { return self.passes(index, prepared.rows[i], condition); }
    Rational weight(std::size_t i) {
      return choice.weighs_static ? prepared.weights[i] : self.admitted_weight(choice, prepared.rows[i]);
    }
    std::pair<bool, Rational> judged(std::size_t i) {
      return passes(i) ? std::pair(true, weight(i)) : std::pair(false, Rational(0));
    }
  };
  weights_.clear();
  weigh(program_->choices[index], PlannedRows{*this, index, prepared}, weights_);
}

// Returns the row that is drawn by the weights of now; -1 for nothing and after a fault.
std::int32_t Interpreter::weigh_static(std::uint32_t index, const PreparedTable& prepared, ExpressionId place) {
  const auto& choice = program_->choices[index];
  if (!spend(prepared.rows.size(), place)) { return -1; }
  weigh_rows(index, prepared);
  if (failed()) { return -1; }
  const auto is_some = [](const Rational& weight) { return weight.numerator() != 0; };
  const auto first = std::find_if(weights_.begin(), weights_.end(), is_some);
  if (first == weights_.end()) {
    if (!choice.or_nothing) { fail(Fault::Kind::NothingToPick, place); }
    return -1;
  }
  auto position = static_cast<std::size_t>(first - weights_.begin());
  if (std::any_of(first + 1, weights_.end(), is_some)) {
    const auto shares = number::shares(weights_);
    if (!shares) {
      fail(Fault::Kind::WeightsTooLarge, place);
      return -1;
    }
    const auto drawn = below(shares->total);
    auto left = drawn;
    for (position = 0; left >= shares->parts[position]; ++position) { left -= shares->parts[position]; }
    widen_draw(shares->total, drawn - left, drawn - left + shares->parts[position]);
  }
  return position < prepared.rows.size() ? static_cast<std::int32_t>(prepared.rows[position]) : -1;
}

// Returns the rows that pass all but the dynamic steps, prepared for the values of now; null after a fault.
PreparedTable* Interpreter::prepared_rows(std::uint32_t index, ExpressionId place) {
  const auto& choice = program_->choices[index];
  bind_steps(choice);
  const auto found = cache_.choice(index, slots_);
  auto& prepared = *found.table;
  const bool is_ready = prepare(found, place, [&] {
    plan_rows(index, prepared);
    if (failed() && fault().kind != Fault::Kind::TooMuchWork) {
      // An earlier part of the whole condition may prevent this fault.
      clear_fault();
      prepared.is_open = true;
    }
    if (failed() || !spend(prepared.rows.size(), place)) { return; }
    const auto shares = choice.weighs_static ? number::shares(prepared.weights) : std::nullopt;
    prepared.is_empty = !shares || shares->total == 0;
    if (!prepared.is_empty) { prepared.pick.assign(shares->parts); }
  });
  return is_ready ? &prepared : nullptr;
}

// Returns the row, -1 for nothing and after a fault; nothing at all if the choice must be weighed as a whole.
std::optional<std::int32_t> Interpreter::draw_planned(std::uint32_t index, ExpressionId place) {
  const auto& choice = program_->choices[index];
  auto* const planned = prepared_rows(index, place);
  if (planned == nullptr) { return -1; }
  auto& prepared = *planned;
  if (prepared.is_open) { return std::nullopt; }
  std::int32_t row = -1;
  bool is_drawn = false;
  // A declared generator draws once, as the game did that it is faithful to.
  if (!prepared.is_empty && choice.nothing_weight == kNone && !source_.is_lcg) {
    const auto tries = std::min(kTries, prepared.rows.size());
    for (std::size_t i = 0; i < tries && !is_drawn; ++i) {
      const auto position = draw_weighted_row(prepared.pick);
      is_drawn = spend(1, place) && accepts(index, prepared, position);
      if (failed()) { return -1; }
      if (is_drawn) { row = static_cast<std::int32_t>(prepared.rows[position]); }
    }
  }
  if (!is_drawn) { row = weigh_static(index, prepared, place); }
  if (failed()) { return -1; }
  if (observer_ != nullptr) [[unlikely]] { report_choice(index, place, row); }
  if (row >= 0) { slots_[choice.row] = row; }
  return row;
}

// Puts into weights_ the weight of each row of the table, and then that of nothing, if it can come: of the rows that
// the plan leaves, if there is one; the others weigh 0.
void Interpreter::weigh_all(std::uint32_t index, ExpressionId place) {
  const auto& choice = program_->choices[index];
  const auto* const planned = choice.steps.empty() ? nullptr : prepared_rows(index, place);
  if (failed()) { return; }
  if (planned == nullptr || planned->is_open) {
    weights_.clear();
    choice_weights(choice, weights_);
    return;
  }
  weigh_rows(index, *planned);
  if (failed()) { return; }
  const auto left = std::exchange(weights_, {});
  weights_.resize(program_->tables[choice.table].rows.size());
  for (std::size_t i = 0; i < planned->rows.size(); ++i) { weights_[planned->rows[i]] = left[i]; }
  weights_.insert(weights_.end(), left.begin() + static_cast<std::ptrdiff_t>(planned->rows.size()), left.end());
}

// Returns the current shares of all rows; nothing if none is left, or if they cannot be weighed. Counts no work.
std::optional<WeightedPick> Interpreter::weigh_anew(std::uint32_t index, ExpressionId place) {
  const auto work_left = work_left_;
  const auto heap = own_heap_.mark();
  limit_work(kMaxWork);
  weigh_all(index, place);
  const auto shares = failed() ? std::nullopt : number::shares(weights_);
  clear_fault();
  limit_work(work_left);
  own_heap_.go_back(heap);
  if (!shares || shares->total == 0) { return std::nullopt; }
  return WeightedPick(shares->parts);
}

// Reports the current shares of all rows to the observer.
void Interpreter::report_choice(std::uint32_t index, ExpressionId place, std::int32_t row) {
  const auto rows = static_cast<std::uint32_t>(program_->tables[program_->choices[index].table].rows.size());
  const auto pick = weigh_anew(index, place);
  observer_->choice(drawn_at(place), index, pick ? &*pick : nullptr, row < 0 ? rows : static_cast<std::uint32_t>(row));
}

}  // namespace spoils::roll
