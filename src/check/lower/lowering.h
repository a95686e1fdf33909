// check/lower/lowering.h
//
// Tree to program, the only bridge. One method a construct; each returns the node that it made and its type. The same
// code infers types (on throw-away programs, silently) and makes the final program (with findings).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/resolve/names.h"
#include "check/resolve/pack_context.h"
#include "check/resolve/question_tree.h"
#include "check/resolve/scope.h"
#include "check/resolve/types.h"
#include "lang/tree.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// A lowered expression: its node and type.
struct Lowered {
  program::ExpressionId id = program::kNone;
  ValueType type;
};

class Lowering {
 public:
  Lowering(const Scope& scope, Types& types, text::Report& report);

  /// Lowers questions against a finished program, which is a copy of the one that `context` belongs to, perhaps with
  /// questions that were lowered before. Requires: `types` extends those of the context.
  Lowering(const PackContext& context, program::Program program, Types& types, text::Report& report);

  /// Numbers the symbols of the program lowered before in the order of their names. Sets give their members in the
  /// order of these numbers, which must not depend on the places of symbols in the pack. Call before run().
  void number_symbols(const text::Symbols& before);

  /// Makes room for as many expressions: if they grew by doubling, the largest pack would have them twice in memory.
  void reserve(std::size_t expressions) {
    out_.expressions.reserve(expressions);
    out_.places.reserve(expressions);
  }

  /// Lowers everything. Call once.
  program::Program run();

  /// Lowers one question, which is the last query of the program then. Call once, instead of run().
  program::Program run(const QuestionTree& question);

  /// Gives away the numbers of names. Call after run().
  [[nodiscard]] Names take_names() { return std::move(own_names_); }

  /// Returns whether the pack is so large that run() gave up.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  using Op = program::Op;
  using ExpressionId = program::ExpressionId;
  using SlotId = program::SlotId;
  using Expression = lang::Expression;
  using Code = text::Code;

  enum class Progress : std::uint8_t { None, Begun, Done };

  /// A name that holds for a part of a rule or def.
  struct Local {
    std::string_view name;
    SlotId slot = 0;
    std::optional<std::uint32_t> table;  // set: the slot holds the index of a row of that table
    const void* key = nullptr;           // where its inferred type is kept, if it has one
    bool is_thing = false;               // a finished thing that a question looks at
    bool is_of_def = false;              // a parameter of a def
  };

  // declaration.cpp
  void declare_header();
  void declare_tables();
  void declare_defs();
  void declare_rules();
  SlotId parameter_slot(const lang::Parameter& parameter);
  void check_parameters(const lang::Declaration& declaration, std::size_t most);
  void check_parameter_types();
  void lower_tables();
  void lower_defs();
  void lower_def(std::uint32_t index);
  void check_distinct(const lang::Declaration& declaration, std::uint32_t index, ValueType value, Span place);
  void check_constant(const lang::Declaration& declaration, std::uint32_t index, ValueType value, Span place);
  void lower_rules();
  void settle_rule(program::RuleId rule, Span place);

  // variable.cpp
  void declare_variables();
  void declare_fields();
  void find_fields(const lang::Block& block, std::vector<std::string_view>& hidden);
  void declare_field(std::string_view name, Span place, const lang::Declaration* declaration);
  SlotId add_slot(program::Slot slot);
  SlotId add_local(std::string_view name, ValueType type, Span place);
  void apply_type(program::Slot& slot, const lang::TypeName& type);
  [[nodiscard]] bool has_fraction(const std::vector<Expression>& bounds);
  void set_usual_initial(program::Slot& slot, bool is_given);
  void set_initial(program::Slot& slot, const lang::Parameter& parameter);
  void refuse_initial(std::string_view what, const lang::Parameter& parameter);
  void check_variable(const lang::Declaration& declaration, const program::Slot& slot);
  void check_range(SlotId slot, const Expression& e, Lowered value);
  void check_choice(const program::Slot& slot, const Expression& e, Lowered value);
  std::vector<program::Word> choices_of_table(const lang::Declaration& table);

