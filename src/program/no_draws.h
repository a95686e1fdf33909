// program/no_draws.h
//
// The draws of a reading that makes none, since the checker lets it see nothing that draws.
#pragma once

#include "number/rational.h"
#include "program/program.h"

namespace spoils::program {

/// Base of such a reading, beside its Evaluator.
struct NoDraws {
  bool draw_chance(const number::Rational&, Word) { return false; }
  Word draw_range(Word first, Word) { return first; }
  Word draw_dice(Word count, Word) { return count; }
  std::int32_t draw_row(std::uint32_t, ExpressionId) { return -1; }
  std::int32_t draw_choice(std::uint32_t, ExpressionId) { return -1; }
  std::size_t draw_member(std::size_t) { return 0; }
  Word settle(std::uint32_t, ExpressionId) { return kUnset; }
};

}  // namespace spoils::program
