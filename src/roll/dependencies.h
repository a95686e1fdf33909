// roll/dependencies.h
//
// Dependency analysis for the draw trie (roll/draw_trie.h): the read set of a rule, the values that its things depend
// on besides their draws. If it is small, equal values and equal draws give equal things.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"

namespace spoils::roll {

struct Dependencies {
  static constexpr std::size_t kMaxReads = 4;

  // Inputs, state and parameters of the rule, at most kMaxReads together.
  std::vector<program::SlotId> reads;   // of one word; all of `writes`
  std::vector<program::SlotId> texts;   // no state
  std::vector<program::SlotId> writes;  // state
};

/// Returns the dependencies of things of a rule, provided the rule drops or holds no other thing and draws only from
/// the current stream, from declared generators and for `world def`s; nothing if there are too many, or lists or
/// fractions among them. Cost: linear in what the rule runs.
[[nodiscard]] std::optional<Dependencies> dependencies_of(const program::Program& program, program::RuleId rule);

}  // namespace spoils::roll
