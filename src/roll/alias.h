// roll/alias.h
//
// An alias table (Walker, Vose): one random word of 64 bits picks an outcome in constant time. Precomputed rollers use
// it; tests/roll/alias_test.cpp pins it. Integer arithmetic only, so that a word picks the same outcome on every
// platform.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "number/wide.h"

namespace spoils::roll {

/// An alias table over outcomes with integer shares of 2^64.
///
/// The words are split evenly among 2^k cells, by their high k bits. Each cell belongs to the outcome of its own number
/// and to one other: the words of the cell below a threshold are its own outcome's, the rest the other's. The shares
/// are met exactly: an outcome of share s has s words. docs/determinism.md says how the cells are filled.
///
/// Source: Walker, "An Efficient Method for Generating Discrete Random Variables with General Distributions", ACM TOMS
///         3(3), 1977; filled in linear time by Vose, "A Linear Algorithm for Generating Random Numbers with a Given
///         Distribution", IEEE Transactions on Software Engineering 17(9), 1991.
class AliasTable {
 public:
  static constexpr std::size_t kMaxOutcomes = std::size_t{1} << 24;

  AliasTable() = default;
  /// Requires: 1..kMaxOutcomes shares that add up to 2^64. Cost: linear.
  explicit AliasTable(std::span<const number::UnsignedWide> shares);

  /// Returns the outcome that a word picks. Cost: one look into 8 bytes a cell, no branch.
  [[nodiscard]] std::uint32_t outcome(std::uint64_t word) const {
    const auto own = static_cast<std::uint32_t>(word >> shift_);
    const auto cell = cells_[own];
    const auto other = static_cast<std::uint32_t>(cell & low_);
    return word << (64 - shift_) < (cell & ~low_) ? own : other;
  }

  /// Prefetches the cell that outcome(word) reads: a large table does not fit in the nearest cache.
  void expect(std::uint64_t word) const { __builtin_prefetch(&cells_[static_cast<std::size_t>(word >> shift_)]); }

  // The content of a cell, for tests that count words.
  [[nodiscard]] std::size_t cells() const { return cells_.size(); }
  [[nodiscard]] std::uint64_t words_of_cell() const { return std::uint64_t{1} << shift_; }
  [[nodiscard]] std::uint64_t threshold(std::size_t cell) const { return cells_[cell] >> (64 - shift_); }
  [[nodiscard]] std::uint32_t other(std::size_t cell) const { return static_cast<std::uint32_t>(cells_[cell] & low_); }

 private:
  // Threshold in the high bits, the other outcome in the low k bits. In a full cell both outcomes are the same.
  std::vector<std::uint64_t> cells_{0, 0};
  int shift_ = 63;  // 64 - k
  std::uint64_t low_ = 1;
};

}  // namespace spoils::roll
