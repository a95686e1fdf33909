// roll/dependencies.h
//
// What a thing hangs on besides its draws. Where that is a few values, the same draws give the same thing.
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

/// Returns what things of a rule hang on, as far as nothing but itself comes of it and it draws from the stream in
/// force, from declared generators and for `world def`s alone; nothing if that is too much, or lists or fractions.
/// Cost: linear in what the rule runs.
[[nodiscard]] std::optional<Dependencies> dependencies_of(const program::Program& program, program::RuleId rule);

}  // namespace spoils::roll
