// odds/paths.h
//
// Exhaustive enumeration of the draws of an expression by replay: each draw takes the first of its options and records
// how many there are; the evaluation is then repeated with the next combination until each was taken once (depth-first
// search over the sequences of choices). This is exact for every expression, since it runs the expression itself.
// Weights, sums of dice and outcomes of nested tables are computed once and cached (odds/paths_options.h).
#pragma once

#include <algorithm>
#include <cassert>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "number/weight.h"
#include "odds/counters.h"
#include "odds/derivations.h"
#include "odds/distribution.h"
#include "odds/drawn_answers.h"
#include "odds/exchange.h"
#include "odds/list_index.h"
#include "odds/planned_rows.h"
#include "odds/state_abstraction.h"
#include "program/evaluate.h"
#include "program/walk.h"

namespace spoils::odds {

template <class Probability>
class Paths : public program::Evaluator<Paths<Probability>> {
 public:
  using Base = program::Evaluator<Paths<Probability>>;
  using Word = program::Word;
  using Rational = number::Rational;

  Paths(const program::Program& program, Word* slots, program::Heap& heap) : Base(program, slots, heap) {}

  using Base::admitted_weight;
  using Base::bind_arguments;
  static constexpr bool kLooksAtClock = true;
  static constexpr bool kReordersSums = true;
  /// Notes an amount so large that the order of a sum may show: in whether a part of it leaves 64 bits.
  void sees_amount(Word amount) { has_large_amount_ = has_large_amount_ || !adds_up(amount); }
  /// Whether a sum may have gone wrong, or right, in another order than a roll has.
  [[nodiscard]] bool has_open_sums() const { return has_large_amount_ && !keeps_order_of_sums; }
  bool keeps_order_of_sums = false;  // as Liveness

  /// A declared generator whose state is followed instead of chance; null: chance.
  struct Generator {
    std::uint64_t state = 0;
    std::uint64_t multiplier = 0;
    std::uint64_t increment = 0;
    std::uint64_t mask = 0;
    std::uint64_t next() { return state = (multiplier * state + increment) & mask; }
  };
  Generator* generator = nullptr;

  /// Runs `evaluate` once for each way its draws can go; `begin` restores what it has changed, and `done` gets the
  /// probability of each. Stops at a fault.
  template <class Begin, class Evaluate, class Done>
  void for_each(Begin&& begin, Evaluate&& evaluate, Done&& done) {
    decisions_.clear();
    const auto outer = std::exchange(may_draw_, true);
    while (true) {
      begin();
      cursor_ = 0;
      prepared_ = 0;
      steps_.clear();
      mass_ = Probability(1);
      evaluate();
      if (this->failed() || stop_ || left_) { break; }
      done(mass_);
      if (!next_way() || left_) { break; }
    }
    may_draw_ = outer;
    scratch_.clear();
  }

  /// Whether the decisions of each way are noted, for `done`.
  bool notes = false;
  [[nodiscard]] const Derivations::Steps& steps() const { return steps_; }

  /// Ends for_each() after the way that it is on, and each later one.
  void stop() { stop_ = true; }
  void go_on() { stop_ = false; }
  /// Ends for_each() after the way that it is on: the rest is given up.
  void leave() { left_ = true; }
  /// Returns whether the last for_each() was left before its end.
  bool was_left() { return std::exchange(left_, false); }
  /// Returns whether that was because one draw has too many outcomes.
  bool was_too_large() { return std::exchange(too_large_, false); }

  /// Called within long steps with the work that they do, in ways; false: what is under work is given up.
  struct Watch {
    bool (*spend)(void* context, std::uint64_t path_count) = nullptr;
    void* context = nullptr;
  };
  void watch(Watch watch) { watch_ = watch; }

  /// For other readings of the same program to use and to add to; forget() clears it.
  [[nodiscard]] PlannedRowsCache& planned_rows() { return planned_rows_; }

  /// Frees what can be computed again. Requires: no evaluation is under way.
  void forget() {
    tables_.clear();
    choices_.clear();
    merged_.clear();
    dice_.clear();
    drawn_sets_.reset();
    planned_rows_.clear();
    known_rows_.clear();
    stable_lists_.reset();
    lists_of_rows_ = {};
  }
  [[nodiscard]] bool is_stopped() const { return stop_; }

