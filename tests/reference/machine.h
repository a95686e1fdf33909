// tests/reference/machine.h
//
// Evaluates one run of a rule over the syntax tree, as docs/language.md defines it, statement by statement. `Draws`
// makes the choices. The machine does not compile, infer types or prepare anything, so that it shares no mistake of the
// checker.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/enumerate.h"
#include "reference/pack.h"

namespace spoils::reference {

using Values = std::map<std::string, Value, std::less<>>;

struct Thing {
  std::string made_by;
  Values fields;
  Values scratch;
  int holder = -1;
  bool is_discarded = false;
  std::vector<std::pair<int, std::string>> built_by = {};  // rules that ran, with how deep they were called
};

/// One outcome of a table at the moment of a pick.
struct Candidate {
  const lang::Row* row = nullptr;
  const lang::Row::Outcome* outcome = nullptr;
  Rational weight;
  const lang::Declaration* table = nullptr;  // of which it is row `index`; null: rows without cells
  std::size_t index = 0;
};

class Machine {
 public:
  Machine(const Pack& pack, Draws& draws);

  /// Sets an input or state beforehand.
  void give(const std::string& name, const Value& value);

  /// Runs a rule; `things[0]` is its own. A parameter that is not given has its default.
  void roll(const std::string& rule, const std::vector<lang::Expression>& arguments = {});

  enum class Flow : std::uint8_t { On, Stop, Discard };

  // A roll in pieces (reference/stages.h): enter(), then the statements of the rule's block, each once, then leave().
  // Between two of them the machine may be copied. Requires: a rule without parameters that is no world rule.
  void enter(const lang::Declaration& rule);
  Flow run(const lang::Block& block, const lang::Statement& s);
  Flow run(const lang::Block& block);
  /// How often a `repeat` goes through its block at most, and whether it begins another turn.
  std::int64_t turns(const lang::Statement& repeat) { return whole(repeat.expressions[0]); }
  bool begins_turn(const lang::Statement& repeat);
  /// Requires: what the last statement that was run gave.
  void leave(Flow flow);
  /// Returns all that a machine holds, as text: machines with equal texts go on alike.
  [[nodiscard]] std::string everything() const;

  std::vector<Thing> things;

  /// Returns which things of a finished roll are given out.
  [[nodiscard]] std::vector<bool> given_out() const;

  /// Evaluates with the fields of a thing of the finished roll, and with these names.
  Value ask(const lang::Expression& e, std::size_t thing, std::vector<std::pair<std::string, Value>> locals = {});

  /// Returns what a roll leaves in a state.
  [[nodiscard]] const Value& state(const std::string& name) const { return states_.at(name); }

  /// Returns the rule by whose display a thing is called; "" if none of its rules has one.
  [[nodiscard]] std::string named_by(std::size_t thing) const;

  /// Returns how a thing is called.
  std::string name(std::size_t thing);

 private:
  using Expression = lang::Expression;
  using Locals = std::vector<std::pair<std::string, Value>>;
  struct Generator {
    bool is_declared = false;
    std::uint64_t state = 0, multiplier = 0, increment = 0, mask = 0;
  };

  // Statements.
  Flow run(const lang::Statement& s);
  Flow assign(const lang::Statement& s);
  Flow retry(const lang::Statement& s);
  Flow attempt(const lang::Statement& s);
  Value supposed(const lang::Statement& s);
  Flow with_stream(const lang::Statement& s);
  Flow apply(const lang::Statement& s);
  Flow call(const lang::Declaration& rule, const std::vector<Expression>& arguments);
  Flow begin(const lang::Declaration& rule, Locals locals);
  void settle(const lang::Declaration& rule, const std::string& key, Locals locals);
  void make(const Expression& call, bool is_held);
  void make(const lang::Declaration& rule, Locals locals, bool is_held);
  Locals bind(const lang::Declaration& d, const std::vector<Expression>& arguments);
  bool is_case(const Value& subject, const std::vector<Expression>& patterns, std::size_t first, std::size_t last);

  // Expressions.
  Value evaluate(const Expression& e);
  Value chosen(const Expression& e);   // of `if` and `match`
  Value literal(const Expression& e);  // as in a row: bare words are symbols
  Value name_value(const Expression& e);
  std::string shown(const Value& value) const;
  Value binary(const Expression& e);
  Value arithmetic(const std::string& op, const Value& a, const Value& b);
  Value text(const Expression& e);
  Value function(const Expression& e);
  Value of_outcomes(const Expression& e);
  Value fold(const std::string& name, const std::vector<Value>& list);
  Value aggregate(const Expression& e);
  Value value_of(const lang::Declaration& d);
  Value distinct_value(const lang::Declaration& d, const Value& record);
  Value run_def(const lang::Declaration& d, const std::vector<Expression>& arguments);
  Value throw_dice(std::int64_t count, std::int64_t sides);
  bool chance(const Expression& e);
  bool contains(const Expression& source, const Value& value);
  Value member_at(const Value& list, const Expression& place, Value::Kind of);
  static std::vector<Value> integers_of(const Value& range);
  std::vector<Value> members_of(const Value& many) const;
  bool holds(const Expression& e);
  std::int64_t whole(const Expression& e);
  Value::Kind kind_of_expression(const Expression& e);
  Value::Kind kind_of_name(const Expression& e);
  Value::Kind kind_of_def(const lang::Declaration& d, const std::vector<Expression>& arguments);

