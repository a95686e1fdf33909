// program/evaluate.h
//
// The evaluator of every expression that draws nothing, shared by all interpreters of a program (CRTP). An
// interpreter derives from Evaluator and defines the draws:
//
//   bool draw_chance(const Rational&, Word written)   written: 100 if the chance is written in percent, else 0
//   Word draw_range(Word first, Word last)            both may come
//   Word draw_dice(Word count, Word sides)
//   std::int32_t draw_row(table, expression)          the index of a row; -1 after a fault
//   std::int32_t draw_choice(choice, expression)      the same; -1: nothing
//   std::size_t draw_member(std::size_t count)
//   std::vector<std::uint32_t> draw_distinct(const Distinct& from, std::size_t count, expression)
//                                                     the numbers of so many different values
//   void draw_order(std::vector<Word>& members, kind)  puts two members or more, of this kind, in a random order
//   Word world_def(def, id)                              its arguments are in its slots
//
// An interpreter that rolls may define kMemoises. It then provides memoised_word(e, id) and memoised_number(e, id),
// which look up memos; hoisted_word(e, id) and hoisted_number(e, id) for Op::Hoisted, which replaces the expressions
// of Program::hoisted in the interpreter's own expressions, given by expression(id); and its own fold(fold, id),
// fold_number(fold, id), block_word(e, id) and block_number(e, id).
//
// The evaluator records a fault with the place of the innermost expression; the value is then 0 and has no meaning.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "number/rational.h"
#include "number/weight.h"
#include "program/accumulator.h"
#include "program/constant_values.h"
#include "program/fault.h"
#include "program/list_maker.h"
#include "program/program.h"
#include "program/work_scope.h"

namespace spoils::program {

using number::Rational;

/// Different values, to draw several from without replacement.
struct Distinct {
  std::vector<Word> values;           // in the order in which they are written
  std::vector<std::uint64_t> shares;  // of each, above 0
  std::uint64_t total = 0;            // of all; below 2^63
};

/// Work between two looks at the clock, where a reading has them: some 30 ms.
inline constexpr std::uint64_t kWorkBetweenLooks = 1'000'000;

template <class Reading>
class Evaluator {
 public:
  /// Whether the interpreter looks up memoised values.
  static constexpr bool kMemoises = false;
  /// Whether the interpreter computes the value of a constant def, whose work counts by itself.
  static constexpr bool kComputesConstants = false;
  /// Whether one evaluation may take so long that it looks whether the work was stopped: not in rolls, whose work is
  /// limited to a second.
  static constexpr bool kLooksAtClock = false;
  /// Whether the outcomes of a table may be drawn from in the place of its rows: then it has merges(table), and
  /// merged_outcome(table, id) in the place of draw_row() and the row's outcome.
  static constexpr bool kMerges = false;
  /// Whether lists may be summed in another order than a roll does: then it has sees_amount(amount), which is called
  /// for each integer that a fold adds up.
  static constexpr bool kReordersSums = false;

  Evaluator(const Program& program, Word* slots, Heap& heap) : program_(&program), slots_(slots), heap_(&heap) {}

  /// Returns the word of an expression whose type takes one word; kUnset if it may be unset and is.
  Word word(ExpressionId id) {
    // Most operands are one of these; a call costs more than they do.
    const Expression& e = node(id);
    if (e.op == Op::Slot) { return slots_[e.a]; }
    if (e.op == Op::Constant) { return e.value; }
    return evaluate(e, id);
  }

  /// Returns the value of an Int or Number; what is unset counts as 0.
  Rational number(ExpressionId id) {
    const auto value = number_or_unset(id);
    return is_unset(value) ? Rational(0) : value;
  }

  /// Returns the value of an Int or Number, or the integer kUnset: to store, pass on or show it. No result of
  /// arithmetic is that integer, since checked() refuses it.
  Rational number_or_unset(ExpressionId id) {
    const Expression& e = node(id);
    if (e.op == Op::Fraction) { return program_->fractions[e.a]; }
    return evaluate_number(e, id);
  }
  [[nodiscard]] static bool is_unset(const Rational& value) { return value.numerator() == kUnset; }
  /// Returns the second word of its slot: kUnset as well if it is unset, as in a field that was never set.
  [[nodiscard]] static Word second_word(const Rational& value) {
    return is_unset(value) ? kUnset : value.denominator();
  }

  [[nodiscard]] bool flag(ExpressionId id) { return word(id) == 1; }

  /// Returns an integer; what is unset counts as 0.
  Word whole(ExpressionId id) {
    const auto value = word(id);
    return value == kUnset ? 0 : value;
  }

  /// Whether a slot takes two words. A reading that asks often has its own answer.
  [[nodiscard]] bool is_wide(SlotId slot) const { return program_->slots[slot].type.kind == ValueKind::Number; }

