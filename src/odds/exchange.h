// odds/exchange.h
//
// Exchangeable members: values that a loop puts into lists, or takes out of them, and that neither the loop nor what
// follows it can tell apart. Permuting such values in a state permutes its future and leaves every answer alone, so all
// states of an orbit are one (symmetry reduction: Ip and Dill, "Better verification through symmetry", Formal Methods
// in System Design 9, 1996; of Markov chains it is a lumping, Kemeny and Snell, 6.3). So affixes that exclude each
// other, decks and bags are counted by the numbers of members of each class, and not by their names.
//
// ExchangeUses reads the statements of a loop and finds out by which expressions they look at members; Exchange
// evaluates these expressions, sorts the members into classes, and puts states into canonical form. Members that no
// later draw can give are told apart by less (odds/exchange_spent.cpp). tests/odds/exchange_test.cpp,
// tests/odds/exchange_spent_test.cpp.
#pragma once

#include <algorithm>
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

  /// The conditions that show that rows can come no more (odds/exchange_trends.h).
  struct Spending {
    std::vector<std::vector<program::ExpressionId>> bounds;  // by draw: false for a row, they stay false for it
    std::vector<program::SlotId> reads;                      // what these read and the loop changes
    std::vector<program::SlotId> slots;                      // those that a turn begins with, to be set first,
    std::vector<std::pair<program::SlotId, program::ExpressionId>> bindings;  // and those that it computes from them
    // By the variable of a fold that adds up: what no member that may come makes less.
    std::vector<std::pair<program::SlotId, program::ExpressionId>> amounts;
  };

  std::vector<program::SlotId> lists;  // empty: nothing is exchangeable
  std::vector<Draw> draws;
  std::set<program::SlotId> drawn;                                // the variables that the draws are assigned to
  std::set<program::SlotId> derived;                              // those that are computed from one of these
  std::map<program::SlotId, std::vector<Term>> facts;             // by variable: whatever else is seen of it
  std::map<program::SlotId, std::vector<Term>> identities;        // by variable: the member that it leads to
  std::map<program::SlotId, std::vector<program::SlotId>> folds;  // by variable of a fold: the lists
  std::set<program::SlotId> sums;                                 // the variables of folds that add up
  std::set<program::SlotId> totals;                               // of these, the ones of which nothing else is seen
  std::vector<program::ExpressionId> pinned;                      // expressions that name a member
  std::vector<program::Word> named;                               // members in constant lists
  std::vector<program::SlotId> constants;                         // what all of these read besides
  std::vector<program::SlotId> constants_of_rows;                 // those that nothing but facts about rows reads
  Spending spending;                                              // without bounds: any row may come
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
           const std::vector<MemberQuestion>& closed, const std::vector<Word>& constants);

  /// Whether some members may take the place of others.
  [[nodiscard]] bool is_useful() const { return is_useful_; }
  [[nodiscard]] const ExchangeUses& uses() const { return uses_; }

  /// The words of a state before a turn: of uses().spending.slots, and of uses().lists.
  struct Turn {
    std::vector<Word> slots;
    std::vector<Word> lists;
  };

  /// Puts the members of the lists of a state, in the order of uses().lists, into canonical form: ascending, and of
  /// each class those that came first take the places of the others. Members that can come no more are replaced by
  /// those of the first state that is like it. False, and no change, if they turn out to have members whose order may
  /// show.
  bool canonicalise(std::vector<std::vector<Word>>& lists, const Turn& turn);

  /// How many states have got the members of another one that can come no more.
  [[nodiscard]] std::uint64_t spent_states() const { return spent_states_; }

  /// All that the rows of the draws show, if nothing of it goes wrong: where it is equal, the values of
  /// uses().constants_of_rows make no difference. Empty: it is like no other.
  [[nodiscard]] const std::vector<Word>& signature() const { return signature_; }

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
    bool is_sound = true;           // nothing of this went wrong
  };

  /// A member in the lists of a state. Those of a class that are there as often are alike.
  struct Entry {
    std::size_t class_of = 0;
    std::vector<std::size_t> counts;  // by list: how often it is there
    Word member = 0;
  };

  /// Members that a later draw may give, in states that agree in uses().spending.reads.
  struct Coming {
    std::uint32_t number = 0;
    std::set<Word> members;
  };

  void look_at_rows(std::size_t index);
  Look look(program::SlotId variable, Word word);
  void sign(const Look& seen);
  bool append(const ExchangeUses::Term& term, std::vector<Word>& out);
  std::size_t class_of(Word member);
  void describe(Word member, std::vector<Word>& out);
  void describe_answers(Word member, bool with_totals, std::vector<Word>& out);
  [[nodiscard]] bool asks_about_lists(const MemberQuestion& question) const {
    return std::find(uses_.lists.begin(), uses_.lists.end(), question.list) != uses_.lists.end();
  }
  void describe_folds(Word member, bool with_totals, std::vector<Word>& out);
  void find_spending();
  const Coming* coming(const Turn& turn);
  void find_coming(Coming& out);
  void replace_spent(const std::vector<Entry>& entries, const Coming& coming, std::vector<std::vector<Word>>& lists);
  /// All that the rest of a roll sees of a member that can come no more.
  struct Spent {
    std::uint32_t class_of = 0;  // by all but what folds add up
    std::vector<Word> amounts;   // these, in the order of uses().totals, and what the question adds up
  };
  const Spent& spent(Word member);

  const ExchangeUses& uses_;
  const std::vector<MemberQuestion>& closed_;
  std::vector<Word> slots_of_own_;
  bool is_useful_ = false;
  std::set<Word> pinned_;
  std::map<std::pair<program::SlotId, Word>, Look> looks_;
  std::map<std::vector<Word>, std::uint32_t> facts_;
  std::vector<const std::vector<Word>*> facts_by_number_;
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
  std::vector<Word> signature_;
  bool has_signature_ = true;  // nothing that is seen of any row, or of nothing drawn, went wrong
  bool is_sound_ = true;       // the same, of rows alone
  // odds/exchange_spent.cpp.
  bool spends_ = false;
  std::vector<std::vector<std::pair<Word, Word>>> leads_to_;  // by draw and row: members; kUnset: none
  std::map<std::vector<Word>, Coming> coming_;                // by what uses().spending.reads hold
  std::map<Word, Spent> spent_;
  std::map<std::vector<Word>, std::uint32_t> spent_classes_;
  std::map<std::vector<Word>, std::vector<std::vector<Word>>> first_like_;  // the lists of the first state
  std::size_t words_of_first_like_ = 0;
  std::uint64_t spent_states_ = 0;
};

}  // namespace spoils::odds
