// odds/mass.cpp
//
// Adds two sparse vectors of expected counts: known keys in place, new ones appended and merged.
#include "odds/mass.h"

#include <algorithm>

namespace spoils::odds {

void ExpectedCounts::add_parts(const ExpectedCounts& other, double factor) {
  const auto is_before = [](const Part& a, const Part& b) { return a.key < b.key; };
  auto at = parts.begin();
  std::size_t unknown = 0;
  for (const auto& part : other.parts) {
    at = std::lower_bound(at, parts.end(), part, is_before);
    if (at != parts.end() && at->key == part.key) {
      at->amount += part.amount * factor;
    } else {
      ++unknown;
    }
  }
  if (unknown == 0) { return; }
  // New keys are appended, then both ascending runs are merged.
  const auto known = static_cast<std::ptrdiff_t>(parts.size());
  parts.reserve(parts.size() + unknown);
  for (const auto& part : other.parts) {
    if (!std::binary_search(parts.begin(), parts.begin() + known, part, is_before)) {
      parts.push_back({part.key, part.amount * factor});
    }
  }
  std::inplace_merge(parts.begin(), parts.begin() + known, parts.end(), is_before);
}

}  // namespace spoils::odds