  // Draws, for the evaluator.
  bool draw_chance(const Rational& chance, Word written) {
    if (generator != nullptr) {
      const auto scale = written != 0 && written % chance.denominator() == 0 ? written / chance.denominator() : 1;
      const auto parts = static_cast<std::uint64_t>(chance.denominator() * scale);
      if (written == 0 || written % chance.denominator() != 0) {
        if (chance.numerator() <= 0) { return false; }
        if (chance.numerator() >= chance.denominator()) { return true; }
      }
      return static_cast<std::int64_t>(generator_below(parts)) < chance.numerator() * scale;
    }
    if (chance.numerator() <= 0) { return false; }
    if (chance.numerator() >= chance.denominator()) { return true; }
    auto& decision = decide(2);
    const bool came = decision.taken == 0;
    note(DerivationStep::Kind::Chance, this->drawing_, 0, came ? 1 : 0);
    // A difference of doubles would lose what is rare.
    mass_ *= mass_of<Probability>(
        came ? chance : Rational::in_lowest_terms(chance.denominator() - chance.numerator(), chance.denominator()));
    return came;
  }

  Word draw_range(Word first, Word last) {
    const auto count = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
    return static_cast<Word>(static_cast<std::uint64_t>(first) + evenly(count));
  }

  std::size_t draw_member(std::size_t count) { return static_cast<std::size_t>(evenly(count)); }

  Word draw_dice(Word count, Word sides) {
    if (generator != nullptr) {
      Word sum = 0;
      for (Word i = 0; i < count; ++i) {
        sum += static_cast<Word>(generator_below(static_cast<std::uint64_t>(sides))) + 1;
      }
      return sum;
    }
    const auto n = static_cast<std::uint64_t>(count);
    const auto faces = static_cast<std::uint64_t>(sides);
    if (n > 1 && (faces > kMaxDiceSteps / n || n * faces > kMaxDiceSteps / n / faces)) {
      leave_draw();
      return count;
    }
    const auto& options = dice(count, sides);
    if (left_) { return count; }
    note(DerivationStep::Kind::Draw, this->drawing_);
    return options.values[take(options)];
  }

  std::int32_t draw_row(std::uint32_t table, program::ExpressionId place) {
    const auto& known = this->program_->tables[table];
    const auto& options = prepared(
        tables_, table, known.reads, known.reads_heap,
        [&](std::vector<Rational>& weights) {
          for (const auto& row : known.rows) {
            weights.push_back(known.constant_weights.empty() ? this->row_weight(row)
                                                             : known.constant_weights[weights.size()]);
          }
        },
        place);
    if (options.values.empty()) {
      this->fail(program::Fault::Kind::NothingToPick, place);
      return -1;
    }
    const auto row = options.values[take(options, known.reads_heap)];
    note(DerivationStep::Kind::Row, place, table, row);
    return static_cast<std::int32_t>(row);
  }

  std::vector<std::uint32_t> draw_distinct(const program::Distinct& from, std::size_t count,
                                           program::ExpressionId place);

  /// All that the question asks of the set that one expression draws: each member alone, whatever else is in any slot.
  using MemberQuestions = std::vector<MemberQuestion>;
  class DrawByClass;
  void draw_order(std::vector<Word>& members, program::ValueKind kind);

  /// At one place that chooses a row, one row is drawn for all that have the same representative. Requires: nothing
  /// else is drawn by the expression.
  struct RowMerge {
    program::ExpressionId place = program::kNone;
    // By row, for the values of the slots now: the row that is drawn in its place, and the first that is admitted if it
    // is, with a weight of the same form.
    std::function<const std::vector<std::uint32_t>*(Exchange::Of)> rows;
  };
  RowMerge row_merge;
  std::int32_t draw_choice(std::uint32_t index, program::ExpressionId place);

  /// Whether outcomes of a table are joined before anything else is drawn: where its rows draw from tables whose rows
  /// draw again, the ways multiply with each, while the outcomes stay few.
  static constexpr bool kMerges = true;
  bool merges(std::uint32_t table) {
    if (generator != nullptr || notes) { return false; }
    if (const auto known = is_merged_.find(table); known != is_merged_.end()) { return known->second; }
    return is_merged_.emplace(table, is_worth_merging(table)).first->second;
  }
  Word merged_outcome(std::uint32_t table, program::ExpressionId place) {
    const auto& options = merged(table, place);
    if (options.values.empty() || left_) { return program::kUnset; }
    return options.values[take(options)];
  }