  // display.cpp
  void lower_measures();
  void lower_displays();
  Lowered display_text(const Expression& e);
  void name_draws(Span place);
  void lower_names();

  // question.cpp
  void lower_expectations();
  void lower_expectation(const lang::Declaration& declaration);
  program::Expectation::Side side(const Expression& e);
  void lower_shares(const Expression& e, program::Expectation& out);
  [[nodiscard]] std::vector<ValueType> asked_types(std::uint32_t query) const;
  void refuse_no_shares(const program::Expectation& promise, const Expression& e);
  void refuse_by(const program::Expectation& promise);
  enum class Rolls : std::uint8_t { One, OneOrMany };
  std::uint32_t query(const Expression& e, Rolls may_ask_of = Rolls::One);
  void draw_query(const QuestionTree& question);
  void set_inputs(const Expression& query, program::Query& out, Rolls may_ask_of);
  ExpressionId evidence(const Expression& e);
  [[nodiscard]] static program::SymbolName plain_name(std::string_view symbol);

  // many_rolls.cpp
  void set_rolls(const Expression& setting, program::Query& out);
  void settle_rolls(const Expression& e, program::Query& out);
  void refuse_equal_of_many(const program::Expectation& promise, Span place);

  // things.cpp
  Lowered accumulator(const Expression& e, std::string_view variable, const Expression* where, const Expression* value);
  Lowered thing_member(const Expression& e);
  Lowered refuse_thing(const Expression& e);
  [[nodiscard]] bool is_left_to_chance(ExpressionId root) const;
  bool refuse_unkept(const std::vector<ExpressionId>& roots, Span fold);
  void refuse_state(ExpressionId root, std::string_view what);
  void refuse_two_meanings(const std::vector<ExpressionId>& roots, std::string_view variable);

  // table.cpp
  void lower_table(const lang::Declaration& declaration, std::uint32_t index);
  std::uint32_t rows_table(const Expression& rows);
  [[nodiscard]] bool is_decimal_comma(Span number, Span word) const;
  void learn_outcome(const void* type_key, std::string_view what, Lowered outcome, Span place);
  void judge_percentages(const std::vector<lang::Row>& rows);
  void lower_rows(program::Table& table, const void* type_key, const std::vector<lang::Row>& rows,
                  const lang::Declaration* declaration);
  bool is_swapped(const lang::Row::Outcome& outcome, Span table);
  bool is_of_two_words(const lang::Row::Outcome& outcome, Span table);
  bool is_hyphened_row(const lang::Row::Outcome& outcome);
  void report_hyphen(Span span);
  void lower_cells(program::Table& table, const std::vector<lang::Row>& rows, const lang::Declaration& declaration);
  bool has_room(std::uint64_t spread, Span place);
  void finish_table(program::Table& table);
  Lowered own_cell(std::string_view column, Span place);
  ExpressionId weight(const Expression& e, Span place, ExpressionId before, bool& in_percent);
  Lowered literal(const Expression& e);
  std::optional<program::Word> constant_word(ExpressionId id) const;

  // grid.cpp
  void lower_grid(const lang::Declaration& declaration, std::uint32_t index);
  void lower_interpolated(const lang::Declaration& declaration, program::Grid& grid);
  std::uint32_t table_of_cells(const lang::Declaration& declaration, std::size_t key);
  std::vector<const Expression*> keys_of(const lang::Declaration& grid, std::size_t line) const;
  std::vector<Lowered> heads(const Expression& written, const std::string& what, bool takes_lists);

  // def_block.cpp
  Lowered def_block(const lang::Declaration& declaration);
  bool surely_gives(const lang::Block& block);
  bool surely_gives(const lang::Statement& s);
  bool may_stand_in_def(const lang::Statement& s);
  bool may_set_in_def(const lang::Statement& s);
  void give(const lang::Statement& s, std::vector<std::uint32_t>& out);

