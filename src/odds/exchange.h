// odds/exchange.h
//
// Exchangeable members: values that a loop puts into lists, or takes out of them, and that neither the loop nor what
// follows it can tell apart. Permuting such values in a state permutes its future and leaves every answer alone, so all
// states of an orbit are one (symmetry reduction: Ip and Dill, "Better verification through symmetry", Formal Methods
// in System Design 9, 1996; of Markov chains it is a lumping, Kemeny and Snell, 6.3). So affixes that exclude each
// other, decks and bags are counted by the numbers of members of each class, and not by their names.
//
// ExchangeUses reads the statements of a loop and finds out by which expressions they look at members; Exchange
// evaluates these expressions, sorts the members into classes, and puts states into canonical form.
// tests/odds/exchange_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "odds/access_analysis.h"
#include "odds/liveness.h"
#include "program/draw_free.h"

namespace spoils::odds {

/// How the statements of one loop use the members of its lists. Variables are slots that hold a member, or a row that
/// leads to one: the row of a filter, what a draw is assigned to, the variable of a fold over a list.
struct ExchangeUses {
  /// An expression that reads one variable, and besides it only what the loop leaves as it is.
  struct Term {
    std::vector<std::pair<program::SlotId, program::ExpressionId>> bindings;  // to evaluate and store before it
    program::ExpressionId id = program::kNone;
  };
  struct Draw {
    std::uint32_t statement = 0;
    program::SlotId into = 0;
    std::uint32_t choice = program::kNone;  // kNone: a member of the list
    program::SlotId list = program::kNone;
  };

  std::vector<program::SlotId> lists;  // empty: nothing is exchangeable
  std::vector<Draw> draws;
  std::set<program::SlotId> drawn;                                // the variables that the draws are assigned to
  std::set<program::SlotId> derived;                              // those that are computed from one of these
  std::map<program::SlotId, std::vector<Term>> facts;             // by variable: whatever else is seen of it
  std::map<program::SlotId, std::vector<Term>> identities;        // by variable: the member that it leads to
  std::map<program::SlotId, std::vector<program::SlotId>> folds;  // by variable of a fold: the lists
  std::set<program::SlotId> sums;                                 // the variables of folds that add up
  std::vector<program::ExpressionId> pinned;                      // expressions that name a member
  std::vector<program::Word> named;                               // members in constant lists
  std::vector<program::SlotId> constants;                         // what all of these read besides
  std::set<std::uint32_t> draws_inside;                           // statements that are such a draw or may run one
};

/// Finds the uses of the lists of a loop. `live`: the slots live before each turn; `after`: those after the loop.
/// Cost: linear in what the loop runs, for each list that turns out not to fit.
[[nodiscard]] ExchangeUses exchange_uses(const program::Program& program, Liveness& liveness, std::uint32_t loop,
                                         const SlotSet& live, const SlotSet& after);

/// The classes of members for one combination of the values that the loop leaves as they are.
class Exchange : public program::DrawFreeEvaluator<Exchange> {
 public:
  using Word = program::Word;
  using Base = program::DrawFreeEvaluator<Exchange>;
  static constexpr bool kLooksAtClock = true;

  /// `constants` are the words of uses.constants; `closed` all that the question asks of members elsewhere. Requires:
  /// the program, the heap, the uses and the questions outlive this.
  Exchange(const program::Program& program, program::Heap& heap, const ExchangeUses& uses,
           const std::vector<AccessAnalysis::MemberQuestion>& closed, const std::vector<Word>& constants);

  /// Whether some members may take the place of others.
  [[nodiscard]] bool is_useful() const { return is_useful_; }
  [[nodiscard]] const ExchangeUses& uses() const { return uses_; }

  /// Puts the members of the lists of a state, in the order of uses().lists, into canonical form: ascending, and of
  /// each class those that came first take the places of the others. False, and no change, if they turn out to have
  /// members whose order may show.
  bool canonicalise(std::vector<std::vector<Word>>& lists);

  /// Returns the row that represents each row of a draw from a table, by its number among the draws, given the members
  /// that are in lists or that other variables hold: either of what it gives, or of whether it is admitted. The result
  /// stays good until the next call of the same kind.
  enum class Of : std::uint8_t { Outcome, Admission };
  [[nodiscard]] const std::vector<std::uint32_t>& representatives(std::size_t draw, Of of,
                                                                  const std::vector<Word>& held);

  /// The same if each row represents itself.
  [[nodiscard]] const std::vector<std::uint32_t>& each_row(std::size_t draw, Of of);

  /// Returns the member that represents one that was drawn from a list; `others` are those that variables hold.
  [[nodiscard]] Word representative(Word drawn, const std::vector<std::vector<Word>>& lists,
                                    const std::vector<Word>& others);

  /// Returns the member that a variable leads to while it holds a word; kUnset if it leads to none.
  [[nodiscard]] Word member_of(program::SlotId variable, Word word) { return look(variable, word).member; }

 private:
  /// The look of a word of a variable.
  struct Look {
    Word member = program::kUnset;  // that it leads to; kUnset: none
    std::uint32_t facts = 0;        // the number of all else that is seen of it
  };

  void look_at_rows(std::size_t index);
  Look look(program::SlotId variable, Word word);
  bool append(const ExchangeUses::Term& term, std::vector<Word>& out);
  std::size_t class_of(Word member);
  void describe(Word member, std::vector<Word>& out);

  const ExchangeUses& uses_;
  const std::vector<AccessAnalysis::MemberQuestion>& closed_;
  std::vector<Word> slots_of_own_;
  bool is_useful_ = false;
  std::set<Word> pinned_;
  std::map<std::pair<program::SlotId, Word>, Look> looks_;
  std::map<std::vector<Word>, std::uint32_t> facts_;
  // By draw and member: how the rows that lead to it look, each with its weight.
  std::vector<std::map<Word, std::map<std::vector<Word>, number::Rational>>> rows_;
  /// The look of a row that may be drawn: the member that it leads to, and the number of its class and facts.
  struct RowLook {
    Word member = program::kUnset;
    std::uint32_t group = 0;
  };
  using RowLooks = std::vector<std::vector<RowLook>>;  // by draw and row
  void number_groups(RowLooks& looks);
  RowLooks outcomes_;
  RowLooks admissions_;
  std::vector<std::uint32_t> representatives_[2];
  std::vector<std::uint32_t> first_of_group_;
  std::map<Word, std::size_t> class_of_member_;
  std::map<std::vector<Word>, std::size_t> class_of_look_;
  std::vector<std::vector<Word>> classes_;
};

}  // namespace spoils::odds
