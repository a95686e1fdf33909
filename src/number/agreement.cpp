// number/agreement.cpp
//
// Chernoff bounds for one count, a bound on the likelihood-ratio statistic G for several, and the wealth of a few
// fixed stakes as a test of a mean. Sums are of doubles; comparisons are of logarithms, so that no probability
// underflows.
#include "number/agreement.h"

#include <algorithm>
#include <cmath>

namespace spoils::number {

namespace {

/// Probabilities of doubles that should be 0 or 1 may be off by their last digits.
constexpr double kLastDigits = 1e-15;

}  // namespace

bool differs(std::uint64_t hits, std::uint64_t all, double probability, double risk) {
  if (all == 0) { return false; }
  const auto n = static_cast<double>(all);
  const double p = std::clamp(probability, kLastDigits, 1 - kLastDigits);
  const double q = static_cast<double>(hits) / n;
  const double distance =
      (hits == 0 ? 0 : q * std::log(q / p)) + (hits == all ? 0 : (1 - q) * std::log((1 - q) / (1 - p)));
  return n * distance > std::log(2 / risk);
}

bool is_outside(std::uint64_t hits, std::uint64_t all, double low, double high, double risk) {
  if (all == 0) { return false; }
  const double q = static_cast<double>(hits) / static_cast<double>(all);
  if (q >= low && q <= high) { return false; }
  return differs(hits, all, q < low ? low : high, risk);
}

std::vector<std::size_t> pooled(const std::vector<double>& expected, double least) {
  std::vector<std::size_t> out(expected.size());
  std::size_t classes = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] >= least) { out[i] = classes++; }
  }
  double sum = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] >= least) { continue; }
    out[i] = classes;
    sum += expected[i];
    if (sum >= least) {
      ++classes;
      sum = 0;
    }
  }
  return out;
}

Fit fit_of(const std::vector<std::uint64_t>& counts, const std::vector<double>& probabilities) {
  Fit out;
  double all = 0;
  for (const auto count : counts) { all += static_cast<double>(count); }
  double distance = 0;  // n times the relative entropy
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (probabilities[i] > 0) { ++out.classes; }
    if (counts[i] == 0) { continue; }
    const auto count = static_cast<double>(counts[i]);
    distance += count * std::log(count / (all * std::max(probabilities[i], kLastDigits)));
  }
  out.chi_square = 2 * std::max(0.0, distance);
  if (out.classes < 2) { return out; }
  const auto freedom = static_cast<double>(out.classes - 1);
  if (distance > freedom) { out.chance = std::exp(-distance + freedom * (1 + std::log(distance / freedom))); }
  return out;
}

void MeanBet::add(double value) {
  if (mean_ <= 0) {
    is_impossible_ = is_impossible_ || value > 0;
    return;
  }
  for (std::size_t i = 0; i < kStakes.size(); ++i) { wealth_[i] += std::log1p(kStakes[i] * (value / mean_ - 1)); }
}

bool MeanBet::wins(double risk) const {
  if (is_impossible_) { return true; }
  const double most = *std::max_element(wealth_.begin(), wealth_.end());
  double sum = 0;
  for (const auto wealth : wealth_) { sum += std::exp(wealth - most); }
  return most + std::log(sum / static_cast<double>(kStakes.size())) > -std::log(risk);
}

}  // namespace spoils::number
