// compile_c/ranges.h
//
// Intervals of integer expressions by a flow-insensitive analysis: a slot has the union of all values that any
// statement gives it. They decide which additions cannot overflow, so that the compiled code need not check them, and
// whether a roll can reach the limits of steps and work, which are counted only then. An interval is never too narrow;
// if nothing is known it is that of all words.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "program/program.h"

namespace spoils::compile_c {

/// The least and greatest integer that a value may be; what is unset counts as 0.
struct Interval {
  program::Word first = std::numeric_limits<program::Word>::min() + 1;
  program::Word last = std::numeric_limits<program::Word>::max();

  [[nodiscard]] bool is_known() const {
    return first > std::numeric_limits<program::Word>::min() + 1 && last < std::numeric_limits<program::Word>::max();
  }
  /// Returns the smallest interval that holds both.
  [[nodiscard]] Interval joined(const Interval& other) const {
    return {first < other.first ? first : other.first, last > other.last ? last : other.last};
  }
};

class Ranges {
 public:
  explicit Ranges(const program::Program& program);

  /// Returns the interval of an integer expression.
  Interval of(program::ExpressionId id);
  /// Returns the same of an operation before it is checked; nothing if it may leave 64 bits.
  std::optional<Interval> result_of(const program::Expression& e);
  Interval of_slot(program::SlotId slot);

  /// Returns how many steps and how much work a roll of a rule takes at most; infinite if that is not known.
  double cost_of(program::RuleId rule);
  /// Returns how much work an expression takes at most; infinite if that is not known.
  double cost_of_value(program::ExpressionId id) { return cost_of_expression(id); }

 private:
  /// How a slot gets a value: that of an expression, or one of an interval.
  struct Source {
    program::ExpressionId expression = program::kNone;
    Interval interval;
  };
  enum class Progress : char { None, Running, Done };
  struct Known {
    Progress progress = Progress::None;
    Interval interval;
  };

  void collect();
  void add(program::SlotId slot, program::ExpressionId id) { sources_[slot].push_back({id, {}}); }
  void add(program::SlotId slot, Interval interval) { sources_[slot].push_back({program::kNone, interval}); }
  Interval compute(program::ExpressionId id);
  Interval column(const program::Table& table, std::size_t column);
  double cost_of_block(program::BlockId block);
  double cost_of_statement(const program::Statement& s);
  double cost_of_expression(program::ExpressionId id);
  double cost_of_rows(std::uint32_t table);

  const program::Program& program_;
  std::vector<std::vector<Source>> sources_;  // by slot
  std::vector<Known> expressions_;
  std::vector<Known> slots_;
  std::vector<double> rule_costs_;  // below 0: not known yet
  std::vector<double> costs_;       // by expression, likewise
  std::size_t longest_list_ = 0;    // constant
};

}  // namespace spoils::compile_c
