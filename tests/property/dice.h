// tests/property/dice.h
//
// A pseudo-random generator for the generators of random packs.
#pragma once

#include <cstdint>

namespace spoils {

/// A generator of its own: the packs are the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 2 + 1) {}
  int below(int n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(n));
  }
  int within(int first, int last) { return first + below(last - first + 1); }

 private:
  std::uint64_t state_;
};

}  // namespace spoils
