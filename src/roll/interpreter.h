// roll/interpreter.h
//
// Rolling a program: a random choice means one draw from a stream. Everything that a roll needs is allocated while the
// first rolls run; after that a roll allocates nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "program/evaluate.h"
#include "roll/block_prefetch.h"
#include "roll/bytecode.h"
#include "roll/cost.h"
#include "roll/draw_trie.h"
#include "roll/frames.h"
#include "roll/lcg.h"
#include "roll/memo_table.h"
#include "roll/observer.h"
#include "roll/pick.h"
#include "roll/seed.h"
#include "roll/shared_code.h"
#include "roll/stream.h"
#include "roll/table_cache.h"
#include "roll/thing.h"
#include "roll/world_streams.h"

namespace spoils::roll {

/// Rolls rules of one program. Not for two threads at once; the program is shared.
class Interpreter : public program::Evaluator<Interpreter> {
 public:
  /// For one of many interpreters of a program; `code` outlives them. Cost: linear in the slots and blocks of the
  /// program, with nothing but copies: about a microsecond.
  explicit Interpreter(SharedCode& code);

  /// For the only one of a program, which outlives it. Cost: that of SharedCode besides.
  explicit Interpreter(const program::Program& program);

  /// Has the effect of begin() with these words and roll(), if the draw trie holds the result. Returns false otherwise,
  /// and the caller calls begin() and roll(). Requires: the rule has no parameters, and inputs are no texts.
  bool roll_from_trie(program::RuleId rule, program::SlotId first, const std::vector<program::Word>& words,
                      std::uint64_t seed, std::uint64_t index) {
    if (observer_ != nullptr) { return false; }
    if (trie_.is_enabled(rule)) { return find_in_trie(rule, first, words, seed, index); }
    trie_.forget();
    trie_missed_ = true;
    return false;
  }

  /// Prepares a roll of a rule: no things, an empty heap. State, inputs and fields have consecutive slots: from slot
  /// `first` on, those before slot `first + words.size()` are set to `words`; Requires: the others are no fields of the
  /// rule. Afterwards the caller sets those parameters of the rule that it gives.
  void begin(program::RuleId rule, program::SlotId first, const std::vector<program::Word>& words);

  /// All slots, then the registers; every word keeps its place for the interpreter's lifetime.
  [[nodiscard]] std::vector<program::Word>& slots() { return slot_words_; }

  /// Rolls the rule that begin() was called for; `given` has a 1 for each parameter that the caller has set, the
  /// others get their defaults. `seed` and `index` choose the numbers; `world` keys the values of `world def`s: every
  /// roll of one world passes the same. Returns false after a fault (fault() says which). Cost: what the rule draws.
  /// State slots hold the new state afterwards.
  bool roll(const std::vector<std::uint8_t>& given, std::uint64_t seed, std::uint64_t index, std::uint64_t world);

  /// Goes on with a roll of the rule that begin() was called for, where `last` is all that is left of it, with `depth`
  /// rules around it; the caller has set what the roll had set up to there. Draws come from roll `index` of the stream
  /// of a key. Else as roll().
  bool finish(program::RuleId last, int depth, std::uint64_t key, std::uint64_t seed, std::uint64_t index);

  /// Attaches an observer to the following rolls, which draw the same numbers without it; null: none.
  void observe(Observer* observer) { observer_ = observer; }

  [[nodiscard]] bool is_observed() const { return observer_ != nullptr; }

  /// Whether the last roll depended on its seed or index: if not, the next with the same values gives the same things.
  [[nodiscard]] bool drew() const {
    return source_.stream.draws() > 0 || !begun_streams_.empty() || worlds_.were_used();
  }

  /// The cost of the last roll() as limits count it: in units of about 10 ns, and as if nothing was stored before.
  [[nodiscard]] std::uint64_t cost() const { return 10 * steps_ + (program::kMaxWork - work_left_); }
  /// The same without the work that stored results saved, so that it depends on earlier rolls.
  [[nodiscard]] std::uint64_t cost_spent() const { return cost() - cost_saved_; }

  /// Rolls without the draw trie, or without memos: for tests and benchmarks. Requires: nothing was rolled yet.
  void disable_trie() { trie_.disable(); }
  void disable_memos() { memos_.disable(); }

