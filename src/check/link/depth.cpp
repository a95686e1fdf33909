// check/link/depth.cpp
//
// Computes the depth of expressions and of blocks by a memoised depth-first search, and reports what is too deep or
// recursive.
#include "check/link/depth.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "program/walk.h"

namespace spoils::check {

using namespace program;
using text::Code;

namespace {

/// How far an expression goes down: levels of nodes, and defs that run each other.
struct Depth {
  int levels = 0;
  int calls = 0;
};

class Expressions {
 public:
  Expressions(const Program& program, text::Report& report)
      : program_(program), report_(report), nodes_(program.expressions.size()), rows_(program.tables.size()) {}

  bool run(std::size_t first) {
    for (auto id = static_cast<ExpressionId>(first); id < program_.expressions.size() && sound_; ++id) {
      static_cast<void>(of(id, 0));
    }
    return sound_;
  }

 private:
  enum class Progress : std::uint8_t { None, Begun, Done };
  struct Known {
    Progress progress = Progress::None;
    Depth depth;
  };

  void fail() { sound_ = false; }

  // `above`: levels over this one, so that the search itself stays within the limit.
  Depth of(ExpressionId id, int above) {
    if (id == kNone || !sound_) { return {}; }
    auto& known = nodes_[id];
    if (known.progress == Progress::Done) {
      if (above + known.depth.levels > kMaxDepth) { too_deep(id); }
      return known.depth;
    }
    if (above >= kMaxDepth) {
      too_deep(id);
      return {};
    }
    known.progress = Progress::Begun;
    const auto depth = below(id, above + 1);
    nodes_[id] = {Progress::Done, {depth.levels + 1, depth.calls}};
    return nodes_[id].depth;
  }

  void too_deep(ExpressionId id) {
    report_.add(Code::TooDeep, program_.places[id], kMaxDepth)
        .note("the depths of nested defs, tables and measures add up");
    fail();
  }

  Depth below(ExpressionId id, int above) {
    const auto& e = program_.expressions[id];
    Depth out;
    const auto take = [&](Depth other) {
      out.levels = std::max(out.levels, other.levels);
      out.calls = std::max(out.calls, other.calls);
    };
    switch (e.op) {
      case Op::PickTable: take(rows_of(e.a, id, above)); break;
      case Op::PickGrid: {
        const auto& grid = program_.grids[e.a];
        take(of(e.b, above));
        if (grid.other >= 0) { take(rows_of(static_cast<std::uint32_t>(grid.other), id, above)); }
        std::int32_t last = -1;
        for (const auto table : grid.table_of) {
          if (table >= 0 && table != last) { take(rows_of(static_cast<std::uint32_t>(table), id, above)); }
          last = table;
        }
        break;
      }
      case Op::PickWhere: {
        const auto& choice = program_.choices[e.a];
        take(rows_of(choice.table, id, above));
        for (const auto part : {choice.condition, choice.weight, choice.nothing_weight}) { take(of(part, above)); }
        break;
      }
      case Op::PickDistinct: {
        take(of(e.a, above));
        if (e.b != kNone) {
          take(of(e.b, above));
          break;
        }
        const auto& choice = program_.choices[static_cast<std::size_t>(e.value)];
        take(rows_of(choice.table, id, above));
        for (const auto part : {choice.condition, choice.weight}) { take(of(part, above)); }
        break;
      }
      case Op::RowOutcome: take(rows_of(e.a, id, above)); break;
      case Op::Cell:
      case Op::RowCell:
        if (e.op == Op::Cell) { take(of(e.c, above)); }
        take(cells_of(e.a, e.b, above));
        break;
      case Op::Invoke:
      case Op::WorldDef: {
        for (std::uint32_t i = 0; i < e.b; ++i) { take(of(program_.operands[e.a + i], above)); }
        const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
        auto body = of(def.body, above);
        if (++body.calls > static_cast<int>(kMaxCallDepth) && sound_) {
          report_.add(Code::CallsTooDeep, def.place, kMaxCallDepth);
          fail();
        }
        take(body);
        break;
      }
      default: for_each_operand(program_, e, [&](ExpressionId child) { take(of(child, above)); });
    }
    return out;
  }

  Depth rows_of(std::uint32_t index, ExpressionId from, int above) {
    auto& known = rows_[index];
    if (known.progress == Progress::Begun) {
      const auto& e = program_.expressions[from];
      const auto& name = e.op == Op::PickGrid ? program_.grids[e.a].name : program_.tables[index].name;
      report_.add(Code::Recursion, program_.places[from], name)
          .note("neither tables nor grids can pick from themselves");
      fail();
      return {};
    }
    if (known.progress == Progress::None) {
      known.progress = Progress::Begun;
      Depth depth;
      for (const auto& row : program_.tables[index].rows) {
        for (const auto part : {row.weight, row.condition, row.outcome, row.otherwise}) {
          const auto more = of(part, above);
          depth.levels = std::max(depth.levels, more.levels);
          depth.calls = std::max(depth.calls, more.calls);
        }
      }
      rows_[index] = {Progress::Done, depth};
    } else if (above + known.depth.levels > kMaxDepth) {
      too_deep(from);
    }
    return rows_[index].depth;
  }

  Depth cells_of(std::uint32_t index, std::uint32_t column, int above) {
    const auto [known, is_new] = cells_.emplace(std::pair{index, column}, Depth{});
    if (!is_new) { return known->second; }
    Depth depth;
    const auto& table = program_.tables[index];
    for (std::size_t i = column; i < table.cells.size(); i += table.columns.size()) {
      const auto more = of(table.cells[i], above);
      depth.levels = std::max(depth.levels, more.levels);
      depth.calls = std::max(depth.calls, more.calls);
    }
    cells_[{index, column}] = depth;
    return depth;
  }

  const Program& program_;
  text::Report& report_;
  std::vector<Known> nodes_;
  std::vector<Known> rows_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Depth> cells_;
  bool sound_ = true;
};

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
    const auto& range = program_.blocks[block];
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const auto number = program_.block_items[range.first + i];
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
    if (s.kind == Statement::Kind::Run || s.kind == Statement::Kind::Drop || s.kind == Statement::Kind::Hold) {
      return of_rule(s.a, level);
    }
    if (s.kind != Statement::Kind::RunNamed) { return 0; }
    const auto [known, is_new] = dispatches_.emplace(s.b, 0);
    if (!is_new) { return known->second; }
    int deepest = 0;
    for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) {
      deepest = std::max(deepest, of_rule(rule, level));
    }
    dispatches_[s.b] = deepest;
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

}  // namespace

bool check_depth(const Program& program, text::Report& report, const Program::Sizes& checked) {
  return Expressions(program, report).run(checked.expressions) &&
         Blocks(program, report, false).run(static_cast<RuleId>(checked.rules));
}

void check_rule_depth(const Program& program, text::Report& report, RuleId first) {
  static_cast<void>(Blocks(program, report, true).run(first));
}

}  // namespace spoils::check
