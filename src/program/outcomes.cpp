// program/outcomes.cpp
//
// A reading of its own: a summary of each node (its least, greatest and mean value), structurally as far as the parts
// of a node draw independently, else by going all ways of its draws.
#include "program/outcomes.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "number/weight.h"
#include "program/evaluate.h"
#include "program/evaluate_blocks.h"
#include "program/evaluate_distinct.h"
#include "program/evaluate_lists.h"
#include "program/evaluate_maps.h"
#include "program/evaluate_numbers.h"
#include "program/evaluate_texts.h"
#include "program/evaluate_words.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::program {

namespace {

/// A way evaluates a whole expression, of which only parts count as work.
constexpr std::uint64_t kWorkOfWay = 10;

/// The ends and the mean of all outcomes of an expression.
struct Summary {
  Rational least;
  Rational greatest;
  Rational average;  // of Op::Average only
};

class OutcomeReading : public Evaluator<OutcomeReading> {
 public:
  OutcomeReading(const Program& program, Word* slots, Heap& heap, bool wants_average)
      : Evaluator<OutcomeReading>(program, slots, heap), wants_average_(wants_average) {}

  [[nodiscard]] std::uint64_t work_left() const { return work_left_; }

  Summary summary(ExpressionId id);

  // Draws, for the evaluator: each takes one of its options.
  bool draw_chance(const Rational& chance, Word) {
    if (chance <= Rational(0)) { return false; }
    if (chance >= Rational(1)) { return true; }
    const bool came = decide(2) == 0;
    weigh_by(came ? std::optional(chance) : number::subtract(Rational(1), chance));
    return came;
  }
  Word draw_range(Word first, Word last) {
    return first + static_cast<Word>(evenly(static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1));
  }
  std::size_t draw_member(std::size_t count) { return static_cast<std::size_t>(evenly(count)); }
  Word draw_dice(Word count, Word sides);
  std::int32_t draw_row(std::uint32_t table, ExpressionId place);
  std::int32_t draw_choice(std::uint32_t index, ExpressionId place);
  std::vector<std::uint32_t> draw_distinct(const Distinct& from, std::size_t count, ExpressionId place);
  void draw_order(std::vector<Word>& members, ValueKind) {
    for (auto left = members.size(); left > 1; --left) {
      std::swap(members[left - 1], members[static_cast<std::size_t>(evenly(left))]);
    }
  }
  Word world_def(std::uint32_t, ExpressionId id) {
    fail(Fault::Kind::UnexpectedDraw, id);
    return 0;
  }

 private:
  struct Decision {
    std::uint64_t taken = 0;
    std::uint64_t count = 0;
  };
  struct Throws {
    std::vector<std::int64_t> ways;  // by sum minus the number of dice
    std::int64_t all = 0;
  };
  const Throws* throws(Word count, Word sides);

  [[nodiscard]] bool draws(ExpressionId id) const { return program_->expressions[id].draws; }
  Summary known(Rational value) { return {value, value, value}; }
  Summary enumerated(ExpressionId id);
  std::optional<Summary> of_parts(const Expression& e, ExpressionId id);
  std::optional<Summary> of_fold(const Fold& f, ExpressionId id);
  Summary product(const Summary& a, const Summary& b, ExpressionId id);

  std::uint64_t decide(std::uint64_t count) {
    if (cursor_ == decisions_.size()) {
      if (cursor_ == kMostDecisions) {
        fail(Fault::Kind::TooManyOutcomes, drawing_);
        return 0;
      }
      decisions_.push_back({0, count});
    }
    return decisions_[cursor_++].taken;
  }
  std::uint64_t evenly(std::uint64_t count) {
    if (count == 1) { return 0; }
    if (count > kMaxOutcomes) {
      fail(Fault::Kind::TooManyOutcomes, drawing_);
      return 0;
    }
    weigh_by(Rational::make(1, static_cast<std::int64_t>(count)));
    return decide(count);
  }
  std::size_t by_share(const std::vector<std::uint64_t>& shares, std::uint64_t total);
  void weigh_by(std::optional<Rational> share) {
    if (!wants_average_ || failed()) { return; }
    const auto product = share ? number::multiply(mass_, *share) : std::nullopt;
    mass_ = checked(product, drawing_);
  }
  bool next_way() {
    while (!decisions_.empty() && decisions_.back().taken + 1 == decisions_.back().count) { decisions_.pop_back(); }
    if (decisions_.empty()) { return false; }
    ++decisions_.back().taken;
    return true;
  }

