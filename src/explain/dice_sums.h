// explain/dice_sums.h
//
// The probability of each sum of some dice, by convolution.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "number/rational.h"

namespace spoils::explain {

/// The sums of `count` dice, from `count` on.
struct SumOdds {
  std::vector<double> probability;
  std::vector<std::uint64_t> ways;  // the same as integers over sides^count, if that is below 2^63; else empty
  std::uint64_t all_ways = 0;

  [[nodiscard]] std::optional<number::Rational> exact(std::size_t index) const {
    if (ways.empty()) { return std::nullopt; }
    return number::Rational::make(static_cast<std::int64_t>(ways[index]), static_cast<std::int64_t>(all_ways));
  }
};

/// Computes each distribution once, as long as the work for all of them stays bounded.
class DiceSums {
 public:
  /// Returns nothing if it would take too long. Requires: both at least 1. Valid until the next call.
  /// Cost: (count * sides)^2 / 2 additions at most, a billion for all calls together.
  [[nodiscard]] const SumOdds* of(std::int64_t count, std::int64_t sides);

 private:
  std::map<std::pair<std::int64_t, std::int64_t>, SumOdds> known_;
  std::uint64_t work_left_ = 1'000'000'000;
  std::uint64_t kept_ = 0;
};

}  // namespace spoils::explain
