// odds/interpreter.h
//
// All outcomes of a rule at once: the program is run on a distribution of states instead of one. A statement turns
// each state into the states that it may become; equal ones are merged; slots that are dead are cleared.
//
// A state is the words of the slots that the rule can reach, followed by a stack of what constructs store for
// themselves: the iterations left of a repeat, the fields of the thing around a dropped one, the state of a declared
// generator.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "naming/template.h"
#include "odds/counters.h"
#include "odds/distribution.h"
#include "odds/exchange.h"
#include "odds/list_index.h"
#include "odds/liveness.h"
#include "odds/paths.h"
#include "odds/question.h"
#include "odds/series.h"
#include "odds/statement_summary.h"
#include "odds/thinning.h"
#include "odds/value_classes.h"
#include "odds/work_meter.h"

namespace spoils::odds {

template <class Mass>
class Interpreter {
 public:
  using Word = program::Word;
  using Dist = Distribution<Mass>;
  using Probability = ProbabilityOf<Mass>;
  using Clock = std::chrono::steady_clock;

  Interpreter(const program::Program& program, const Budget& budget);

  /// Answers a question of the program. `inputs` holds words for the slots set from outside (inputs, state).
  /// With Mean as mass the one outcome is the expectation of the question's accumulator (is_expectation() must hold);
  /// with ExpectedCounts it has, by key_of() what the fields Query::each hold, the expected number of things.
  Answer<Mass> answer(const program::Query& query, const program::Settings& settings);

  /// Goes through the rule with at most so many states at once and so many paths in all; where there are more, they are
  /// thinned out at random, so that over many calls each outcome has its probability on average. Returns nothing if
  /// time, memory or paths did not suffice, or a single draw has too many outcomes. For doubles alone.
  std::optional<Answer<Mass>> thinned(const program::Query& query, const program::Settings& settings,
                                      std::size_t states, std::uint64_t path_count, Thinning& thinning);
  /// How many paths the last answer or pass took.
  [[nodiscard]] std::uint64_t paths_taken() const { return ticks_; }

  /// From now on each outcome has its derivation: its last word is the number of one, and outcomes that differ in
  /// nothing else are adjacent.
  void follow();
  [[nodiscard]] const Derivations& derivations() const { return derivations_; }

  /// From now on the words of each outcome are followed by those of these slots, which are state. They are the settings
  /// of later answers, so the words of all answers from now on stay good, unless there are no such slots.
  void add_outputs(std::vector<program::SlotId> slots);

  /// From now on the mean of a sum counts each amount without its sign: the rounding of the mean is relative to that.
  void count_sizes() {
    counts_sizes_ = true;
    asked_ = nullptr;
  }

  /// Returns the inputs and state that a question's answer depends on, ascending.
  std::vector<program::SlotId> reads(const program::Query& query);

  /// Whether an answer was refused: what was computed by half is of no use, and each further answer is refused, too.
  [[nodiscard]] bool is_spent() const { return is_spent_; }

  /// Frees all but the words of the last answer, if no other one follows.
  void forget_work() {
    summaries_.clear();
    paths_.forget();
    asked_ = nullptr;
  }

  /// For showing what the words of outcomes mean.
  [[nodiscard]] const program::Heap& heap() const { return by_series_ ? series_->heap() : heap_; }

  /// How often each optimisation took effect so far. For tests.
  [[nodiscard]] const Counters& counters() const { return counters_; }
  [[nodiscard]] const PathCounters& path_counters() const { return paths_.counters(); }

 private:
  /// How a block can end. All three have the width that the block began with.
  struct Ends {
    Dist next;
    Dist stop;
    Dist discard;
    explicit Ends(std::size_t width) : next(width), stop(width), discard(width) {}
  };