  /// The stores of earlier results, for tests that they are used.
  [[nodiscard]] const TableCache& table_cache() const { return cache_; }
  [[nodiscard]] const MemoTable& memo_table() const { return memos_; }
  [[nodiscard]] const DrawTrie& draw_trie() const { return trie_; }

  [[nodiscard]] const Things& things() const { return things_; }
  /// Overwrites a field of a finished thing, which its rule has. `second`: of a number. Requires: the roll has ended.
  void overwrite(std::size_t row, program::SlotId slot, program::Word first, program::Word second);
  [[nodiscard]] program::Heap& heap() { return own_heap_; }
  [[nodiscard]] const program::Heap& heap() const { return own_heap_; }

  /// As the evaluator's, from a table of one byte a slot.
  [[nodiscard]] bool is_wide(program::SlotId slot) const { return (slot_traits_[slot] & kWide) != 0; }

  // Stored values, for the evaluator: memos and hoisted expressions.
  static constexpr bool kMemoises = true;
  [[nodiscard]] const program::Expression& expression(program::ExpressionId id) const { return expressions_[id]; }
  program::Word memoised_word(const program::Expression& e, program::ExpressionId id);
  number::Rational memoised_number(const program::Expression& e, program::ExpressionId id);
  program::Word hoisted_word(const program::Expression& e, program::ExpressionId id);
  number::Rational hoisted_number(const program::Expression& e, program::ExpressionId id);

  // Folds and blocks of defs, by their instructions if they have any.
  program::Word fold(const program::Fold& f, program::ExpressionId id);
  number::Rational fold_number(const program::Fold& f, program::ExpressionId id);
  program::Word block_word(const program::Expression& e, program::ExpressionId id);
  number::Rational block_number(const program::Expression& e, program::ExpressionId id);

  /// Computes an expression that draws nothing into one word, or the two of a number, of what the caller has put into
  /// slots(); texts and lists come from and go to `heap`, which outlives this. Returns false if it has no value.
  /// Requires: this never rolls.
  bool measure(program::ExpressionId id, program::Heap& heap, std::array<program::Word, 2>& out);
  /// The same of an expression that takes one word, with at most this `work`, of which it takes what it needs. Returns
  /// nothing after a fault; the heap may have grown.
  std::optional<program::Word> measure_word(program::ExpressionId id, program::Heap& heap, std::uint64_t& work);

  // Draws, for the evaluator.
  bool draw_chance(const number::Rational& chance, program::Word written);
  program::Word draw_range(program::Word first, program::Word last);
  program::Word draw_dice(program::Word count, program::Word sides);
  std::int32_t draw_row(std::uint32_t table, program::ExpressionId place);
  std::int32_t draw_choice(std::uint32_t choice, program::ExpressionId place);
  std::vector<std::uint32_t> draw_distinct(const program::Distinct& from, std::size_t count,
                                           program::ExpressionId place);
  std::size_t draw_member(std::size_t count);
  void draw_order(std::vector<program::Word>& members, program::ValueKind kind);
  program::Word world_def(std::uint32_t def, program::ExpressionId id);

 private:
  enum class Flow : std::uint8_t { Next, Stop, Discard, Fault };

