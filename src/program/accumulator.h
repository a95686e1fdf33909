// program/accumulator.h
//
// How a accumulator grows from thing to thing, the same for every reading.
#pragma once

#include <algorithm>

#include "program/program.h"

namespace spoils::program {

/// Returns what a accumulator comes to with one more thing, which counts `amount`: 1 and 0 where it is a condition.
[[nodiscard]] inline Word grown(const Accumulator& accumulator, Word total, Word amount) {
  switch (accumulator.kind) {
    case FoldKind::Any: return amount == 1 ? 1 : total;
    case FoldKind::All: return amount == 1 ? total : 0;
    case FoldKind::Maximum: return std::max(total, amount);
    default: return total + amount;
  }
}

}  // namespace spoils::program
