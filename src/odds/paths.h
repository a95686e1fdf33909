// odds/paths.h
//
// All the ways in which one piece of evaluation can go. Instead of drawing, each draw takes the first of its options
// and remembers the others; the evaluation is then repeated until every combination was taken once. Whatever an
// expression does, this enumerates it exactly, since it runs the expression itself.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "number/weight.h"
#include "odds/distribution.h"
#include "odds/trails.h"
#include "program/evaluate.h"

namespace spoils::odds {

template <class Mass>
class Paths : public program::Evaluator<Paths<Mass>> {
 public:
  using Base = program::Evaluator<Paths<Mass>>;
  using Word = program::Word;
  using Rational = number::Rational;

  Paths(const program::Program& program, Word* slots, program::Heap& heap) : Base(program, slots, heap) {}

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
    while (true) {
      begin();
      cursor_ = 0;
      steps_.clear();
      mass_ = Mass(1);
      evaluate();
      if (this->failed() || stop_) { break; }
      done(mass_);
      while (!decisions_.empty() && decisions_.back().taken + 1 == decisions_.back().count) { decisions_.pop_back(); }
      if (decisions_.empty()) { break; }
      ++decisions_.back().taken;
    }
    scratch_.clear();
  }

  /// Whether the decisions of each way are noted, for `done`.
  bool notes = false;
  [[nodiscard]] const Trails::Steps& steps() const { return steps_; }

