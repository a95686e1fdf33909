// odds/definitely_assigned.h
//
// Definite assignment of fields: which rules make only things that have a field set. A thing without any is not
// given out, so a state of any other rule must record whether it has one.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"

namespace spoils::odds {

class DefinitelyAssigned {
 public:
  explicit DefinitelyAssigned(const program::Program& program);

  /// Whether every thing of a rule has a field set. Cost: linear in what the rule runs; remembered.
  bool of(program::RuleId rule);

 private:
  [[nodiscard]] bool is_field(program::SlotId slot) const;
  bool is_set(program::ExpressionId id);

  const program::Program& program_;
  std::vector<std::optional<bool>> rules_;
  std::vector<std::optional<bool>> defs_;  // whether the value is always set
};

}  // namespace spoils::odds
