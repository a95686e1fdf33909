// compile_c/ranges.cpp
//
// Collects what gives each slot its values, and evaluates expressions over intervals on demand. A value that depends on
// itself is unknown.
#include "compile_c/ranges.h"

#include <algorithm>

#include "number/wide.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::optional<Interval> checked(number::Wide first, number::Wide last) {
  const Interval all;
  if (first < all.first || last > all.last) { return std::nullopt; }
  return Interval{static_cast<Word>(first), static_cast<Word>(last)};
}

}  // namespace

Ranges::Ranges(const Program& program)
    : program_(program),
      sources_(program.slots.size()),
      expressions_(program.expressions.size()),
      slots_(program.slots.size()),
      rule_costs_(program.rules.size(), -1),
      costs_(program.expressions.size(), -1) {
  for (const auto& list : program.lists) { longest_list_ = std::max(longest_list_, list.size()); }
  collect();
}

void Ranges::collect() {
  for (SlotId i = 0; i < program_.slots.size(); ++i) {
    const auto& slot = program_.slots[i];
    const bool is_given = slot.kind == Slot::Kind::Input || slot.kind == Slot::Kind::State;
    if (is_given) { add(i, slot.has_bounds ? Interval{slot.first, slot.last} : Interval{}); }
    // Unset counts as 0.
    if (is_given && slot.initial == kUnset) { add(i, Interval{0, 0}); }
    if (slot.kind == Slot::Kind::Field || slot.kind == Slot::Kind::Scratch) { add(i, Interval{0, 0}); }
  }
  for (const auto& rule : program_.rules) {
    for (const auto& parameter : rule.parameters) {
      const auto& slot = program_.slots[parameter.slot];
      add(parameter.slot,
          slot.has_bounds ? Interval{std::min<Word>(slot.first, 0), std::max<Word>(slot.last, 0)} : Interval{});
      if (parameter.initial != kNone) { add(parameter.slot, parameter.initial); }
    }
  }
  using Kind = Statement::Kind;
  for (const auto& s : program_.statements) {
    switch (s.kind) {
      case Kind::Assign:
      case Kind::WithInput: add(s.a, s.b); break;
      case Kind::ForRange:
        add(s.a, s.b);
        add(s.a, s.value);
        break;
      case Kind::ForEach: add(s.a, Interval{}); break;
      case Kind::Run:
      case Kind::Drop:
      case Kind::Hold:
        for (std::uint32_t i = 0; i < s.c; ++i) {
          add(program_.rules[s.a].parameters[i].slot, program_.operands[s.b + i]);
        }
        break;
      default: break;
    }
  }
  for (const auto& e : program_.expressions) {
    switch (e.op) {
      case Op::Invoke:
      case Op::WorldDef:
      case Op::ConstantDef: {
        const auto& parameters = program_.defs[static_cast<std::size_t>(e.value)].parameters;
        for (std::uint32_t i = 0; i < e.b; ++i) { add(parameters[i], program_.operands[e.a + i]); }
        break;
      }
      case Op::Bind: add(static_cast<SlotId>(e.value), e.a); break;
      case Op::Fold: add(program_.folds[e.a].variable, Interval{}); break;
      case Op::PickGrid:
        if (program_.grids[e.a].is_interpolated) { add(program_.grids[e.a].key, e.b); }
        break;
      default: break;
    }
  }
  for (const auto& choice : program_.choices) {
    add(choice.row, Interval{0, static_cast<Word>(program_.tables[choice.table].rows.size())});
    if (choice.total != kNone) { add(choice.total, Interval{}); }
  }
}

Interval Ranges::of_slot(SlotId slot) {
  auto& known = slots_[slot];
  if (known.progress == Progress::Done) { return known.interval; }
  if (known.progress == Progress::Running || sources_[slot].empty()) { return {}; }
  known.progress = Progress::Running;
  std::optional<Interval> all;
  for (const auto& source : sources_[slot]) {
    const auto next = source.expression == kNone ? source.interval : of(source.expression);
    all = all ? all->joined(next) : next;
  }
  slots_[slot] = {Progress::Done, *all};
  return *all;
}

