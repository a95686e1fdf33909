// odds/linear_slots.h
//
// The slots of a rule that are only added up for a number, `total += n * d6`, `win = total`: each is read as a term of
// sums alone, for such slots or for the number itself. So the number is linear in them, and each assignment adds to it
// with one factor. The slots are a greatest fixed point; factors come by a walk backwards from the number, as in
// reverse mode differentiation. Used by odds/amounts_as_things.h, whose tests cover it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::odds {

class LinearSlots {
 public:
  /// The slots for the number that a mean asks about. Requires: no rule runs itself, as in every program that compiled;
  /// both outlive this. Cost: linear in what the rule reaches, for at most 64 rounds.
  LinearSlots(const program::Program& program, const program::Query& query);

  /// Whether the number depends on such slots.
  [[nodiscard]] bool any() const { return !of_query_.empty(); }
  [[nodiscard]] bool contains(program::SlotId slot) const { return slots_.contains(slot); }
  /// The factor of each assignment to such a slot, by the number of the statement; 0 if it adds nothing.
  [[nodiscard]] const std::map<std::uint32_t, program::Word>& assignments() const { return assignments_; }

  /// Calls slot(id, factor) for such slots among the terms of a sum, and rest(id, factor) for its other terms.
  template <class OnSlot, class OnRest>
  void for_each_term(program::ExpressionId id, program::Word factor, OnSlot&& slot, OnRest&& rest) const {
    if (!has_slot(id)) { return rest(id, factor); }
    const auto& e = program_.expressions[id];
    const auto constant = [&](program::ExpressionId operand) -> std::optional<program::Word> {
      const auto& of = program_.expressions[operand];
      const bool is_small = of.op == program::Op::Constant && of.value >= -kMostFactor && of.value <= kMostFactor;
      return is_small ? std::optional(of.value) : std::nullopt;
    };
    switch (e.op) {
      case program::Op::Slot: return slot(e.a, factor);
      case program::Op::OrZero: return for_each_term(e.a, factor, slot, rest);
      case program::Op::Negate: return for_each_term(e.a, product(factor, -1), slot, rest);
      case program::Op::Add:
      case program::Op::Subtract:
        for_each_term(e.a, factor, slot, rest);
        return for_each_term(e.b, e.op == program::Op::Add ? factor : product(factor, -1), slot, rest);
      case program::Op::Multiply:
        for (const auto& [number, other] : {std::pair(e.a, e.b), std::pair(e.b, e.a)}) {
          if (const auto by = constant(number)) { return for_each_term(other, product(factor, *by), slot, rest); }
        }
        break;
      default: break;
    }
    rest(id, factor);
  }

 private:
  /// The factors with which slots add to the number from some place on; slots that add nothing are left out.
  using Factors = std::map<program::SlotId, program::Word>;
  using Kind = program::Statement::Kind;

  /// States hold a slot that adds a greater multiple of itself.
  static constexpr program::Word kMostFactor = 1'000'000;

  /// Returns a product of factors; of those that are too large one that is. Which terms a sum has never depends on it.
  static program::Word product(program::Word a, program::Word b);
  static bool is_too_large(program::Word factor) { return factor > kMostFactor || factor < -kMostFactor; }

  [[nodiscard]] bool has_slot(program::ExpressionId id) const;
  [[nodiscard]] bool may_be_linear(program::SlotId slot) const;
  void find_candidates();
  void add_writes(program::BlockId block, bool is_own, std::set<program::SlotId>& others);
  void keep_what_is_read_in_sums_alone();
  bool is_consistent();
  void require_same(const Factors& a, const Factors& b);
  Factors before_rule(program::RuleId rule, const Factors& after);
  Factors before_block(program::BlockId block, Factors times);
  Factors before(std::uint32_t number, Factors after);
  Factors before_assignment(std::uint32_t number, Factors after);
  Factors factors_of(program::ExpressionId sum, program::Word times, Factors out);

  const program::Program& program_;
  const program::Query& query_;
  std::vector<program::RuleId> own_;
  std::vector<program::RuleId> reached_;
  // Run by others than rules that work on the thing, or in a block that is put back.
  std::vector<program::RuleId> elsewhere_;
  std::set<program::SlotId> slots_;
  Factors of_query_;
  std::map<std::uint32_t, program::Word> assignments_;
  struct Walked {
    Factors after;
    Factors before;
  };
  std::map<program::RuleId, Walked> walked_;
  const Factors* at_end_ = nullptr;
  std::set<program::SlotId> wrong_;  // their factors depend on the way
  int rounds_ = 0;
};

}  // namespace spoils::odds
