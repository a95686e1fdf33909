// number/interval.cpp
//
// The regularised incomplete beta function by its continued fraction (modified Lentz), inverted by bisection.
#include "number/interval.h"

#include <algorithm>
#include <cmath>

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

}  // namespace spoils::number
