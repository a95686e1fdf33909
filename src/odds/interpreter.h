// odds/interpreter.h
//
// All outcomes of a rule at once: the program is run on a distribution of states instead of one. A statement turns each
// state into the states that it may become; equal ones are merged; slots that nobody asks for any more are cleared.
//
// A state is the words of the slots that the rule can reach, and behind them a stack of what constructs keep for
// themselves: the turns left of a repeat, the fields of the thing around a dropped one, the state of a declared
// generator.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "odds/distribution.h"
#include "odds/liveness.h"
#include "odds/paths.h"
#include "odds/question.h"

namespace spoils::odds {

template <class Mass>
class Interpreter {
 public:
  using Word = program::Word;
  using Dist = Distribution<Mass>;

  Interpreter(const program::Program& program, const Budget& budget);

  /// Answers a question of the program. `inputs` holds words for the slots set from outside (inputs, state).
  Answer<Mass> answer(const program::Query& query, const std::vector<std::pair<program::SlotId, Word>>& settings);

  /// For showing what the words of outcomes mean.
  [[nodiscard]] const program::Heap& heap() const { return heap_; }

 private:
  /// How a block can end. All three have the width that the block began with.
  struct Ends {
    Dist next;
    Dist stop;
    Dist discard;
    explicit Ends(std::size_t width) : next(width), stop(width), discard(width) {}
  };

  Ends run_block(program::BlockId block, Dist in, const SlotSet& after);
  void run_statement(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after);
  Dist assign(const program::Statement& s, const Dist& in, const SlotSet& after);
  Dist choose(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  Dist repeat(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after);
  Dist for_each(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after);
  Dist retry(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after);
  Dist run_rule(program::RuleId rule, Dist in, Ends& ends, const SlotSet& after);
  Dist run_named(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  Dist bound(const program::Statement& s, const Dist& in);
  template <class Between>
  void bind(const program::Statement& s, Between&& between);
  [[nodiscard]] bool surely_sets_field(program::RuleId rule) const;
  Dist make_thing(const program::Statement& s, const Dist& in, const SlotSet& after);
  Dist with_input(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  Dist with_stream(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  void finish_thing(Dist& dist, program::RuleId rule, bool is_held);

  /// Runs `evaluate` on each state, for each way that its draws can go; `into(state, mass)` takes what comes of it,
  /// where `state` has `extra` more words on its stack, free to be set.
  template <class Evaluate, class Into>
  void branch(const Dist& in, std::size_t extra, Evaluate&& evaluate, Into&& into);

  void lay_out(program::RuleId rule, const program::Query& query);
  void load(const Word* state);
  void gather(std::vector<Word>& state);
  void clear_dead(std::vector<Word>& state, const SlotSet& live) const;
  Dist kept(const Dist& in, const SlotSet& live) const;
  static Dist popped(const Dist& in, std::size_t words);
  Word canonical(program::ValueType type, Word word);
  void limit(Dist& dist);
  [[nodiscard]] bool stopped() const { return paths_.failed() || cancelled_; }

  const program::Program& program_;
  Budget budget_;
  program::Heap heap_;
  std::vector<Word> slots_;
  Paths<Mass> paths_;
  Liveness liveness_;
  const program::Query* query_ = nullptr;

  std::vector<program::SlotId> active_;      // the slots of a state, in its order
  std::vector<std::int32_t> place_;          // by slot: where in a state; -1: not in it
  std::vector<program::SlotId> heap_slots_;  // those that hold texts or lists
  SlotSet wanted_;                           // what the question reads at the end of every thing
  std::unordered_map<std::string, Word> texts_;
  std::map<std::vector<Word>, Word> lists_;
  bool made_canonical_ = false;       // whether something on the heap was kept since the mark
  std::ptrdiff_t generator_at_ = -1;  // where in a state the generator in force lies; -1: chance
  int thing_depth_ = 0;
  std::vector<std::pair<Word, Word>> bound_;
  Mass unexplored_{0};
  std::size_t most_states_ = 0;
  bool cancelled_ = false;
};

extern template class Interpreter<double>;
extern template class Interpreter<Exact>;

}  // namespace spoils::odds
