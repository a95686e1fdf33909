// explain/targets.h
//
// The slot that the value of a draw is assigned to unchanged, by the expression of the draw. Static: it depends on the
// text of a pack alone. Tests: tests/explain.
#pragma once

#include <string>
#include <unordered_map>

#include "program/program.h"

namespace spoils::explain {

/// The target that a draw is assigned to.
struct Target {
  program::SlotId slot = 0;
  bool adds = false;
  program::ExpressionId key = program::kNone;  // of the entry of a map that is changed; kNone: all of it
};

using Targets = std::unordered_map<program::ExpressionId, Target>;

/// Returns the targets of all draws of all assignments. Cost: linear in the program.
[[nodiscard]] Targets find_targets(const program::Program& program);

/// Adds the draws of an expression whose value is assigned to a target.
void put_target(const program::Program& program, program::ExpressionId id, Target target, Targets& out);

}  // namespace spoils::explain