  bool find_in_trie(program::RuleId rule, program::SlotId first, const std::vector<program::Word>& words,
                    std::uint64_t seed, std::uint64_t index);
  void start(std::uint64_t seed, std::uint64_t index, std::uint64_t world);
  void begin_stream(std::uint64_t seed, std::uint64_t index);
  void forget_streams();
  Flow run_block(program::BlockId block);
  template <bool kObserved>
  Flow run_code(const Instruction* i);
  // `second`: receives the second word of the result, which is a number.
  program::Word run_fragment(const Fragment& fragment, program::Word* second = nullptr);
  // Instructions that this interpreter has requested once; request_...() does so.
  const Instruction* code_of(program::BlockId block) {
    const auto* const known = blocks_[block];
    return known != nullptr ? known : request_block(block);
  }
  [[nodiscard]] const Fragment& fragment_of(const program::Fold& f, program::ExpressionId id) {
    const auto fold = static_cast<std::uint32_t>(&f - program_->folds.data());
    const auto* const known = folds_[fold];
    return known != nullptr ? *known : request_fold(fold, id);
  }
  [[nodiscard]] const Fragment& def_block_of(const program::Expression& e, program::ExpressionId id) {
    const auto* const known = def_blocks_[e.a];
    return known != nullptr ? *known : request_def_block(e, id);
  }
  [[nodiscard]] const Fragment& condition_of(std::uint32_t choice, program::ConditionStep::Kind kind) {
    return condition_at(choice, static_cast<std::size_t>(kind));
  }
  [[nodiscard]] const Fragment& static_step_of(std::uint32_t choice, std::size_t step) {
    return condition_at(choice, Bytecode::kKinds + step);
  }
  [[nodiscard]] const Fragment& condition_at(std::uint32_t choice, std::size_t place) {
    const auto* const known = conditions_[code_.first_condition(choice) + place];
    return known != nullptr ? *known : request_condition(choice, place);
  }
  template <class Get>
  decltype(auto) request(Get&& get) {
    return code_.request(slots_, known_constants_, get);
  }
  const Instruction* request_block(program::BlockId block);
  const Fragment& request_fold(std::uint32_t fold, program::ExpressionId id);
  const Fragment& request_def_block(const program::Expression& e, program::ExpressionId id);
  const Fragment& request_condition(std::uint32_t choice, std::size_t place);
  bool add_number(program::ExpressionId value, program::ExpressionId sum);
  bool count_matches(const Instruction& at);
  using Evaluator::value_of_found;
  program::Word value_of_found(const Instruction& at);
  const ColumnCounts::Histogram& histogram_of(ColumnCounts& counts, program::Word list);
  Flow run_to_limit(program::BlockId block, std::uint32_t item);
  Flow assign(const program::Statement& s, std::uint32_t number);
  Flow run(const program::Statement& s, std::uint32_t number);
  class Snapshot;
  Flow retry(const program::Statement& s, std::uint32_t number);
  Flow attempt(const program::Statement& s, std::uint32_t number);
  Flow suppose(const program::Statement& s, std::uint32_t number);
  Flow settle(const program::Statement& s, std::uint32_t number);
  bool find_world_arguments(const std::vector<program::SlotId>& parameters, Span place, std::uint64_t work);
  struct OuterStream {
    Stream stream;
    bool is_lcg = false;
  };
  OuterStream enter_world_stream(std::uint32_t index);
  program::Word distinct_def(std::uint32_t def, program::ExpressionId id);
  void leave_world_stream(const OuterStream& outer);
  Flow with_input(const program::Statement& s, std::uint32_t number);
  Flow with_stream(const program::Statement& s, std::uint32_t number);
  Flow with_named_stream(const program::Statement& s, std::uint32_t number);
  Flow with_declared_stream(const program::Statement& s, std::uint32_t number);
  std::optional<Lcg> declared_stream(const program::StreamUse& use, std::uint32_t number);
  void store_defaults(program::RuleId rule) {
    for (const auto& parameter : program_->rules[rule].parameters) {
      if (parameter.initial != program::kNone) { store(parameter.slot, parameter.initial); }
    }
  }
  Flow run_rule(program::RuleId rule);
  // The outermost rule with a display names the thing; of equals the last.
  void show(program::RuleId rule) {
    if (program_->rules[rule].displays.empty()) { return; }
    auto& shown = slots_[program_->shown];
    if (shown == program::kUnset || depth_ <= static_cast<int>(shown >> 32)) {
      shown = (static_cast<program::Word>(depth_) << 32) | static_cast<program::Word>(rule);
    }
  }
  Flow make_thing(const program::Statement& s, std::uint32_t number);
  [[nodiscard]] Scope scope_of_thing(const program::Statement& s, std::uint32_t number) const;
  Flow build(program::RuleId rule, std::int32_t holder);
  void finish_thing(std::uint32_t row, bool discarded);
  // Ends the recording of draws: the thing under construction depends on data outside of the key of the trie, or has
  // other effects.
  void stop_recording() {
    if (trie_.is_recording()) [[unlikely]] { trie_.insert({}); }
  }
  // A declared generator is deterministic, so its numbers are no draws of the trie.
  [[nodiscard]] bool records_draws() const { return trie_.is_recording() && !source_.is_lcg; }
  bool copy_from_trie(program::RuleId rule, std::int32_t holder);
  void copy_thing(program::RuleId rule, std::int32_t holder, const DrawTrie::Leaf& known, const program::Word* from,
                  program::SlotId first);
  void relocate(const DrawTrie::Leaf& known, program::Heap::Mark mark, const program::Word* from, program::SlotId first,
                program::RuleId rule, program::Word* fields) const;
  void record_thing(std::uint32_t row, std::uint64_t work, std::uint64_t steps, program::Heap::Mark heap);
  std::optional<program::Word> relative_to(program::ValueType type, program::Word word, program::Heap::Mark heap) const;
  void give_out(std::uint32_t row);
  void collect() {
    if (things_.rows.size() != 1) { return collect_several(); }
    add_given_out(0);
  }
  void add_given_out(std::uint32_t index) {
    auto& row = things_.rows[index];
    if (!row.is_given_out) { return; }
    row.position = static_cast<std::int32_t>(things_.given_out.size());
    things_.given_out.push_back(index);
  }
  void collect_several();
  void bind(program::RuleId rule, std::uint32_t first, std::uint32_t count);
  void store_bound(program::RuleId rule);
  bool step(std::uint32_t statement) {
    if (++steps_ <= program::kMaxSteps) [[likely]] { return true; }
    fail(program::Fault::Kind::TooManySteps, program_->statement_places[statement]);
    return false;
  }
  [[nodiscard]] Scope scope(Scope::Kind kind, std::uint32_t what, std::uint32_t statement, program::Word value = 0,
                            program::Word last = 0) const {
    return {kind, what, program_->statement_places[statement], value, last, -1, {}};
  }
  [[gnu::always_inline]] std::uint64_t below(std::uint64_t n) {
    if (source_.is_lcg) [[unlikely]] { return source_.lcg.below(n); }
    const auto u = source_.stream.below(n);
    if (trie_.is_recording()) [[unlikely]] { trie_.record(n, u); }
    return u;
  }
  /// Draws a row.
  std::uint32_t draw_weighted_row(const WeightedPick& pick) {
    const auto row = pick.row(below(pick.total()));
    widen_draw(pick.total(), pick.first(row), pick.first(row + 1));
    return row;
  }
  /// The same of a table with known weights.
  std::uint32_t draw_constant_row(const WeightedPick& pick) {
    const auto row = pick.row(below(pick.total()));
    if (records_draws()) [[unlikely]] { trie_.record_row(pick, row); }
    return row;
  }
  // Records that all of first..end-1 give the same result as the last draw, which was one of `n`.
  void widen_draw(std::uint64_t n, std::uint64_t first, std::uint64_t end) {
    if (records_draws()) [[unlikely]] { trie_.merge_numbers(n, first, end); }
  }
  [[gnu::always_inline]] bool draw_bernoulli(const number::Rational& chance, program::Word written) {
    // A declared generator draws as many as the game did that it is faithful to.
    if (source_.is_lcg && written != 0 && written % chance.denominator() == 0) [[unlikely]] {
      return draw_declared_chance(chance, written);
    }
    if (chance.numerator() <= 0) { return false; }
    if (chance.numerator() >= chance.denominator()) { return true; }
    const auto parts = static_cast<std::uint64_t>(chance.denominator());
    const auto share = static_cast<std::uint64_t>(chance.numerator());
    const bool came = below(parts) < share;
    if (records_draws()) [[unlikely]] { trie_.record_threshold(parts, share); }
    return came;
  }
  bool draw_declared_chance(const number::Rational& chance, program::Word written);
  // Draws of an observed roll (roll/observed_draws.cpp): chosen by the observer or drawn, then reported.
  std::optional<program::Word> ask(program::ExpressionId place, const Options& options);
  template <class Plain>
  auto unobserved(Plain&& draw);
  bool observed_chance(const number::Rational& chance, program::Word written);
  program::Word observed_range(program::Word first, program::Word last);
  program::Word observed_dice(program::Word count, program::Word sides);
  std::size_t observed_member(std::size_t count);
  std::int32_t observed_row(std::uint32_t table, const PreparedTable& prepared, program::ExpressionId place);
  std::optional<std::int32_t> chosen_row(std::uint32_t index, program::ExpressionId place);
  std::optional<program::Word> chosen_place(const program::Distinct& from, const std::vector<std::uint32_t>& left,
                                            program::ExpressionId place);
  void observed_order(std::vector<program::Word>& members);
  Flow run_extra(Flow flow);
  void set_given(const std::vector<GivenField>& fields);
  void begin_observed_repeat(std::uint32_t statement);
  bool skips_member(const Instruction* at);
  [[nodiscard]] Draw drawn_at(program::ExpressionId place) const { return {place, source_.is_lcg}; }
  std::optional<std::int32_t> draw_planned(std::uint32_t index, program::ExpressionId place);
  void bind_steps(const program::Choice& choice);
  bool passes(std::uint32_t index, std::uint32_t row, const Fragment& condition) {
    slots_[program_->choices[index].row] = static_cast<program::Word>(row);
    return run_fragment(condition) == 1 && !failed();
  }
  const PreparedTable* passing(std::uint32_t index, std::size_t step);
  void plan_rows(std::uint32_t index, PreparedTable& out);
  bool accepts(std::uint32_t index, const PreparedTable& prepared, std::uint32_t position);
  std::int32_t weigh_static(std::uint32_t index, const PreparedTable& prepared, program::ExpressionId place);
  void weigh_rows(std::uint32_t index, const PreparedTable& prepared);
  PreparedTable* prepared_rows(std::uint32_t index, program::ExpressionId place);
  void weigh_all(std::uint32_t index, program::ExpressionId place);
  std::optional<WeightedPick> weigh_anew(std::uint32_t index, program::ExpressionId place);
  void report_choice(std::uint32_t index, program::ExpressionId place, std::int32_t row);
  // Uses a value that is stored, or computes it and sets its cost, by the rule of roll/cost.h. Returns false after a
  // fault; then the value must not be stored.
  template <class Compute>
  bool charge(Cost& cost, bool is_stored, program::ExpressionId place, Compute&& compute) {
    if (is_stored) [[likely]] {
      if (!spend(cost.work, place)) { return false; }
      cost_saved_ += cost.work;
      return true;
    }
    const bool had_failed = failed();
    const auto work = work_left_;
    const auto heap = own_heap_.mark();
    compute();
    cost = {work - work_left_, own_heap_.mark() != heap};
    if (!had_failed && fault().kind == program::Fault::Kind::TooMuchWork) {
      clear_fault();
      fail(program::Fault::Kind::TooMuchWork, place);
    }
    return !failed();
  }
  // The same for a prepared table: keeps it in the cache, or drops it after a fault.
  template <class Compute>
  bool prepare(const TableCache::Found& found, program::ExpressionId place, Compute&& compute) {
    const bool is_ready = charge(found.table->cost, !found.is_new, place, compute);
    if (found.is_new) { is_ready ? cache_.keep(found) : TableCache::forget(found); }
    return is_ready;
  }
  void prepare_pick(PreparedTable& out, std::size_t rows, program::ExpressionId place);

