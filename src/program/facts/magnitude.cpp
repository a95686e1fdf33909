// program/facts/magnitude.cpp
//
// Goes from a slot to the expressions that are assigned to it, and back to the slots in these.
#include "program/facts/magnitude.h"

#include <algorithm>

#include "program/walk.h"

namespace spoils::program {

namespace {

std::optional<Word> bounded(std::optional<Word> magnitude) {
  return magnitude && *magnitude <= Magnitudes::kMost ? magnitude : std::nullopt;
}

Word size_of(Word word) { return word == kUnset ? 0 : (word < 0 ? -word : word); }

}  // namespace

Magnitudes::Magnitudes(const Program& program)
    : program_(program), values_(program.slots.size()), is_set_otherwise_(program.slots.size(), false) {
  const auto otherwise = [&](SlotId slot) {
    for_each_word_of(program, slot, [&](SlotId word) { is_set_otherwise_[word] = true; });
  };
  for (SlotId slot = 0; slot < program.slots.size(); ++slot) {
    const auto kind = program.slots[slot].kind;
    if (kind == Slot::Kind::Input || kind == Slot::Kind::State) { is_given_.insert(slot); }
  }
  for (const auto& s : program.statements) {
    using Kind = Statement::Kind;
    switch (s.kind) {
      case Kind::Assign: values_[s.a].push_back(s.b); break;
      case Kind::ForEach:
      case Kind::ForRange:
      case Kind::WithInput:
      case Kind::Suppose: otherwise(s.a); break;
      default: break;
    }
  }
  for (const auto& rule : program.rules) {
    for (const auto& parameter : rule.parameters) { otherwise(parameter.slot); }
  }
  for (const auto& def : program.defs) {
    for (const auto parameter : def.parameters) { otherwise(parameter); }
  }
  for (const auto& fold : program.folds) { otherwise(fold.variable); }
  for (const auto& choice : program.choices) { otherwise(choice.row); }
  for (const auto& query : program.queries) {
    for (const auto& accumulator : query.accumulators) { otherwise(accumulator.slot); }
  }
  for (const auto& e : program.expressions) {
    if (e.op == Op::Bind) { otherwise(static_cast<SlotId>(e.value)); }
    if (e.op == Op::Block) { for_each_bound_slot(program, e, otherwise); }
  }
}

std::optional<Word> Magnitudes::of_slot(SlotId slot) {
  const auto& known = program_.slots[slot];
  if (known.type.kind != ValueKind::Int) { return std::nullopt; }
  if (slot >= values_.size() || is_set_otherwise_[slot]) { return std::nullopt; }
  if (is_given_.contains(slot)) {
    const bool is_checked = known.has_bounds && (known.kind == Slot::Kind::State || values_[slot].empty());
    return is_checked ? bounded(std::max(size_of(known.first), size_of(known.last))) : std::nullopt;
  }
  const auto [place, is_new] = slots_.try_emplace(slot);
  if (!is_new) { return place->second; }
  return slots_[slot] = greatest(values_[slot]);
}

std::optional<Word> Magnitudes::of_table(std::uint32_t table) {
  if (const auto known = outcomes_.find(table); known != outcomes_.end()) { return known->second; }
  std::vector<ExpressionId> outcomes;
  for (const auto& row : program_.tables[table].rows) {
    outcomes.push_back(row.outcome);
    if (row.otherwise != kNone) { outcomes.push_back(row.otherwise); }
  }
  return outcomes_[table] = greatest(outcomes);
}

std::optional<Word> Magnitudes::greatest(const std::vector<ExpressionId>& values) {
  Word out = 0;
  for (const auto id : values) {
    const auto value = of(id);
    if (!value) { return std::nullopt; }
    out = std::max(out, *value);
  }
  return out;
}

std::optional<Word> Magnitudes::of(ExpressionId id) {
  if (const auto known = known_.find(id); known != known_.end()) { return known->second; }
  if (depth_ == kMostDepth) { return std::nullopt; }
  ++depth_;
  const auto out = bounded(found(id));
  --depth_;
  return known_[id] = out;
}

std::optional<Word> Magnitudes::found(ExpressionId id) {
  const auto e = program_.expressions[id];
  if (e.type.kind != ValueKind::Int) { return std::nullopt; }
  const auto both = [&](auto&& join) -> std::optional<Word> {
    const auto a = of(e.a);
    const auto b = of(e.b);
    return a && b ? std::optional<Word>(join(*a, *b)) : std::nullopt;
  };
  const auto greater = [](Word a, Word b) { return std::max(a, b); };
  const auto sum = [](Word a, Word b) { return a + b; };
  const auto product = [](Word a, Word b) { return b == 0 || a <= kMost / b ? a * b : kMost + 1; };
  switch (e.op) {
    case Op::Constant: return size_of(e.value);
    case Op::Slot: return of_slot(e.a);
    case Op::OrZero:
    case Op::Negate:
    case Op::Absolute: return of(e.a);
    case Op::Add:
    case Op::Subtract: return both(sum);
    case Op::Multiply:
    case Op::Dice: return both(product);
    case Op::PickRange:
    case Op::Minimum:
    case Op::Maximum: return both(greater);
    case Op::Choose: {
      const auto a = of(e.b);
      const auto b = of(e.c);
      return a && b ? std::optional<Word>(std::max(*a, *b)) : std::nullopt;
    }
    case Op::PickTable: return of_table(e.a);
    default: return std::nullopt;
  }
}

}  // namespace spoils::program