  // Picks.
  Value pick(const Expression& source);
  Value pick_where(const Expression& e);
  Value pick_grid(const Expression& e);
  Value pick_row(const std::vector<lang::Row>& rows, const lang::Declaration* table = nullptr);
  std::vector<Candidate> candidates(const std::vector<lang::Row>& rows, const lang::Declaration* table = nullptr);
  Value distinct(const Expression& e);
  Value shuffle(const Expression& e);
  void weigh(const Expression& e, std::vector<Rational>& weights, std::vector<Value>& outcomes,
             std::vector<std::size_t>& places);
  void name_row(const std::string& name, const lang::Declaration& table, std::size_t index);
  void forget_row() { locals_.resize(locals_.size() - 3); }
  const lang::Declaration* table_of(const Expression& source);
  static Value row_numbers(const lang::Declaration& table);
  Value outcome_at(const lang::Declaration& table, std::size_t index);
  Value cell_at(const lang::Declaration& table, std::size_t index, const std::string& column);
  Value outcome_of(const Candidate& candidate);
  Value cell(const lang::Declaration& table, const Value& key, const std::string& column);
  std::optional<std::size_t> choose_or_nothing(const Expression& e, std::vector<Rational> weights);

  // Records.
  struct Written {
    const Expression* value = nullptr;
    bool is_default = false;
    std::vector<const Expression*> added;
  };
  struct Filter {
    std::vector<std::string> with;
    std::vector<std::string> without;
  };
  struct Owner {
    const Pack::Record* record = nullptr;
    std::string rows;  // not empty: one of these rows of the record
    std::size_t index = 0;
  };
  Written written_in(const Pack::Record& record, const std::string& field) const;
  Value record_field(const Pack::Record& record, const std::string& field);
  std::optional<Value> field_of_default(const std::string& name);
  std::vector<std::string> tags_of(const Pack::Record& record);
  void add_words(const Expression& e, std::vector<std::string>& out);
  void add_filter(const Expression& e, Filter& out);
  static bool admits(const Filter& filter, const std::vector<std::string>& tags);
  Owner owner(const Expression& e);
  std::optional<const Expression*> row_column(const Owner& of, const std::string& column) const;
  Value member(const Expression& e);
  bool is_in(const Rational& n, const Expression* range);
  std::optional<bool> in_range_of(const Expression& source, const Value& value);
  bool is(const Expression& e);
  void weigh_at(const Expression& e, std::vector<Rational>& weights, std::vector<Value>& outcomes);
  std::optional<std::vector<Value>> all_records(const Expression& source);
  std::size_t choose(const std::vector<Rational>& weights);
  std::int64_t below(std::int64_t count);

  // Names of things.
  struct Piece {
    enum class Kind : std::uint8_t { Words, Article, Plural } kind = Kind::Words;
    std::string text;
    std::string symbol = {};  // of which it is the name
  };
  void display(const Expression& e, std::vector<Piece>& out, bool& vanishes);
  std::string assembled(const std::vector<Piece>& pieces, const Value& quantity) const;

  /// Evaluates an expression that sees only inputs, state, fields and scratch.
  template <class Then>
  auto outside(Then&& then, Locals locals = {}) {
    std::swap(locals_, locals);
    auto out = then();
    std::swap(locals_, locals);
    return out;
  }

  void step();
  Value initial(const lang::Parameter& parameter);
  Value* place(const lang::Statement& s);  // what a statement may set
  Value* local(std::string_view name);

  const Pack& pack_;
  Draws* draws_;
  Values inputs_;
  Values states_;
  Locals locals_;
  std::size_t current_ = 0;
  std::map<std::string, Value> world_;
  std::map<std::string, Thing> settled_;  // what world rules have made, by rule and arguments
  Generator generator_;
  Value given_;                            // by the last `give`
  std::optional<std::size_t> picked_row_;  // of the table of the last `pick x in`
  int steps_ = 0;
  int depth_ = 0;  // of the rules of one thing
};

/// Returns the kind of value of a declared type, and that of the members of a declared list.
[[nodiscard]] Value::Kind kind_of(const lang::TypeName& type);
[[nodiscard]] Value::Kind member_kind_of(const lang::TypeName& type);

/// Returns the values of an input or state that has a range or choices, or is a flag; none of any other.
[[nodiscard]] std::vector<Value> values_of(const Pack& pack, const lang::Parameter& declared);

/// Returns the value of what is declared with a type and was never set.
[[nodiscard]] Value unset_of(const lang::TypeName& type);

}  // namespace spoils::reference