  /// One source of draws: the roll's stream, a named one, or a declared generator.
  struct Source {
    bool is_lcg = false;
    Stream stream{0, 0};
    Lcg lcg{{1, 0, 0}, 0, 0};
  };

  void clear_fields(const Layout& layout) {
    for (const auto [first, count] : layout.fields.ranges) { std::fill_n(slots_ + first, count, program::kUnset); }
  }
  void copy_from_slots(const SlotRanges& slots, program::Word* to) const { copy_ranges(slots, slots_, 0, to); }
  // The words `from` are those of slots from `begin` on.
  static void copy_ranges(const SlotRanges& slots, const program::Word* from, program::SlotId begin,
                          program::Word* to) {
    for (const auto [first, count] : slots.ranges) {
      copy_words(from + (first - begin), count, to);
      to += count;
    }
  }
  void copy_to_slots(const SlotRanges& slots, const program::Word* from) {
    for (const auto [first, count] : slots.ranges) {
      copy_words(from, count, slots_ + first);
      from += count;
    }
  }

  static constexpr std::uint8_t kWide = SharedCode::kWide;
  static constexpr std::uint8_t kState = SharedCode::kState;

  template <class Value, class Evaluate>
  Value memoised(std::uint32_t memo, program::ExpressionId id, Evaluate&& evaluate_now);
  template <class Evaluate>
  const HoistedValue& hoisted_value(const program::Expression& e, program::ExpressionId id, Evaluate&& evaluate_now);

