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
#include "odds/reachable_statements.h"
#include "odds/slot_domains.h"
#include "odds/state_index.h"

namespace spoils::odds {

class StateAbstraction {
 public:
  using Word = program::Word;

  /// For statements that follow each other, given the slots live after each, the slots that they read, and the
  /// questions about members that the whole query has. Requires: `program`, `heap`, `planned_rows` and `closed` outlive
  /// this.
  StateAbstraction(const program::Program& program, program::Heap& heap, PlannedRowsCache& planned_rows,
                   Liveness& liveness, std::span<const std::uint32_t> statements, const std::vector<SlotSet>& live,
                   std::vector<program::SlotId> reads, const std::vector<MemberQuestion>& closed);

  /// For a choice: whether it admits a row that passes its filter plan, and its weight. The slots that it reads are
  /// reads(), the one of the row among them.
  StateAbstraction(const program::Program& program, program::Heap& heap, PlannedRowsCache& planned_rows,
                   bool keeps_order_of_sums, std::uint32_t choice);

  StateAbstraction(const StateAbstraction&) = delete;  // its domains refer to its accesses
  StateAbstraction& operator=(const StateAbstraction&) = delete;

  [[nodiscard]] const std::vector<program::SlotId>& reads() const { return reads_; }

  /// Whether anything that it reads may look the same to it.
  [[nodiscard]] bool is_useful() const { return is_useful_; }

  /// Questions that it has asked so far.
  [[nodiscard]] std::uint64_t work() const { return domains_ ? domains_->work() : 0; }

  /// Puts into `words`, which are those of the slots that the statement reads, what looks the same to it. `list`
  /// returns the word of a list with these members.
  void canonicalise(Word* words, const std::function<Word(const std::vector<Word>&)>& list);

 private:
  /// All that looks the same, but for lists.
  struct Class {
    std::vector<Word> words;                               // of the first that came
    std::vector<std::map<Word, Word>> members;             // by list: the representative of a member
    std::vector<std::map<std::vector<Word>, Word>> likes;  // by list: of members that look the same the first
    std::vector<std::unordered_map<Word, Word>> lists;     // by list: its word, and what it becomes
  };

  /// One part of the description of the scalars: the rows of a choice, or the answer to a question.
  struct Part {
    std::uint32_t choice;
    program::ExpressionId question;  // if there is no choice
    SlotDomains::Memo memo;
    std::map<std::vector<Word>, Word> answers;  // numbered as they come
  };

  void sort_out(const SlotSet& changes, PlannedRowsCache& planned_rows);
  [[nodiscard]] bool is_list(program::SlotId slot) const;
  [[nodiscard]] bool tells_members(program::SlotId slot) const;
  [[nodiscard]] std::size_t class_of(const Word* scalars);
  [[nodiscard]] bool describe(const Word* scalars, std::vector<Word>& out);
  [[nodiscard]] std::optional<Word> answer_of(Part& part);
  [[nodiscard]] bool describe_choice(std::uint32_t choice, std::vector<Word>& out);
  [[nodiscard]] bool describe_question(program::ExpressionId question, std::vector<Word>& out);
  [[nodiscard]] Word stands_for(Class& of, std::size_t list, Word member);
  [[nodiscard]] bool describe_member(std::size_t list, Word member, std::vector<Word>& out);
  [[nodiscard]] bool describe_member(const MemberQuestion& question, Word member, std::vector<Word>& out);
  bool append(program::ExpressionId question, std::vector<Word>& out);
  void append_word(program::ValueKind kind, Word value, std::vector<Word>& out);
  bool append_fault(std::vector<Word>& out);

  const program::Program& program_;
  program::Heap& heap_;
  AccessAnalysis accesses_;
  std::optional<SlotDomains> domains_;            // once it shows which slots are known
  std::vector<MemberQuestion> asked_of_members_;  // by the statements
  std::vector<MemberQuestion> closed_;
  std::vector<program::SlotId> reads_;
  std::vector<std::size_t> scalars_;    // which of the reads
  std::vector<std::size_t> lists_;      // likewise
  std::vector<bool> is_canonicalised_;  // by scalar
  bool is_useful_ = false;
  bool tells_apart_ = false;  // nearly all that is no list
  std::vector<Word> scalars_now_;

  StateIndex known_;
  std::vector<std::size_t> class_of_known_;
  std::vector<Part> parts_;
  std::vector<Word> signature_;
  StateIndex signatures_;
  std::vector<std::size_t> class_of_signature_;
  std::vector<Class> classes_;
  std::size_t settled_class_ = 0;  // whose domains these are, plus 1
  std::size_t lists_known_ = 0;
};

}  // namespace spoils::odds