  // statement.cpp
  program::BlockId block(const lang::Block& tree);
  program::BlockId add_block(const std::vector<std::uint32_t>& statements);
  void statement(const lang::Statement& s, std::vector<std::uint32_t>& out);
  void assign(const lang::Statement& s, std::vector<std::uint32_t>& out);
  void match(const lang::Statement& s, std::vector<std::uint32_t>& out);
  [[gnu::noinline]] void for_loop(const lang::Statement& s, std::vector<std::uint32_t>& out);
  void run_rule(const lang::Statement& s, std::vector<std::uint32_t>& out);
  Lowered supposed(const lang::Statement& s, std::vector<std::uint32_t>& out);
  void run_named(const lang::Statement& s, std::vector<std::uint32_t>& out);
  void with_stream(const lang::Statement& s, std::vector<std::uint32_t>& out);
  void stream_part(const Expression& argument);
  void suggest_input(text::Finding finding, Span place, std::string_view word) const;
  std::uint32_t add(program::Statement statement, Span place);
  Lowered changed(Lowered target, const lang::Statement& s, Lowered value);

  // expression.cpp
  Lowered expression(const Expression& e);
  Lowered expression_below(const Expression& e);
  Lowered condition(const Expression& e);
  Lowered choose(const Expression& e);
  Lowered match_value(const Expression& e);
  Lowered member(const Expression& e);
  Lowered member_value(const Expression& e);
  Lowered collection(const Expression& e);
  Lowered numeric(const Expression& e, std::string_view needed_by);
  void needs_number(const Expression& e, std::string_view needed_by, Lowered value);
  bool help_to_flag(text::Finding& finding, Span place) const;
  bool lacks_comparison(const Expression& e);
  Lowered integer(const Expression& e, std::string_view needed_by);
  Lowered without_fraction(const Expression& e, Lowered value, std::string_view needed_by);
  void help_to_round(text::Finding finding, Span place, ValueType wanted, ValueType found) const;
  void help_to_draw(text::Finding finding, const Expression& range) const;

  // operator.cpp
  [[nodiscard]] bool is_hyphened(const lang::Expression& e) const;
  Lowered binary(const Expression& e);
  Lowered arithmetic(const Expression& e, Lowered left, Lowered right);
  Lowered comparison(const Expression& e, Lowered left, Lowered right);
  [[nodiscard]] bool is_word(const Expression& e) const;
  /// Returns the word of a text that is one, as "card"; "" of anything else.
  [[nodiscard]] static std::string word_in_quotes(const Expression& e);
  void help_to_word(text::Finding& finding, const Expression& e, bool is_word_behind) const;
  void only_words(const Expression& left, const Expression& right, Span place, bool holds);
  Lowered equality(const Expression& e, Lowered left, Lowered right);
  Lowered membership(const Expression& e);
  Lowered in_range(Lowered value, Span value_place, const Expression& e, const Expression& range);
  Lowered meets(const Expression& subject, Lowered kept, const Expression& wanted);
  Lowered negate(Lowered value, Span place);