  /// Evaluates into a slot, whatever its width.
  void store(SlotId slot, ExpressionId id) {
    if (!self().is_wide(slot)) {
      slots_[slot] = word(id);
      return;
    }
    const auto value = number_or_unset(id);
    slots_[slot] = value.numerator();
    slots_[slot + 1] = second_word(value);
  }

  /// Returns the value of a picked row: its outcome, or its `otherwise` expression if its condition fails.
  Word row_word(const TableRow& row) {
    if (row.condition != kNone && row.otherwise != kNone && !flag(row.condition)) { return word(row.otherwise); }
    return word(row.outcome);
  }
  Rational row_number(const TableRow& row) {
    if (row.condition != kNone && row.otherwise != kNone && !flag(row.condition)) {
      return number_or_unset(row.otherwise);
    }
    return number_or_unset(row.outcome);
  }

  /// Returns the weight of a row now; 0 if its condition takes it out of the table.
  Rational row_weight(const TableRow& row);

  /// Appends to `out` the weights of all rows as a choice sees them and then, if the choice has one, the weight of
  /// nothing.
  void choice_weights(const Choice& choice, std::vector<Rational>& out);

  /// Appends to `out` the weights of candidate rows as a choice sees them and then, if the choice has one, the weight
  /// of nothing. `candidates` has size(); row(i), ascending; may_repeat(): whether rows may share an outcome, of which
  /// only the best counts; passes(i): whether the choice admits it; weight(i), which is asked of rows that pass, while
  /// the slot of the row holds its number; and judged(i), both together. After a fault the weights have no meaning.
  template <class Candidates>
  void weigh(const Choice& choice, Candidates&& candidates, std::vector<Rational>& out);

  /// Appends a value as people read it.
  void append_value(std::string& out, ValueType type, Word value) const;

  [[nodiscard]] const Fault& fault() const { return fault_; }
  [[nodiscard]] bool failed() const { return fault_.kind != Fault::Kind::None; }
  void clear_fault() { fault_ = {}; }

  /// Bounds what is evaluated from now on: defs run, rows weighed, members of lists and dice looked at. Without a
  /// call there is no bound.
  void limit_work(std::uint64_t most) { work_left_ = most; }
  void fail(Fault::Kind kind, ExpressionId id) {
    if (!failed()) { fault_ = {kind, id == kNone ? Span{} : program_->places[id]}; }
  }
  void fail(Fault::Kind kind, Span place) {
    if (!failed()) { fault_ = {kind, place}; }
  }
  /// The value that was just assigned is outside the declared range or choices of its state.
  void fail_state(SlotId state, Span place) {
    if (!failed()) { fault_ = {Fault::Kind::StateOutOfRange, place, {}, state, slots_[state]}; }
  }

  /// Returns the value of an accumulator with one more thing, as program::grown(). Errors: Overflow.
  Word grow(const Accumulator& accumulator, Word total, Word amount) {
    return checked(program::grown(accumulator, total, amount), accumulator.value);
  }

 protected:
  Reading& self() { return static_cast<Reading&>(*this); }
  [[nodiscard]] const Reading& self() const { return static_cast<const Reading&>(*this); }
  [[nodiscard]] const Expression& node(ExpressionId id) const { return self().expression(id); }
  [[nodiscard]] const Expression& expression(ExpressionId id) const { return program_->expressions[id]; }
  Word operand(ExpressionId id) { return whole(id); }
  Word checked(std::optional<std::int64_t> value, ExpressionId id, Fault::Kind kind = Fault::Kind::Overflow) {
    // The reserved word is no integer either: a result that hits it has left the range.
    if (!value || *value == kUnset) {
      fail(kind, id);
      return 0;
    }
    return *value;
  }
  Rational checked(std::optional<Rational> value, ExpressionId id, Fault::Kind kind = Fault::Kind::Overflow) {
    if (!value || value->numerator() == kUnset) {
      fail(kind, id);
      return 0;
    }
    return *value;
  }
  /// Counts work. Returns false, with a fault, if it was too much: then everything that could go on for long ends.
  template <class Place>
  bool spend(std::uint64_t amount, Place place) {
    if constexpr (Reading::kLooksAtClock) {
      work_since_look_ += amount;
      if (work_since_look_ >= kWorkBetweenLooks) {
        work_since_look_ = 0;
        WorkScope::look();
      }
    }
    if (amount <= work_left_) {
      work_left_ -= amount;
      return true;
    }
    work_left_ = 0;
    fail(Fault::Kind::TooMuchWork, place);
    return false;
  }
  Word list_of(std::size_t begin, ExpressionId id) {
    check_heap(id);
    return heap_->finish_list(begin);
  }
  /// Returns a list that was just made.
  Word checked_list(Word list, ExpressionId id) {
    check_heap(id);
    return list;
  }
  void check_heap(ExpressionId id) {
    if (heap_->bytes_used() > kMaxHeapBytes) { fail(Fault::Kind::TooMuchText, id); }
  }

