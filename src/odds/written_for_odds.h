// odds/written_for_odds.h
//
// The program that odds are computed of, in the place of a pack's: its rolls are the same, and fewer states differ
// on the way.
#pragma once

#include <cstdint>
#include <vector>

#include "odds/draws_one_by_one.h"
#include "odds/evaluated_early.h"
#include "program/program.h"

namespace spoils::odds {

/// Rewrites a program, and the questions with these numbers. Returns whether anything changed. Cost: that of both.
inline bool write_for_odds(program::Program& program, const std::vector<std::uint32_t>& asked) {
  const bool draws_otherwise = draw_one_by_one(program);
  return evaluate_early(program, asked) || draws_otherwise;
}

}  // namespace spoils::odds
