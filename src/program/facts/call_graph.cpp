// program/facts/call_graph.cpp
//
// Breadth-first search over calls, and the depth-first search that finds the order of rules, their depth and
// recursion.
#include "program/facts/call_graph.h"

#include <algorithm>
#include <set>

namespace spoils::program {

std::vector<RuleId> rules_reached(const Program& program, std::vector<RuleId> roots, Follow follow) {
  std::vector<RuleId> out;
  std::vector<bool> is_reached(program.rules.size(), false);
  const auto reach = [&](RuleId rule) {
    if (!is_reached[rule]) { out.push_back(rule); }
    is_reached[rule] = true;
  };
  std::vector<bool> is_followed(program.dispatches.size(), false);
  for (const auto root : roots) { reach(root); }
  for (std::size_t next = 0; next < out.size(); ++next) {
    for_each_statement(program, program.rules[out[next]].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      if (s.kind == Statement::Kind::RunNamed) {
        // Many statements may share the list of all rules.
        if (is_followed[s.b]) { return; }
        is_followed[s.b] = true;
      }
      for_each_call(program, s, [&](RuleId rule, CallKind kind) {
        if (kind == CallKind::Run || follow == Follow::AllThings) { reach(rule); }
      });
    });
  }
  return out;
}

std::vector<ExpressionId> expressions_of(const Program& program, RuleId rule) {
  std::vector<ExpressionId> out;
  for (const auto& parameter : program.rules[rule].parameters) {
    if (parameter.initial != kNone) { out.push_back(parameter.initial); }
  }
  for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
    for_each_expression(program, program.statements[number], [&](ExpressionId id) { out.push_back(id); });
  });
  return out;
}

/// A rule whose calls are being followed. The rules of a dispatch are not copied: thousands of rules may share one that
/// names them all.
struct CallGraph::Visit {
  RuleId rule = 0;
  std::vector<std::uint32_t> statements;  // that call; of one dispatch the first
  std::size_t statement = 0;              // the next one
  std::size_t named = 0;                  // the next rule of its dispatch
  int deepest = 0;

  Visit(const Program& program, RuleId from) : rule(from) {
    std::set<std::uint32_t> dispatches;
    for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      if (s.kind == Statement::Kind::RunNamed) {
        const bool calls = !program.dispatches[s.b].rules.empty() && dispatches.insert(s.b).second;
        if (calls) { statements.push_back(number); }
        return;
      }
      for_each_call(program, s, [&](RuleId, CallKind) { statements.push_back(number); });
    });
  }

  // Returns the next rule that is called.
  RuleId next(const Program& program) {
    const auto& s = program.statements[statements[statement]];
    if (s.kind != Statement::Kind::RunNamed) {
      ++statement;
      return s.a;
    }
    const auto& rules = program.dispatches[s.b].rules;
    const auto called = rules[named].second;
    if (++named == rules.size()) {
      named = 0;
      ++statement;
    }
    return called;
  }
};

CallGraph::CallGraph(const Program& program, RuleId first) : depth_(program.rules.size(), 0) {
  for (RuleId rule = first; rule < program.rules.size(); ++rule) { visit_from(program, rule); }
}

void CallGraph::visit_from(const Program& program, RuleId root) {
  constexpr int kOpen = -1;
  if (depth_[root] != 0) { return; }
  std::vector<Visit> open;
  const auto enter = [&](RuleId rule) {
    depth_[rule] = kOpen;
    open.emplace_back(program, rule);
  };
  enter(root);
  while (!open.empty()) {
    auto& at = open.back();
    if (at.statement < at.statements.size()) {
      const auto statement = at.statements[at.statement];
      const auto called = at.next(program);
      if (depth_[called] == kOpen) {
        circles_.push_back({statement, called});
      } else if (depth_[called] == 0) {
        enter(called);
      } else {
        at.deepest = std::max(at.deepest, depth_[called]);
      }
      continue;
    }
    const int depth = at.deepest + 1;
    depth_[at.rule] = depth;
    order_.push_back(at.rule);
    open.pop_back();
    if (!open.empty()) { open.back().deepest = std::max(open.back().deepest, depth); }
  }
}

}  // namespace spoils::program
