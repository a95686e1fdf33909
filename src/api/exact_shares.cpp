// api/exact_shares.cpp
//
// Rounds the running totals of exact probabilities to multiples of 2^-64, halves up.
#include "api/exact_shares.h"

#include <cassert>

namespace spoils::api {

std::vector<number::UnsignedWide> whole_shares(std::span<const odds::Exact> probabilities) {
  std::vector<number::UnsignedWide> out;
  out.reserve(probabilities.size());
  odds::Exact total = 0;
  number::UnsignedWide before = 0;
  for (const auto& probability : probabilities) {
    total += probability;
    const odds::Integer below = boost::multiprecision::denominator(total);
    const odds::Integer above = boost::multiprecision::numerator(total);
    const odds::Integer rounded = ((above << 65) + below) / (below << 1);
    const auto end = static_cast<number::UnsignedWide>(rounded);
    out.push_back(end - before);
    before = end;
  }
  assert(total == 1);
  return out;
}

}  // namespace spoils::api