  /// Ends for_each() after the way that it is on.
  void stop() { stop_ = true; }
  void go_on() { stop_ = false; }
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
    const auto yes = mass_of<Mass>(chance);
    auto& decision = decide(2);
    const bool came = decision.taken == 0;
    note(TrailStep::Kind::Chance, this->drawing_, 0, came ? 1 : 0);
    mass_ *= came ? yes : Mass(1) - yes;
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
      stop_ = true;
      return count;
    }
    const auto& options = dice(count, sides);
    note(TrailStep::Kind::Draw, this->drawing_);
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
    const auto row = options.values[take(options)];
    note(TrailStep::Kind::Row, place, table, row);
    return static_cast<std::int32_t>(row);
  }

  std::int32_t draw_choice(std::uint32_t index, program::ExpressionId place) {
    const auto& choice = this->program_->choices[index];
    const auto rows = this->program_->tables[choice.table].rows.size();
    const auto& options = prepared(
        choices_, index, choice.reads, choice.reads_heap,
        [&](std::vector<Rational>& weights) { this->choice_weights(choice, weights); }, place);
    if (options.values.empty()) {
      if (!choice.or_nothing) { this->fail(program::Fault::Kind::NothingToPick, place); }
      return -1;
    }
    const auto row = options.values[take(options)];
    const bool is_nothing = row == static_cast<Word>(rows);
    note(TrailStep::Kind::Choice, place, index, is_nothing ? -1 : row);
    if (is_nothing) { return -1; }
    this->slots_[choice.row] = row;
    return static_cast<std::int32_t>(row);
  }

  // What is settled once in a world is remembered in a list of the state: def, arguments, value, and so on.
  Word settle(std::uint32_t index);
  program::SlotId settled_slot = 0;

 private:
  struct Options {
    std::vector<Word> values;
    std::vector<Mass> masses;
    std::vector<std::uint64_t> shares;  // for a declared generator, which goes down the rows itself
    std::uint64_t total = 0;
  };
  struct Decision {
    std::uint64_t taken = 0;
    std::uint64_t count = 0;
  };
  using Key = std::pair<std::uint32_t, std::vector<Word>>;

  void note(TrailStep::Kind kind, program::ExpressionId place, std::uint32_t index = 0, Word value = 0) {
    // What a declared generator gives is not left to chance.
    if (notes && generator == nullptr) { steps_.push_back({kind, place, index, value}); }
  }

  Decision& decide(std::uint64_t count) {
    if (cursor_ == decisions_.size()) { decisions_.push_back({0, count}); }
    return decisions_[cursor_++];
  }

  std::uint64_t generator_below(std::uint64_t n) { return n < 2 ? 0 : generator->next() % n; }

  std::uint64_t evenly(std::uint64_t count) {
    if (generator != nullptr) { return generator_below(count); }
    if (count == 1) { return 0; }
    mass_ /= Mass(count);
    note(TrailStep::Kind::Draw, this->drawing_);
    return decide(count).taken;
  }

  std::size_t take(const Options& options) {
    if (generator != nullptr && !options.shares.empty()) {
      auto u = generator_below(options.total);
      std::size_t i = 0;
      while (u >= options.shares[i]) { u -= options.shares[i++]; }
      return i;
    }
    if (options.values.size() == 1) { return 0; }
    const auto i = static_cast<std::size_t>(decide(options.values.size()).taken);
    mass_ *= options.masses[i];
    return i;
  }

  const Options& dice(Word count, Word sides) {
    auto& known = dice_[{count, sides}];
    if (!known.values.empty()) { return known; }
    std::vector<Mass> sums{Mass(1)};  // by sum minus the number of dice so far
    for (Word die = 0; die < count; ++die) {
      std::vector<Mass> next(sums.size() + static_cast<std::size_t>(sides) - 1, Mass(0));
      for (std::size_t i = 0; i < sums.size(); ++i) {
        for (std::size_t face = 0; face < static_cast<std::size_t>(sides); ++face) {
          next[i + face] += sums[i] / Mass(sides);
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

  template <class Fill>
  const Options& prepared(std::map<Key, Options>& cache, std::uint32_t index, const std::vector<program::SlotId>& reads,
                          bool each_time, Fill&& fill, program::ExpressionId place) {
    Options* out = nullptr;
    if (each_time) {
      scratch_.emplace_back();
      out = &scratch_.back();
    } else {
      Key key{index, {}};
      for (const auto slot : reads) { key.second.push_back(this->slots_[slot]); }
      const auto [found, is_new] = cache.try_emplace(std::move(key));
      if (!is_new) { return found->second; }
      out = &found->second;
    }
    std::vector<Rational> weights;
    fill(weights);
    const auto shares = this->failed() ? std::nullopt : number::shares(weights);
    if (!shares) {
      this->fail(program::Fault::Kind::WeightsTooLarge, place);
      return *out;
    }
    out->total = shares->total;
    for (std::size_t i = 0; i < shares->parts.size(); ++i) {
      if (shares->parts[i] == 0) { continue; }
      out->values.push_back(static_cast<Word>(i));
      out->masses.push_back(Mass(shares->parts[i]) / Mass(shares->total));
      out->shares.push_back(shares->parts[i]);
    }
    return *out;
  }

  /// Steps in which the sums of some dice are found; more are left to who has more time.
  static constexpr std::uint64_t kMaxDiceSteps = 2'000'000'000;

  bool stop_ = false;
  std::vector<Decision> decisions_;
  std::size_t cursor_ = 0;
  Trails::Steps steps_;
  Mass mass_{1};
  std::map<Key, Options> tables_;
  std::map<Key, Options> choices_;
  std::map<std::pair<Word, Word>, Options> dice_;
  std::deque<Options> scratch_;  // prepared for one state; references stay good while it grows
};

template <class Mass>
program::Word Paths<Mass>::settle(std::uint32_t index) {
  const auto& def = this->program_->defs[index];
  std::vector<Word> key{static_cast<Word>(index)};
  for (const auto slot : def.parameters) { key.push_back(this->slots_[slot]); }
  const auto known = this->program_->list(this->slots_[settled_slot], *this->heap_);
  for (std::size_t i = 0; i < known.count;) {
    const auto& other = this->program_->defs[static_cast<std::size_t>(known.first[i])];
    const auto length = other.parameters.size() + 1;
    if (std::equal(key.begin(), key.end(), known.first + i, known.first + i + length)) {
      return known.first[i + length];
    }
    i += length + 1;
  }
  auto* const outer = generator;
  generator = nullptr;
  const auto value = this->word(def.body);
  generator = outer;
  const auto before = this->program_->list(this->slots_[settled_slot], *this->heap_);
  std::vector<Word> all(before.begin(), before.end());
  all.insert(all.end(), key.begin(), key.end());
  all.push_back(value);
  this->slots_[settled_slot] = this->heap_->add_list(all.data(), all.size());
  return value;
}

}  // namespace spoils::odds
