// compile_c/emitter.h
//
// Lowers a program to C: functions are emitted when the first call of them is met, so each follows all that it calls
// and none needs a prototype. Expressions are lowered in the order of evaluation: what has no effect stays an
// expression of C, what draws, fails or calls becomes a statement before it. In all
// texts `$` is the prefix in small letters and "`" the one in capitals (finished() replaces them).
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compile_c/compile.h"
#include "compile_c/names.h"
#include "compile_c/ranges.h"
#include "number/rational.h"
#include "number/weight.h"
#include "program/fault.h"
#include "program/program.h"

namespace spoils::compile_c {

/// An expression of C.
struct Code {
  std::string text;
  bool is_settled = false;  // a constant: no statement changes its value
  bool has_effect = false;  // it draws; must be evaluated exactly once, and before what follows
};

/// The most characters that a C99 compiler must accept in a literal.
inline constexpr std::size_t kMostInLiteral = 4'000;

/// The type of values that take one word.
inline constexpr std::string_view kWord = "int64_t";

/// Returns an expression without the parentheses around it.
[[nodiscard]] std::string bare(const std::string& text);

/// Returns the end of the name of a fault's enumerator.
[[nodiscard]] std::string_view name_of_fault(program::Fault::Kind kind);

/// Parts of the run-time support (compile_c/runtime.h); only those that a header needs are in it.
enum class Part : std::uint8_t {
  Arithmetic,
  Floored,
  Wide,
  Shares,
  Numbers,
  Interpolate,
  Lists,
  Texts,
  NumberTexts,
  TextKeys,
  Names,
  Maps,
  MapTexts,
  Distinct,
  Cache,
  Lcg,
  WorldKeys,
  Count
};

/// The parts of a header that are left out, and why.
struct Omitted {
  std::optional<Refusal> names;
  std::map<std::size_t, Refusal> measures;  // by their numbers
};

class Emitter {
 public:
  Emitter(const program::Program& program, const text::Sources& sources, const Options& options, Omitted omitted);
  /// After a refusal of a part without which the rest can be compiled: adds it. False if that was refused.
  [[nodiscard]] bool omits(const Refusal& refusal, Omitted& omitted) const;
  Compiled run();

 private:
  using Op = program::Op;
  using ExpressionId = program::ExpressionId;
  using SlotId = program::SlotId;
  using Word = program::Word;
  using Expression = program::Expression;
  using Statement = program::Statement;

  /// The result of the function that is being emitted.
  enum class Returns : std::uint8_t { Flow, Word, Number, Row };
  struct Body {
    std::vector<std::string> lines;
    int indent = 1;
    int temporaries = 0;
    bool can_fail = false;
    bool has_flow = false;  // it sets `flow`, what a rule that it ran says
    Returns returns = Returns::Flow;
    std::vector<std::string> cleanups;  // statements before a return out of a `with`
    std::vector<std::string> stop;      // what `stop` does in the block of a def
    std::set<SlotId> set_rows;          // slots of rows that are certainly set here
  };
  struct Function {
    std::string name;
    bool can_fail = false;
  };

