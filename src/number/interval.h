// number/interval.h
//
// Confidence intervals for a probability from independent trials: Clopper and Pearson's exact interval (Biometrika 26,
// 1934), whose error rate is never above the stated one, however few the hits are; and the rule of three for an outcome
// that no trial had. Read by api (estimates beside odds); tests/number/interval_test.cpp sums binomial probabilities.
#pragma once

#include <cstdint>

namespace spoils::number {

struct Interval {
  double low = 0;
  double high = 1;
};

/// Returns the interval that holds the probability with a confidence of 1 - `risk`, half of the risk on each side; 0..1
/// without trials. Requires: hits <= all, 0 < risk < 1. Cost: some microseconds, and more by the root of `all`.
[[nodiscard]] Interval clopper_pearson(std::uint64_t hits, std::uint64_t all, double risk);

/// Returns the largest probability that trials without a hit leave open, with a confidence of 1 - `risk`: about 3 / all
/// for 5%.
[[nodiscard]] double most_of_unseen(std::uint64_t all, double risk);

}  // namespace spoils::number