  // name.cpp
  Lowered name(const Expression& e);
  [[nodiscard]] const Local* local(std::string_view name) const;
  [[nodiscard]] Nearness nearness_of_variable(std::string_view name, Span place) const;
  [[nodiscard]] std::optional<SlotId> variable(std::string_view name, Span place) const;
  [[nodiscard]] const lang::Declaration* measure(std::string_view name, Span place) const;
  Lowered measure_of(const lang::Declaration& found, const Expression& e);
  [[nodiscard]] bool means_def(std::string_view name, Span place) const;
  [[nodiscard]] bool is_value(const Expression& e) const;
  [[nodiscard]] static bool has_column(const lang::Declaration& table, std::string_view name);
  Lowered or_record(const Expression& e, Lowered value, const ValueType& wanted);
  [[nodiscard]] bool means_table(const Expression& e) const;
  /// Returns the range that an expression is or whose def it names; nullptr if it is no range.
  [[nodiscard]] const Expression* range_of(const Expression& e) const;
  /// Calls `lower` where the range is written: that of a def sees no lets and rows of the place that names the def.
  template <class Lower>
  auto where_written(const Expression& range, const Expression& e, Lower&& lower) {
    std::vector<Local> hidden;
    const auto* row = row_;
    if (&range != &e) {
      hidden.swap(locals_);
      row_ = nullptr;
    }
    auto out = lower();
    if (&range != &e) {
      hidden.swap(locals_);
      row_ = row;
    }
    return out;
  }
  [[nodiscard]] std::vector<std::string_view> variable_names(Span place) const;
  void suggest(text::Finding finding, Span place, std::string_view word, Scope::Space space) const;
  bool suggest_value(text::Finding finding, const Expression& e) const;
  bool first_time(Code code, Span place, std::string_view name);
  void check_local(std::string_view name, Span place, bool is_let = false);

  // call.cpp
  Lowered call(const Expression& e);
  std::optional<Lowered> built_in(const Expression& e);
  bool has_unknown_type(const Expression& e, const lang::Declaration& def, const std::vector<SlotId>& parameters,
                        const ExpressionId* arguments);
  Lowered invoke(const Expression& e, const lang::Declaration& def);
  // Not inlined: their texts would be in each frame of defs that call each other, up to 600 deep.
  [[gnu::noinline]] Lowered refuse_range(const Expression& e, const lang::Declaration& def);
  [[gnu::noinline]] void refuse_kept_range(const lang::Declaration& declaration);
  Lowered sequence(const Expression& e, const Expression& range, std::string_view needed_by);
  Lowered aggregate(const Expression& e, std::string_view variable, const Expression* where, const Expression* value);
  std::vector<const Expression*> match_arguments(const Expression& call, const lang::Declaration& callee);
  Lowered settling_argument(const Lowered& value, ValueType parameter, Span place);
  std::uint32_t lower_arguments(const Expression& call, const lang::Declaration& callee,
                                const std::vector<SlotId>& slots, std::uint32_t& count);

  // pick.cpp
  Lowered pick(const Expression& source, Span place);
  Lowered pick_where(const Expression& e, bool as_row = false);
  std::optional<std::uint32_t> choice(const Expression& e, std::string_view name, bool as_row);
  Lowered pick_distinct(const Expression& e);
  Lowered distinct_members(const Expression& e, Lowered count);
  Lowered shuffle(const Expression& e);
  void no_table(const Expression& e);
  [[nodiscard]] std::optional<std::uint32_t> table_number(std::string_view name, Span place) const;
  [[nodiscard]] std::optional<std::uint32_t> grid_number(std::string_view name, Span place) const;
  void unknown_table(Span place, std::string_view name);
  Lowered pick_table(std::uint32_t table, Span place);
  Lowered chance(const Expression& e);
  Lowered lookup(const Expression& e);
  /// Whether `NAME[...]` is a member of a list or a value of a map, and not a row of the table `NAME`.
  [[nodiscard]] bool is_member_of_value(const Expression& lookup) const;
  Lowered member_at(const Expression& list, const Expression& place, Span span);
  Lowered grid_pick(const Expression& lookup, Span place);
  Lowered cell(std::uint32_t table, std::string_view column, ExpressionId key, bool is_row, Span place,
               Span column_place);
  std::optional<std::uint32_t> table_named(const Expression& e, std::string_view needed_by);

