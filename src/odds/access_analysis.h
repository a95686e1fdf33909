// odds/access_analysis.h
//
// Access analysis: classifies how expressions and statements use each slot. Some uses reveal little of a value:
// whether a number is in a range, how many members of a list satisfy a predicate. A slot with such uses alone need
// not be known word by word (odds/state_abstraction.h). Tests: tests/odds/state_abstraction_test.cpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "odds/liveness.h"
#include "odds/member_question.h"
#include "program/program.h"

namespace spoils::odds {

/// Returns the slot that an expression hands on as it is; the number of slots if it is no such expression.
[[nodiscard]] program::SlotId slot_handed_on(const program::Program& program, program::ExpressionId id);

class AccessAnalysis {
 public:
  explicit AccessAnalysis(const program::Program& program);

  /// From now on a call of a def that reads one word is one question about that word, and its body need not be looked
  /// at: fewer questions, each of which takes longer.
  void ask_calls_as_a_whole() { asks_calls_ = true; }
  /// From now on what reads one word and nothing else is one question about that word: a call as above, a comparison,
  /// as `n mod 2 == 0`, and a fold over a list that is written, as `count(x in [a, b] where x > 3)`.
  void ask_about_one_word() { asks_calls_ = asks_wholes_ = true; }
  /// From now on the order of a list shows in each sum over it.
  void keep_order_of_sums() { keeps_order_of_sums_ = true; }
  /// Takes in an expression with all that is below it.
  void look(program::ExpressionId root);
  /// Takes in what a statement evaluates itself, and what it gives to the slots that it sets.
  void look_at(const program::Statement& statement);
  /// Takes in whether a choice admits a row, and its weight, all that is settled apart.
  void look_at_row(std::uint32_t choice);
  /// Records an expression that a slot gets its value from. A draw says nothing about its value: such a slot may hold
  /// anything.
  void given(program::SlotId slot, program::ExpressionId value);

  /// Slots whose very word is looked at.
  [[nodiscard]] bool is_read(program::SlotId slot) const;
  /// Questions that look at a slot directly, and the lists that are asked member by member. A question has one answer
  /// for what the slots hold: no expression that draws is ever among them, nor one that evaluates such.
  [[nodiscard]] const std::map<program::SlotId, std::vector<program::ExpressionId>>& questions() const {
    return questions_;
  }
  /// A list that a call gives to a def is asked as its parameter is.
  [[nodiscard]] std::vector<MemberQuestion> member_questions() const;
  /// With ask_about_one_word(): folds over lists that are written in which a slot is a member, and that look at no more
  /// of each than whether it counts, and with what value.
  [[nodiscard]] const std::map<program::SlotId, std::vector<std::uint32_t>>& folds_over() const { return folds_over_; }
  /// Choices whose filter plan is taken as one access to the slots that it depends on.
  [[nodiscard]] const std::vector<std::uint32_t>& choices() const { return choices_; }

  // The sources of the values of slots that expressions set themselves.
  [[nodiscard]] const std::vector<program::ExpressionId>* arguments(program::SlotId slot) const {
    const auto found = given_.find(slot);
    return found == given_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] program::ExpressionId source(program::SlotId variable) const {
    const auto found = sources_.find(variable);
    return found == sources_.end() ? program::kNone : found->second;
  }
  /// Whether a slot holds a list all of whose uses are questions about each member alone.
  [[nodiscard]] bool is_order_insensitive(program::SlotId slot) const;
  /// Returns a question as often as it has another answer: once for each combination of the constants that the slots it
  /// reads besides can hold, or else once, if it is closed by itself. None if it depends on anything else. Requires:
  /// all that sets these slots was taken in, so that is for an analysis of all that follows a draw: one of a single
  /// expression knows too little of the others.
  [[nodiscard]] std::vector<MemberQuestion> closed(const MemberQuestion& question) const;
  /// Returns the slots through which a set of symbols or integers goes, itself first, if all of their uses are
  /// questions about each member alone, whose answers depend on nothing else, and assignments as a whole: sets with as
  /// many members of each answer are alike. Else none. State is not among them.
  [[nodiscard]] std::vector<program::SlotId> asked_by_member(program::SlotId slot) const;
  /// Whether the only change of a list is to append members.
  [[nodiscard]] bool only_grows(program::SlotId slot) const { return grown_.contains(slot) && !reset_.contains(slot); }
  [[nodiscard]] bool is_assigned(program::SlotId slot) const { return assigned_.contains(slot); }

