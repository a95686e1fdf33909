// program/accumulator.h
//
// How an accumulator grows from thing to thing, the same for every reading.
#pragma once

#include <algorithm>
#include <optional>

#include "number/rational.h"
#include "program/program.h"

namespace spoils::program {

/// Returns whether a fold over the things of a roll can be computed as they are made.
[[nodiscard]] constexpr bool accumulates(FoldKind kind) {
  return kind == FoldKind::Count || kind == FoldKind::Sum || kind == FoldKind::Any || kind == FoldKind::All ||
         kind == FoldKind::Maximum;
}

/// Returns the value of an accumulator with one more thing, which counts `amount`: 1 and 0 where it is a condition. Or
/// with those of another accumulator, whose value is `amount`: nothing() changes nothing.
/// Nothing if a sum leaves 64 bits.
[[nodiscard]] inline std::optional<Word> grown(const Accumulator& accumulator, Word total, Word amount) {
  switch (accumulator.kind) {
    case FoldKind::Any: return amount == 1 ? 1 : total;
    case FoldKind::All: return amount == 1 ? total : 0;
    case FoldKind::Maximum: return std::max(total, amount);
    default: return number::add(total, amount);
  }
}

}  // namespace spoils::program