  static constexpr std::size_t kMostDecisions = 1'000'000;  // of one way: 16 MB
  bool wants_average_;
  std::vector<Decision> decisions_;
  std::size_t cursor_ = 0;
  Rational mass_ = 1;
  std::map<std::pair<Word, Word>, Throws> throws_;
};

// Among options with a share of more than 0; returns the index of the one that is taken.
std::size_t OutcomeReading::by_share(const std::vector<std::uint64_t>& shares, std::uint64_t total) {
  std::vector<std::size_t> possible;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] > 0) { possible.push_back(i); }
  }
  if (possible.size() == 1) { return possible[0]; }
  const auto taken = possible[static_cast<std::size_t>(decide(possible.size()))];
  weigh_by(Rational::make(static_cast<std::int64_t>(shares[taken]), static_cast<std::int64_t>(total)));
  return taken;
}

// How many throws of some dice give each sum, by convolution; computed once. Null after a fault.
const OutcomeReading::Throws* OutcomeReading::throws(Word count, Word sides) {
  const auto [found, is_new] = throws_.try_emplace({count, sides});
  auto& out = found->second;
  if (!is_new) { return out.ways.empty() ? nullptr : &out; }
  std::vector<std::int64_t> ways{1};
  std::int64_t all = 1;
  for (Word die = 0; die < count; ++die) {
    const auto more = number::multiply(all, sides);
    if (!more) {
      fail(Fault::Kind::Overflow, drawing_);
      return nullptr;
    }
    all = *more;
    std::vector<std::int64_t> next(ways.size() + static_cast<std::size_t>(sides) - 1, 0);
    if (!spend(ways.size() * static_cast<std::uint64_t>(sides), drawing_)) { return nullptr; }
    for (std::size_t i = 0; i < ways.size(); ++i) {
      for (std::size_t face = 0; face < static_cast<std::size_t>(sides); ++face) { next[i + face] += ways[i]; }
    }
    ways = std::move(next);
  }
  out = {std::move(ways), all};
  return &out;
}

// The sum of several dice is one decision.
Word OutcomeReading::draw_dice(Word count, Word sides) {
  const auto sums = static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(sides - 1) + 1;
  if (static_cast<std::uint64_t>(sides) > kMaxOutcomes || sums > kMaxOutcomes) {
    fail(Fault::Kind::TooManyOutcomes, drawing_);
    return count;
  }
  if (sums == 1) { return count; }
  const auto above = decide(sums);
  if (wants_average_) {
    const auto* const known = throws(count, sides);
    if (known == nullptr) { return count; }
    weigh_by(Rational::make(known->ways[static_cast<std::size_t>(above)], known->all));
  }
  return count + static_cast<Word>(above);
}

std::int32_t OutcomeReading::draw_row(std::uint32_t table, ExpressionId place) {
  const auto& known = program_->tables[table];
  std::vector<Rational> weights;
  for (const auto& row : known.rows) {
    weights.push_back(known.constant_weights.empty() ? row_weight(row) : known.constant_weights[weights.size()]);
  }
  const auto shares = failed() ? std::nullopt : number::shares(weights);
  if (!shares || !spend(weights.size(), place)) {
    fail(Fault::Kind::WeightsTooLarge, place);
    return -1;
  }
  if (shares->total == 0) {
    fail(Fault::Kind::NothingToPick, place);
    return -1;
  }
  return static_cast<std::int32_t>(by_share(shares->parts, shares->total));
}

