// sim/statistics.cpp
//
// Estimates from exact sums, in rational arithmetic as far as cancellation could lose digits, with Wilson's interval
// and Bernstein's bound.
#include "sim/statistics.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cmath>

namespace spoils::sim {

namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

cpp_int big(UnsignedWide value) {
  return (cpp_int(static_cast<std::uint64_t>(value >> 64U)) << 64U) + static_cast<std::uint64_t>(value);
}
cpp_int big(Wide value) {
  return value < 0 ? cpp_int(-big(-static_cast<UnsignedWide>(value))) : big(static_cast<UnsignedWide>(value));
}

// The sum of squared distances from the mean, times the number of values.
double spread(const Moments& moments, std::uint64_t all) {
  const auto sum = big(moments.sum);
  const cpp_int out = big(moments.squares) * all - sum * sum;
  return out.convert_to<double>();
}

}  // namespace

std::string to_text(Wide value) { return big(value).str(); }

Estimate proportion(std::uint64_t hits, std::uint64_t all) {
  Estimate out;
  if (all == 0) { return out; }
  const auto n = static_cast<double>(all);
  const double p = static_cast<double>(hits) / n;
  out.value = p;
  out.error = std::sqrt(p * (1 - p) / n);
  const double z2 = kNormal95 * kNormal95;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  out.low = hits == 0 ? 0 : std::max(0.0, middle - half);
  out.high = hits == all ? 1 : std::min(1.0, middle + half);
  return out;
}

Estimate mean_of(const Moments& moments, std::uint64_t all) {
  Estimate out;
  if (all == 0) { return out; }
  const auto n = static_cast<double>(all);
  out.value = cpp_rational(big(moments.sum), cpp_int(all)).convert_to<double>();
  if (all > 1) { out.error = std::sqrt(spread(moments, all) / (n - 1)) / n; }
  out.low = out.value - kNormal95 * out.error;
  out.high = out.value + kNormal95 * out.error;
  return out;
}

Estimate mean_number_of(const Moments& moments, std::uint64_t all) {
  auto out = mean_of(moments, all);
  out.low = std::max(0.0, out.low);
  return out;
}

double deviation_of(const Moments& moments, std::uint64_t all) {
  if (all < 2) { return 0; }
  const auto n = static_cast<double>(all);
  return std::sqrt(spread(moments, all) / n / (n - 1));
}

double mean_margin(const Estimate& mean, std::uint64_t all, double most, double risk) {
  const auto n = static_cast<double>(all);
  const double effort = std::log(4 / risk);
  return mean.error * std::sqrt(2 * effort) + 7 * most * effort / (3 * (n - 1));
}

bool mean_differs(const Estimate& mean, std::uint64_t all, double most, double exact, double risk) {
  if (all < 2) { return false; }
  return std::abs(mean.value - exact) > mean_margin(mean, all, most, risk) + 1e-9 * std::abs(exact);
}

std::pair<std::optional<std::uint64_t>, std::optional<std::uint64_t>> ranks_of_quantile(double level,
                                                                                        std::uint64_t all) {
  constexpr double kTail = 0.025;
  constexpr double kManyForNormal = 1'000;  // variance of how many are below
  const auto n = static_cast<double>(all);
  const double variance = n * level * (1 - level);
  std::uint64_t low = 0;  // so many values are below with a chance of kTail at most
  std::uint64_t high = 0;
  if (variance > kManyForNormal) {
    const double half = kNormal95 * std::sqrt(variance);
    low = static_cast<std::uint64_t>(std::max(0.0, std::floor(n * level - half)));
    high = static_cast<std::uint64_t>(std::ceil(n * level + half)) + 1;
  } else {
    double below = 0;
    for (std::uint64_t k = 0; k <= all && below < 1 - kTail; ++k) {
      const auto count = static_cast<double>(k);
      below += std::exp(std::lgamma(n + 1) - std::lgamma(count + 1) - std::lgamma(n - count + 1) +
                        count * std::log(level) + (n - count) * std::log1p(-level));
      if (below <= kTail) { low = k + 1; }
      high = k + 1;
    }
  }
  return {low == 0 ? std::nullopt : std::optional(low), high > all ? std::nullopt : std::optional(high)};
}

}  // namespace spoils::sim
