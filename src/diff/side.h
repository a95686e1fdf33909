// diff/side.h
//
// One of the two packs of a comparison, with the fields and things of its rules.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "program/facts/query_budget.h"
#include "program/facts/rule_effects.h"
#include "program/program.h"
#include "spoils/diff.h"
#include "spoils/pack.h"

namespace spoils::diff {

class Side {
 public:
  Side(const Pack& pack, const program::Program& program, const DiffOptions& options);
  Side(const Side&) = delete;  // its members contain pointers into it
  Side& operator=(const Side&) = delete;

  [[nodiscard]] const Pack& pack() const { return pack_; }
  [[nodiscard]] std::optional<program::RuleId> rule(const std::string& name) const { return program_.find_rule(name); }
  /// Returns the function that ends a question about a rule: the caller's, or that of program/facts/query_budget.h.
  [[nodiscard]] std::function<bool(std::size_t)> query_budget(program::RuleId rule, const std::string& what) {
    return query_budget_.question(rule, what);
  }
  /// Returns the number of rules that work on the thing of a rule.
  [[nodiscard]] std::size_t participants(program::RuleId rule) const { return effects_[rule].participants.size(); }

  /// Returns the default questions about a rule: its fields, lists by their size. A field that is only looked up in a
  /// column of a table is left out.
  [[nodiscard]] const std::vector<std::string>& fields(program::RuleId rule) const { return fields_[rule]; }
  /// Returns the names of the rules whose things it makes, without duplicates.
  [[nodiscard]] const std::vector<std::string>& makes(program::RuleId rule) const { return makes_[rule]; }

  /// Returns those values whose names the pack or the rule has.
  [[nodiscard]] Values known(program::RuleId rule, const Values& values) const;
  /// Returns a parameter that needs a value and is not among the values; nothing if there is none.
  [[nodiscard]] std::optional<std::string> untold(program::RuleId rule, const Values& values) const;
  [[nodiscard]] bool has_input(const std::string& name) const;

 private:
  const Pack& pack_;
  const program::Program& program_;
  std::vector<program::RuleSummary> effects_;  // by rule, as the next two
  std::vector<std::vector<std::string>> fields_;
  std::vector<std::vector<std::string>> makes_;
  program::QueryBudget query_budget_;
};

}  // namespace spoils::diff