  // map.cpp
  Lowered members(Lowered value, Span place);
  Lowered map(const Expression& e, bool in_cell);
  Lowered map_constant(ValueType type, const std::vector<ExpressionId>& ids, Span place);
  Lowered value_at(Lowered map, const Expression& written, const Expression& key, Span span);
  Lowered has_key(Lowered map, const Expression& e, Lowered key);
  Lowered changed_entry(Lowered target, const lang::Statement& s);
  Lowered changed_map(Lowered target, const lang::Statement& s, Lowered value);
  bool is_key(ValueType map, const Expression& e, Lowered key, std::string_view name);
  void check_key(ValueType map, const Expression& e, Lowered key, std::string_view name);
  void check_keys(const Expression& e, ValueType type, std::string_view name);
  const std::set<program::Word>& key_words(std::uint32_t table);
  void map_type(program::Slot& slot, const lang::TypeName& type, ValueKind key);

  // record.cpp
  /// A record or a row of one, of which the columns can be read.
  struct Part {
    std::uint32_t table = 0;
    bool is_row = false;  // `key` is the slot that holds the index of a row, else an expression for the outcome
    ExpressionId key = 0;
    Span place;
  };
  [[nodiscard]] Span name_place(const Expression& named) const;
  /// The name alone of a look-up.
  [[nodiscard]] Expression name_of(const Expression& lookup) const;
  [[nodiscard]] Span column_place(const Expression& member) const;
  [[nodiscard]] std::optional<std::uint32_t> row_table(const Local& local) const;
  [[nodiscard]] std::optional<std::uint32_t> collection_named(const Expression& e) const;
  Lowered row_value(const Expression& e);
  Lowered row_outcome(std::uint32_t table, SlotId slot, Span place);
  bool ready_table(std::uint32_t index, Span place);
  Lowered shown(Lowered value, Span place);
  std::optional<Part> part_of(const Expression& base);
  std::optional<Part> holder_of(const Expression& base, std::string_view column);
  Lowered once(Lowered value, Span place, const std::function<Lowered(Lowered)>& body);
  Lowered once(const Part& part, const std::function<Lowered(const Part&)>& body);
  std::optional<Part> part_of(Lowered value, Span place);
  std::optional<Part> with_column(Part part, std::string_view column);
  Lowered column(const Part& part, std::string_view name, Span place, Span column_place);
  Lowered all_records(std::uint32_t table, Span place);
  [[nodiscard]] std::optional<std::uint32_t> plain_table_named(const Expression& e) const;
  Lowered all_rows(std::uint32_t table, Span place);
  Lowered is(const Expression& e);
  Lowered is_of(Lowered tags, const Expression& e);
  Lowered shares_member(Lowered tags, Lowered set, Span place);
  Lowered admitted(Lowered tags, Lowered with, Lowered without, Span place);
  void add_words(const lang::Expression& e, std::vector<program::Word>& members, std::size_t depth);
  Lowered words(const Expression& e, std::size_t first, std::size_t last);
  Lowered both(Lowered left, Lowered right, Span place);
  std::optional<Lowered> in_column(const Expression& value, const Expression& member, Span place);
  std::optional<std::uint32_t> allocation(const Expression& e, const Expression& source);
  Lowered allocated(const Expression& e, std::uint32_t table, SlotId row);
  void check_filters();
  void apply(const lang::Statement& s, std::vector<std::uint32_t>& out);

  // text.cpp
  Lowered text(const Expression& e, bool is_display);
  void text_parts(const std::vector<Expression>& children, bool is_display, std::vector<program::TextPart>& out);