  // emitter.cpp: lines, functions, names of slots
  void line(std::string text);
  void open(std::string text);
  void close(std::string text = "}");
  std::string temporary() { return fmt::format("t{}", ++body_->temporaries); }
  std::string hold(std::string_view type, const std::string& value);
  Code settled(Code code, std::string_view type);
  std::size_t mark() const { return body_->lines.size(); }
  void keep(Code& code, std::size_t mark, std::string_view type);
  void fail(program::Fault::Kind kind, Span place);
  void fail_if(const std::string& condition, program::Fault::Kind kind, Span place);
  void fail_if_unset(const std::string& result, Span place);
  Code made(const std::string& call, Span place);
  void check_call(bool can_fail);
  const Function& function(const std::string& key, Returns returns, const std::string& signature,
                           const std::string& name, const std::function<void()>& emit);
  static constexpr std::size_t kMostSaved = 65'536;
  /// A condition in C: that a word is none that the slot may hold from outside. Empty: any may be.
  std::string refused(program::SlotId slot, const std::string& word);
  /// The lines that refuse or reduce the number of an input or a parameter.
  std::string taken_number(program::SlotId slot);
  /// The lines that load a state of one word, or a number, from a world that may have been saved by another version.
  std::string loaded(program::SlotId state, const std::string& name);
  bool is_saved_set(SlotId slot) const;
  std::string slot(SlotId slot);
  static std::string_view type_of(program::ValueType type);
  bool is_wide(SlotId slot) const { return program_.slots[slot].type.kind == program::ValueKind::Number; }
  std::string place(Span place);
  std::string quoted(std::string_view text) const;
  std::string comment(Span place) const;
  static std::string hash_of(std::string_view text);
  void refuse(Span place, std::string what);
  void need(Part part) { parts_[static_cast<std::size_t>(part)] = true; }
  bool needs(Part part) const { return parts_[static_cast<std::size_t>(part)]; }
  void spend(const std::string& amount, Span place);
  std::string finished(std::string text) const;
  std::string function_name(std::string_view kind, std::string_view name);
  const Expression& node(ExpressionId id) const { return program_.expressions[id]; }
  Span place_of(ExpressionId id) const { return id == program::kNone ? Span{} : program_.places[id]; }

  // expressions.cpp: words
  Code word(ExpressionId id);
  Code operand(ExpressionId id);
  Code condition(ExpressionId id);
  std::string pure(ExpressionId id);
  Code literal(program::ValueType type, Word value);
  Code arithmetic(const Expression& e, ExpressionId id);
  Code comparison(const Expression& e, ExpressionId id);
  Code logic(const Expression& e, ExpressionId id);
  Code choose(const Expression& e, bool is_number);
  Code draw(const Expression& e, ExpressionId id);
  Code cell(const Expression& e, ExpressionId id, bool is_number);
  Code row_word(const Expression& e, bool is_number);
  Code call(const Expression& e, ExpressionId id, bool is_number);
  void enter_world(std::uint32_t index, const std::vector<SlotId>& parameters, Span at);
  Code block_of_def(const Expression& e, ExpressionId id, bool is_number);
  void def_block(program::BlockId block, ExpressionId id);
  Code chance(const Expression& e, ExpressionId id);
  Code list_operation(const Expression& e, ExpressionId id);
  Code fold(const Expression& e, ExpressionId id, bool is_number);
  bool makes_room(ExpressionId root) const;
  Code fold_list(const program::Fold& f, ExpressionId id);
  Code list_function(const Expression& e, ExpressionId id);
  Code range(const Expression& e, ExpressionId id);
  Code dice(const Expression& e, ExpressionId id);
  Code member(const Expression& e, ExpressionId id);
  void store(SlotId slot, ExpressionId id);
  void store(SlotId slot, const Code& value);
  Code value(SlotId slot, ExpressionId id);
  // texts.cpp, maps.cpp, distinct.cpp
  void need_texts();
  static std::string_view members_kind(program::ValueKind kind);
  void put_value(const std::string& writer, program::ValueType type, const std::string& value);
  void put_literal(const std::string& writer, std::string_view text);
  Code made_text(const std::string& handle, Span at);
  Code compose(const Expression& e, ExpressionId id);
  Code text_operation(const Expression& e, ExpressionId id);
  void need_maps();
  Code map_operation(const Expression& e, ExpressionId id);
  Code with_entry(const Expression& e, ExpressionId id);
  Code pick_distinct(const Expression& e, ExpressionId id);
  Code pick_distinct_members(const Expression& e, ExpressionId id, const Code& wanted);
  const Function& distinct_function(std::uint32_t choice, ExpressionId id);
  void draw_candidates(const std::string& wanted, const std::string& count, bool takes_fewer, const std::string& shares,
                       const std::string& total, const std::string& result,
                       const std::function<void(program::Fault::Kind, const std::string&)>& fails);
  std::string below(const std::string& n) const { return fmt::format("$below_(r->source, {})", n); }