std::int32_t OutcomeReading::draw_choice(std::uint32_t index, ExpressionId place) {
  const auto& choice = program_->choices[index];
  const auto rows = program_->tables[choice.table].rows.size();
  std::vector<Rational> weights;
  choice_weights(choice, weights);
  const auto shares = failed() ? std::nullopt : number::shares(weights);
  if (!shares || !spend(weights.size(), place)) {
    fail(Fault::Kind::WeightsTooLarge, place);
    return -1;
  }
  if (shares->total == 0) {
    if (!choice.or_nothing) { fail(Fault::Kind::NothingToPick, place); }
    return -1;
  }
  const auto taken = by_share(shares->parts, shares->total);
  if (taken >= rows) { return -1; }
  slots_[choice.row] = static_cast<Word>(taken);
  return static_cast<std::int32_t>(taken);
}

std::vector<std::uint32_t> OutcomeReading::draw_distinct(const Distinct& from, std::size_t count, ExpressionId) {
  auto shares = from.shares;
  auto total = from.total;
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto taken = by_share(shares, total);
    out.push_back(static_cast<std::uint32_t>(taken));
    total -= std::exchange(shares[taken], 0);
  }
  return out;
}

Summary OutcomeReading::enumerated(ExpressionId id) {
  decisions_.clear();
  Summary out;
  bool is_first = true;
  for (std::uint64_t ways = 0;; ++ways) {
    if (ways >= kMaxOutcomes) {
      fail(Fault::Kind::TooManyOutcomes, id);
      return out;
    }
    cursor_ = 0;
    mass_ = 1;
    const auto heap = heap_->mark();
    const auto value = number(id);
    heap_->go_back(heap);
    if (failed() || !spend(kWorkOfWay, id)) { return out; }
    if (wants_average_) {
      const auto part = number::multiply(mass_, value);
      out.average = checked(part ? number::add(out.average, *part) : std::nullopt, id);
    }
    out.least = is_first ? value : std::min(out.least, value);
    out.greatest = is_first ? value : std::max(out.greatest, value);
    is_first = false;
    if (!next_way()) { return out; }
  }
}

Summary OutcomeReading::product(const Summary& a, const Summary& b, ExpressionId id) {
  Summary out;
  bool is_first = true;
  for (const auto& x : {a.least, a.greatest}) {
    for (const auto& y : {b.least, b.greatest}) {
      const auto corner = checked(number::multiply(x, y), id);
      out.least = is_first ? corner : std::min(out.least, corner);
      out.greatest = is_first ? corner : std::max(out.greatest, corner);
      is_first = false;
    }
  }
  if (wants_average_) { out.average = checked(number::multiply(a.average, b.average), id); }
  return out;
}

// The members of a list that draws nothing; each has draws of its own.
std::optional<Summary> OutcomeReading::of_fold(const Fold& f, ExpressionId id) {
  const bool is_sum = f.kind == FoldKind::Sum;
  const bool is_end = f.kind == FoldKind::Maximum || f.kind == FoldKind::Minimum;
  if (!is_sum && !(is_end && !wants_average_)) { return std::nullopt; }
  if (draws(f.source) || (f.condition != kNone && draws(f.condition)) || f.value == kNone) { return std::nullopt; }
  const auto source = word(f.source);
  auto out = known(0);
  bool any = false;
  for (std::size_t i = 0; i < program_->list(source, *heap_).count; ++i) {
    if (failed() || !spend(1, id)) { return out; }
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (f.condition != kNone && !flag(f.condition)) { continue; }
    const auto member = summary(f.value);
    if (is_sum) {
      out.least = checked(number::add(out.least, member.least), id);
      out.greatest = checked(number::add(out.greatest, member.greatest), id);
      if (wants_average_) { out.average = checked(number::add(out.average, member.average), id); }
    } else if (!any) {
      out = member;
    } else if (f.kind == FoldKind::Maximum) {
      out.least = std::max(out.least, member.least);
      out.greatest = std::max(out.greatest, member.greatest);
    } else {
      out.least = std::min(out.least, member.least);
      out.greatest = std::min(out.greatest, member.greatest);
    }
    any = true;
  }
  return out;
}

