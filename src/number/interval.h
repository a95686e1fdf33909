// number/interval.h
//
// Confidence intervals for a probability from independent trials: Clopper and Pearson's exact interval (Biometrika 26,
// 1934), whose error rate is never above the stated one, however few the hits are; the rule of three for an outcome
// that no trial had; and for a mean of counts the gamma interval of Fay and Feuer (Statistics in Medicine 16, 1997),
// which is that of the Poisson distribution (Garwood) for rare things that come one at a time. Read by api (estimates
// beside odds); tests/number/interval_test.cpp sums the probabilities of what trials may give.
#pragma once

#include <algorithm>
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

/// Power sums of the numbers of one kind of thing in trials.
struct CountSums {
  std::uint64_t trials = 0;  // with at least one
  double sum = 0;
  double squares = 0;
  double cubes = 0;
  double least = 0;  // of a trial with at least one
  double most = 0;

  void add(double count) {
    least = trials == 0 ? count : std::min(least, count);
    most = std::max(most, count);
    ++trials;
    sum += count;
    squares += count * count;
    cubes += count * count * count;
  }
};

/// Returns an interval that holds the mean number of things of a trial with a confidence of about 1 - `risk`; the upper
/// limit allows for one trial with as many more as any had. No interval can allow for rare trials with far more.
/// Requires: `sums` are of at most `all` trials; the others had none. Cost: some ten microseconds.
[[nodiscard]] Interval mean_of_counts(const CountSums& sums, std::uint64_t all, double risk);

}  // namespace spoils::number
