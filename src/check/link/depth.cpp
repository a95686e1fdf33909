// check/link/depth.cpp
//
// Reports expressions that are too deep or recursive, as the pass over all expressions finds them, and computes the
// depth of blocks by a memoised depth-first search.
#include "check/link/depth.h"

#include <algorithm>
#include <map>
#include <vector>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;
using text::Code;

namespace {

/// Blocks in blocks, and through the rules that statements run.
class Blocks {
 public:
  Blocks(const Program& program, text::Report& report, bool follows_rules)
      : program_(program), report_(report), follows_rules_(follows_rules), rules_(program.rules.size(), 0) {}

  bool run(RuleId first) {
    for (RuleId rule = first; rule < program_.rules.size() && sound_; ++rule) { static_cast<void>(of_rule(rule, 0)); }
    return sound_;
  }

 private:
  // The depth of a rule's blocks, memoised. The first visit computes it at its own level, so that the recursion goes
  // no deeper than blocks may.
  int of_rule(RuleId rule, int level) {
    if (rules_[rule] == 0) { rules_[rule] = of_block(program_.rules[rule].body, level + 1) - level; }
    return rules_[rule];
  }

  int of_block(BlockId block, int level) {
    if (!sound_) { return level; }
    int deepest = level;
    for (const auto number : statements_of(program_, block)) {
      const auto& s = program_.statements[number];
      if (level >= kMaxBlockDepth) {
        fail(number);
        return level;
      }
      for_each_block(s, [&](BlockId inner) { deepest = std::max(deepest, of_block(inner, level + 1)); });
      if (follows_rules_) { deepest = std::max(deepest, level + called_by(s, level)); }
      if (deepest > kMaxBlockDepth && sound_) { fail(number); }
    }
    return deepest;
  }

  int called_by(const Statement& s, int level) {
    const bool is_dispatch = s.kind == Statement::Kind::RunNamed;
    if (is_dispatch) {
      const auto [known, is_new] = dispatches_.emplace(s.b, 0);
      if (!is_new) { return known->second; }
    }
    int deepest = 0;
    for_each_call(program_, s, [&](RuleId rule, CallKind) { deepest = std::max(deepest, of_rule(rule, level)); });
    if (is_dispatch) { dispatches_[s.b] = deepest; }
    return deepest;
  }

  void fail(std::uint32_t statement) {
    report_.add(Code::TooDeep, program_.statement_places[statement], kMaxBlockDepth)
        .note("the cases of a `match` and the blocks of rules that run each other count together");
    sound_ = false;
  }

  const Program& program_;
  text::Report& report_;
  bool follows_rules_;
  std::vector<int> rules_;
  std::map<std::uint32_t, int> dispatches_;
  bool sound_ = true;
};

void report_violation(const Program& program, const ExpressionViolation& found, text::Report& report) {
  const auto& e = program.expressions[found.expression];
  const auto place = program.places[found.expression];
  switch (found.kind) {
    case ExpressionViolation::Kind::TooDeep:
      report.add(Code::TooDeep, place, kMaxDepth).note("the depths of nested defs, tables and measures add up");
      return;
    case ExpressionViolation::Kind::Recursion:
      report
          .add(Code::Recursion, place,
               e.op == Op::PickGrid ? program.grids[e.a].name : program.tables[found.index].name)
          .note("neither tables nor grids can pick from themselves");
      return;
    case ExpressionViolation::Kind::CallsTooDeep:
      report.add(Code::CallsTooDeep, program.defs[found.index].place, kMaxCallDepth);
      return;
  }
}

}  // namespace

bool check_depth(const Program& program, ExpressionFacts& facts, text::Report& report, const Program::Sizes& checked) {
  for (auto id = static_cast<ExpressionId>(checked.expressions); id < program.expressions.size(); ++id) {
    static_cast<void>(facts.of(id));
    if (facts.violation()) {
      report_violation(program, *facts.violation(), report);
      return false;
    }
  }
  return Blocks(program, report, false).run(static_cast<RuleId>(checked.rules));
}

void check_rule_depth(const Program& program, text::Report& report, RuleId first) {
  static_cast<void>(Blocks(program, report, true).run(first));
}

}  // namespace spoils::check
