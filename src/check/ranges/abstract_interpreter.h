// check/ranges/abstract_interpreter.h
//
// Abstract interpretation of a rule: runs it over abstract values (abstract_value.h) that cover all rolls, and
// records what is certain to go wrong. It also records which free inputs, if narrowed, would decide the undecided
// places.
//
// A mistake counts only if the interpreter is sure that some roll with these free inputs reaches the place: each
// condition on the way to it is fulfilled by some roll.
#pragma once

#include <array>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "check/ranges/abstract_value.h"
#include "program/facts/rule_effects.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// A place where a quantity matters.
struct Site {
  text::Code code = text::Code::Overflow;
  program::ExpressionId expression = program::kNone;
  std::uint32_t statement = program::kNone;  // of a state that is set
  std::uint32_t table = program::kNone;
  std::uint32_t row = program::kNone;

  friend bool operator==(const Site& a, const Site& b) {
    return a.code == b.code && a.expression == b.expression && a.statement == b.statement && a.table == b.table;
  }
  friend bool operator<(const Site& a, const Site& b) {
    return std::tie(a.code, a.expression, a.statement, a.table) < std::tie(b.code, b.expression, b.statement, b.table);
  }
};

/// How a rule is entered.
struct Entry {
  program::RuleId rule = 0;
  std::vector<std::pair<program::SlotId, Value>> settings;  // of inputs and parameters
  bool takes_defaults = true;  // parameters that are not set have their default; else they may be anything
};

class AbstractInterpreter {
 public:
  explicit AbstractInterpreter(const program::Program& program);

  /// Interprets a rule. Marks of rows and loops accumulate over calls; all other results are of the last call.
  void run(const Entry& entry);

  struct Hit {
    Site site;
    std::size_t depth = 0;  // rules between the entry and the place
  };
  [[nodiscard]] const std::vector<Hit>& bad() const { return bad_; }
  [[nodiscard]] const std::vector<Site>& sound() const { return sound_; }          // of places that were ever in doubt
  [[nodiscard]] const std::vector<Site>& undecided() const { return undecided_; }  // which no free input would settle
  [[nodiscard]] std::uint64_t open_inputs() const { return open_ | open_for_warnings_; }
  [[nodiscard]] std::uint64_t open_for_errors() const { return open_; }
  [[nodiscard]] const std::set<Site>& open_places() const { return suspects_; }  // of all calls so far

  /// The statements, in any order and perhaps several times, in which some roll of the last call may fail, as far as
  /// is known. Numbers and weights that leave 64 bits and the limits of a roll are not counted. What a statement runs
  /// counts for the statements inside it.
  [[nodiscard]] const std::vector<std::uint32_t>& may_fail() const { return may_fail_; }
  /// How often something that may fail was met, in all calls so far: the same before and after a call in which nothing
  /// may, with the exceptions of may_fail().
  [[nodiscard]] std::size_t doubts() const { return doubts_; }

  /// Leaves a doubt about these places alone from now on.
  void suppress(std::set<Site> sites) { suppressed_ = std::move(sites); }

  /// The values at the next bad occurrence of a place: what is bad, or both operands.
  void watch(const Site& site) { watched_ = site; }
  [[nodiscard]] const std::vector<number::Rational>& seen() const { return seen_; }

  /// Steps of all calls. Once they exceed the limit nothing more is looked at.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] bool is_spent() const { return steps_ > kMaxWalkSteps; }
  static constexpr std::uint64_t kMaxWalkSteps = 20'000'000;  // about a second

  /// The findings of all calls so far about rows and loops.
  enum Mark : std::uint8_t { Never = 0, Reached = 1, Used = 2 };
  [[nodiscard]] std::uint8_t row_mark(std::uint32_t table, std::size_t row) const { return rows_[table][row]; }
  [[nodiscard]] std::uint8_t loop_mark(std::uint32_t statement) const { return loops_[statement]; }
  /// The mark of the key of a cell, by the expression of the cell: used if the key may be set.
  [[nodiscard]] std::uint8_t key_mark(program::ExpressionId cell) const { return keys_[cell]; }
  /// The mark of an expression that reads a slot: used if the slot may be set there.
  [[nodiscard]] std::uint8_t read_mark(program::ExpressionId read) const { return keys_[read]; }

  [[nodiscard]] Values& values() { return values_; }

