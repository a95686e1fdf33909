// tests/roll/chi_square.h
//
// Pearson's test of counts against equal probabilities.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>

#include <cstdint>
#include <vector>

namespace spoils::roll {

/// Returns how likely counts at least as uneven as these are if all outcomes are equally likely.
/// Requires: two counts or more; an expected count of 10 or more, for the approximation to hold far out in the tail.
inline double p_value_of_even(const std::vector<std::int64_t>& counts) {
  double total = 0;
  for (const std::int64_t count : counts) { total += static_cast<double>(count); }
  const double expected = total / static_cast<double>(counts.size());
  double statistic = 0;
  for (const std::int64_t count : counts) {
    const double excess = static_cast<double>(count) - expected;
    statistic += excess * excess / expected;
  }
  const boost::math::chi_squared distribution(static_cast<double>(counts.size() - 1));
  return boost::math::cdf(boost::math::complement(distribution, statistic));
}

}  // namespace spoils::roll
