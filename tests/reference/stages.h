// tests/reference/stages.h
//
// Brute force in stages, for rules with more paths than can be gone through one by one: after each statement of the
// rule, and after each turn of its `repeat` statements, machines that hold exactly the same are one machine with the
// sum of their probabilities. Between two stages all paths are enumerated (reference/enumerate.h). Nothing is
// forgotten and nothing is computed otherwise than in a single run.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "reference/enumerate.h"
#include "reference/machine.h"
#include "reference/pack.h"

namespace spoils::reference {

struct StageLimits {
  int runs_of_stage = 120;           // of one machine between two stages
  int runs = 1'000;                  // in all
  std::size_t machines = 1'000'000;  // at once
};

/// Returns the distribution of the first rule of a pack, where `outcome` says what a machine whose roll is finished
/// has made. Requires: a rule as for Machine::enter. Errors: as Draws::all.
[[nodiscard]] std::map<std::vector<std::string>, Fraction> by_stages(
    const Pack& pack, const StageLimits& limits, const std::function<std::vector<std::string>(Machine&)>& outcome);

}  // namespace spoils::reference
