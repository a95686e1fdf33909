// sim/statistics.h
//
// From exact sums to estimates: proportions with Wilson's interval, means with standard errors, and the empirical
// Bernstein bound for a mean. Tests: tests/simulate/statistics_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "number/agreement.h"
#include "sim/wide_sum.h"
#include "spoils/simulate.h"

namespace spoils::sim {

inline constexpr double kNormal95 = 1.959963984540054;  // 97.5% of the normal law are below

/// Returns the proportion of `hits` among `all`, with Wilson's interval. Requires: hits <= all.
[[nodiscard]] Estimate proportion(std::uint64_t hits, std::uint64_t all);

/// Returns the mean over `all` values, of which those that are not in the moments are 0.
[[nodiscard]] Estimate mean_of(const Moments& moments, std::uint64_t all);

/// Returns the same of numbers of things, so that the interval does not go below 0.
[[nodiscard]] Estimate mean_number_of(const Moments& moments, std::uint64_t all);

/// Returns the standard deviation of `all` values.
[[nodiscard]] double deviation_of(const Moments& moments, std::uint64_t all);

/// Returns the ranks, from 1 on, between whose values a quantile is with a confidence of 95% at least, whatever the law
/// of the values: each end fails with 2.5% at most. Nothing where not even the least or greatest of `all` is far enough
/// out. By the binomial law of how many values are below (David, Nagaraja, "Order Statistics", 2003, chapter 7.1), for
/// many values by the normal one. Requires: 0 < level < 1. Cost: linear in the values, up to some 100,000.
[[nodiscard]] std::pair<std::optional<std::uint64_t>, std::optional<std::uint64_t>> ranks_of_quantile(
    double level, std::uint64_t all);

using number::differs;

/// Returns how far the mean of values that span `most` is from the expected one but for a chance of `risk`: the
/// empirical Bernstein bound, with the deviation that was seen. Requires: all >= 2.
[[nodiscard]] double mean_margin(const Estimate& mean, std::uint64_t all, double most, double risk);

/// Returns whether the mean of values between 0 and about `most` is further from the exact one than happens with a
/// chance of `risk`, by Bernstein's bound with the deviation that was seen.
[[nodiscard]] bool mean_differs(const Estimate& mean, std::uint64_t all, double most, double exact, double risk);

}  // namespace spoils::sim
