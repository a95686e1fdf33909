// roll/reliance.h
//
// What a thing hangs on besides its draws. Where that is a few plain values, the same draws give the same thing.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"

namespace spoils::roll {

struct Reliance {
  static constexpr std::size_t kMaxReads = 4;

  std::vector<program::SlotId> reads;   // inputs, state and parameters of the rule, at most kMaxReads; all of `writes`
  std::vector<program::SlotId> writes;  // state
};

/// Returns what things of a rule hang on, as far as nothing but itself comes of it and it draws from the stream in
/// force and for `world def`s alone; nothing if that is too much, or no plain value. Cost: linear in what the rule
/// runs.
[[nodiscard]] std::optional<Reliance> reliance_of(const program::Program& program, program::RuleId rule);

}  // namespace spoils::roll
