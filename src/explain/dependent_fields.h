// explain/dependent_fields.h
//
// Which fields of a thing may depend on a draw: a forward slice of the program (Weiser 1984), through assignments (data
// dependence) and through the statements that a condition decides about (control dependence). It ignores the order of
// statements and which branch a roll took, so it never misses a field, and may list one that stays the same. Effects of
// other things count as far as they come back through states. Reads a compiled program, makes lists of slots. Tests:
// tests/explain/dependent_fields_test.cpp, against rolls that differ in one draw;
// tests/tweak/irrelevant_draws_test.cpp, against the odds engine.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/facts/rule_effects.h"
#include "program/program.h"

namespace spoils::explain {

class DependentFields {
 public:
  /// The program outlives the object. Cost: linear in its expressions, statements and rows.
  explicit DependentFields(const program::Program& program);

  /// Returns the fields, in the order of Program::fields, that may depend on a draw that was made for a thing of
  /// `rule`, on which the rules `added` went on. Cost: linear in what those rules run, for the first draw of each; then
  /// in what depends on the draw. The reference stays good.
  const std::vector<program::SlotId>& of(program::RuleId rule, const std::vector<program::RuleId>& added,
                                         program::ExpressionId draw);

  /// The parts of finished things that a question reads.
  struct Reads {
    std::vector<program::SlotId> slots;
    std::vector<program::ExpressionId> expressions;
  };
  /// Returns whether all choices of a draw, in rolls of `rule`, lead to the same other draws, steps and things, which
  /// differ at most in what `reads` does not name. As in odds (Program::may_fail), numbers that leave 64 bits and the
  /// limits of a roll do not count. Each choice must have a chance by the rules, and no step may be left out or added.
  /// Cost: linear in what depends on the draw.
  bool is_irrelevant(program::RuleId rule, program::ExpressionId draw, const Reads& reads);

 private:
  /// The thing under construction, and the others that its rules make: their fields are not the same.
  enum Thing : std::uint8_t { Own = 0, Other = 1 };
  using Roots = std::pair<program::RuleId, std::vector<program::RuleId>>;

  void begin(const Roots& roots);
  void slice(program::ExpressionId draw, bool is_of_any_thing);
  [[nodiscard]] bool decides(std::uint32_t node) const;
  void add_rule(program::RuleId rule, Thing thing);
  void reach(std::uint32_t node, Thing thing);
  void reach_slot(program::SlotId slot, Thing thing);
  void reach_all(const program::Effect& effect, Thing thing);
  void follow(std::uint32_t node, Thing thing);
  void follow_statement(std::uint32_t number, Thing thing);
  void reach_parameters(program::RuleId rule, Thing thing);

  // Nodes: expressions, then defs, the rows and the cells of tables, statements, the defaults of a rule's parameters.
  const program::Program& program_;
  program::RuleEffects effects_;
  std::uint32_t defs_ = 0;  // the first node of each sort
  std::uint32_t rows_ = 0;
  std::uint32_t cells_ = 0;
  std::uint32_t statements_ = 0;
  std::uint32_t defaults_ = 0;
  std::uint32_t nodes_ = 0;
  std::vector<std::vector<std::uint32_t>> users_;    // by node: those whose value depends on it
  std::vector<std::vector<std::uint32_t>> readers_;  // by slot: expressions

  Roots roots_;
  bool has_begun_ = false;
  std::vector<program::RuleId> rule_of_;  // of each statement that runs
  std::vector<bool> runs_[2];             // by thing: statements, and rules after them
  std::vector<bool> is_reached_[2];
  std::vector<bool> is_slot_reached_[2];
  std::vector<std::pair<std::uint32_t, Thing>> todo_;
  program::ExpressionId sliced_ = program::kNone;
  bool is_cyclic_ = false;  // the draw depends on an earlier one of itself
  std::map<std::pair<Roots, program::ExpressionId>, std::vector<program::SlotId>> known_;
};

}  // namespace spoils::explain