// Operands draw independently of each other, so both may have their least value at once, and means multiply.
std::optional<Summary> OutcomeReading::of_parts(const Expression& e, ExpressionId id) {
  switch (e.op) {
    case Op::Add:
    case Op::Subtract: {
      const auto a = summary(e.a);
      auto b = summary(e.b);
      if (failed()) { return a; }
      if (e.op == Op::Subtract) { b = product(b, known(-1), id); }
      Summary out;
      out.least = checked(number::add(a.least, b.least), id);
      out.greatest = checked(number::add(a.greatest, b.greatest), id);
      if (wants_average_) { out.average = checked(number::add(a.average, b.average), id); }
      return out;
    }
    case Op::Negate: return product(summary(e.a), known(-1), id);
    case Op::Multiply: {
      const auto a = summary(e.a);
      return product(a, summary(e.b), id);
    }
    case Op::Minimum:
    case Op::Maximum: {
      if (wants_average_) { return std::nullopt; }
      const auto a = summary(e.a);
      const auto b = summary(e.b);
      if (e.op == Op::Minimum) { return Summary{std::min(a.least, b.least), std::min(a.greatest, b.greatest), 0}; }
      return Summary{std::max(a.least, b.least), std::max(a.greatest, b.greatest), 0};
    }
    case Op::OrZero: return program_->expressions[e.a].may_be_unset ? std::nullopt : std::optional(summary(e.a));
    case Op::Dice: {
      if (draws(e.a) || draws(e.b)) { return std::nullopt; }
      const auto count = operand(e.a);
      const auto sides = operand(e.b);
      if (failed() || count < 0 || count > kMaxDice || sides < 1) { return std::nullopt; }
      Summary out;
      out.least = count;
      out.greatest = checked(number::multiply(Rational(count), Rational(sides)), id);
      const auto twice = number::add(out.least, out.greatest);
      out.average = checked(twice ? number::divide(*twice, Rational(2)) : std::nullopt, id);
      return out;
    }
    case Op::PickRange: {
      if (draws(e.a) || draws(e.b)) { return std::nullopt; }
      const auto first = operand(e.a);
      const auto last = operand(e.b);
      if (failed() || last < first) { return std::nullopt; }
      Summary out;
      out.least = first;
      out.greatest = last;
      const auto twice = number::add(out.least, out.greatest);
      out.average = checked(twice ? number::divide(*twice, Rational(2)) : std::nullopt, id);
      return out;
    }
    case Op::Choose:
      if (draws(e.a)) { return std::nullopt; }
      return summary(flag(e.a) ? e.b : e.c);
    case Op::Bind:
      if (draws(e.a)) { return std::nullopt; }
      store(static_cast<SlotId>(e.value), e.a);
      return summary(e.b);
    case Op::Invoke: {
      for (std::uint32_t i = 0; i < e.b; ++i) {
        if (draws(program_->operands[e.a + i])) { return std::nullopt; }
      }
      if (!bind_arguments(e, id)) { return known(0); }
      return summary(program_->defs[static_cast<std::size_t>(e.value)].body);
    }
    case Op::Cell: {
      if (draws(e.c)) { return std::nullopt; }
      const auto& table = program_->tables[e.a];
      const auto row = table.row_index(word(e.c));
      return row < 0 ? known(0) : summary(table.cell(static_cast<std::size_t>(row), e.b));
    }
    case Op::RowCell: {
      if (slots_[e.c] == kUnset) { return known(0); }
      return summary(program_->tables[e.a].cell(static_cast<std::size_t>(slots_[e.c]), e.b));
    }
    case Op::Fold: return of_fold(program_->folds[e.a], id);
    default: return std::nullopt;
  }
}

Summary OutcomeReading::summary(ExpressionId id) {
  if (failed() || !spend(1, id)) { return {}; }
  const auto& e = program_->expressions[id];
  if (!e.draws) { return known(number(id)); }
  if (auto found = of_parts(e, id)) { return *found; }
  if (failed()) { return {}; }
  return enumerated(id);
}

}  // namespace

OutcomesValue all_outcomes(const Program& program, Word* slots, Heap& heap, const Expression& e,
                           std::uint64_t& work_left) {
  OutcomeReading reading(program, slots, heap, e.op == Op::Average);
  reading.limit_work(work_left);
  const auto found = reading.summary(e.a);
  work_left = reading.work_left();
  OutcomesValue out;
  out.value = e.op == Op::Least ? found.least : e.op == Op::Greatest ? found.greatest : found.average;
  out.fault = reading.fault();
  return out;
}

}  // namespace spoils::program
