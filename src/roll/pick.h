// roll/pick.h
//
// Weighted picks: the mapping from a random integer to a row, by running totals with a guide table or a direct table.
// Only speed depends on the tables in here: the mapping from integer to row is defined without them.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace spoils::roll {

/// A table's shares, prepared for picking: row(u) is the first row whose running total exceeds u.
///
/// Row r with share s is thus given for exactly s consecutive integers, in the order of the rows, and a row of share 0
/// for none. The search may change; the row may not, since the results of every seed depend on it.
///
/// Source: the guide table of Chen and Asau, "On Generating Random Variates from an Empirical Distribution", AIIE
///         Transactions 6(2), 1974; Devroye, "Non-Uniform Random Variate Generation", 1986, chapter III.2.4.
class WeightedPick {
 public:
  WeightedPick() = default;
  explicit WeightedPick(std::span<const std::uint64_t> shares) { assign(shares); }

  /// Takes other shares, in the memory of the former ones where that is enough.
  ///
  /// Requires: fewer than 2^32 rows; shares that add up to 1..2^63-1.
  /// Cost:     linear in rows. Memory: 8 bytes a row and at most 8 KiB (small totals) or 32 bytes a row.
  void assign(std::span<const std::uint64_t> shares);

  [[nodiscard]] std::uint64_t total() const { return running_.back(); }
  [[nodiscard]] std::size_t size() const { return running_.size() - 1; }  ///< rows, those of share 0 included

  /// Returns the share of a row: its probability is share(row) / total(). Requires: row < size().
  [[nodiscard]] std::uint64_t share(std::uint32_t row) const {
    assert(row < size());
    return running_[std::size_t{row} + 1] - running_[row];
  }

  /// Returns the first u that gives a row or a later one. Requires: row <= size().
  [[nodiscard]] std::uint64_t first(std::uint32_t row) const { return running_[row]; }

  /// Returns the row that u gives. Requires: u < total(). Cost: constant, on the average over u.
  [[nodiscard]] std::uint32_t row(std::uint64_t u) const {
    assert(u < total());
    if (is_direct_) { return direct_[static_cast<std::size_t>(u)]; }
    std::uint32_t row = guide_[static_cast<std::size_t>(u >> shift_)];
    while (running_[std::size_t{row} + 1] <= u) { ++row; }
    return row;
  }

 private:
  void build_direct();
  void build_guide();

  // Element r is the sum of the shares before row r; the last one is the total.
  std::vector<std::uint64_t> running_{0};
  // Small totals: the row of each u.
  std::vector<std::uint16_t> direct_;
  // Large totals: element b is the row of b << shift_, from where the row of any u with that beginning is not far.
  std::vector<std::uint32_t> guide_;
  int shift_ = 0;
  bool is_direct_ = false;
};

}  // namespace spoils::roll
