// sim/wide_sum.h
//
// Exact sums of 128 bits: of values that may be negative, and of their squares.
#pragma once

#include <cstdint>
#include <string>

#include "number/wide.h"

namespace spoils::sim {

using number::UnsignedWide;
using number::Wide;

/// Sum and sum of squares. No number of 64-bit values makes the first overflow; the second only grows, so its
/// overflow depends on the values and not on their order.
struct Moments {
  Wide sum = 0;
  UnsignedWide squares = 0;
  bool overflown = false;

  void add(std::int64_t value) {
    sum += value;
    const auto size = value < 0 ? -static_cast<UnsignedWide>(value) : static_cast<UnsignedWide>(value);
    add_squares(size * size);
  }
  void merge(const Moments& other) {
    sum += other.sum;
    add_squares(other.squares);
    overflown = overflown || other.overflown;
  }

 private:
  void add_squares(UnsignedWide more) {
    squares += more;
    overflown = overflown || squares < more;
  }
};

/// Returns the decimal digits.
[[nodiscard]] std::string to_text(Wide value);

}  // namespace spoils::sim