Interval Ranges::of(ExpressionId id) {
  auto& known = expressions_[id];
  if (known.progress == Progress::Done) { return known.interval; }
  if (known.progress == Progress::Running) { return {}; }
  known.progress = Progress::Running;
  const auto kind = program_.expressions[id].type.kind;
  const bool is_integer = kind == ValueKind::Int || kind == ValueKind::Row || kind == ValueKind::Nothing;
  const auto interval = is_integer ? compute(id) : kind == ValueKind::Flag ? Interval{0, 1} : Interval{};
  expressions_[id] = {Progress::Done, interval};
  return interval;
}

Interval Ranges::column(const Table& table, std::size_t column) {
  std::optional<Interval> all = Interval{0, 0};
  for_each_cell(table, column, [&](ExpressionId cell) { all = all->joined(of(cell)); });
  return *all;
}

std::optional<Interval> Ranges::result_of(const Expression& e) {
  const auto a = of(e.a);
  if (e.op == Op::Negate) { return Interval{-a.last, -a.first}; }
  const auto b = of(e.b);
  switch (e.op) {
    case Op::Add:
      return checked(static_cast<number::Wide>(a.first) + b.first, static_cast<number::Wide>(a.last) + b.last);
    case Op::Subtract:
      return checked(static_cast<number::Wide>(a.first) - b.last, static_cast<number::Wide>(a.last) - b.first);
    case Op::Multiply: {
      const number::Wide corners[] = {
          static_cast<number::Wide>(a.first) * b.first, static_cast<number::Wide>(a.first) * b.last,
          static_cast<number::Wide>(a.last) * b.first, static_cast<number::Wide>(a.last) * b.last};
      return checked(*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4));
    }
    case Op::FloorDivide: {
      if (b.first <= 0) { return std::nullopt; }
      const auto floored = [](Word x, Word y) { return x / y - (x % y < 0 ? 1 : 0); };
      return Interval{std::min(floored(a.first, b.first), floored(a.first, b.last)),
                      std::max(floored(a.last, b.first), floored(a.last, b.last))};
    }
    case Op::Modulo:
      if (b.first <= 0) { return std::nullopt; }
      return Interval{0, b.last - 1};
    default: return std::nullopt;
  }
}

Interval Ranges::compute(ExpressionId id) {
  const auto& e = program_.expressions[id];
  switch (e.op) {
    case Op::Constant: return e.value == kUnset ? Interval{0, 0} : Interval{e.value, e.value};
    case Op::Slot: return of_slot(e.a);
    case Op::OrZero: return of(e.a).joined({0, 0});
    case Op::Negate:
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::FloorDivide:
    case Op::Modulo: return result_of(e).value_or(Interval{});
    case Op::Minimum: {
      const auto a = of(e.a);
      const auto b = of(e.b);
      return {std::min(a.first, b.first), std::min(a.last, b.last)};
    }
    case Op::Maximum: {
      const auto a = of(e.a);
      const auto b = of(e.b);
      return {std::max(a.first, b.first), std::max(a.last, b.last)};
    }
    case Op::Absolute: {
      const auto a = of(e.a);
      return {a.first > 0 ? a.first : a.last < 0 ? -a.last : 0, std::max(a.last, -a.first)};
    }
    case Op::Choose: return of(e.b).joined(of(e.c));
    case Op::Bind:
    case Op::Block: return of(e.b);
    case Op::Invoke: return of(program_.defs[static_cast<std::size_t>(e.value)].body);
    case Op::PickRange: return {of(e.a).first, of(e.b).last};
    case Op::Dice: {
      const auto count = of(e.a);
      const auto sides = of(e.b);
      const auto most =
          checked(0, static_cast<number::Wide>(std::max<Word>(0, count.last)) * std::max<Word>(0, sides.last));
      return most.value_or(Interval{0, std::numeric_limits<Word>::max()});
    }
    case Op::PickTable: {
      std::optional<Interval> all = Interval{0, 0};
      for (const auto& row : program_.tables[e.a].rows) {
        all = all->joined(of(row.outcome));
        if (row.otherwise != kNone) { all = all->joined(of(row.otherwise)); }
      }
      return *all;
    }
    case Op::Cell:
    case Op::RowCell: return column(program_.tables[e.a], e.b);
    case Op::Size: return {0, static_cast<Word>(kMaxHeapBytes)};
    case Op::Fold:
      return program_.folds[e.a].kind == FoldKind::Count ? Interval{0, static_cast<Word>(kMaxHeapBytes)} : Interval{};
    default: return {};
  }
}

