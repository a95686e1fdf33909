// number/weight.h
//
// The weights of a table as integers over their common denominator, so that a draw can be exact.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "number/rational.h"

namespace spoils::number {

/// Shares without a common divisor, and their sum.
struct Shares {
  std::vector<std::uint64_t> parts;  // one per weight, in their order
  std::uint64_t total = 0;           // below 2^63; 0 if every weight is 0
};

/// Returns weights scaled to the smallest integers in the same proportion; nothing if one is negative or the sum of
/// the scaled ones does not fit 63 bits. Cost: linear.
[[nodiscard]] std::optional<Shares> shares(std::span<const Rational> weights);

}  // namespace spoils::number
