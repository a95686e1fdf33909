// tests/reference/machine.h
//
// Evaluates one run of a rule over the syntax tree, as docs/language.md says it, statement by statement. Draws come
// from `Draws`. Nothing is compiled, typed or prepared beforehand, so that no mistake of the checker can be shared.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
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
};

/// One outcome of a table at the moment of a pick.
struct Candidate {
  const lang::Row* row = nullptr;
  const lang::Row::Outcome* outcome = nullptr;
  Rational weight;
};

class Machine {
 public:
  Machine(const Pack& pack, Draws& draws);

  /// Runs a rule with its defaults; `things[0]` is its own.
  void roll(const std::string& rule);

  std::vector<Thing> things;

  /// Evaluates with the fields of a thing of the finished roll.
  Value ask(const lang::Expression& e, std::size_t thing);

  /// Returns how a thing is called.
  std::string name(std::size_t thing);

 private:
  enum class Flow : std::uint8_t { On, Stop, Discard };
  using Expression = lang::Expression;
  using Locals = std::vector<std::pair<std::string, Value>>;
  struct Generator {
    bool is_declared = false;
    std::uint64_t state = 0, multiplier = 0, increment = 0, mask = 0;
  };

  // Statements.
  Flow run(const lang::Block& block);
  Flow run(const lang::Statement& s);
  Flow assign(const lang::Statement& s);
  Flow retry(const lang::Statement& s);
  Flow with_stream(const lang::Statement& s);
  Flow call(const std::string& rule, const std::vector<Expression>& arguments);
  Flow begin(const std::string& rule, Locals locals);
  void make(const Expression& call, bool is_held);
  Locals bind(const lang::Declaration& d, const std::vector<Expression>& arguments);
  bool is_case(const Value& subject, const std::vector<Expression>& patterns, std::size_t first, std::size_t last);

  // Expressions.
  Value evaluate(const Expression& e);
  Value literal(const Expression& e);  // as in a row: bare words are symbols
  Value name_value(const std::string& name);
  Value binary(const Expression& e);
  Value arithmetic(const std::string& op, const Value& a, const Value& b);
  Value text(const Expression& e);
  Value function(const Expression& e);
  Value fold(const std::string& name, const std::vector<Value>& list);
  Value aggregate(const Expression& e);
  Value run_def(const lang::Declaration& d, const std::vector<Expression>& arguments);
  Value throw_dice(std::int64_t count, std::int64_t sides);
  bool chance(const Expression& e);
  bool contains(const Expression& source, const Value& value);
  bool holds(const Expression& e);
  std::int64_t whole(const Expression& e);

  // Picks.
  Value pick(const Expression& source);
  Value pick_where(const Expression& e);
  Value pick_grid(const Expression& e);
  Value pick_row(const std::vector<lang::Row>& rows);
  std::vector<Candidate> candidates(const std::vector<lang::Row>& rows);
  Value outcome_of(const Candidate& candidate);
  Value cell(const lang::Declaration& table, const Value& key, const std::string& column);
  std::size_t choose(const std::vector<Rational>& weights);
  std::int64_t below(std::int64_t count);

  // Names of things.
  void display(const Expression& e, std::string& out, bool& vanishes);

  /// Evaluates where only inputs, state, fields and scratch are seen.
  template <class Then>
  auto outside(Then&& then, Locals locals = {}) {
    std::swap(locals_, locals);
    auto out = then();
    std::swap(locals_, locals);
    return out;
  }

  void step();
  Value initial(const lang::Parameter& parameter);
  Value* place(const std::string& name);  // what a statement may set
  Value* local(const std::string& name);

  const Pack& pack_;
  Draws& draws_;
  Values inputs_;
  Values states_;
  Locals locals_;
  std::size_t current_ = 0;
  std::map<std::string, Value> world_;
  Generator generator_;
  int steps_ = 0;
};

/// Returns what a declared type holds.
[[nodiscard]] Value::Kind kind_of(const lang::TypeName& type);

}  // namespace spoils::reference