  void keep_order_of_sums();
  Ends run_block(program::BlockId block, Dist in, const SlotSet& after);
  void run_from(program::BlockId block, std::uint32_t first, bool is_part, Dist in, Ends& ends, const SlotSet& after);
  [[nodiscard]] std::size_t paths_of(std::uint32_t number) const;
  void run_statement(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after);
  void run_on_states(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after);
  /// States by what statements read of them.
  struct Groups {
    StateIndex found;
    std::vector<std::size_t> found_of;                   // by state
    std::vector<double> masses;                          // by group
    std::vector<const TransferFunction<Mass>*> effects;  // likewise
    explicit Groups(std::size_t width) : found(width) {}
  };
  bool run_by_summary(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after);
  bool come_again(StatementSummary<Mass>& print, const Groups& groups);
  [[nodiscard]] bool may_be_summarised(Statements of);
  std::size_t run_segment(Statements block, std::size_t first, const std::vector<SlotSet>& live, Dist& now, Ends& ends);
  std::size_t segment_at(Statements block, std::size_t first, const std::vector<SlotSet>& live);
  StatementSummary<Mass>& summary(Statements of, const SlotSet& after, const Exchange* exchange = nullptr);
  void find_summary(Statements of, StatementSummary<Mass>& print, const Exchange* exchange);
  TransferFunction<Mass> transfer_function(Statements of, StatementSummary<Mass>& print, const Word* reads,
                                           double mass);
  Groups grouped(StatementSummary<Mass>& print, const Dist& now);
  void carry(StatementSummary<Mass>& print, Groups& groups, Dist& now, Ends& ends);
  [[nodiscard]] bool is_list(program::SlotId slot) const {
    return slot < program_.slots.size() && program_.slots[slot].type.kind == program::ValueKind::List;
  }
  [[nodiscard]] bool is_plain(program::ExpressionId id) const;
  void keep_joinable(StatementSummary<Mass>& print, Dist& now);
  void join_alike(Statements of, Dist& now, const SlotSet& after);
  void read_summary(StatementSummary<Mass>& print, const Word* state, std::vector<Word>& key);
  void make_transfer_functions(Statements of, StatementSummary<Mass>& print, Groups& groups);
  Word& accumulator_of(std::vector<Word>& state, std::size_t accumulator) const {
    return state[static_cast<std::size_t>(place_[query_->accumulators[accumulator].slot])];
  }
  void grow_accumulator(const program::Accumulator& accumulator, Word& total, Word amount);
  [[nodiscard]] bool is_derivation(const program::Accumulator& accumulator) const {
    return accumulator.slot == program_.slots.size();
  }
  [[nodiscard]] bool counts_things() const { return query_->accumulators.size() > (follows_ ? 1 : 0); }
  Dist assign(const program::Statement& s, const Dist& in, const SlotSet& after);
  Dist choose(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  template <class Part>
  void in_parts(Dist states, std::size_t size, Part&& part);
  void keep_worthwhile(Dist& states, double paths_of_turn);
  std::uint64_t take_share(double mass, double whole);
  Dist repeat(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after);
  Dist for_each(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after);
  /// How a loop uses the members of its lists, under one demand of what comes after it.
  struct LoopExchange {
    SlotSet after;
    ExchangeUses uses;
    std::vector<std::size_t> list_places;  // in a state
    std::vector<std::size_t> constant_places;
    std::vector<std::size_t> spending_places;
    /// The classes for one combination of what the constants hold, and the first combination that is like it.
    struct Classes {
      std::unique_ptr<Exchange> of;
      const std::vector<Word>* first_like = nullptr;
    };
    std::map<std::vector<Word>, Classes> classes;  // by what the constants hold
    std::map<std::vector<Word>, const std::vector<Word>*> first_by_signature;
  };
  LoopExchange* exchange_of(std::uint32_t loop, const SlotSet& live, const SlotSet& after);
  typename LoopExchange::Classes* classes_of(LoopExchange& loop, const Word* state);
  [[nodiscard]] const Exchange* exchange_of_draws(std::uint32_t statement) const;
  void exchange_members(LoopExchange* loop, Dist& now);
  Ends run_turn(LoopExchange* loop, program::BlockId block, Dist in, const SlotSet& after);
  bool gather_held(program::SlotId into, std::vector<Word>& held);
  const std::vector<std::uint32_t>& exchanged_rows(std::size_t draw, Exchange::Of of);
  void exchange_drawn(std::size_t draw, std::vector<Word>& state);
  [[nodiscard]] std::optional<std::size_t> exchanged_draw(std::uint32_t statement) const;
  /// The state that a refused try leaves to the next one: the world memo (the length of the list, and its word), and
  /// the state of the declared generator in force.
  struct Begin {
    std::size_t count = 0;
    Word settled = 0;
    Word generator = 0;
    bool operator<(const Begin& other) const {
      return std::tie(count, settled, generator) < std::tie(other.count, other.settled, other.generator);
    }
    bool operator==(const Begin& other) const { return settled == other.settled && generator == other.generator; }
  };
  Begin left_by(const Word* state) const;
  std::vector<Word> begun(std::vector<Word> first, const Begin& left) const;
  void keep_derivation(std::vector<Word>& state, const Word* from) const;
  struct Try;
  bool add_tries(const Try& made, Word tries, Mass& series, Mass& last);
  Try one_try(const program::Statement& s, const std::vector<Word>& begin, Word tries, const SlotSet& live,
              const SlotSet& after);
  void add_try(const Try& made, const Mass& visits, const Mass& last, const Mass& scale, Dist& out, Ends& ends);
  Dist retry(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after);
  Dist attempt(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  Dist suppose(const program::Statement& s, const Dist& in, const SlotSet& after);
  Dist settle(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  void retry_as_more_is_left(const program::Statement& s, const Try& first, const std::vector<Word>& begin, Word tries,
                             const Mass& scale, const SlotSet& live, const SlotSet& after, Dist& out, Ends& ends);
  Dist run_rule(program::RuleId rule, Dist in, Ends& ends, const SlotSet& after);
  Dist shown_by(program::RuleId rule, const Dist& in);
  Dist run_named(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  Dist bound(const program::Statement& s, const Dist& in);
  template <class Between>
  void bind(const program::Statement& s, Between&& between);
  [[nodiscard]] bool is_visible(program::SlotId slot) const {
    return program_.slots[slot].kind == program::Slot::Kind::Field && slot != program_.shown;
  }
  [[nodiscard]] bool may_set_field(program::RuleId rule) const;
  [[nodiscard]] bool has_thing(program::RuleId rule) const;
  Dist make_thing(const program::Statement& s, const Dist& in, const SlotSet& after);
  Dist with_input(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  Dist with_stream(const program::Statement& s, const Dist& in, Ends& ends, const SlotSet& after);
  void finish_thing(Dist& dist, program::RuleId rule, bool is_held);

  /// Runs `evaluate` on each state, for each path of its draws; `into(state, mass)` takes the result, where `state`
  /// has `extra` more words on its stack, free to be set.
  template <class Evaluate, class Into>
  void branch(const Dist& in, std::size_t extra, Evaluate&& evaluate, Into&& into);

  void ask(const program::Query& query);
  void begin_work(std::uint64_t path_count);
  SlotSet live_at_end();
  [[nodiscard]] bool surely_makes_thing(program::RuleId rule);
  void add_read_by_names(SlotSet& live);
  [[nodiscard]] const naming::Templates& templates();
  Dist rolled(const program::Settings& settings);
  void sort_out(const Dist& done, Answer<Mass>& out);
  void lay_out(program::RuleId rule, const program::Query& query);
  void find_counted();
  [[nodiscard]] bool counts_too_many(const program::Query& query, const Dist& done) const;
  [[nodiscard]] bool counts_too_many(const program::Query& query, const Mass& mean) const;
  [[nodiscard]] bool may_count(const program::Accumulator& accumulator, program::RuleId rule);
  void find_needless();
  void find_value_classes(const AccessAnalysis& accesses, std::set<program::SlotId> kept);
  void set_active(const std::vector<program::SlotId>& slots);
  void load(const Word* state);
  void gather(std::vector<Word>& state);
  void clear_dead(std::vector<Word>& state, const SlotSet& live) const;
  Dist kept(Dist in, const SlotSet& live) const;
  static Dist popped(const Dist& in, std::size_t words);
  Word canonical(program::ValueType type, Word word, bool in_any_order = false);
  [[nodiscard]] std::size_t most_of(const Dist& dist) const;
  [[nodiscard]] std::size_t worth_keeping(const Dist& dist) const;
  void limit(Dist& dist);
  void limit_while_growing(Dist& dist);
  [[nodiscard]] std::uint64_t work() const { return meter_.done(ticks_); }
  [[nodiscard]] bool is_over() const { return gives_up_ || work() >= end_of_work_; }
  [[nodiscard]] double paths_left() const { return meter_.paths_until(end_of_work_, ticks_); }
  void give_up(Dist& dist);
  void note_widest_slots(const Dist& dist);
  void tick(std::size_t states);
  void tick(std::size_t states, const Mass& mass);
  void look_at_limits(std::size_t states);
  void look_at_clock();
  void cancel();
  bool spend(std::uint64_t path_count);
  void give_up_all(Limit limit);
  void give_up_rest(const Mass& whole, double gone);
  bool spare_memory();
  void shrink(Dist& dist);
  void note_longest();
  [[nodiscard]] bool is_short_of_memory() const { return scope_ != nullptr && scope_->is_short(); }
  Answer<Mass> one_pass(const program::Query& query, const program::Settings& settings, std::size_t states,
                        std::uint64_t path_count);
  void answered(const program::Query& query, const program::Settings& settings);
  void decide(const program::Query& query, const program::Settings& settings);
  void thin(Dist& states, std::size_t most);
  bool answered_by_series(const program::Query& query, const program::Settings& settings);
  Answer<Series> answer_of_series(const program::Query& query, const program::Settings& settings);
  [[nodiscard]] Word exponent_of(const program::Accumulator& accumulator, Word amount) const;
  [[nodiscard]] Mass grown_by(Word counted) const;
  [[nodiscard]] Dist with_totals(const Dist& done) const;
  [[nodiscard]] std::optional<Clock::time_point> end_in_time(double part_of_grace) const;
  bool take_better(Answer<Mass> pass);
  Answer<Mass> divided_pass(const program::Query& query, const program::Settings& settings,
                            WorkMeter::Clock::time_point end);
  void divide_rest(const program::Query& query, const program::Settings& settings, Clock::time_point end);
  void tighten(const program::Query& query, const program::Settings& settings);
  void forget_words();
  [[nodiscard]] bool stopped() const { return paths_.failed() || cancelled_; }

  const program::Program& program_;
  Budget budget_;
  program::Heap heap_;
  std::optional<naming::Templates> templates_;  // for questions by name
  std::vector<Word> slots_;
  Paths<Probability> paths_;
  ValueClasses value_classes_;
  Liveness liveness_;
  const program::Query* asked_ = nullptr;  // null: no earlier result may be used
  program::Query own_;                     // the same, and what is kept beside it
  const program::Query* query_ = &own_;
  bool follows_ = false;
  Derivations derivations_;
  std::vector<program::SlotId> extra_outputs_;

  std::vector<program::SlotId> active_;      // the slots of a state, in its order
  std::vector<std::int32_t> place_;          // by slot: where in a state; -1: not in it
  std::vector<bool> is_accumulator_;         // by place: a accumulator of the question
  std::vector<program::SlotId> heap_slots_;  // those that hold texts or lists
  std::vector<MemberQuestion> closed_;       // all that is asked of members of lists alone, in any order
  std::vector<bool> in_any_order_;           // by slot: a list whose order is never read
  std::map<program::SlotId, typename Paths<Probability>::MemberQuestions>
      asked_by_member_;          // sets, with all that is asked
  std::vector<bool> may_count_;  // by rule: whether its things may make a total grow
  SlotSet wanted_;               // what the question reads at the end of every thing
  std::unordered_map<std::string, Word> texts_;
  ListIndex lists_;
  std::vector<Word> members_;
  bool made_canonical_ = false;       // whether something on the heap was kept since the mark
  std::ptrdiff_t generator_at_ = -1;  // the place of the generator in force in a state; -1: chance
  int thing_depth_ = 0;
  int rule_depth_ = 0;  // rules entered on the thing under construction
  int prints_depth_ = 0;
  std::vector<std::size_t>
      bases_;                   // the places in a state of the accumulators from before each thing that may be given up
  std::size_t first_base_ = 0;  // the first of them inside the innermost dropped thing that is counted apart
  StatementSummaries<Mass> summaries_;
  std::map<const SlotSet*, std::size_t> segments_;              // statements of each, by what is live at its begin
  std::map<std::uint32_t, std::list<LoopExchange>> exchanges_;  // by loop
  LoopExchange* loop_exchange_ = nullptr;                       // of the innermost loop that has one
  Exchange* exchange_ = nullptr;                                // its classes
  std::vector<Word> constants_;                                 // of a loop, in the state in question
  std::vector<Word> held_;                                      // members that lists and variables hold
  bool uses_placeholders_ = true;      // of the program's slots, since nothing it assigned was one so far
  bool assigned_placeholder_ = false;  // an assignment gave a slot the word kPassThrough itself
  // By world rule: what is live after any of its runs.
  std::map<program::RuleId, SlotSet> live_after_world_rule_;
  bool counts_sizes_ = false;  // amounts without their signs
  bool asks_held_ = false;     // whether the question tells things held by the thing from others
  std::vector<std::pair<Word, Word>> bound_;
  Mass unexplored_{0};
  std::size_t most_states_ = 0;
  std::vector<std::pair<program::SlotId, std::size_t>> widest_slots_;
  bool has_noted_widest_ = false;           // even if none of them has a name
  std::optional<std::uint32_t> widest_at_;  // the statement that made the states of widest_slots_
  std::uint32_t now_at_ = 0;                // the statement under work
  std::uint64_t ticks_ = 0;                 // ways gone so far
  std::uint64_t ticks_of_abstraction_ = 0;  // of those for finding out what looks alike
  WorkMeter meter_;
  std::optional<Clock::time_point> whole_until_;    // when the pass under way is given up if it is not whole
  std::optional<Clock::time_point> divided_until_;  // the end of the time that it divides
  std::uint64_t pass_ = 0;                          // the number of the pass under way
  std::uint64_t end_of_work_ = 0;                   // when so much is done, what is under work is given up
  bool gives_up_ = false;                           // what is under work is given up, and what is done is finished
  std::uint64_t last_tick_ = 0;
  std::uint64_t last_work_ = 0;          // when so much is done, what one state can still do is given up
  std::uint64_t ticks_of_products_ = 0;  // since the limits were looked at
  std::uint64_t next_look_ = 0;          // at the clock: not before so many ticks
  std::uint64_t ticks_between_looks_ = 1;
  Clock::time_point last_look_;
  bool cancelled_ = false;
  program::WorkScope* scope_ = nullptr;  // while an answer is under work
  std::size_t most_heap_ = 0;            // bytes of texts and lists
  Limit limit_ = Limit::None;
  std::optional<std::pair<program::SlotId, std::size_t>> longest_;
  std::size_t max_states_ = 0;          // of the pass under way
  bool is_narrower_ = false;            // the pass under way follows one that was abandoned
  bool sorts_out_ = false;              // states are finished, and become outcomes
  std::optional<Answer<Mass>> so_far_;  // of the passes before
  bool is_spent_ = false;
  bool is_trial_ = false;                          // the pass under way ends when it drops a state
  Thinning* thinning_ = nullptr;                   // of the pass under way, if it is thinned
  bool may_thin_ = false;                          // where it is: not in what is no sum of states
  bool by_series_ = false;                         // the last answer is that of series_
  const program::Query* series_of_ = nullptr;      // whose totals make too many states
  const program::Query* not_series_of_ = nullptr;  // whose totals are too large for series
  const program::Query* shortened_of_ = nullptr;   // whose series are too long
  bool is_whole_series_ = false;                   // series_ has the paths for whole series alone
  std::unique_ptr<Interpreter<Series>> series_;
  Counters counters_;
};

extern template class Interpreter<double>;
extern template class Interpreter<Exact>;
extern template class Interpreter<Mean<double>>;
extern template class Interpreter<Mean<Exact>>;
extern template class Interpreter<ExpectedCounts>;
extern template class Interpreter<Series>;

}  // namespace spoils::odds