  Word world_def(std::uint32_t index, program::ExpressionId id);  // odds/paths_world.h
  program::SlotId world_memo_slot = 0;
  Word distinct_def(std::uint32_t index);
  /// Adds to `key` what the slots of some parameters hold.
  void add_world_key(const std::vector<program::SlotId>& parameters, std::vector<Word>& key);
  /// Returns the values that a memo has for a key, until the heap grows, or a null view; a memo with more.
  [[nodiscard]] program::Program::ListView settled_before(Word memo, std::uint32_t index,
                                                          const std::vector<Word>& key) const;
  Word with_settled(Word memo, std::uint32_t index, const std::vector<Word>& key, const std::vector<Word>& values);

  /// How often weights were known from before. For tests.
  [[nodiscard]] const PathCounters& counters() const { return counters_; }

 private:
  struct Options {
    std::vector<Word> values;
    std::vector<Probability> masses;
    std::vector<std::uint64_t> shares;  // for a declared generator, which goes down the rows itself
    std::uint64_t total = 0;
  };
  struct Decision {
    std::uint64_t taken = 0;
    std::uint64_t count = 0;
    const Options* options = nullptr;  // among which it is, where they were prepared for this state alone
    std::size_t prepared = 0;          // by which preparation of the way
  };
  using Key = std::pair<std::uint32_t, std::vector<Word>>;

  void note(DerivationStep::Kind kind, program::ExpressionId place, std::uint32_t index = 0, Word value = 0) {
    // The numbers of a declared generator are not left to chance.
    if (notes && generator == nullptr) { steps_.push_back({kind, place, index, value}); }
  }

  /// While one exists nothing may draw: the stored rows and weights must be their only value.
  class WithoutDraws {
   public:
    explicit WithoutDraws(Paths& paths) : paths_(paths), outer_(std::exchange(paths.may_draw_, false)) {}
    ~WithoutDraws() { paths_.may_draw_ = outer_; }
    WithoutDraws(const WithoutDraws&) = delete;
    WithoutDraws& operator=(const WithoutDraws&) = delete;

   private:
    Paths& paths_;
    bool outer_;
  };

  void expect_draws() {
    if (may_draw_) { return; }
    assert(false && "a draw where only one way is gone, as in a weight or condition of a row");
    cursor_ = decisions_.size();
    this->fail(program::Fault::Kind::UnexpectedDraw, this->drawing_);
  }

  // Goes on to the next way that the decisions can go; false: that was the last.
  bool next_way() {
    while (!decisions_.empty() && decisions_.back().taken + 1 == decisions_.back().count) { decisions_.pop_back(); }
    if (decisions_.empty()) { return false; }
    ++decisions_.back().taken;
    return true;
  }

  bool spend(std::uint64_t path_count) {
    if (watch_.spend != nullptr && !watch_.spend(watch_.context, path_count)) { left_ = true; }
    return !left_;
  }

  // Ends for_each() at a draw that has too many outcomes.
  void leave_draw() { too_large_ = left_ = true; }

  const Options& with_rows_merged(const Options& options, std::size_t rows);
  bool outcomes_of_def(std::uint32_t index, Options& out);
  bool is_worth_merging(std::uint32_t table);
  std::uint64_t paths_of_table(std::uint32_t table);
  std::uint64_t paths_of(program::ExpressionId id);
  const Options& merged(std::uint32_t table, program::ExpressionId place);

  Decision& decide(std::uint64_t count) {
    expect_draws();
    if (cursor_ == decisions_.size()) { decisions_.push_back({0, count, nullptr, 0}); }
    return decisions_[cursor_++];
  }

  std::uint64_t generator_below(std::uint64_t n) {
    expect_draws();
    return n < 2 ? 0 : generator->next() % n;
  }

  std::uint64_t evenly(std::uint64_t count) {
    if (generator != nullptr) { return generator_below(count); }
    if (count == 1) { return 0; }
    mass_ /= Probability(count);
    note(DerivationStep::Kind::Draw, this->drawing_);
    return decide(count).taken;
  }

