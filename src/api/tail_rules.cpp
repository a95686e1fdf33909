// api/tail_rules.cpp
//
// Walks the statements of each rule once, then the rules that run on one thing: records for each the depth and whether
// it is last at every use, and keeps those that fill a list, set or text in a loop.
#include "api/tail_rules.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::api {

using namespace program;

namespace {

/// The rules that a rule runs on its thing, and whether it fills lists, sets or texts itself.
struct Body {
  struct Call {
    RuleId rule = 0;
    bool is_last = false;  // nothing of the rule comes after it
    bool in_loop = false;
  };
  std::vector<Call> calls;
  bool fills = false;
  bool fills_in_loop = false;
};

void add_block(const Program& program, BlockId block, bool is_last, bool in_loop, Body& out) {
  using Kind = Statement::Kind;
  const auto statements = statements_of(program, block);
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const auto& s = program.statements[statements[i]];
    const bool ends_here = is_last && i + 1 == statements.size();
    if (s.kind == Kind::Assign && lies_in_heap(program.slots[s.a].type.kind)) {
      out.fills = true;
      out.fills_in_loop = out.fills_in_loop || in_loop;
    }
    for_each_call(program, s, [&](RuleId rule, CallKind kind) {
      if (kind == CallKind::Run) { out.calls.push_back({rule, ends_here, in_loop}); }
    });
    const bool is_loop =
        s.kind == Kind::Repeat || s.kind == Kind::ForEach || s.kind == Kind::ForRange || s.kind == Kind::Retry;
    for_each_block(
        s, [&](BlockId inner) { add_block(program, inner, ends_here && s.kind == Kind::If, in_loop || is_loop, out); });
  }
}

/// The uses of a rule.
struct Met {
  int depth = 0;
  bool is_last = true;    // at every use
  bool is_at_one = true;  // at one depth
};

/// The rules that run on the thing of a root, with their bodies.
class RulesOfThing {
 public:
  RulesOfThing(const Program& program, RuleId root) : program_(program) { enter(root, 0, true); }

  [[nodiscard]] const std::map<RuleId, Met>& met() const { return met_; }

  /// Finds whether a rule itself fills a list, set or text in a loop, without the rules of `apart`.
  bool fills_in_loop(RuleId rule, const std::set<RuleId>& apart) {
    std::set<std::pair<RuleId, bool>> seen;
    return fills(rule, false, apart, seen);
  }

 private:
  void enter(RuleId rule, int depth, bool is_last) {
    auto& met = met_.try_emplace(rule, Met{depth, true, true}).first->second;
    met.is_last = met.is_last && is_last;
    met.is_at_one = met.is_at_one && met.depth == depth;
    if (!entered_.insert({rule, depth, is_last}).second) { return; }
    const auto [body, is_new] = bodies_.try_emplace(rule);
    if (is_new) { add_block(program_, program_.rules[rule].body, true, false, body->second); }
    for (const auto& call : body->second.calls) { enter(call.rule, depth + 1, is_last && call.is_last); }
  }

  bool fills(RuleId rule, bool in_loop, const std::set<RuleId>& apart, std::set<std::pair<RuleId, bool>>& seen) {
    if (!seen.insert({rule, in_loop}).second) { return false; }
    const auto& body = bodies_.at(rule);
    return (in_loop ? body.fills : body.fills_in_loop) ||
           std::any_of(body.calls.begin(), body.calls.end(), [&](const Body::Call& call) {
             return apart.count(call.rule) == 0 && fills(call.rule, in_loop || call.in_loop, apart, seen);
           });
  }

  const Program& program_;
  std::map<RuleId, Body> bodies_;
  std::map<RuleId, Met> met_;
  std::set<std::tuple<RuleId, int, bool>> entered_;
};

}  // namespace

std::optional<Span> further_thing(const Program& program, RuleId root) {
  std::optional<Span> found;
  auto reached = rules_reached(program, {root}, Follow::SameThing);
  std::sort(reached.begin(), reached.end());
  for (const auto rule : reached) {
    for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      const auto kind = program.statements[number].kind;
      const bool makes = kind == Statement::Kind::Drop || kind == Statement::Kind::Hold;
      if (makes && !found) { found = program.statement_places[number]; }
    });
  }
  return found;
}

std::vector<TailRule> filling_tail_rules(const Program& program, RuleId root) {
  // A value that a whole world stores would have to be the same before and after a cut.
  if (program.settles) { return {}; }
  RulesOfThing rules(program, root);
  std::set<RuleId> apart;
  for (const auto& [rule, met] : rules.met()) {
    if (rule != root && met.is_last && met.is_at_one) { apart.insert(rule); }
  }
  std::vector<TailRule> out;
  for (const auto rule : apart) {
    if (rules.fills_in_loop(rule, apart)) { out.push_back({rule, rules.met().at(rule).depth}); }
  }
  return out;
}

}  // namespace spoils::api
