// roll/alias.cpp
//
// Fills the cells by Vose's two piles, in the order that docs/determinism.md fixes.
#include "roll/alias.h"

namespace spoils::roll {

using number::UnsignedWide;

AliasTable::AliasTable(std::span<const UnsignedWide> shares) {
  assert(!shares.empty() && shares.size() <= kMaxOutcomes);
  int bits = 1;  // a cell of all 2^64 words would not fit a word
  while (std::size_t{1} << bits < shares.size()) { ++bits; }
  shift_ = 64 - bits;
  low_ = (std::uint64_t{1} << bits) - 1;
  const auto full = UnsignedWide{1} << shift_;
  std::vector<UnsignedWide> rest(shares.begin(), shares.end());
  rest.resize(std::size_t{1} << bits, 0);
  cells_.resize(rest.size());
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::size_t i = rest.size(); i-- > 0;) {
    cells_[i] = i;
    if (rest[i] < full) { small.push_back(static_cast<std::uint32_t>(i)); }
    if (rest[i] > full) { large.push_back(static_cast<std::uint32_t>(i)); }
  }
  // Each small cell is filled up from a large one. The shares add up to 2^64, so both run out together.
  while (!small.empty()) {
    assert(!large.empty());
    const auto lacking = small.back();
    const auto giving = large.back();
    small.pop_back();
    cells_[lacking] = static_cast<std::uint64_t>(rest[lacking]) << bits | giving;
    rest[giving] -= full - rest[lacking];
    if (rest[giving] > full) { continue; }
    large.pop_back();
    if (rest[giving] < full) { small.push_back(giving); }
  }
  assert(large.empty());
}

}  // namespace spoils::roll
