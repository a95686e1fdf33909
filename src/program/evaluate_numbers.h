// program/evaluate_numbers.h
//
// The bodies of program/evaluate.h, compiled by each reading with its own draws: exact fractions, which take two words.
#pragma once

#include "program/evaluate.h"
#include "program/outcomes.h"

namespace spoils::program {

template <class Reading>
Rational Evaluator<Reading>::evaluate_number(const Expression& e, ExpressionId id) {
  if (e.type.kind != ValueKind::Number) { return word(id); }
  switch (e.op) {
    case Op::Slot: {
      if (slots_[e.a] == kUnset) { return kUnset; }
      return Rational::in_lowest_terms(slots_[e.a], slots_[e.a + 1]);
    }
    case Op::Constant: return e.value;
    case Op::OrZero: return number(e.a);
    case Op::Negate: return checked(number::subtract(Rational(0), number(e.a)), id);
    case Op::Absolute: {
      const auto value = number(e.a);
      return value < Rational(0) ? checked(number::subtract(Rational(0), value), id) : value;
    }
    case Op::Power: {
      const auto base = number(e.a);
      return checked(number::power(base, operand(e.b)), id);
    }
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
    case Op::Minimum:
    case Op::Maximum: {
      const auto a = number(e.a);
      const auto b = number(e.b);
      switch (e.op) {
        case Op::Add: return checked(number::add(a, b), id);
        case Op::Subtract: return checked(number::subtract(a, b), id);
        case Op::Multiply: return checked(number::multiply(a, b), id);
        case Op::Minimum: return std::min(a, b);
        case Op::Maximum: return std::max(a, b);
        default:
          return checked(number::divide(a, b), id,
                         b == Rational(0) ? Fault::Kind::DivisionByZero : Fault::Kind::Overflow);
      }
    }
    case Op::Interpolate: return interpolate(e, id);
    case Op::Least:
    case Op::Greatest:
    case Op::Average: return outcomes_number(e, id);
    case Op::Choose: return number_or_unset(flag(e.a) ? e.b : e.c);
    case Op::Bind: store(static_cast<SlotId>(e.value), e.a); return number_or_unset(e.b);
    case Op::ConstantDef: {
      const auto* const value = constant_value(e, id);
      if (value == nullptr) { return 0; }
      return Rational::in_lowest_terms(value->first, value->second);
    }
    case Op::Block: return self().block_number(e, id);
    case Op::Invoke:
      if (!bind_arguments(e, id)) { return 0; }
      if constexpr (Reading::kMemoises) {
        if (e.memo != 0) { return self().memoised_number(e, id); }
      }
      return number_or_unset(program_->defs[static_cast<std::size_t>(e.value)].body);
    case Op::Cell: {
      const auto& table = program_->tables[e.a];
      const auto row = table.row_index(word(e.c));
      if (row < 0) { return kUnset; }
      return number_or_unset(table.cell(static_cast<std::size_t>(row), e.b));
    }
    case Op::RowCell: {
      if (slots_[e.c] == kUnset) { return kUnset; }
      const auto& table = program_->tables[e.a];
      return number_or_unset(table.cell(static_cast<std::size_t>(slots_[e.c]), e.b));
    }
    case Op::RowOutcome:
      if (slots_[e.c] == kUnset) { return kUnset; }
      return number_or_unset(program_->tables[e.a].rows[static_cast<std::size_t>(slots_[e.c])].outcome);
    case Op::PickTable: {
      const auto row = self().draw_row(e.a, id);
      return row < 0 ? Rational(kUnset) : row_number(program_->tables[e.a].rows[static_cast<std::size_t>(row)]);
    }
    case Op::PickGrid: {
      const auto& grid = program_->grids[e.a];
      const auto key = word(e.b);
      const auto table = grid.table_index(key);
      if (table < 0) { return kUnset; }
      if (grid.is_interpolated) { slots_[grid.key] = key; }
      const auto row = self().draw_row(static_cast<std::uint32_t>(table), id);
      return row < 0
                 ? Rational(kUnset)
                 : row_number(program_->tables[static_cast<std::size_t>(table)].rows[static_cast<std::size_t>(row)]);
    }
    case Op::PickWhere: {
      const auto row = self().draw_choice(e.a, id);
      const auto& choice = program_->choices[e.a];
      return row < 0 ? Rational(kUnset)
                     : row_number(program_->tables[choice.table].rows[static_cast<std::size_t>(row)]);
    }
    case Op::Fold:
      if constexpr (Reading::kMemoises) {
        if (e.memo != 0) { return self().memoised_number(e, id); }
      }
      return self().fold_number(program_->folds[e.a], id);
    case Op::Hoisted:
      if constexpr (Reading::kMemoises) { return self().hoisted_number(e, id); }
      return 0;
    default: return 0;
  }
}

template <class Reading>
Rational Evaluator<Reading>::outcomes_number(const Expression& e, ExpressionId) {
  const auto found = all_outcomes(*program_, slots_, *heap_, e, work_left_);
  if (found.fault.kind != Fault::Kind::None && !failed()) { fault_ = found.fault; }
  return failed() ? Rational(0) : found.value;
}

template <class Reading>
Rational Evaluator<Reading>::interpolate(const Expression& e, ExpressionId id) {
  const auto& points = program_->points[e.a];
  const auto key = operand(e.b);
  const auto above = std::upper_bound(points.at.begin(), points.at.end(), key);
  if (above == points.at.begin()) { return points.height.front(); }
  if (above == points.at.end()) { return points.height.back(); }
  const auto right = static_cast<std::size_t>(above - points.at.begin());
  const auto left = right - 1;
  const auto rise = number::subtract(points.height[right], points.height[left]);
  const auto share = Rational::make(key - points.at[left], points.at[right] - points.at[left]);
  const auto gained = rise && share ? number::multiply(*rise, *share) : std::nullopt;
  return checked(gained ? number::add(points.height[left], *gained) : std::nullopt, id);
}

template <class Reading>
Rational Evaluator<Reading>::fold_number(const Fold& f, ExpressionId id) {
  const auto source = word(f.source);
  const bool finds = f.kind == FoldKind::First || f.kind == FoldKind::Last;
  Rational total(f.kind == FoldKind::Product ? 1 : finds ? kUnset : 0);
  bool any = false;
  for (std::size_t i = 0; i < program_->list(source, *heap_).count; ++i) {
    if (failed() || !spend(1, id)) { return 0; }
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (f.condition != kNone && !flag(f.condition)) { continue; }
    const auto value = finds ? number_or_unset(f.value) : number(f.value);
    switch (f.kind) {
      case FoldKind::Sum: total = checked(number::add(total, value), id); break;
      case FoldKind::Product: total = checked(number::multiply(total, value), id); break;
      case FoldKind::Maximum: total = any ? std::max(total, value) : value; break;
      case FoldKind::Minimum: total = any ? std::min(total, value) : value; break;
      case FoldKind::First:
        if (!any) { total = value; }
        break;
      default: total = value; break;
    }
    any = true;
  }
  return total;
}

}  // namespace spoils::program
