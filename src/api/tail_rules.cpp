// api/tail_rules.cpp
//
// Walks the rules that run on one thing and records for each the depth and whether it is last at every use; then
// keeps those that fill a list, set or text in a loop.
#include "api/tail_rules.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::api {

using namespace program;

namespace {

/// The uses of a rule.
struct Met {
  int depth = 0;
  bool is_last = true;    // at every use
  bool is_at_one = true;  // at one depth
};

class Walk {
 public:
  Walk(const Program& program, RuleId root) : program_(program) { enter(root, 0, true); }

  [[nodiscard]] const std::map<RuleId, Met>& met() const { return met_; }

 private:
  void enter(RuleId rule, int depth, bool is_last) {
    auto& met = met_.try_emplace(rule, Met{depth, true, true}).first->second;
    met.is_last = met.is_last && is_last;
    met.is_at_one = met.is_at_one && met.depth == depth;
    if (seen_.insert({rule, depth, is_last}).second) { block(program_.rules[rule].body, depth, is_last); }
  }

  void block(BlockId number, int depth, bool is_last) {
    const auto& range = program_.blocks[number];
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const auto& s = program_.statements[program_.block_items[range.first + i]];
      const bool ends_here = is_last && i + 1 == range.count;
      for_each_call(program_, s, [&](RuleId rule, CallKind kind) {
        if (kind == CallKind::Run) { enter(rule, depth + 1, ends_here); }
      });
      const bool is_branch = s.kind == Statement::Kind::If;
      for_each_block(s, [&](BlockId inner) { block(inner, depth, ends_here && is_branch); });
    }
  }

  const Program& program_;
  std::map<RuleId, Met> met_;
  std::set<std::tuple<RuleId, int, bool>> seen_;
};

/// Finds whether a rule itself fills a list, set or text in a loop, without rules that can be cut off.
class Fills {
 public:
  Fills(const Program& program, const std::set<RuleId>& apart) : program_(program), apart_(apart) {}

  bool rule(RuleId number) {
    seen_.clear();
    return block(program_.rules[number].body, false);
  }

 private:
  bool block(BlockId number, bool in_loop) {
    const auto& range = program_.blocks[number];
    for (std::uint32_t i = 0; i < range.count; ++i) {
      if (statement(program_.statements[program_.block_items[range.first + i]], in_loop)) { return true; }
    }
    return false;
  }

  bool statement(const Statement& s, bool in_loop) {
    using StatementKind = Statement::Kind;
    if (s.kind == StatementKind::Assign && in_loop) {
      const auto kind = program_.slots[s.a].type.kind;
      return lies_in_heap(kind);
    }
    bool fills = false;
    for_each_call(program_, s, [&](RuleId inner, CallKind kind) {
      if (kind != CallKind::Run || fills || apart_.count(inner) != 0 || !seen_.insert({inner, in_loop}).second) {
        return;
      }
      fills = block(program_.rules[inner].body, in_loop);
    });
    const bool is_loop = s.kind == StatementKind::Repeat || s.kind == StatementKind::ForEach ||
                         s.kind == StatementKind::ForRange || s.kind == StatementKind::Retry;
    for_each_block(s, [&](BlockId inner) { fills = fills || block(inner, in_loop || is_loop); });
    return fills;
  }

  const Program& program_;
  const std::set<RuleId>& apart_;
  std::set<std::pair<RuleId, bool>> seen_;
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
  if (has_defs_of_world(program)) { return {}; }
  const Walk walk(program, root);
  std::set<RuleId> apart;
  for (const auto& [rule, met] : walk.met()) {
    if (rule != root && met.is_last && met.is_at_one) { apart.insert(rule); }
  }
  std::vector<TailRule> out;
  Fills fills(program, apart);
  for (const auto rule : apart) {
    if (fills.rule(rule)) { out.push_back({rule, walk.met().at(rule).depth}); }
  }
  return out;
}

}  // namespace spoils::api
