// odds/value_classes.h
//
// Values of one slot that nothing distinguishes from now on: of a field that is only ever compared with 31, the 31
// others are alike, and states that differ in them alone are one (lumping; cf. state_abstraction.h, which does the same
// for one statement). tests/odds/value_classes_test.cpp.
#pragma once

#include <map>
#include <vector>

#include "odds/access_analysis.h"
#include "program/draw_free.h"

namespace spoils::odds {

class ValueClasses : private program::DrawFreeEvaluator<ValueClasses> {
 public:
  using Word = program::Word;
  static constexpr bool kLooksAtClock = true;

  /// Requires: both outlive this.
  ValueClasses(const program::Program& program, program::Heap& heap);

  /// Forgets all slots.
  void clear() { known_.clear(); }
  /// Takes in a slot if values of it may be alike. Requires: `accesses` has taken in, with ask_about_one_word(), all
  /// that may read the slot; the slot is a field, a scratch value or a local name, and is no part of an answer.
  void add(program::SlotId slot, const AccessAnalysis& accesses);

  /// Calls f(slot, represent) for each slot, where represent(word) returns the word that represents a word: the first
  /// one of those with the same answers. An unset one represents itself. Cost: a look-up; for a new word as many
  /// evaluations as there are questions about the slot.
  template <class F>
  void for_each(F&& f) {
    for (auto& known : known_) {
      f(known.slot, [&](Word word) { return representative(known, word); });
    }
  }

 private:
  friend class program::Evaluator<ValueClasses>;

  struct Known {
    program::SlotId slot = 0;
    std::vector<program::ExpressionId> questions;
    std::vector<std::uint32_t> folds;        // over a list in which it is written
    std::map<Word, Word> representatives;    // by word
    std::map<std::vector<Word>, Word> like;  // by answers
  };

  [[nodiscard]] bool is_askable(program::ExpressionId question, program::SlotId slot) const;
  Word representative(Known& known, Word word);
  bool describe(const Known& known, Word word, std::vector<Word>& out);
  bool append(program::ExpressionId question, std::vector<Word>& out);

  std::vector<Word> words_;  // of all slots: what a question reads
  std::vector<Known> known_;
};

}  // namespace spoils::odds
