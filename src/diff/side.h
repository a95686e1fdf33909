// diff/side.h
//
// One of the two packs of a comparison, with the fields and things of its rules.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/facts/input_slice.h"
#include "program/facts/query_budget.h"
#include "program/facts/rule_effects.h"
#include "program/program.h"
#include "program/walk.h"
#include "spoils/diff.h"
#include "spoils/pack.h"

namespace spoils::diff {

/// Returns whether the options choose a rule; all, if they name none.
[[nodiscard]] bool is_chosen(const DiffOptions& options, const std::string& rule);

class Side {
 public:
  Side(const Pack& pack, const program::Program& program, const DiffOptions& options);
  Side(const Side&) = delete;  // its members contain pointers into it
  Side& operator=(const Side&) = delete;

  [[nodiscard]] const Pack& pack() const { return pack_; }
  [[nodiscard]] const program::Program& program() const { return program_; }
  [[nodiscard]] std::optional<program::RuleId> rule(const std::string& name) const {
    const auto found = rules_.find(name);
    return found == rules_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Whether the pack settles values for a world.
  [[nodiscard]] bool settles() const { return program_.settles; }
  /// Returns the function that ends a question about a rule: the caller's, or that of program/facts/query_budget.h.
  [[nodiscard]] std::function<bool(std::size_t)> query_budget(program::RuleId rule, const std::string& what,
                                                              double times) {
    return query_budget_.question(rule, what, times);
  }
  /// Returns the number of rules that work on the thing of a rule.
  [[nodiscard]] std::size_t participants(program::RuleId rule) const { return effects_[rule].participants.size(); }

  /// Returns the default questions about a rule: its fields, lists by their size. A field that is only looked up in a
  /// column of a table is left out.
  [[nodiscard]] const std::vector<std::string>& fields(program::RuleId rule) const { return fields_[rule]; }
  /// Returns those of them that are lists, by their names, to be compared by their members; and the fields that were
  /// left out.
  [[nodiscard]] const std::vector<std::string>& lists(program::RuleId rule) const { return lists_[rule]; }
  [[nodiscard]] const std::vector<std::string>& looked_up(program::RuleId rule) const { return looked_up_[rule]; }
  /// Returns the names of the rules whose things it makes, without duplicates.
  [[nodiscard]] const std::vector<std::string>& makes(program::RuleId rule) const { return makes_[rule]; }

  /// Returns the same and the rules whose things these make, and so on.
  [[nodiscard]] std::set<std::string> makes_at_any_depth(program::RuleId rule) const;
  /// Returns those of its fields that may be others where `maker` makes its things: that depend on its parameters, on
  /// an input that a `with` sets, or on a state that the maker may change.
  [[nodiscard]] std::vector<program::SlotId> varied_fields(program::RuleId rule, program::RuleId maker);
  /// Returns the states that a rule may change, with all that it makes.
  [[nodiscard]] const std::vector<std::string>& changed_states(program::RuleId rule) const {
    return changed_states_[rule];
  }
  /// Returns the columns of a question about such a field in the rule that makes the things: `made_by` and a field of
  /// symbols, or one expression over all things of a roll; none for a text.
  [[nodiscard]] std::vector<std::string> columns_of_things(program::RuleId rule, program::SlotId field) const;
  [[nodiscard]] const std::string& name_of(program::SlotId slot) const { return program_.slots[slot].name; }

  /// Returns those values that are of inputs of the pack or parameters of the rule, and those of its states.
  [[nodiscard]] Values known(program::RuleId rule, const Values& values) const;
  [[nodiscard]] Values known_states(const Values& values) const;
  /// Returns a parameter that needs a value and is not among the values; nothing if there is none.
  [[nodiscard]] std::optional<std::string> untold(program::RuleId rule, const Values& values) const;
  [[nodiscard]] bool has_input(const std::string& name) const;
  [[nodiscard]] bool has_state(const std::string& name) const;
  /// Whether a sweep can go through the values of that name.
  [[nodiscard]] bool can_sweep(const std::string& name) const { return has_input(name) || has_state(name); }
  /// Returns the inputs, parameters and states on which a question by these columns may depend; by none: one about the
  /// things that the rule makes. The pointers last as long as the pack.
  [[nodiscard]] std::vector<std::pair<DiffKind, const InputInfo*>> reads(program::RuleId rule,
                                                                         const std::vector<std::string>& by);

 private:
  const Pack& pack_;
  const program::Program& program_;
  std::map<std::string, program::RuleId, std::less<>> rules_;  // by name
  std::vector<program::RuleSummary> effects_;                  // by rule, as the next five
  std::vector<std::vector<std::string>> fields_;
  std::vector<std::vector<std::string>> lists_;
  std::vector<std::vector<std::string>> looked_up_;
  std::vector<std::vector<std::string>> makes_;
  std::vector<std::vector<std::string>> changed_states_;
  std::set<program::SlotId> inputs_set_;  // by a `with`
  program::QueryBudget query_budget_;
  program::InputSlice slice_;
};

}  // namespace spoils::diff
