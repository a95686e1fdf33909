// odds/liveness.h
//
// Liveness: the slots that the rest of a program may still read, found backwards over the statements as in a compiler
// (Aho, Lam, Sethi, Ullman, Compilers, 9.2.5). States that differ only in dead slots are one state; a statement that
// changes dead slots alone is not run. The branches that the flags and symbols among the inputs of a question exclude
// read nothing (conditional constant propagation, ibid. 9.4). tests/odds/optimisations_test.cpp.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "program/facts/rule_effects.h"
#include "program/program.h"
#include "program/walk.h"

namespace spoils::odds {

/// A set of slots. Each is in it by word or not: only a list is not, if all that is read of it are questions about
/// each member alone.
class SlotSet {
 public:
  SlotSet() = default;
  explicit SlotSet(std::size_t slots) : words_((slots + 63) / 64), bits_(2 * words_, 0) {}

  void insert(program::SlotId slot) {
    bits_[slot / 64] |= bit(slot);
    bits_[words_ + slot / 64] |= bit(slot);
  }
  void insert_closed(program::SlotId slot) { bits_[slot / 64] |= bit(slot); }
  void erase(program::SlotId slot) {
    bits_[slot / 64] &= ~bit(slot);
    bits_[words_ + slot / 64] &= ~bit(slot);
  }
  [[nodiscard]] bool contains(program::SlotId slot) const { return (bits_[slot / 64] & bit(slot)) != 0; }
  [[nodiscard]] bool contains_by_word(program::SlotId slot) const {
    return (bits_[words_ + slot / 64] & bit(slot)) != 0;
  }
  [[nodiscard]] bool meets(const SlotSet& other) const {
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      if ((bits_[i] & other.bits_[i]) != 0) { return true; }
    }
    return false;
  }
  /// Whether each of its slots is in the other one, by word or not.
  [[nodiscard]] bool is_within(const SlotSet& other) const {
    for (std::size_t i = 0; i < words_; ++i) {
      if ((bits_[i] & ~other.bits_[i]) != 0) { return false; }
    }
    return true;
  }
  SlotSet& operator&=(const SlotSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) { bits_[i] &= other.bits_[i]; }
    return *this;
  }
  SlotSet& operator|=(const SlotSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) { bits_[i] |= other.bits_[i]; }
    return *this;
  }
  friend bool operator==(const SlotSet&, const SlotSet&) = default;

 private:
  static std::uint64_t bit(program::SlotId slot) { return std::uint64_t{1} << (slot % 64); }

  std::size_t words_ = 0;
  std::vector<std::uint64_t> bits_;
};

/// The live slots at each place, for one program and one question.
class Liveness {
 public:
  explicit Liveness(const program::Program& program);

  /// Sets the words of inputs under which the question is asked, from now on. Returns whether anything changes, so that
  /// results for other words are of no use. Cost: linear in the program if a flag or symbol changed, else in the words.
  bool decide(const program::Settings& words);

  /// Sets what a question reads of every finished thing, and by rule whether its things may count: these are made even
  /// where nothing else depends on them. Without rules no thing counts.
  void want(const SlotSet& of_things, std::vector<bool> may_count);

  /// From now on the order of a list shows in each sum over it (AccessAnalysis::keep_order_of_sums).
  void keep_order_of_sums();
  [[nodiscard]] bool keeps_order_of_sums() const { return keeps_order_of_sums_; }

  [[nodiscard]] SlotSet none() const { return SlotSet(program_.slots.size() + 1); }
  /// Adds what an expression reads; kNone reads nothing.
  void read(SlotSet& into, program::ExpressionId id);

  /// The slots that a question reads of every finished thing.
  [[nodiscard]] const SlotSet& wanted() const { return wanted_; }