 private:
  using ExpressionId = program::ExpressionId;
  using SlotId = program::SlotId;
  using RuleId = program::RuleId;

  enum class Flow : std::uint8_t { On, Ends };
  struct Change {
    SlotId slot = 0;
    Value value;
    bool is_assigned = false;  // else only refined by a condition
  };
  using Changes = std::vector<Change>;  // ascending by slot
  struct Frame {
    std::size_t mark = 0;
    std::vector<Changes> exits;  // at each `stop`
  };
  struct Scope {
    std::uint64_t control = 0;
    std::uint32_t valid_from = 0;
    int unsure = 0;
  };
  /// The members of a set for which a condition may hold, and those for which it may fail.
  struct Split {
    std::optional<Value> holding;  // none: it holds for no member
    std::optional<Value> failing;
    bool holds_for_all = false;
    bool fails_for_all = false;
    bool is_exact = true;  // of no member both may be so
  };
  struct Truth {
    bool maybe_true = false;
    bool maybe_false = false;
    [[nodiscard]] bool is_open() const { return maybe_true && maybe_false; }
  };

  // abstract_walk.cpp: state, branches, findings
  void begin(const Entry& entry);
  void find_outside();
  void set(SlotId slot, Value value, bool is_assigned = true);
  [[nodiscard]] Value get(SlotId slot) const;
  [[nodiscard]] Changes collect(std::size_t mark);
  void rollback(std::size_t mark);
  void apply(const Changes& changes);
  void merge(const std::vector<Changes>& branches, std::uint64_t free_inputs, bool is_sure);
  [[nodiscard]] Scope scope() const { return {control_, valid_from_, unsure_}; }
  void restore(const Scope& saved);
  /// A way through a block, from where it is entered to where it is left.
  struct Passage {
    Scope entered;
    Scope left;
  };
  void go_on_after(std::size_t endings, std::span<const Passage> ways);
  void return_to(const Scope& saved, std::size_t endings);
  void enter(const Value& condition, bool is_pure);
  [[nodiscard]] static bool is_sure(const Value& value) {
    return value.kind == Value::Kind::Known || value.must_since != 0;
  }
  [[nodiscard]] Truth truth(const Value& value) const;
  void doubt();
  void note(Occurs occurs, std::uint64_t free_inputs, const Site& site, std::initializer_list<number::Rational> shown);
  void choose_within(const program::Slot& slot, const Value& value, const Site& site);
  [[nodiscard]] Occurs outside(const Value& value, std::int64_t first, std::int64_t last) const;
  [[nodiscard]] number::Rational first_outside(const Value& value, std::int64_t first, std::int64_t last) const;
  bool step() { return ++steps_ <= kMaxWalkSteps; }
  void mark_row(std::uint32_t table, std::size_t row, bool is_used) {
    rows_[table][row] = static_cast<std::uint8_t>(rows_[table][row] | (is_used ? Reached | Used : Reached));
  }

  // abstract_refine.cpp: what a condition tells
  void refine(ExpressionId id, bool holds, std::uint32_t valid_from);
  void refine_either(ExpressionId a, ExpressionId b, bool holds);
  Split split(ExpressionId id, SlotId slot);
  void refine_finite_set(ExpressionId id, bool holds, SlotId slot, std::uint32_t valid_from);
  void refine_ends(const program::Expression& e, bool holds);
  void trim(ExpressionId id, Bounds part);
  void trim_size(const program::Expression& list, const Bounds& sizes);
  [[nodiscard]] const std::vector<SlotId>& slots_of(ExpressionId id);
  [[nodiscard]] std::uint64_t inputs_to_narrow(ExpressionId id, const Value& value);