  // node.cpp
  ExpressionId push(const program::Expression& e, Span place);
  bool column_draws(std::uint32_t index, std::uint32_t column);
  Lowered node(Op op, ValueType type, Span place, ExpressionId a = program::kNone, ExpressionId b = program::kNone,
               ExpressionId c = program::kNone, program::Word value = 0);
  Lowered constant(ValueKind kind, program::Word value, Span place);
  Lowered fraction(const number::Rational& value, Span place);
  Lowered symbol(std::string_view name, Span place);
  Lowered text_constant(std::string_view text, Span place);
  Lowered list_constant(ValueType type, std::vector<program::Word> members, Span place);
  Lowered nothing(Span place) { return constant(ValueKind::Nothing, program::kUnset, place); }
  void note_open();
  /// The value of an expression that is wrong, or has no type yet. If all types are closed, it is wrong: without
  /// another error the place is reported, so no program has such a value.
  Lowered poison(Span place);
  Lowered or_zero(Lowered value, Span place);
  /// A value that is never set (of type Nothing), where a number or a condition is needed. Its draws and faults stay.
  Lowered zero_for_nothing(Lowered value, ValueKind kind, Span place);
  template <class Key, class Numbers>
  std::uint32_t interned(Numbers& numbers, std::vector<Key>& constants, Key key);
  std::uint32_t operands(const std::vector<ExpressionId>& ids);
  std::uint32_t text_index(std::string_view text);
  [[nodiscard]] std::optional<number::Rational> constant_number(ExpressionId id) const;
  [[nodiscard]] bool draws(ExpressionId id) const { return id != program::kNone && out_.expressions[id].draws; }
  [[nodiscard]] static bool is_number(ValueType type) {
    return type.kind == ValueKind::Int || type.kind == ValueKind::Number;
  }
  /// An operand for messages, without its children: copying them at each level would cost quadratic time.
  [[nodiscard]] static Expression named_only(const Expression& e) {
    Expression out;
    out.kind = e.kind;
    out.span = e.span;
    out.text = e.text;
    return out;
  }
  [[nodiscard]] static bool is_open(ValueType type) {
    return type.kind == ValueKind::Unknown || type.kind == ValueKind::Nothing;
  }

  const Scope& scope_;
  Types& types_;
  text::Report& report_;
  program::Program out_;

  /// The def whose block is being lowered.
  struct DefBlock {
    const lang::Declaration* declaration = nullptr;
    SlotId result = 0;
  };

  std::vector<Local> locals_;
  const DefBlock* def_block_ = nullptr;  // null: none
  Names own_names_;                      // of the pack that is lowered; empty for a question
  Names* declared_ = &own_names_;        // where they are written; null for a question, which declares none
  const Names& names_ = own_names_;      // those in force
  // Numbers of constants, each stored once. Those of a finished program are found by going through them: a question has
  // few constants, and the maps would take as much memory as the constants themselves.
  std::map<std::string, std::uint32_t, std::less<>> text_numbers_;
  std::map<number::Rational, std::uint32_t> fraction_numbers_;
  std::map<std::vector<program::Word>, std::uint32_t> list_numbers_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> column_draws_;  // by table and column
  std::map<std::uint32_t, std::set<program::Word>> key_words_;            // by table: its outcomes
  std::vector<Progress> table_progress_;  // one a named table or grid, in the order of declaration
  std::vector<Progress> def_progress_;
  std::vector<program::Accumulator>* accumulators_ = nullptr;  // of the question that is being lowered
  bool folds_things_ = false;                                  // what is being lowered is asked of each finished thing
  std::set<ExpressionId> of_things_;                           // what is read of the thing that such a fold names
  std::vector<std::string_view> measuring_;                    // measures that are being put in place, against circles
  std::set<std::string, std::less<>> circular_;                // measures that lead back to themselves
  std::map<std::pair<Code, std::string>, Span> reported_;      // names that are unknown: where it was said first
  const lang::Row::Outcome* row_ = nullptr;                    // whose weight or condition is lowered, if it has cells
  const lang::Declaration* row_columns_ = nullptr;             // and the table that says which
  bool reads_row_ = false;                                     // whether one of its cells was read
  std::size_t spread_ = 0;                                     // entries of all tables by outcome
  int depth_ = 0;                                              // of expressions, through defs, tables and measures
  bool has_free_tags_ = false;                                 // something is picked `on` tags that are no record's
  bool is_in_uncalled_ = false;                                // a def that nothing calls is being lowered
  bool is_full_ = false;  // there are too many expressions: no further ones are made
};

}  // namespace spoils::check