  /// Returns what is live before a statement or block, given what is live after it.
  /// Cost: linear in what it runs; memoised.
  const SlotSet& before(std::uint32_t statement, const SlotSet& after);
  const SlotSet& before_block(program::BlockId block, const SlotSet& after) { return through(block, after).front(); }
  /// Returns the live slots before each statement of a block, and after its last.
  const std::vector<SlotSet>& through(program::BlockId block, const SlotSet& after);
  /// Returns what is live before each turn of a loop and after its last.
  SlotSet around_loop(std::uint32_t statement, const SlotSet& after);

  /// Whether nothing that a statement does matters to what is live after it. One that may fail always matters.
  [[nodiscard]] bool is_dead(std::uint32_t statement, const SlotSet& after);

  /// The effects of the statements and rules of the program, whatever is live.
  [[nodiscard]] program::RuleEffects& effects() { return effects_; }
  /// Whether a thing of a rule may be given up after it was given something to hold.
  [[nodiscard]] bool may_lose_held(program::RuleId rule) { return effects_.of_rule(rule).may_lose_held(); }

  /// Returns the live slots after the rule of a thing has run, given those after the statement that makes it: what
  /// the question reads of the thing, and the slots that are no fields of it and that the rest of the roll reads.
  SlotSet behind_thing(program::RuleId rule, const SlotSet& after);
  /// Returns the slots that a statement or what it runs reads, whether these values are used or not. A slot that is
  /// not among them is at most passed over or set. Cost: linear in what it runs; memoised.
  const SlotSet& looks_at(std::uint32_t statement);

  /// Whether nothing but assignments sets a slot: it is no parameter and no variable of a loop.
  [[nodiscard]] bool is_only_assigned(program::SlotId slot) const { return !set_otherwise_.contains(slot); }

  /// Returns the slots that a statement may change.
  [[nodiscard]] SlotSet changes(std::uint32_t statement);

 private:
  void mark_followed(program::BlockId block);
  [[nodiscard]] bool may_count(program::RuleId rule) const { return rule < may_count_.size() && may_count_[rule]; }
  bool makes_counted(std::uint32_t statement);
  void read_parameters(SlotSet& into, program::RuleId rule);
  SlotSet transfer(std::uint32_t statement, const SlotSet& after);
  [[nodiscard]] std::optional<bool> decided(program::ExpressionId id) const;
  [[nodiscard]] std::optional<program::Word> decided_word(program::ExpressionId id) const;
  /// Calls f(block) for the blocks of a statement that may run.
  template <class F>
  void for_each_open_block(std::uint32_t statement, F&& f) const {
    const auto& s = program_.statements[statement];
    const auto taken = taken_.find(statement);
    if (taken == taken_.end()) { return program::for_each_block(s, f); }
    const auto block = taken->second ? s.b : s.c;
    if (block != program::kNone) { f(block); }
  }
  friend class ReachableStatements;

  const program::Program& program_;
  program::RuleEffects effects_;
  SlotSet wanted_;
  std::vector<bool> may_count_;                        // by rule
  std::map<std::uint32_t, bool> makes_counted_;        // by statement
  SlotSet set_otherwise_;                              // what calls and loops set
  std::vector<bool> is_followed_;                      // by statement: is in a block of a declared generator
  std::map<program::SlotId, program::Word> switches_;  // flags and symbols among the inputs that nothing sets
  std::map<std::uint32_t, bool> taken_;                // by statement: the condition of an `if` that they decide
  std::map<program::ExpressionId, std::vector<std::pair<program::SlotId, bool>>> reads_;  // and whether openly
  std::map<std::uint32_t, SlotSet> looks_at_;
  bool keeps_order_of_sums_ = false;
  // By what is live afterwards. References to results stay good while more are added.
  std::map<std::uint32_t, std::deque<std::pair<SlotSet, SlotSet>>> before_;
  std::map<program::BlockId, std::deque<std::pair<SlotSet, std::vector<SlotSet>>>> through_;
};

}  // namespace spoils::odds