  explicit Interpreter(std::unique_ptr<SharedCode> code);
  Observer* observer_ = nullptr;
  std::unique_ptr<SharedCode> own_code_;  // null if it is shared with others
  SharedCode& code_;
  // Parts of it, which are read often.
  const program::Expression* expressions_;
  const std::uint8_t* slot_traits_;  // by slot
  const Layout* layouts_;            // by rule
  const PreparedTable* constants_;   // by table
  const SlotRanges& inputs_;
  std::vector<HoistedValue> hoisted_;
  std::size_t slot_count_ = 0;             // of the program, and one more
  std::vector<program::Word> slot_words_;  // slots, then registers of the bytecode
  program::Heap own_heap_;
  Things things_;
  TableCache cache_;
  MemoTable memos_;
  DrawTrie trie_;
  bool trie_missed_ = false;       // the trie has no leaf for the next roll
  bool has_begun_stream_ = false;  // the stream is at the begin of the roll of:
  std::uint64_t begun_seed_ = 0;
  std::uint64_t begun_index_ = 0;
  std::vector<program::Word> leaf_words_;
  std::size_t known_constants_ = 0;         // of the bytecode, in the registers
  std::vector<const Instruction*> blocks_;  // null before a block is run
  std::vector<const Fragment*> folds_;
  std::vector<const Fragment*> def_blocks_;  // by block
  std::vector<const Fragment*> conditions_;  // by SharedCode::first_condition(), kind of step and static step
  std::unordered_map<std::uint64_t, const ColumnCounts::Histogram*> histograms_;  // by ColumnCounts and list
  std::array<CallFrame, program::kMaxCallDepth> call_frames_;  // a program that compiles nests no more
  std::size_t call_frame_ = 0;
  std::vector<LoopFrame> loop_frames_;
  std::size_t loop_frame_ = 0;  // of loops that are under way
  // Inlined on purpose, like next_iteration(): the call costs as much as the frame, 2% of powder_artifact in all.
  [[gnu::always_inline]] void push_loop(const LoopFrame& loop) {
    if (loop_frame_ == loop_frames_.size()) [[unlikely]] { grow_loops(); }
    loop_frames_[loop_frame_++] = loop;
  }
  [[gnu::noinline]] void grow_loops() { loop_frames_.resize(2 * loop_frame_ + 1); }
  // The frames of rules and loops: roll/run_frames.h.
  [[gnu::always_inline]] const Instruction* next_iteration(const Instruction* at);
  template <bool kObserved>
  LoopFrame& end_iteration();
  template <bool kObserved>
  void pop_loops(std::size_t loops);
  template <bool kObserved>
  const Instruction* enter(program::RuleId rule, const Instruction* at);
  template <bool kObserved>
  const Instruction* leave_rule();
  template <bool kObserved>
  Flow leave(Flow flow, std::size_t calls, std::size_t loops);
  Source source_;
  BlockPrefetch block_prefetch_;
  std::vector<NamedStream> named_streams_;
  std::vector<std::uint32_t> begun_streams_;       // which of named_streams_
  std::uint32_t current_stream_ = program::kNone;  // which of named_streams_ is drawn from
  NamedKey rule_key_;                              // of the stream of a rule
  program::RuleId rule_key_of_ = 0;                // that rule
  WorldStreams worlds_;
  program::RuleId rule_ = 0;
  std::uint64_t seed_ = 0;
  std::uint64_t index_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t cost_saved_ = 0;  // of cost(): what stored results made unnecessary
  int depth_ = 0;                 // rules entered on the thing under construction
  std::int32_t current_ = -1;     // row of that thing
  WordStore saved_;               // fields of the things around it
  struct Bound {
    program::Word first = 0;
    program::Word second = 1;
  };
  std::array<Bound, program::kMaxRuleParameters> arguments_;
  std::vector<std::vector<program::Word>> snapshots_;  // all slots before each block that may be put back
  std::size_t snapshot_depth_ = 0;                     // how many of these are under way
  std::vector<number::Rational> sums_;                 // of folds of numbers that are under way
  std::vector<program::Word> found_;                   // by folds that are under way, the innermost last
  std::vector<number::Rational> weights_;
  std::vector<std::uint64_t> passing_rows_;  // a bit for each row
  std::vector<program::Word> world_def_arguments_;
  std::map<std::uint32_t, std::vector<program::Word>> world_records_;  // by distinct def: its records, in order
  std::map<program::RuleId, WorldRule> world_rules_;                   // those that were run so far
  std::vector<std::int32_t> first_held_;  // by row, while the things are put in order: a chain of what each holds
  std::vector<std::int32_t> next_held_;
};

}  // namespace spoils::roll

#include "roll/run_frames.h"

// In roll/draws.cpp, so that the draws are inlined into their callers.
extern template class spoils::program::Evaluator<spoils::roll::Interpreter>;