double Ranges::cost_of_rows(std::uint32_t table) {
  const auto& known = program_.tables[table];
  double cost = 2 + static_cast<double>(known.rows.size());
  for (const auto& row : known.rows) {
    for_each_part_of_row(row, [&](ExpressionId part) { cost += cost_of_expression(part); });
  }
  return cost;
}

double Ranges::cost_of_expression(ExpressionId id) {
  if (costs_[id] >= 0) { return costs_[id]; }
  costs_[id] = kInfinite;  // of what depends on itself
  const auto& e = program_.expressions[id];
  double cost = 1;
  for_each_own_operand(program_, e, [&](ExpressionId operand) { cost += cost_of_expression(operand); });
  switch (e.op) {
    case Op::Contains:
      // A list that grows may be long.
      cost += program_.expressions[e.b].op == Op::Slot ? kInfinite : static_cast<double>(longest_list_);
      break;
    case Op::Invoke:
    case Op::WorldDef: cost += cost_of_expression(program_.defs[static_cast<std::size_t>(e.value)].body); break;
    case Op::Block: cost += cost_of_block(e.a); break;
    case Op::PickTable: cost += cost_of_rows(e.a); break;
    case Op::PickGrid:
      for (const auto table : tables_of(program_.grids[e.a])) { cost += cost_of_rows(table); }
      break;
    case Op::Cell:
    case Op::RowCell:
      for_each_cell(program_.tables[e.a], e.b, [&](ExpressionId cell) { cost += cost_of_expression(cell); });
      break;
    case Op::RowOutcome:
      for (const auto& row : program_.tables[e.a].rows) { cost += cost_of_expression(row.outcome); }
      break;
    case Op::Dice: cost += static_cast<double>(of(e.a).last); break;
    case Op::Constant:
    case Op::Fraction:
    case Op::Slot:
    case Op::Chance:
    case Op::PickRange:
    case Op::PickMember:
    case Op::MakeList:
    case Op::MakeSet:
    case Op::Size: break;
    default:
      // Operators over numbers are one step each; what goes through lists is as long as these.
      if (e.op > Op::Chance || e.op == Op::SameText || e.op == Op::SameList) { cost = kInfinite; }
  }
  costs_[id] = cost;
  return cost;
}

double Ranges::cost_of_statement(const Statement& s) {
  using Kind = Statement::Kind;
  double own = 1;
  for_each_expression(program_, s, [&](ExpressionId id) { own += cost_of_expression(id); });
  double inner = 0;
  for_each_block(s, [&](BlockId block) { inner += cost_of_block(block); });
  const auto turns = [](const Interval& count) {
    return count.is_known() ? static_cast<double>(count.last) : kInfinite;
  };
  switch (s.kind) {
    case Kind::Repeat: return own + std::max(0.0, turns(of(s.a))) * (inner + own + 1);
    case Kind::ForRange: {
      const auto first = of(s.b);
      const auto last = of(s.value);
      if (!first.is_known() || !last.is_known() || last.last < first.first) { return own + kInfinite; }
      return own + (static_cast<double>(last.last) - static_cast<double>(first.first) + 1) * (inner + 1);
    }
    case Kind::ForEach:
    case Kind::Retry:
    case Kind::WithStream: return kInfinite;
    case Kind::Run:
    case Kind::Drop:
    case Kind::Hold: return own + cost_of(s.a);
    case Kind::RunNamed: {
      double most = 0;
      for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) { most = std::max(most, cost_of(rule)); }
      return own + most;
    }
    case Kind::World: return own + inner + static_cast<double>(program_.slots.size());
    default: return own + inner;
  }
}

double Ranges::cost_of_block(BlockId block) {
  double cost = 0;
  for (const auto number : statements_of(program_, block)) { cost += cost_of_statement(program_.statements[number]); }
  return cost;
}

double Ranges::cost_of(RuleId rule) {
  if (rule_costs_[rule] >= 0) { return rule_costs_[rule]; }
  double cost = 1;
  for (const auto& parameter : program_.rules[rule].parameters) {
    if (parameter.initial != kNone) { cost += cost_of_expression(parameter.initial); }
  }
  rule_costs_[rule] = kInfinite;
  rule_costs_[rule] = cost + cost_of_block(program_.rules[rule].body);
  return rule_costs_[rule];
}

}  // namespace spoils::compile_c