 private:
  void look_choice(std::uint32_t index);
  void look_at_call(const program::Expression& e);
  [[nodiscard]] std::vector<program::Word> constants_of(program::SlotId slot) const;
  [[nodiscard]] bool is_set_otherwise(program::SlotId slot) const;
  [[nodiscard]] const std::vector<program::ExpressionId>* values_assigned(program::SlotId slot) const;
  [[nodiscard]] std::vector<program::Word> loop_members(program::SlotId slot) const;
  [[nodiscard]] std::vector<program::Word> members_of(program::ExpressionId list) const;
  void ask_by_member(program::SlotId list, program::ExpressionId member);
  [[nodiscard]] std::vector<program::Word> written_members(program::SlotId variable) const;
  [[nodiscard]] std::vector<MemberQuestion> for_each_constant(const MemberQuestion& question,
                                                              const std::vector<program::ExpressionId>& roots,
                                                              bool are_written) const;
  [[nodiscard]] const program::Expression& value_of(program::ExpressionId id) const;
  [[nodiscard]] std::optional<program::Word> constant(program::ExpressionId id) const;
  [[nodiscard]] std::vector<program::Word> words_between(program::ExpressionId first, program::ExpressionId last) const;
  void note_slots_set_by(const program::Expression& e);
  bool take_as_question(program::ExpressionId id, const program::Expression& e);
  bool take_as_whole(program::ExpressionId id);
  bool take_fold_over_written(const program::Fold& fold, std::uint32_t number);
  void ask(program::ExpressionId question, std::initializer_list<program::ExpressionId> operands);
  [[nodiscard]] program::SlotId list_handed_on(program::ExpressionId id) const;
  [[nodiscard]] bool is_only_asked_by_member(program::SlotId slot) const;
  [[nodiscard]] std::set<program::SlotId> parameters_that_get(program::SlotId list) const;
  void read(program::SlotId slot) {
    read_.insert(slot);
    read_otherwise_.insert(slot);
  }

  const program::Program& program_;
  bool asks_calls_ = false;
  bool asks_wholes_ = false;
  bool keeps_order_of_sums_ = false;
  std::vector<bool> seen_;
  SlotSet read_;
  SlotSet read_otherwise_;  // than by a statement that hands a set on: of those the targets
  std::map<program::SlotId, std::vector<program::SlotId>> handed_on_to_;
  std::map<program::SlotId, std::vector<program::SlotId>> given_to_;  // by list: the parameters of defs that get it
  SlotSet assigned_;
  SlotSet parameters_of_defs_;
  SlotSet set_otherwise_;                                                 // than by an assignment or a loop over a list
  std::map<program::SlotId, std::vector<program::ExpressionId>> values_;  // that assignments give
  std::map<program::SlotId, std::vector<const program::Statement*>> loops_;  // by the variable
  SlotSet grown_;
  SlotSet reset_;
  SlotSet changed_in_place_;
  std::map<program::SlotId, std::vector<program::ExpressionId>> questions_;
  std::vector<MemberQuestion> member_questions_;
  std::map<program::SlotId, std::vector<std::uint32_t>> folds_over_;
  std::vector<std::uint32_t> choices_;
  std::map<program::SlotId, std::vector<program::ExpressionId>> given_;
  std::map<program::SlotId, program::ExpressionId> sources_;
};

}  // namespace spoils::odds
