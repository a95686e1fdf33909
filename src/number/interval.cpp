// number/interval.cpp
//
// The regularised incomplete beta and gamma functions by series and continued fractions (modified Lentz), inverted by
// bisection.
#include "number/interval.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spoils::number {

namespace {

/// Bisections of 0..1: the interval is right to about 12 digits of what is shown, and the width is never 0.
constexpr int kBisections = 60;

// The continued fraction of I_x(a, b), for x < (a + 1) / (a + b + 2), where it converges in O(sqrt(max(a, b))) steps.
double fraction_of_beta(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  constexpr double kEnough = 1e-14;
  constexpr int kMostSteps = 100'000;
  const auto away_from_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double out = d;
  for (int m = 1; m <= kMostSteps; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    out *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    const double step = d * c;
    out *= step;
    if (std::abs(step - 1) < kEnough) { break; }
  }
  return out;
}

// The probability that a variable with the distribution Beta(a, b) is at most x.
double beta_cdf(double a, double b, double x) {
  if (x <= 0) { return 0; }
  if (x >= 1) { return 1; }
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) { return front * fraction_of_beta(a, b, x) / a; }
  return 1 - front * fraction_of_beta(b, a, 1 - x) / b;
}

double beta_quantile(double a, double b, double share) {
  double low = 0;
  double high = 1;
  // Small quantiles need relative precision: the bracket comes down by halves first.
  while (high > 1e-15 && beta_cdf(a, b, high / 2) >= share) { high /= 2; }
  low = high / 2;
  if (high <= 1e-15) { low = 0; }
  for (int i = 0; i < kBisections; ++i) {
    const double middle = (low + high) / 2;
    (beta_cdf(a, b, middle) < share ? low : high) = middle;
    if (high - low <= 1e-12 * high) { break; }
  }
  return high;
}

// The probability that a variable with the distribution Gamma(shape, 1) is at most x.
double gamma_cdf(double shape, double x) {
  constexpr double kEnough = 1e-14;
  constexpr int kMostSteps = 100'000;
  if (x <= 0) { return 0; }
  const double front = std::exp(shape * std::log(x) - x - std::lgamma(shape));
  if (x < shape + 1) {
    double term = 1 / shape;
    double sum = term;
    for (int i = 1; i < kMostSteps && term > kEnough * sum; ++i) {
      term *= x / (shape + i);
      sum += term;
    }
    return front * sum;
  }
  double b = x + 1 - shape;
  double c = std::numeric_limits<double>::max();
  double d = 1 / b;
  double out = d;
  for (int i = 1; i <= kMostSteps; ++i) {
    const double a = -i * (i - shape);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    const double step = d * c;
    out *= step;
    if (std::abs(step - 1) < kEnough) { break; }
  }
  return 1 - front * out;
}

template <class Cdf>
double quantile(const Cdf& cdf, double low, double high, double share) {
  for (int i = 0; i < kBisections; ++i) {
    const double middle = (low + high) / 2;
    (cdf(middle) < share ? low : high) = middle;
    if (high - low <= 1e-12 * std::abs(high)) { break; }
  }
  return high;
}

// Requires: shape >= 1.
double gamma_quantile(double shape, double share) {
  // From here on the approximation of Wilson and Hilferty is right to a millionth of the width of an interval, and sums
  // of series take longer than all else.
  constexpr double kLarge = 1000;
  if (shape < kLarge) {
    return quantile([&](double x) { return gamma_cdf(shape, x); }, 0, shape + 20 * std::sqrt(shape) + 50, share);
  }
  const auto normal = [](double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; };
  const double z = quantile(normal, -10, 10, share);
  const double root = 1 - 1 / (9 * shape) + z / (3 * std::sqrt(shape));
  return shape * root * root * root;
}

// Returns a quantile of the gamma distribution with this mean and variance.
double gamma_quantile(double mean, double variance, double share) {
  if (mean <= 0 || variance <= 0) { return std::max(0.0, mean); }
  // Not below 1 for sums of whole numbers, but for rounding.
  return variance / mean * gamma_quantile(std::max(1.0, mean * mean / variance), share);
}

// The interval of Fay and Feuer for the mean of a sum that is not negative; `most` is the largest part of it.
Interval gamma_interval(double sum, double variance, double most, double risk) {
  return {gamma_quantile(sum, variance, risk / 2), gamma_quantile(sum + most, variance + most * most, 1 - risk / 2)};
}

}  // namespace

Interval clopper_pearson(std::uint64_t hits, std::uint64_t all, double risk) {
  Interval out;
  if (all == 0) { return out; }
  const auto k = static_cast<double>(hits);
  const auto n = static_cast<double>(all);
  const double side = risk / 2;
  if (hits > 0) { out.low = hits == all ? std::pow(side, 1 / n) : beta_quantile(k, n - k + 1, side); }
  if (hits < all) { out.high = hits == 0 ? -std::expm1(std::log(side) / n) : beta_quantile(k + 1, n - k, 1 - side); }
  return out;
}

double most_of_unseen(std::uint64_t all, double risk) {
  return all == 0 ? 1 : -std::expm1(std::log(risk) / static_cast<double>(all));
}

Interval mean_of_counts(const CountSums& sums, std::uint64_t all, double risk) {
  if (all == 0) { return {0, std::numeric_limits<double>::infinity()}; }
  const auto n = static_cast<double>(all);
  const double mean = sums.sum / n;
  const double least = sums.trials < all ? 0 : sums.least;
  // The variance of the sum of all trials; equal counts have none, whatever rounding says.
  const bool is_level = sums.most <= least;
  // The largest part of the sum from the fewest up, and from the most down: a trial may have none.
  const double more = std::max(1.0, is_level ? sums.most : sums.most - least);
  const double fewer = std::max(1.0, sums.most);
  const double variance = is_level ? 0 : std::max(0.0, sums.squares - mean * sums.sum) * n / std::max(1.0, n - 1);
  const double skew = sums.cubes - 3 * mean * sums.squares + 2 * n * mean * mean * mean;
  const auto from_least = [&] {
    const auto above = gamma_interval(sums.sum - n * least, variance, more, risk);
    return Interval{least + above.low / n, least + above.high / n};
  };
  const auto from_most = [&] {
    const auto below = gamma_interval(n * sums.most - sums.sum, variance, fewer, risk);
    return Interval{sums.most - below.high / n, sums.most - below.low / n};
  };
  // The distribution of a sum is skewed to the side of rare trials: of those with more than the others, or with less.
  Interval out = is_level ? Interval{from_most().low, from_least().high} : skew >= 0 ? from_least() : from_most();
  out.low = std::clamp(out.low, 0.0, mean);
  out.high = std::max(out.high, mean);
  return out;
}

}  // namespace spoils::number
