// program/facts/expression_facts.cpp
//
// The bottom-up pass: facts of the parts of a node are joined, then the node's operator adds its own. Rows and columns
// of tables are shared by many nodes and have facts of their own.
#include "program/facts/expression_facts.h"

#include <algorithm>
#include <limits>

#include "program/limits.h"
#include "program/walk.h"

namespace spoils::program {

namespace {

constexpr std::uint32_t kTurns = 8;  // estimated iterations of a fold over a list of unknown length
constexpr std::size_t kMostTurns = 1'000;
constexpr Word kSmall = Word{1} << 32;

// Whether a value of this operator can be stored, as far as the operator is concerned: not of draws, and not of what
// makes or reads out lists and texts. The order of Op is used, in which such operators are neighbours.
bool may_be_stored(const Program& program, const Expression& e) {
  if (e.op == Op::Fold) {
    const auto kind = program.folds[e.a].kind;
    return kind != FoldKind::List && kind != FoldKind::Set && kind != FoldKind::MostCommon;
  }
  if (e.op == Op::ConstantDef) { return !lies_in_heap(e.type.kind); }
  return !draws_itself(e.op) && !(e.op >= Op::MakeList && e.op <= Op::MemberAt) && e.op < Op::Compose;
}

// Whether an operator takes nothing from the heap and sets no slots.
bool may_be_hoisted(const Expression& e) {
  if (lies_in_heap(e.type.kind)) { return false; }
  switch (e.op) {
    case Op::RowCell:
    case Op::RowOutcome:
    case Op::Fold:
    case Op::Bind:
    case Op::Block:
    case Op::MemberAt:
    case Op::ValueAt:
    case Op::Size:
    case Op::Hash:
    case Op::Contains:
    case Op::SameText:
    case Op::SameList: return false;
    default: return true;
  }
}

// Whether an operator can go wrong for some operands, as by leaving the range of integers.
bool may_fail(const Program& program, const Expression& e, bool is_small) {
  switch (e.op) {
    case Op::Add:
    case Op::Subtract: return !is_small;
    case Op::Negate:
    case Op::Multiply:
    case Op::Divide:
    case Op::FloorDivide:
    case Op::Modulo:
    case Op::Power:
    case Op::Block:
    case Op::ConstantDef:
    case Op::Absolute:
    case Op::Floor:
    case Op::Ceil:
    case Op::Round:
    case Op::Least:
    case Op::Greatest:
    case Op::Average:
    case Op::Interpolate: return true;
    case Op::Fold: {
      const auto kind = program.folds[e.a].kind;
      return kind == FoldKind::Sum || kind == FoldKind::Product || !may_be_stored(program, e);
    }
    default: return !may_be_stored(program, e);
  }
}

bool has_loop(const Program& program, BlockId block) {
  bool any = false;
  for_each_statement(program, block, [&](std::uint32_t number) {
    using Kind = Statement::Kind;
    const auto kind = program.statements[number].kind;
    any = any || kind == Kind::Repeat || kind == Kind::ForEach || kind == Kind::ForRange;
  });
  return any;
}

std::uint32_t saturated(std::uint64_t cost) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(cost, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

void ExpressionFacts::violate(ExpressionViolation::Kind kind, ExpressionId expression, std::uint32_t index) {
  if (!violation_) { violation_ = {kind, expression, index}; }
}

SlotSets::Id ExpressionFacts::unite(SlotSets::Id a, SlotSets::Id b) {
  if (a == b || b == SlotSets::kEmpty) { return a; }
  if (a == SlotSets::kEmpty) { return b; }
  if (a == kManyReads || b == kManyReads) { return kManyReads; }
  const auto [known, is_new] = unions_.try_emplace(std::minmax(a, b), kManyReads);
  if (is_new) {
    auto all = sets_.slots(a);
    all.insert(all.end(), sets_.slots(b).begin(), sets_.slots(b).end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() <= kMostReads) { known->second = sets_.of(std::move(all)); }
  }
  return known->second;
}

SlotSets::Id ExpressionFacts::with(SlotSets::Id set, SlotId slot) {
  std::vector<SlotId> words;
  for_each_word_of(program_, slot, [&](SlotId word) { words.push_back(word); });
  return unite(set, sets_.of(std::move(words)));
}

std::vector<SlotId> ExpressionFacts::reads_of(const std::vector<ExpressionId>& roots) {
  std::vector<bool> is_read(program_.slots.size() + 2, false);
  for (const auto root : roots) {
    const auto& fact = of(root);
    if (!knows_reads(fact)) { return slots_read(program_, roots); }
    for (const auto slot : reads(fact)) { is_read[slot] = true; }
  }
  std::vector<SlotId> out;
  for (SlotId slot = 0; slot < is_read.size(); ++slot) {
    if (is_read[slot]) { out.push_back(slot); }
  }
  return out;
}

// Joins the facts of two parts that are both evaluated.
void ExpressionFacts::take(ExpressionFact& into, const ExpressionFact& part) {
  const auto cost = saturated(std::uint64_t{into.cost} + part.cost);
  take_row(into, part);
  into.cost = cost;
}

// Joins the facts of two rows, of which one is evaluated.
void ExpressionFacts::take_row(ExpressionFact& into, const ExpressionFact& part) {
  into.reads = unite(into.reads, part.reads);
  into.cost = std::max(into.cost, part.cost);
  into.levels = std::max(into.levels, part.levels);
  into.calls = std::max(into.calls, part.calls);
  into.draws = into.draws || part.draws;
  into.is_sound = into.is_sound && part.is_sound;
  into.is_memoisable = into.is_memoisable && part.is_memoisable;
  into.is_hoistable = into.is_hoistable && part.is_hoistable;
  into.is_costly = into.is_costly || part.is_costly;
}

// `above`: levels over this one, so that the search itself stays within the limit.
ExpressionFact ExpressionFacts::of(ExpressionId id, int above) {
  if (violation_) { return {}; }
  auto& known = node(id);
  if (known.progress == Progress::Done) {
    if (above + known.fact.levels > kMaxDepth) { violate(ExpressionViolation::Kind::TooDeep, id); }
    return known.fact;
  }
  if (above >= kMaxDepth) {
    violate(ExpressionViolation::Kind::TooDeep, id);
    return {};
  }
  known.fact = below(id, above + 1);
  known.progress = Progress::Done;
  return known.fact;
}

/// Collects the facts of the parts of one node.
struct ExpressionFacts::Parts {
  ExpressionFacts& facts;
  ExpressionId id;
  int above;
  ExpressionFact& out;

  void operand(ExpressionId part) { facts.take(out, facts.of(part, above)); }
  void body(std::uint32_t def) {
    auto fact = facts.of(facts.program_.defs[def].body, above);
    if (++fact.calls > static_cast<int>(kMaxCallDepth)) {
      facts.violate(ExpressionViolation::Kind::CallsTooDeep, id, def);
    }
    if (facts.program_.defs[def].is_constant) {
      // It is computed once, by itself; what is memoised here is the value.
      fact.cost = 1;
      fact.is_memoisable = true;
      fact.is_hoistable = true;
      fact.is_costly = false;
    }
    facts.take(out, fact);
    out.is_small = fact.is_small;
    out.may_be_unset = fact.may_be_unset;
  }
  void rows(std::uint32_t table) {
    const auto fact = facts.rows_of(table, id, above);
    facts.take(out, fact);
    out.may_be_unset = fact.may_be_unset;
  }
  void column(std::uint32_t table, std::uint32_t column) { facts.take(out, facts.column_of(table, column, above)); }
  void outcomes(std::uint32_t table) {
    facts.take(out, facts.column_of(table, kNone, above));
    // A table that picks from itself would be met here without end.
    const auto all = facts.rows_of(table, id, above);
    out.levels = std::max(out.levels, all.levels);
    out.calls = std::max(out.calls, all.calls);
  }
  void grid(std::uint32_t index) {
    for (const auto table : tables_of(facts.program_.grids[index])) { rows(table); }
  }
};

ExpressionFact ExpressionFacts::below(ExpressionId id, int above) {
  const auto& e = program_.expressions[id];
  ExpressionFact out;
  // Blocks in each other are evaluated by recursion, too.
  const auto nested = e.op == Op::Block ? depth_of_block(program_, e.a) : 0;
  if (above + nested > kMaxDepth) {
    violate(ExpressionViolation::Kind::TooDeep, id);
    return out;
  }
  for_each_part(program_, e, Parts{*this, id, above + nested, out});
  if (nested > 0) {
    out.levels = static_cast<std::uint16_t>(out.levels + nested);
    if (has_loop(program_, e.a)) { out.cost = saturated(std::uint64_t{out.cost} * kTurns); }
  }
  if (e.op == Op::Fold && !violation_) {
    // A fold evaluates its condition and value once for each member.
    const auto& fold = program_.folds[e.a];
    std::uint64_t turn = 1;
    for (const auto part : {fold.condition, fold.value}) {
      if (part != kNone) { turn += node(part).fact.cost; }
    }
    out.cost = saturated(1 + turn * turns_of(fold.source) + node(fold.source).fact.cost);
  }
  if (!violation_) { finish(e, out); }
  ++out.levels;
  return out;
}

// Adds what the operator of a node does itself.
void ExpressionFacts::finish(const Expression& e, ExpressionFact& fact) {
  if (const auto slot = slot_read_by(e); slot != kNone) { fact.reads = with(fact.reads, slot); }
  if (fact.reads != SlotSets::kEmpty && fact.reads != kManyReads) {
    std::vector<SlotId> bound;
    for_each_bound_slot(program_, e, [&](SlotId slot) { bound.push_back(slot); });
    if (!bound.empty()) {
      auto left = sets_.slots(fact.reads);
      left.erase(
          std::remove_if(left.begin(), left.end(),
                         [&](SlotId slot) { return std::find(bound.begin(), bound.end(), slot) != bound.end(); }),
          left.end());
      fact.reads = sets_.of(std::move(left));
    }
  }
  const auto is_small = [&](ExpressionId id) { return node(id).fact.is_small; };
  switch (e.op) {
    case Op::Constant: fact.is_small = e.value > -kSmall && e.value < kSmall; break;
    case Op::OrZero: fact.is_small = is_small(e.a); break;
    case Op::Add:
    case Op::Subtract: fact.is_small = e.type.kind == ValueKind::Int && is_small(e.a) && is_small(e.b); break;
    case Op::Size: fact.is_small = true; break;
    case Op::Fold: fact.is_small = program_.folds[e.a].kind == FoldKind::Count; break;
    case Op::Invoke: break;  // as its body
    default: fact.is_small = false; break;
  }
  fact.may_be_unset = e.may_be_unset && may_be_unset(e, fact);
  fact.draws = fact.draws || draws_itself(e.op);
  if (tells_of_outcomes(e.op)) { fact.draws = false; }
  fact.is_sound = fact.is_sound && !may_fail(program_, e, fact.is_small);
  fact.is_memoisable = fact.is_memoisable && !fact.draws && may_be_stored(program_, e);
  fact.is_hoistable = fact.is_hoistable && !fact.draws && may_be_hoisted(e);
  const bool is_fraction = e.type.kind == ValueKind::Number && e.op != Op::Fraction;
  fact.is_costly = fact.is_costly || is_fraction || e.op == Op::Invoke || e.op == Op::Cell;
}

// Whether the word of a node may be kUnset, as far as that follows from its parts. `fact` knows it of what it shares
// with others: the body of a def, the outcomes of a table.
bool ExpressionFacts::may_be_unset(const Expression& e, const ExpressionFact& fact) {
  const auto is_set = [&](ExpressionId id) { return !node(id).fact.may_be_unset; };
  switch (e.op) {
    case Op::Choose: return !is_set(e.b) || !is_set(e.c);
    case Op::Bind: return !is_set(e.b);
    case Op::Block: {
      // Its value is always assigned to the slot that it reads.
      const auto result = program_.expressions[e.b].a;
      bool any = false;
      for_each_statement(program_, e.a, [&](std::uint32_t number) {
        const auto& s = program_.statements[number];
        any = any || (s.kind == Statement::Kind::Assign && s.a == result && !is_set(s.b));
      });
      return any;
    }
    case Op::Invoke:
    case Op::ConstantDef:
    case Op::PickTable: return fact.may_be_unset;
    case Op::Fold: {
      const auto kind = program_.folds[e.a].kind;
      return kind != FoldKind::Count && kind != FoldKind::Sum && kind != FoldKind::Any && kind != FoldKind::All;
    }
    case Op::Slot: {
      const auto& slot = program_.slots[e.a];
      return slot.kind != Slot::Kind::State || !slot.has_bounds || slot.initial == kUnset;
    }
    default: return true;
  }
}

ExpressionFact ExpressionFacts::rows_of(std::uint32_t index, ExpressionId from, int above) {
  auto& known = rows_[index];
  if (known.progress == Progress::Begun) {
    violate(ExpressionViolation::Kind::Recursion, from, index);
    return {};
  }
  if (known.progress == Progress::Done) {
    if (above + known.fact.levels > kMaxDepth) { violate(ExpressionViolation::Kind::TooDeep, from); }
    return known.fact;
  }
  known.progress = Progress::Begun;
  ExpressionFact fact;
  fact.may_be_unset = false;
  for (const auto& row : program_.tables[index].rows) {
    for_each_part_of_row(row, [&](ExpressionId part) {
      const auto inner = of(part, above);
      const bool is_outcome = part == row.outcome || part == row.otherwise;
      fact.may_be_unset = fact.may_be_unset || (is_outcome && inner.may_be_unset);
      take_row(fact, inner);
    });
  }
  rows_[index] = {Progress::Done, fact};
  return fact;
}

ExpressionFact ExpressionFacts::column_of(std::uint32_t index, std::uint32_t column, int above) {
  const auto known = columns_.find({index, column});
  if (known != columns_.end()) { return known->second; }
  columns_.emplace(std::pair{index, column}, ExpressionFact());
  ExpressionFact fact;
  const auto& table = program_.tables[index];
  if (column == kNone) {
    for (const auto& row : table.rows) { take_row(fact, of(row.outcome, above)); }
  } else {
    for_each_cell(table, column, [&](ExpressionId cell) { take_row(fact, of(cell, above)); });
  }
  columns_[{index, column}] = fact;
  return fact;
}

// How often a fold turns at most, if its source is a column of lists.
std::uint32_t ExpressionFacts::turns_of(ExpressionId source) {
  const auto& e = program_.expressions[source];
  if (e.op != Op::Cell && e.op != Op::RowCell) { return kTurns; }
  const auto [known, is_new] = longest_.try_emplace({e.a, e.b}, kTurns);
  const auto& table = program_.tables[e.a];
  auto& longest = known->second;
  if (!is_new) { return longest; }
  for_each_cell(table, e.b, [&](ExpressionId id) {
    const auto& cell = program_.expressions[id];
    const bool is_list = cell.type.kind == ValueKind::List || cell.type.kind == ValueKind::Set;
    if (cell.op != Op::Constant || cell.value == kUnset || !is_list) { return; }
    const auto length = program_.lists[static_cast<std::size_t>(cell.value)].size();
    longest = std::max(longest, static_cast<std::uint32_t>(std::min(length, kMostTurns)));
  });
  return longest;
}

}  // namespace spoils::program
