// odds/program_writer.h
//
// Adds parts to a program, for questions that are asked of another one than the pack's: odds/amounts_as_things.h,
// odds/draws_one_by_one.h. All else keeps its number. Pinned by their tests.
#pragma once

#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::odds {

class ProgramWriter {
 public:
  using Op = program::Op;
  using Expression = program::Expression;
  using ExpressionId = program::ExpressionId;
  using SlotId = program::SlotId;
  using Statement = program::Statement;
  using ValueType = program::ValueType;

  /// Requires: the program outlives this.
  explicit ProgramWriter(program::Program& program) : program_(program) {}

  /// All parts that are added from now on have this place.
  void set_place(Span place) { place_ = place; }

  ExpressionId add(const Expression& e) {
    program_.expressions.push_back(e);
    program_.places.push_back(place_);
    return static_cast<ExpressionId>(program_.expressions.size() - 1);
  }
  /// An operator that always has a value.
  ExpressionId add(Op op, ValueType type, ExpressionId a, ExpressionId b = program::kNone) {
    Expression e;
    e.op = op;
    e.type = type;
    e.draws = program_.expressions[a].draws || (b != program::kNone && program_.expressions[b].draws);
    e.may_be_unset = false;
    e.a = a;
    e.b = b;
    return add(e);
  }
  ExpressionId constant(ValueType type, program::Word value) {
    Expression e;
    e.type = type;
    e.may_be_unset = value == program::kUnset;
    e.value = value;
    return add(e);
  }
  ExpressionId read(SlotId slot) {
    Expression e;
    e.op = Op::Slot;
    e.type = program_.slots[slot].type;
    e.a = slot;
    return add(e);
  }
  ExpressionId or_zero(ExpressionId id) { return add(Op::OrZero, program_.expressions[id].type, id); }

  /// Requires: the type takes one word.
  SlotId add_slot(program::Slot::Kind kind, ValueType type) {
    program::Slot slot;
    slot.kind = kind;
    slot.type = type;
    slot.place = place_;
    program_.slots.push_back(std::move(slot));
    return static_cast<SlotId>(program_.slots.size() - 1);
  }

  [[nodiscard]] static Statement assignment(SlotId slot, ExpressionId value) {
    Statement out;
    out.kind = Statement::Kind::Assign;
    out.a = slot;
    out.b = value;
    return out;
  }
  std::uint32_t add_statement(const Statement& s) {
    program_.statements.push_back(s);
    program_.statement_places.push_back(place_);
    return static_cast<std::uint32_t>(program_.statements.size() - 1);
  }
  /// Returns where the statements with these numbers are, one after the other.
  program::BlockRange placed(const std::vector<std::uint32_t>& numbers) {
    const program::BlockRange out{static_cast<std::uint32_t>(program_.block_items.size()),
                                  static_cast<std::uint32_t>(numbers.size())};
    program_.block_items.insert(program_.block_items.end(), numbers.begin(), numbers.end());
    return out;
  }
  program::BlockId add_block(const std::vector<std::uint32_t>& numbers) {
    program_.blocks.push_back(placed(numbers));
    return static_cast<program::BlockId>(program_.blocks.size() - 1);
  }
  /// Returns the first number of these operands.
  std::uint32_t add_operands(const std::vector<ExpressionId>& ids) {
    program_.operands.insert(program_.operands.end(), ids.begin(), ids.end());
    return static_cast<std::uint32_t>(program_.operands.size() - ids.size());
  }

 private:
  program::Program& program_;
  Span place_;
};

}  // namespace spoils::odds
