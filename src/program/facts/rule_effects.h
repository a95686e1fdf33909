// program/facts/rule_effects.h
//
// The effects of statements, blocks and rules, each with all that it runs (side effect analysis, cf. Banning 1979): the
// slots that it may write, whether it may stop its rule or discard its thing, whether it makes things; and the fields
// that a rule sets in any case (definite assignment). Effects are found bottom-up over the call graph, and only when a
// caller needs them. Odds skip what changes nothing that is read later, range analysis forgets what may have changed,
// books and diffs list what a rule makes. Pinned by tests/program/facts/rule_effects_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/facts/call_graph.h"
#include "program/facts/slot_sets.h"
#include "program/program.h"

namespace spoils::program {

/// The possible effects of a statement or block.
struct Effect {
  SlotSets::Id writes = SlotSets::kEmpty;  // slots that it may change, as RuleEffects::writes() gives them
  bool stops = false;                      // may end its rule: what comes after it in this rule may not come
  bool discards = false;                   // may give up its thing: nothing that comes after it may come
  bool makes = false;                      // may make things
  bool drops = false;                      // ... beside the one under construction
  bool holds = false;                      // ... inside it
  bool may_fail = false;                   // has a statement in which a roll may fail (Program::may_fail)
  bool may_not_end = false;                // has a retry without a limit: a roll that it holds up for ever is a fault

  /// Whether what comes after it may not come.
  [[nodiscard]] bool leaves() const { return stops || discards; }
  /// Of a rule: whether its thing may be given up with others in it.
  [[nodiscard]] bool may_lose_held() const { return discards && holds; }
};

class RuleEffects {
 public:
  /// Requires: dispatches and the fields of rules are filled. Cost: constant for each statement; the effects are found
  /// when a caller needs them.
  explicit RuleEffects(const Program& program);

  /// Returns the effect of a statement with all that it runs. Cost: linear in that; memoised, as below.
  const Effect& of_statement(std::uint32_t number);
  /// Returns the effect of the statements of a block.
  const Effect& of_block(BlockId block);
  /// Returns the effect of the body of a rule. Whoever runs it is not stopped by it.
  const Effect& of_rule(RuleId rule) { return of_block(program_.rules[rule].body); }
  /// Returns the effect of running any one of the rules of a dispatch.
  const Effect& of_dispatch(std::uint32_t dispatch);
  /// Returns the slots that an effect writes, ascending; a Number counts with both its slots. Parameters and the
  /// variables of loops are among them; a slot that `with` sets for a while is not. The reference stays good.
  [[nodiscard]] const std::vector<SlotId>& writes(const Effect& effect) const { return sets_.slots(effect.writes); }

  /// Whether every thing that a rule makes has a field set. Cost: linear in what it reaches; memoised.
  bool surely_sets_field(RuleId rule);

 private:
  using Unsettling = std::vector<bool>;  // by slot: whether a statement may unset it again

  struct Known {
    Effect effect;
    bool is_done = false;
  };

  void call(RuleId rule, CallKind kind, Effect& into, std::vector<SlotId>& slots);
  void write(std::vector<SlotId>& into, SlotId slot) const;
  [[nodiscard]] bool is_field(SlotId slot) const;
  bool decide(RuleId rule, const Unsettling& may_be_unset, std::map<RuleId, bool>& decided);
  bool decide_block(BlockId block, const Unsettling& may_be_unset, std::map<RuleId, bool>& decided);
  [[nodiscard]] Word least_of(ExpressionId id) const;
  [[nodiscard]] bool is_some_range(ExpressionId first, ExpressionId last) const;

  const Program& program_;
  SlotSets sets_;
  std::vector<Known> statements_;
  std::vector<Known> blocks_;
  std::map<std::uint32_t, Effect> dispatches_;
  std::vector<std::optional<bool>> sets_field_;  // by rule
};

/// The effects of a rule as a page about it lists them.
struct RuleSummary {
  std::vector<SlotId> fields;     // set fields, in order; for a rule that a symbol chooses (`do`) only `kind`: the
                                  // chosen rules have summaries of their own
  std::vector<RuleId> creates;    // rules of things that it drops or holds, as often as it says so
  std::vector<RuleId> drops;      // those that it drops
  std::set<RuleId> participants;  // the rules that work on its thing: itself and those that it runs by name
};

/// Returns the summary of a rule. Cost: linear in what it runs.
[[nodiscard]] RuleSummary summary_of(const Program& program, RuleId rule);

/// Returns the fields that a rule's thing may get in another way than by an assignment of a participant: as parameters
/// of calls, or from rules that a symbol chooses. In their order. Cost: linear in the statements of the participants.
[[nodiscard]] std::vector<SlotId> fields_given_otherwise(const Program& program, RuleEffects& effects,
                                                         const RuleSummary& summary);

/// Returns what the rules that work on the thing set a field to, each time that they do.
[[nodiscard]] std::vector<ExpressionId> values_given(const Program& program, const RuleSummary& summary, SlotId field);

}  // namespace spoils::program
