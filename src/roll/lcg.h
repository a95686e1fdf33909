// roll/lcg.h
//
// The linear congruential generator that a pack may declare, for games whose items depend on such a one.
// It reproduces those games, modulo bias included; every other draw of a pack comes from a Stream.
#pragma once

#include <cassert>
#include <cstdint>

namespace spoils::roll {

/// The sequence state = (multiplier * state + increment) mod 2^bits; each new state is the number drawn.
class Lcg {
 public:
  /// How a declared generator steps. Factors that a pack writes as negative count by their low bits.
  struct Shape {
    int bits = 0;  // 1..63
    std::uint64_t multiplier = 0;
    std::uint64_t increment = 0;
  };

  /// Starts at the low bits of `seed` (two's complement, so -1 sets all of them) and throws `skip` draws away.
  /// Requires: shape.bits in 1..63. Cost: linear in `skip`, which the checker limits to 1,000,000.
  constexpr Lcg(const Shape& shape, std::int64_t seed, std::uint64_t skip)
      : multiplier_(shape.multiplier),
        increment_(shape.increment),
        mask_((std::uint64_t{1} << shape.bits) - 1),
        state_(static_cast<std::uint64_t>(seed) & mask_) {
    assert(shape.bits >= 1 && shape.bits <= 63);
    for (std::uint64_t i = 0; i < skip; ++i) { step(); }
  }

  /// Returns the next state, which is below 2^bits.
  [[nodiscard]] constexpr std::uint64_t next() {
    step();
    return state_;
  }

  /// Returns the next draw modulo `n`; 0 without a draw if there are fewer than two outcomes.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t n) { return n < 2 ? 0 : next() % n; }

 private:
  // Wrapping modulo 2^64 loses nothing, since 2^bits divides it.
  constexpr void step() { state_ = (multiplier_ * state_ + increment_) & mask_; }

  std::uint64_t multiplier_;
  std::uint64_t increment_;
  std::uint64_t mask_;  // 2^bits - 1
  std::uint64_t state_;
};

}  // namespace spoils::roll