  // numbers.cpp: fractions
  Code number(ExpressionId id);
  Code number_or_unset(ExpressionId id);
  Code number_of(const Expression& e, ExpressionId id);
  static Code number_literal(const number::Rational& value);
  static std::string number_initializer(const number::Rational& value);

  // tables.cpp: rows, columns, choices
  std::string table_name(std::uint32_t table);
  std::string column_array(std::uint32_t table, std::size_t column, bool is_number);
  const Function& column_function(std::uint32_t table, std::size_t column, bool is_number);
  bool is_constant(ExpressionId id, bool is_number) const;
  bool has_constant_outcomes(std::uint32_t table, bool is_number) const;
  std::string outcome_array(std::uint32_t table, bool is_number);
  std::string place_array(std::uint32_t table);
  Code outcome_of(std::uint32_t table, const std::string& row, bool is_number, bool with_conditions);
  const Function& outcome_function(std::uint32_t table, bool is_number, bool with_conditions);
  Code draw_row(std::uint32_t table, ExpressionId id);
  Code pick_table(const Expression& e, ExpressionId id, bool is_number);
  Code pick_grid(const Expression& e, ExpressionId id, bool is_number);
  Code pick_where(const Expression& e, ExpressionId id, bool is_number);
  // choices.cpp: picks from the rows that a condition admits
  const Function& choice_function(std::uint32_t choice, ExpressionId id);
  const Function& weight_function(std::uint32_t table, bool is_whole);
  // constants.cpp: what is known at compile time
  const program::Program& constant_program();
  std::vector<Word> likely_values(ExpressionId id);
  bool look_up_constant(const Expression& e, bool is_number);
  std::optional<number::Shares> constant_shares(const program::Choice& choice);
  void draw_constant(const program::Choice& choice, std::uint32_t index, const number::Shares& shares);
  // planned_choices.cpp: the same by rejection
  const Function& planned_function(std::uint32_t choice, ExpressionId id);
  void bind_step(ExpressionId id);
  const Function& plan_function(std::uint32_t choice, bool is_whole);
  const Function& fits_function(std::uint32_t choice);
  const Function& accepts_function(std::uint32_t choice, bool is_whole);
  const Function& candidates_function(std::uint32_t choice, bool is_whole);
  const Function& weigh_function(std::uint32_t choice, bool is_whole, ExpressionId id);
  std::string key_of_candidates(const program::Choice& choice, std::size_t& length);
  void find_candidates(std::uint32_t choice, bool is_whole, ExpressionId id);
  [[nodiscard]] bool may_repeat(const program::Choice& choice) const;
  void weigh_candidates(std::uint32_t choice, bool is_whole, const Function& fits);
  bool has_whole_weights(const program::Choice& choice) const;
  Code written_weight(const program::Choice& choice, bool is_whole, const std::string& row);
  Code weight_of(const program::Choice& choice, bool is_whole, const std::string& row);
  void pass(const program::Choice& choice, const std::string& row);
  void weigh_all_rows(const program::Choice& choice, bool is_whole);
  void weigh_rows_of(const program::Choice& choice, bool is_whole);
  void weigh_nothing(const program::Choice& choice, bool is_whole, const std::string& count);
  void row_weights(std::uint32_t table);
  void draw_by_weights(const std::string& rows, const std::string& count, ExpressionId id);
  std::string data(const std::string& key, const std::string& wanted, std::string_view type,
                   const std::vector<std::string>& values);
  static std::string array_text(const std::string& name, std::string_view type, const std::vector<std::string>& values);
  std::string words_array(const std::string& key, const std::string& wanted, const std::vector<Word>& values);

  // statements.cpp
  const Function& rule_function(program::RuleId rule);
  const Function& maker(program::RuleId rule);
  void block(program::BlockId block);
  void statement(std::uint32_t number);
  void assign(const Statement& s, std::uint32_t number);
  void step(Span place);
  void leave(const std::string& flow);
  void run_rule(program::RuleId rule);
  void loops(const Statement& s, std::uint32_t number);
  void retry(const Statement& s, std::uint32_t number);
  void attempt(const Statement& s, std::uint32_t number);
  void suppose(const Statement& s, std::uint32_t number);
  void make_thing(const Statement& s, std::uint32_t number);
  void world_rule(const Statement& s);
  void flow_function(program::BlockId body);
  void with_input(const Statement& s);
  void with_stream(const Statement& s, std::uint32_t number);
  std::vector<Code> arguments(program::RuleId rule, const Statement& s);
  void run_named(const Statement& s);

