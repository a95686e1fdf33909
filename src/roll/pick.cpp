// roll/pick.cpp
//
// Building the tables of a weighted pick.
#include "roll/pick.h"

#include <limits>

namespace spoils::roll {
namespace {

// A direct table of 8 KiB is a quarter of a usual first-level cache. Published loot tables add up to 100 or 1000.
constexpr std::uint64_t kMaxDirectTotal = 4096;
// And no more than a few entries a row: a pack may have any number of tables.
constexpr std::uint64_t kMaxDirectPerRow = 64;
constexpr std::size_t kMaxDirectRows = std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;

// A search passes over a quarter of a row on the average; with one bucket a row it took half as long again.
constexpr std::uint64_t kMinBucketsPerRow = 4;

}  // namespace

void WeightedPick::assign(std::span<const std::uint64_t> shares) {
  assert(shares.size() <= std::numeric_limits<std::uint32_t>::max());
  running_.resize(shares.size() + 1);
  running_[0] = 0;
  for (std::size_t r = 0; r < shares.size(); ++r) {
    assert(shares[r] <= (std::numeric_limits<std::uint64_t>::max() >> 1) - running_[r]);
    running_[r + 1] = running_[r] + shares[r];
  }
  assert(total() >= 1);
  is_direct_ = total() <= kMaxDirectTotal && total() <= kMaxDirectPerRow * size() && size() <= kMaxDirectRows;
  if (is_direct_) {
    build_direct();
  } else {
    build_guide();
  }
}

void WeightedPick::build_direct() {
  direct_.clear();
  for (std::size_t r = 0; r < size(); ++r) {
    direct_.resize(static_cast<std::size_t>(running_[r + 1]), static_cast<std::uint16_t>(r));
  }
}

void WeightedPick::build_guide() {
  const std::uint64_t last = total() - 1;
  shift_ = 0;
  while (last >> (shift_ + 1) >= kMinBucketsPerRow * size()) { ++shift_; }

  guide_.resize(static_cast<std::size_t>(last >> shift_) + 1);
  std::uint32_t row = 0;
  for (std::size_t bucket = 0; bucket < guide_.size(); ++bucket) {
    const std::uint64_t first = std::uint64_t{bucket} << shift_;
    while (running_[std::size_t{row} + 1] <= first) { ++row; }
    guide_[bucket] = row;
  }
}

}  // namespace spoils::roll
