// odds/definitely_assigned.h
//
// Which rules make things that have a field set whatever happens. A thing without any is not given out, so of all
// others it has to be remembered whether they have one.
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
