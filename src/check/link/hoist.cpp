// check/link/hoist.cpp
//
// Finds hoisted expressions: the largest nodes that qualify by the inputs that they read and by their cost.
#include "check/link/hoist.h"

#include <algorithm>
#include <vector>

#include "program/walk.h"

namespace spoils::check {

using namespace program;

namespace {

/// Inputs that a hoisted expression reads at most.
constexpr std::size_t kMaxInputs = 2;
/// An integer or symbol of fewer nodes is computed as fast as it is looked up.
constexpr std::uint32_t kMinCost = 5;

bool is_worth_it(const Program& program, const ExpressionFacts& facts, const ExpressionFact& fact) {
  if (!fact.is_hoistable || !ExpressionFacts::knows_reads(fact) || (fact.cost < kMinCost && !fact.is_costly)) {
    return false;
  }
  const auto& reads = facts.reads(fact);
  const auto is_input = [&](SlotId slot) {
    const auto& known = program.slots[slot];
    return known.kind == Slot::Kind::Input && known.type.kind != ValueKind::Number;
  };
  return !reads.empty() && reads.size() <= kMaxInputs && std::all_of(reads.begin(), reads.end(), is_input);
}

}  // namespace

void find_hoisted(Program& program, ExpressionFacts& facts, std::size_t first) {
  const auto count = program.expressions.size();
  std::vector<bool> is_worth(count, false);
  std::vector<bool> is_inside(count, false);
  for (auto id = static_cast<ExpressionId>(first); id < count; ++id) {
    if (!is_worth_it(program, facts, facts.of(id))) { continue; }
    is_worth[id] = true;
    // A part of a hoisted expression is not evaluated by itself; the body of a def is, by other calls.
    for_each_own_operand(program, program.expressions[id], [&](ExpressionId part) { is_inside[part] = true; });
  }
  for (auto id = static_cast<ExpressionId>(first); id < count; ++id) {
    if (!is_worth[id] || is_inside[id]) { continue; }
    const auto& reads = facts.reads(facts.of(id));
    program.hoisted.push_back({id, reads.front(), reads.back()});
  }
}

}  // namespace spoils::check
