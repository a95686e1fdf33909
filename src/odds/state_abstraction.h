// odds/state_abstraction.h
//
// Partitions input states into classes that statements, or a row of a choice, cannot distinguish: two kinds of
// things that may have the same affixes, levels between the same bounds, members of a list that are never compared.
// The statement is run for one representative of each class (bisimulation quotient of one step; cf. predicate
// abstraction, Graf and Saidi, CAV 1997). tests/odds/state_abstraction_test.cpp.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "odds/access_analysis.h"
#include "odds/planned_rows.h"
#include "odds/reachable_statements.h"
#include "odds/state_index.h"
#include "program/draw_free.h"

namespace spoils::odds {

class StateAbstraction : public program::DrawFreeEvaluator<StateAbstraction> {
 public:
  using Word = program::Word;
  using Base = program::DrawFreeEvaluator<StateAbstraction>;
  static constexpr bool kLooksAtClock = true;

  /// For statements that follow each other, given the slots live after each, the slots that they read, and the
  /// questions about members that the whole query has. Requires: `program`, `heap` and `closed` outlive this.
  StateAbstraction(const program::Program& program, program::Heap& heap, Liveness& liveness,
                   std::span<const std::uint32_t> statements, const std::vector<SlotSet>& live,
                   std::vector<program::SlotId> reads, const std::vector<AccessAnalysis::MemberQuestion>& closed);

  /// For a choice: whether it admits a row that passes its filter plan, and its weight. The slots that it reads are
  /// reads(), the one of the row among them.
  StateAbstraction(const program::Program& program, program::Heap& heap, std::uint32_t choice);

  [[nodiscard]] const std::vector<program::SlotId>& reads() const { return reads_; }

  /// Whether anything that it reads may look the same to it.
  [[nodiscard]] bool is_useful() const { return is_useful_; }

  /// Questions that it has asked so far.
  [[nodiscard]] std::uint64_t work() const { return work_; }

  /// Puts into `words`, which are those of the slots that the statement reads, what looks the same to it. `list`
  /// returns the word of a list with these members.
  void canonicalise(Word* words, const std::function<Word(const std::vector<Word>&)>& list);

  using Base::admitted_weight;
  using Base::bind_arguments;

 private:
  /// All that looks the same, but for lists.
  struct Class {
    std::vector<Word> words;                               // of the first that came
    std::vector<std::map<Word, Word>> members;             // by list: the representative of a member
    std::vector<std::map<std::vector<Word>, Word>> likes;  // by list: of members that look the same the first
    std::vector<std::unordered_map<Word, Word>> lists;     // by list: its word, and what it becomes
  };

  void sort_out(const SlotSet& changes);
  [[nodiscard]] bool is_list(program::SlotId slot) const;
  [[nodiscard]] std::size_t class_of(const Word* scalars);
  [[nodiscard]] bool describe(std::vector<Word>& out);
  [[nodiscard]] Word stands_for(Class& of, std::size_t list, Word member);
  [[nodiscard]] bool describe_member(std::size_t list, Word member, std::vector<Word>& out);
  [[nodiscard]] bool describe_member(const AccessAnalysis::MemberQuestion& question, Word member,
                                     std::vector<Word>& out);
  void settle_in(const std::vector<Word>& scalars);
  const std::vector<Word>* domain(program::SlotId slot);
  bool find_domain(program::SlotId slot, std::vector<Word>& out);
  template <class F>
  bool for_all(const std::vector<program::ExpressionId>& roots, program::SlotId besides, F&& f);
  template <class F>
  bool for_all_of(const std::vector<program::SlotId>& slots, F&& f);
  template <class F>
  bool for_all_planned(std::uint32_t index, F&& f);
  bool append(program::ExpressionId question, std::vector<Word>& out);
  void append_word(program::ValueKind kind, Word value, std::vector<Word>& out);
  bool append_fault(std::vector<Word>& out);
  [[nodiscard]] const std::vector<program::SlotId>& free_slots(const std::vector<program::ExpressionId>& roots);

  std::vector<Word> slots_of_own_;
  AccessAnalysis accesses_;
  std::vector<AccessAnalysis::MemberQuestion> closed_;
  std::vector<program::SlotId> reads_;
  std::vector<std::size_t> scalars_;          // which of the reads
  std::vector<std::size_t> lists_;            // likewise
  std::vector<program::ExpressionId> asked_;  // questions that look at scalars which are looked at in no other way
  std::vector<bool> is_canonicalised_;        // by scalar
  std::map<program::SlotId, std::uint32_t> choice_of_row_;
  PlannedRowsCache<StateAbstraction> settled_;
  bool is_useful_ = false;
  bool tells_apart_ = false;  // nearly all that is no list
  std::vector<Word> scalars_now_;

  StateIndex known_;
  std::vector<std::size_t> class_of_known_;
  std::map<std::vector<Word>, std::size_t> class_of_signature_;
  std::vector<Class> classes_;
  std::map<program::SlotId, std::optional<std::vector<Word>>> domains_;  // for the scalars of now
  std::map<std::vector<program::ExpressionId>, std::vector<program::SlotId>> free_;
  std::size_t settled_class_ = 0;  // whose domains these are, plus 1
  std::uint64_t work_ = 0;
  std::size_t lists_known_ = 0;
};

}  // namespace spoils::odds