  // abstract_expression.cpp
  Value eval(ExpressionId id);
  Value number(ExpressionId id) { return values_.as_number(eval(id)); }
  Value arithmetic(const program::Expression& e, ExpressionId id);
  Value sequence(const program::Expression& e, ExpressionId id);
  Value interpolate(const program::Expression& e);
  Value compare(const program::Expression& e);
  Value equal(const program::Expression& e);
  Value with_knowledge(const Value& a, const Value& b, bool maybe_true, bool maybe_false, bool one_is_enough);
  Value lazily(const program::Expression& e);
  Value choose(ExpressionId condition, ExpressionId yes, ExpressionId no);
  Value invoke(const program::Expression& e);
  Value constant(const program::Expression& e);
  Value block_of_def(const program::Expression& e, ExpressionId id);
  Value run_block_of_def(const program::Expression& e);
  template <class Body>
  bool is_sound_and_costly(Body&& body);
  const std::vector<Value>* world_summary(const program::Statement& s, const std::vector<SlotId>& fields);
  Value contains(const program::Expression& e);
  Value cell(const program::Expression& e, ExpressionId whole);
  struct Column {
    std::optional<Value> value;  // of all its cells together; none: one of them reads a slot
    bool may_fail = false;       // wherever it is read
  };
  const Column& column(std::uint32_t table, std::uint32_t number);
  Value any_cell(std::uint32_t table, std::uint32_t number);
  Value fold(const program::Fold& f, const program::Expression& e);
  [[nodiscard]] bool is_pure_draw(ExpressionId id) const;
  [[nodiscard]] const std::vector<program::Word>* list_of(const Value& value) const;
  /// Whether a value is a list, set or map that is not empty.
  [[nodiscard]] bool has_members(const Value& value) const;

  // abstract_map.cpp
  Value values_of_map(Value map);
  Value written_map(program::Word map);
  std::optional<program::Word> constant_map(program::ExpressionId id);
  Value cell_of_maps(const program::Expression& e, program::ExpressionId id);
  Value with_entry(const program::Expression& e);
  Value joined_maps(const program::Expression& e);
  Value make_map(const program::Expression& e);
  Value value_at(const program::Expression& e);
  Value keys_of(const program::Expression& e);

  // abstract_pick.cpp
  Value chance(const program::Expression& e, ExpressionId id);
  Value pick_range(const program::Expression& e, ExpressionId id);
  Value dice(const program::Expression& e, ExpressionId id);
  Value pick_table(std::uint32_t table, ExpressionId id);
  Value pick_grid(const program::Expression& e, ExpressionId id);
  void doubt_any_row(const program::Choice& choice);
  Value pick_where(const program::Expression& e, ExpressionId id);
  Value pick_member(const program::Expression& e, ExpressionId id);
  [[nodiscard]] std::optional<program::Word> length_of_range(const program::Expression& e) const;
  Value pick_distinct(const program::Expression& e, ExpressionId id);
  Value outcome(const program::TableRow& row);
  /// Rows as they are looked at: which may come, which must.
  struct Draw {
    std::vector<number::Rational> weights;  // as long as all are known
    bool weights_known = true;
    std::optional<number::Rational> most{0};  // all weights together, at their greatest; none: too large for words
    bool any_maybe = false;
    bool any_sure = false;
    bool all_sure = true;             // of those that may come
    bool may_be_negative = false;     // reported by itself; its consequences are not
    std::uint64_t free_inputs = 0;    // that decide which rows are present
    std::uint64_t weight_inputs = 0;  // and what they weigh
    std::optional<Value> outcome;
  };
  void look_at_row(Draw& draw, std::uint32_t table, std::size_t row, const program::Choice* choice);
  Value finish(Draw& draw, std::uint32_t table, ExpressionId id, bool may_be_empty);

  // abstract_statement.cpp
  Flow block(program::BlockId id);
  Flow statement(std::uint32_t number);
  Flow interpret(const program::Statement& s, std::uint32_t number);
  Flow branch(const program::Statement& s);
  Flow settle(const program::Statement& s);
  Flow with_input(const program::Statement& s);
  Flow with_stream(const program::Statement& s);
  Flow run_rule(const program::Statement& s);
  /// Records whose blocks, and rows whose columns, are looked at one by one; of more only what any of them may do.
  static constexpr std::size_t kMostRecords = 24;
  Flow run_named(const program::Statement& s);
  Flow run_to_end(program::BlockId body);
  Flow run_body(RuleId rule) { return run_to_end(program_.rules[rule].body); }
  void drop(const program::Statement& s);
  void assign(const program::Statement& s, std::uint32_t number);

  // abstract_retry.cpp: what is put back
  Flow retry(const program::Statement& s);
  Flow attempt(const program::Statement& s);
  void suppose(const program::Statement& s);

  // abstract_loop.cpp
  Flow repeat(const program::Statement& s, std::uint32_t number);
  Flow turn_of(const program::Statement& s);
  Flow for_each(const program::Statement& s, std::uint32_t number);
  Flow for_range(const program::Statement& s, std::uint32_t number);
  template <class Body>
  Flow widen(bool runs_at_least_once, Body&& body);
  [[nodiscard]] Value widened(const Value& before, const Value& after, int pass) const;
  [[nodiscard]] bool is_stationary(std::size_t mark);
  void mark_loop(std::uint32_t statement, bool may_run) {
    loops_[statement] = static_cast<std::uint8_t>(loops_[statement] | (may_run ? Reached | Used : Reached));
  }

