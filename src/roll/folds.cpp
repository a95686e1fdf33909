// roll/folds.cpp
//
// Folds that trees contain (weights of rows, parameters of chances) and blocks of defs run as fragments of bytecode,
// like those of statements; what has no instructions is evaluated by the tree. So are measures of finished things.
// Tests: tests/roll/optimisations_test.cpp, tests/roll/measures_code_test.cpp.
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

Word Interpreter::fold(const Fold& f, ExpressionId id) {
  const auto& fragment = fragment_of(f, id);
  return fragment.is_tree() ? Evaluator::fold(f, id) : run_fragment(fragment);
}

Rational Interpreter::fold_number(const Fold& f, ExpressionId id) {
  const auto& fragment = fragment_of(f, id);
  if (fragment.is_tree()) { return Evaluator::fold_number(f, id); }
  sums_.emplace_back();
  run_fragment(fragment);
  const auto sum = sums_.back();
  sums_.pop_back();
  return failed() ? Rational(0) : sum;
}

Word Interpreter::block_word(const Expression& e, ExpressionId id) {
  const auto& fragment = def_block_of(e, id);
  return fragment.is_tree() ? Evaluator::block_word(e, id) : run_fragment(fragment);
}

Rational Interpreter::block_number(const Expression& e, ExpressionId id) {
  const auto& fragment = def_block_of(e, id);
  if (fragment.is_tree()) { return Evaluator::block_number(e, id); }
  Word second = 1;
  const auto first = run_fragment(fragment, &second);
  if (failed()) { return 0; }
  return first == kUnset ? Rational(kUnset) : Rational::in_lowest_terms(first, second);
}

Word Interpreter::value_of_found(const Instruction& at) {
  const auto first = static_cast<std::size_t>(slots_[at.a]);
  const auto& f = program_->folds[program_->expressions[at.id].a];
  const auto value = value_of_found(f, found_.data() + first, found_.data() + found_.size(), at.id);
  found_.resize(first);
  return value;
}

std::optional<Word> Interpreter::measure_word(ExpressionId id, Heap& heap, std::uint64_t& work) {
  heap_ = &heap;
  found_.clear();
  limit_work(work);
  const auto value = word(id);
  if (failed()) {
    clear_fault();
    return std::nullopt;
  }
  work = work_left_;
  return value;
}

bool Interpreter::measure(ExpressionId id, Heap& heap, std::array<Word, 2>& out) {
  heap_ = &heap;
  found_.clear();
  limit_work(kMaxWork);
  if (node(id).type.kind == ValueKind::Number) {
    const auto value = number_or_unset(id);
    out = {value.numerator(), second_word(value)};
  } else {
    out = {word(id), 1};
  }
  const bool is_sound = !failed();
  clear_fault();
  return is_sound;
}

bool Interpreter::add_number(ExpressionId value, ExpressionId sum) {
  const auto amount = number(value);
  if (failed()) { return false; }
  sums_.back() = checked(number::add(sums_.back(), amount), sum);
  return !failed();
}

const ColumnCounts::Histogram& Interpreter::histogram_of(ColumnCounts& counts, Word list) {
  const auto [known, is_new] =
      histograms_.try_emplace(counts.number() * program_->lists.size() + static_cast<std::uint64_t>(list));
  if (is_new) { known->second = code_.histogram(counts, list); }
  return *known->second;
}

// Answers a count from the histogram of a column; false if the loop over the members must count.
bool Interpreter::count_matches(const Instruction& at) {
  const auto source = slots_[at.a];
  const auto members = program_->list(source, *heap_).count;
  const auto seen = program_->list(slots_[at.b], *heap_);
  const bool is_constant = (source & Heap::kMark) == 0;
  if (!is_constant || members <= ColumnCounts::kFew || seen.count > ColumnCounts::kFew) { return false; }
  const auto& histogram = histogram_of(*at.counts, source);
  if (histogram.times.empty() && histogram.members > 0) { return false; }
  if (!spend(members, at.id) || !spend(histogram.members * seen.count, at.id)) { return false; }
  slots_[at.to] = ColumnCounts::matches(histogram, seen);
  return true;
}

}  // namespace spoils::roll