  // displays.cpp: names
  /// The value of an expression in a name; if it can fail, r->fault says whether it did.
  struct Hole {
    std::string text;
    bool can_fail = false;
  };
  std::vector<std::uint32_t> displays_in_use() const;
  void find_reads_of_names();
  std::vector<SlotId> hidden_members();
  std::string member_of_thing(SlotId slot) {
    const auto hidden = hidden_names_.find(slot);
    return hidden != hidden_names_.end() ? hidden->second : field_names_[slot];
  }
  Hole hole(ExpressionId id);
  std::string holds(ExpressionId id);
  std::string vanishes(std::uint32_t first, std::uint32_t count);
  void put_part(const program::TextPart& part);
  void put_parts(std::uint32_t first, std::uint32_t count);
  void put_display(ExpressionId id);
  const Function& display_function(std::uint32_t index);
  void emit_displays();
  std::string name_function();
  ExpressionId draw_in_reads(ExpressionId root, std::set<SlotId>& reads) const;

  // measures.cpp
  struct MeasureFunction {
    std::size_t index;
    std::string function;  // of its value in a context
    std::set<SlotId> reads;
  };
  std::string context_of_thing(std::uint64_t most_work);
  std::string recall(const std::set<SlotId>& reads, const std::string& fails);
  void emit_measures();
  std::string measure_functions();

  // document.cpp: the header around the functions
  void reserve_names();
  void roll_function(program::RuleId rule);
  std::string symbols();
  std::string thing_struct();
  std::string inputs_struct();
  std::string working_structs();
  std::string finish_function();
  std::string begin_function();
  std::string collect_function();
  std::string opening();
  std::string constants();
  std::string symbol_texts();
  std::string text_initializer(const std::string& text, const std::string& wanted, std::string& before);
  std::string names_of_rule(program::RuleId rule) const { return rule_names_[rule]; }
  std::string symbol_name(Word symbol) const { return symbol_names_[static_cast<std::size_t>(symbol)]; }
  const std::vector<SlotId>& thing_fields();
  std::string assemble();

  const program::Program& program_;
  const text::Sources& sources_;
  const Options& options_;
  Ranges ranges_;
  bool counts_ = false;  // steps and work are limited at run time
  bool names_ = false;   // the depth of rules is recorded, for displays
  bool has_names_ = false;
  bool refuses_names_ = false;
  Omitted omitted_;
  std::vector<MeasureFunction> measures_;
  std::optional<std::size_t> refused_measure_;
  std::set<SlotId> name_reads_;                 // slots that displays and measures read
  std::map<SlotId, std::string> hidden_names_;  // members of a thing that only those need
  bool holds_ = false;
  std::optional<Refusal> refusal_;
  Body* body_ = nullptr;
  std::vector<bool> parts_;
  std::vector<program::RuleId> roots_;
  std::map<std::string, Function> functions_;  // by what they do
  std::string function_texts_;                 // in an order in which each follows what it calls
  std::string roll_texts_;
  std::map<std::string, std::string> data_;  // names of arrays, by what they hold
  std::string data_texts_;
  Names names_of_functions_;
  Names names_of_symbols_;
  Names names_of_members_;
  Names names_of_fields_;
  std::map<SlotId, std::string> slots_;  // members of the context, by slot
  std::vector<std::string> symbol_names_;
  std::vector<std::string> rule_names_;        // by rule
  std::map<SlotId, std::string> field_names_;  // members of a thing
  std::vector<SlotId> fields_;
  std::map<std::string, std::size_t> streams_;  // named ones
  std::unique_ptr<program::Program> constant_program_;
  std::vector<std::vector<Word>> constant_lists_;  // values of constant defs, numbered after the lists of the program
};

}  // namespace spoils::compile_c