  const program::Program& program_;
  Values values_;
  std::vector<Value> slots_;
  std::vector<Change> journal_;                                // what slots held before, to go back
  std::vector<std::pair<std::uint32_t, std::size_t>> stamps_;  // one a slot, for collect(): when, and which of these
  std::vector<std::pair<SlotId, bool>> collected_;
  std::uint32_t stamp_ = 0;
  std::vector<Frame> frames_;  // one a rule, or block of a def, on the way

  std::uint64_t control_ = 0;     // free inputs that decide whether this place is reached
  std::uint32_t valid_from_ = 1;  // what was sure before this moment is not, since a condition may depend on it
  std::uint32_t validity_epoch_ = 1;
  int unsure_ = 0;           // enclosing conditions for which it is unknown whether any roll fulfils them
  int unrolled_ = 1;         // turns of loops around this place
  std::size_t endings_ = 0;  // `stop` and `discard` so far
  std::size_t discards_ = 0;
  bool is_fresh_ = false;  // the value just made depends on nothing but draws of its own

  std::vector<Hit> bad_;
  std::vector<Site> sound_;
  std::vector<Site> undecided_;
  std::set<Site> suppressed_;
  std::uint64_t open_ = 0;
  std::uint64_t open_for_warnings_ = 0;
  std::size_t notes_ = 0;  // of anything but that all is well
  std::set<Site> suspects_;
  std::vector<bool> is_suspect_;              // one an expression
  std::vector<std::uint8_t> keys_;            // marks, one an expression
  std::uint32_t statement_ = program::kNone;  // the innermost that is interpreted
  int blocks_of_defs_ = 0;                    // that surround it
  std::vector<std::uint32_t> may_fail_;
  std::size_t doubts_ = 0;
  std::optional<Site> watched_;
  std::vector<number::Rational> seen_;
  std::uint64_t steps_ = 0;

  program::RuleEffects effects_;  // of the blocks of many records, which are not looked at one by one
  // By table, column and list of keys, if all cells there are constants: what one of them may be.
  std::map<std::array<std::uint32_t, 3>, Value> cells_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Column> columns_;  // by table and number

  std::vector<std::vector<std::uint8_t>> rows_;
  std::vector<std::uint8_t> loops_;
  std::vector<std::optional<Value>> table_outcomes_;  // of tables that nothing changes
  std::vector<std::optional<std::vector<SlotId>>> read_by_;
  // The sets for which a condition holds and fails: by the number of the condition, that of the set, and the values of
  // other slots read.
  std::map<std::vector<program::Word>, Split> splits_;
  std::vector<std::vector<SlotId>> outside_;  // inputs and states that a rule reads, those it calls included
  /// The value of a constant def for any arguments, as found in one call.
  struct ConstantSummary {
    std::size_t call = 0;
    Value value;
    bool may_fail = false;
  };
  static constexpr std::uint32_t kConstantBody = program::kNone - 1;  // in the place of a statement
  /// Steps from which a block of a def is summarised: cheaper ones keep the precision of their place. The block of
  /// packs/lib/power.loot that rates items takes 4,000.
  static constexpr std::uint64_t kCostlyBlock = 1'000;
  /// By expression: the value of a costly block if all slots are unknown; none: it is interpreted at each place.
  std::map<ExpressionId, std::optional<Value>> block_summaries_;
  std::map<RuleId, std::optional<std::vector<Value>>> world_summaries_;  // likewise, of the fields of a world rule
  std::vector<std::optional<ConstantSummary>> constants_;                // by def
  std::vector<bool> is_part_;  // a rule that others run: its thing may be begun already
  /// Summaries of dropped rules: what they do to states. A rule with findings is interpreted again in another call.
  struct DroppedSummary {
    Changes states;
    bool has_notes = false;  // or a statement that may fail
    std::size_t call = 0;
  };
  std::vector<std::map<std::vector<std::int64_t>, DroppedSummary>> dropped_;
  std::size_t call_ = 0;
  RuleId entered_ = 0;
};

}  // namespace spoils::check
