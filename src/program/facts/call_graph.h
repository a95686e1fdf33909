// program/facts/call_graph.h
//
// The call graph of a program: which rules a statement runs, drops or holds, what is reached from a rule, and the rules
// in an order in which each follows all that it calls (a topological order by depth-first search). Requires everywhere:
// dispatches are filled, so that `do e` is a call of each rule that e may name. Pinned by
// tests/program/facts/call_graph_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"
#include "program/walk.h"

namespace spoils::program {

/// How a statement uses another rule.
enum class CallKind : std::uint8_t {
  Run,   // f(...), do e, apply x.b: it works on the same thing
  Drop,  // it makes a thing of its own, beside this one
  Hold,  // the same, inside this one
};

/// Calls f(rule, CallKind) for each rule that a statement itself may call: of `do` all that the symbol may name.
template <class F>
void for_each_call(const Program& program, const Statement& s, F&& f) {
  switch (s.kind) {
    case Statement::Kind::Run: f(s.a, CallKind::Run); return;
    case Statement::Kind::Drop: f(s.a, CallKind::Drop); return;
    case Statement::Kind::Hold: f(s.a, CallKind::Hold); return;
    case Statement::Kind::RunNamed:
      for (const auto& [symbol, rule] : program.dispatches[s.b].rules) { f(rule, CallKind::Run); }
      return;
    default: return;
  }
}

/// Which calls a search follows.
enum class Follow : std::uint8_t {
  SameThing,  // Run alone: what works on one thing
  AllThings,  // Drop and Hold, too
};

/// Returns the rules that are reached from some rules, these included, each once, in the order of a breadth-first
/// search. Cost: linear in the statements of what is reached.
[[nodiscard]] std::vector<RuleId> rules_reached(const Program& program, std::vector<RuleId> roots, Follow follow);

/// Returns the expressions that a rule itself evaluates: the initial values of its parameters, and those of its
/// statements. The rules that it calls have expressions of their own. Cost: linear in its statements.
[[nodiscard]] std::vector<ExpressionId> expressions_of(const Program& program, RuleId rule);

/// The calls between rules, computed once for all rules from a first one on. A list is used instead of recursion, since
/// rules of an untrusted pack may call each other over thousands of steps.
class CallGraph {
 public:
  /// A call that closes a circle.
  struct Recursion {
    std::uint32_t statement = 0;
    RuleId rule = 0;  // that is called
  };

  /// Cost: linear in the statements of the rules, and in the rules that each may name.
  explicit CallGraph(const Program& program, RuleId first = 0);

  /// The rules, each after all that it calls, with those before the first one that they reach. Calls that close a
  /// circle are left out.
  [[nodiscard]] const std::vector<RuleId>& order() const { return order_; }
  /// How many rules call each other from this one on, itself included: 1 if it calls none; 0 if it is not in order().
  [[nodiscard]] int depth(RuleId rule) const { return depth_[rule]; }
  /// The calls that close a circle, in the order of their discovery; none in a program that compiled.
  [[nodiscard]] const std::vector<Recursion>& circles() const { return circles_; }

 private:
  struct Visit;
  void visit_from(const Program& program, RuleId root);

  std::vector<RuleId> order_;
  std::vector<int> depth_;
  std::vector<Recursion> circles_;
};

}  // namespace spoils::program