  std::size_t take(const Options& options, bool each_time = false) {
    if (generator != nullptr && !options.shares.empty()) {
      auto u = generator_below(options.total);
      std::size_t i = 0;
      while (u >= options.shares[i]) { u -= options.shares[i++]; }
      return i;
    }
    if (options.values.size() == 1) { return 0; }
    auto& decision = decide(options.values.size());
    if (each_time) {
      decision.options = &options;
      decision.prepared = prepared_;
    }
    const auto i = static_cast<std::size_t>(decision.taken);
    mass_ *= options.masses[i];
    return i;
  }

  /// Sets of values that may be drawn without replacement, and what is asked of them: odds/paths_distinct.h.
  struct Sets;
  struct Asked;
  struct DrawnSets;
  const Sets& sets_to_draw(const program::Distinct& from, std::size_t count, program::ExpressionId place);
  const Sets& by_shares(const program::Distinct& from, std::size_t count, const std::vector<std::uint32_t>& class_of);
  const Sets& by_answers(Asked& asked, std::size_t count);
  Asked& asked_of(const program::Distinct& from);
  bool append_answer_of(const MemberQuestion& question, Word member, std::vector<Word>& out);

  const Options& dice(Word count, Word sides);

  void count_dice(Word count, Word sides, Options& out);

  bool passes_open(const program::Choice& choice, std::uint32_t row) {
    this->slots_[choice.row] = static_cast<Word>(row);
    for (const auto& step : choice.steps) {
      if (step.kind == program::ConditionStep::Kind::Bind) {
        this->bind_arguments(this->program_->expressions[step.id], step.id);
      } else if (step.kind == program::ConditionStep::Kind::Dynamic && !this->flag(step.id)) {
        return false;
      }
    }
    return !this->failed();
  }

  /// The rows of a choice, memoised by the slots that they read, as far as a row distinguishes their values.
  struct KnownRows {
    KnownRows(const program::Program& program, program::Heap& heap, PlannedRowsCache& planned_rows,
              bool keeps_order_of_sums, std::uint32_t choice)
        : abstraction(program, heap, planned_rows, keeps_order_of_sums, choice), index(abstraction.reads().size()) {}
    StateAbstraction abstraction;
    StateIndex index;
    std::vector<std::pair<bool, Rational>> rows;
  };

  std::pair<bool, Rational> judge(const program::Choice& choice, std::uint32_t row);
  std::pair<bool, Rational> judged(KnownRows* known, const program::Choice& choice, std::uint32_t row);
  KnownRows* known_rows(std::uint32_t index, const program::Choice& choice);

  // Lists have other words from one state to the next; in what is known of rows equal ones have equal words.
  Word stable_list(const std::vector<Word>& members) {
    if (!stable_lists_) { stable_lists_.emplace(*this->program_, lists_of_rows_); }
    return stable_lists_->word_of(members);
  }
  Word stable(program::SlotId slot) {
    const auto word = this->slots_[slot];
    const auto kind = this->program_->slots[slot].type.kind;
    if (!program::holds_words(kind)) { return word; }
    if (word == program::kUnset || (word & program::Heap::kMark) == 0) { return word; }
    for (const auto& [known, becomes] : stable_now_) {
      if (known == word) { return becomes; }
    }
    const auto view = this->program_->list(word, *this->heap_);
    stable_now_.emplace_back(word, stable_list({view.begin(), view.end()}));
    return stable_now_.back().second;
  }

  void planned_weights(std::uint32_t index, const PlannedRows& settled, program::ExpressionId place,
                       std::vector<Rational>& out);