  Word evaluate(const Expression& e, ExpressionId id);
  // Apart from the others, which are quicker without what these need in registers and on the stack.
  [[gnu::noinline]] Word evaluate_cold(const Expression& e, ExpressionId id);
  Rational evaluate_number(const Expression& e, ExpressionId id);
  Word pick_range(Word first, Word last, ExpressionId id);
  Word throw_dice(Word count, Word sides, ExpressionId id);
  Word pick_member(Word list, ExpressionId id);
  Word pick_distinct(const Expression& e, ExpressionId id);
  bool gather_rows(std::uint32_t choice, Distinct& out, ExpressionId id);
  bool gather_members(ExpressionId list, Distinct& out, ExpressionId id);
  Word arithmetic(const Expression& e, ExpressionId id);
  Word power(Word base, Word exponent, ExpressionId id);
  /// Returns the value of an expression as a weight, which is a fault below 0.
  Rational weight_of(ExpressionId id);
  /// Whether a choice admits a row, whose index is put into the choice's slot.
  bool admits(const Choice& choice, std::size_t row);
  /// Returns the weight of a row that a choice admits. Requires: the choice's slot holds the index of the row.
  Rational admitted_weight(const Choice& choice, std::size_t row);
  bool bind_arguments(const Expression& e, ExpressionId id);
  /// Returns the value of a constant def; null after a fault.
  const ConstantValues::Value* constant_value(const Expression& e, ExpressionId id);
  /// The same for these arguments.
  const ConstantValues::Value* constant_of(const Expression& e, ExpressionId id, std::span<const Word> arguments);
  Word constant_word(const Expression& e, ExpressionId id);
  Word word_of(const ConstantValues::Value& value, ExpressionId id);
  /// Runs the block of a def, which is expression `id`; false once the result is set, and after a fault.
  bool run_block(BlockId block, ExpressionId id);
  bool run_in_block(const Statement& s, ExpressionId id);
  /// The value of an Op::Block.
  Word block_word(const Expression& e, ExpressionId id) {
    run_block(e.a, id);
    return word(e.b);
  }
  Rational block_number(const Expression& e, ExpressionId id) {
    run_block(e.a, id);
    return number_or_unset(e.b);
  }
  Word fold(const Fold& f, ExpressionId id);
  Word fold_list(const Fold& f, ExpressionId id);
  /// Returns the value of a fold that makes a list or set, or finds the most common, of the values that it found.
  Word value_of_found(const Fold& f, Word* first, Word* last, ExpressionId id);
  Rational outcomes_number(const Expression& e, ExpressionId id);
  Rational fold_number(const Fold& f, ExpressionId id);
  Word make_list(const Expression& e, ExpressionId id);
  Word with_member(const Expression& e, ExpressionId id);
  Word without_member(const Expression& e, ExpressionId id);
  Word join(const Expression& e, ExpressionId id);
  Word shuffle(const Expression& e, ExpressionId id);
  Word sequence(Word first, Word last, ExpressionId id);
  Word make_map(const Expression& e, ExpressionId id);
  [[nodiscard]] Word value_at(Word map, Word key) const;
  Word with_entry(const Expression& e, ExpressionId id);
  Word joined_maps(const Expression& e, ExpressionId id);
  Word keys_of(const Expression& e, ExpressionId id);
  Word compose(const Expression& e, ExpressionId id);
  Word changed_text(const Expression& e, ExpressionId id);
  Rational interpolate(const Expression& e, ExpressionId id);
  bool contains(ValueKind kind, Word list, Word member, ExpressionId id);
  bool is_same(ValueKind kind, Word a, Word b) const {
    if (a == b || kind != ValueKind::Text || a == kUnset || b == kUnset) { return a == b; }
    return program_->text(a, *heap_) == program_->text(b, *heap_);
  }
  bool is_before(ValueKind kind, Word a, Word b) const {
    if (kind != ValueKind::Text || a == kUnset || b == kUnset) { return a < b; }
    return program_->text(a, *heap_) < program_->text(b, *heap_);
  }
  [[nodiscard]] ListMaker lists_of(ValueKind element) const { return {*program_, *heap_, element}; }

  const Program* program_;
  Word* slots_;
  Heap* heap_;
  // For interpreters that report their draws: the node that draws (a chance, range, dice or member), and the list.
  ExpressionId drawing_ = kNone;
  Word drawn_from_ = kUnset;
  Fault fault_;
  std::uint64_t work_left_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t work_since_look_ = 0;
};

}  // namespace spoils::program

#include "program/choice.h"
#include "program/evaluate_blocks.h"
#include "program/evaluate_distinct.h"
#include "program/evaluate_lists.h"
#include "program/evaluate_maps.h"
#include "program/evaluate_numbers.h"
#include "program/evaluate_texts.h"
#include "program/evaluate_words.h"