  // `rows`: the rows that the weights belong to, and the number of nothing, which is after the last; null: all.
  template <class Fill>
  const Options& prepared(std::map<Key, Options>& cache, std::uint32_t index, const std::vector<program::SlotId>& reads,
                          bool each_time, Fill&& fill, program::ExpressionId place,
                          const std::vector<std::uint32_t>* rows = nullptr, std::size_t nothing = 0) {
    Options* out = nullptr;
    if (each_time) {
      // The ways that one state can go come to the same place by the same decisions.
      ++prepared_;
      if (cursor_ < decisions_.size() && decisions_[cursor_].prepared == prepared_) {
        return *decisions_[cursor_].options;
      }
      scratch_.emplace_back();
      out = &scratch_.back();
    } else {
      Key key{index, {}};
      for (const auto slot : reads) { key.second.push_back(this->slots_[slot]); }
      const auto [found, is_new] = cache.try_emplace(std::move(key));
      ++(is_new ? counters_.prepared_tables : counters_.reused_tables);
      if (!is_new) { return found->second; }
      out = &found->second;
    }
    std::vector<Rational> weights;
    {
      const WithoutDraws guard(*this);
      fill(weights);
    }
    const auto shares = this->failed() ? std::nullopt : number::shares(weights);
    if (!shares) {
      this->fail(program::Fault::Kind::WeightsTooLarge, place);
      return *out;
    }
    out->total = shares->total;
    for (std::size_t i = 0; i < shares->parts.size(); ++i) {
      if (shares->parts[i] == 0) { continue; }
      out->values.push_back(static_cast<Word>(rows == nullptr ? i : i < rows->size() ? (*rows)[i] : nothing));
      out->masses.push_back(Probability(shares->parts[i]) / Probability(shares->total));
      out->shares.push_back(shares->parts[i]);
    }
    return *out;
  }

  /// Steps in which the sums of some dice are found; a question with more is left to callers with more time.
  static constexpr std::uint64_t kMaxDiceSteps = 2'000'000'000;

  /// So many steps are more than what a way takes, and are counted as some.
  static constexpr std::uint64_t kManySteps = 100'000;
  static constexpr std::uint64_t kStepsOfWay = 16;

  /// A table whose outcomes take more ways than these is joined; with fewer its ways are gone through sooner.
  static constexpr std::uint64_t kManyPaths = 4'096;
  static constexpr std::uint64_t kMostCounted = 1'000'000'000;

  bool stop_ = false;
  bool may_draw_ = false;
  bool left_ = false;
  bool too_large_ = false;
  Watch watch_;
  std::map<std::uint32_t, bool> is_merged_;
  std::map<std::uint32_t, std::uint64_t> ways_of_tables_;          // that its draws can go; at most kMostCounted
  std::map<std::uint32_t, std::vector<program::SlotId>> read_by_;  // by table: what its rows read, outcomes included
  std::map<Key, Options> merged_;
  std::vector<Decision> decisions_;
  std::size_t cursor_ = 0;
  PathCounters counters_;
  std::size_t prepared_ = 0;  // on the way so far, for one state alone
  Derivations::Steps steps_;
  Probability mass_{1};
  std::map<Key, Options> tables_;
  std::map<Key, Options> choices_;
  PlannedRowsCache planned_rows_;
  std::map<std::uint32_t, std::unique_ptr<KnownRows>> known_rows_;  // by choice; null: each row is asked each time
  program::Heap lists_of_rows_;
  std::optional<ListIndex> stable_lists_;
  std::vector<std::pair<Word, Word>> stable_now_;  // of lists that the state in question holds
  std::vector<Word> seen_;
  std::map<std::pair<Word, Word>, Options> dice_;
  std::shared_ptr<DrawnSets> drawn_sets_;
  program::ExpressionId draw_by_class_ = program::kNone;
  const MemberQuestions* asked_of_drawn_ = nullptr;
  bool has_large_amount_ = false;
  std::vector<std::optional<std::pair<bool, Rational>>> judged_now_;  // by row that others are like
  std::vector<std::size_t> place_of_row_;                             // among the options under construction, + 1
  std::deque<Options> scratch_;  // prepared for one state; references stay good while it grows
};

}  // namespace spoils::odds

#include "odds/paths_distinct.h"
#include "odds/paths_options.h"
#include "odds/paths_shuffle.h"
#include "odds/paths_world.h"

// Compiled with the interpreter of the same mass; the other kinds of mass use these.
namespace spoils::program {
extern template class Evaluator<odds::Paths<double>>;
extern template class Evaluator<odds::Paths<odds::Exact>>;
}  // namespace spoils::program
namespace spoils::odds {
extern template class Paths<double>;
extern template class Paths<Exact>;
}  // namespace spoils::odds
