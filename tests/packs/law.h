// tests/packs/law.h
//
// The distribution that a rule must have, as outcomes with their probabilities, and the test whether counted rolls
// agree.
//
// Error rate: every comparison is Pearson's chi-square test at kAlpha. A right pack fails one comparison in a million;
// the folder makes fewer than a thousand, so a fresh seed would fail somewhere less than once in a thousand, and the
// seed is fixed. Power: each comparison has a twin with a law that is wrong by six standard errors (0.6 percentage
// points at a million rolls, 1.9 at a hundred thousand), and the twin must fail. Both hold for any number of rolls, so
// fewer are made where they are expensive (affordable.h); only the detectable difference grows.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spoils::packs {

inline constexpr double kAlpha = 1e-6;

/// Outcomes, each under a name of its own, with their probabilities, which sum to 1.
using Law = std::map<std::string, double, std::less<>>;

/// How often each outcome came.
class Accumulator {
 public:
  void add(std::string_view outcome) {
    ++total_;
    const auto found = counts_.find(outcome);
    if (found != counts_.end()) {
      ++found->second;
    } else {
      counts_.emplace(outcome, 1);
    }
  }
  void add(std::int64_t outcome) {
    char digits[24];
    const auto end = fmt::format_to(digits, "{}", outcome);
    add(std::string_view(digits, static_cast<std::size_t>(end - digits)));
  }

  [[nodiscard]] std::int64_t count(std::string_view outcome) const {
    const auto found = counts_.find(outcome);
    return found == counts_.end() ? 0 : found->second;
  }
  [[nodiscard]] double share(std::string_view outcome) const {
    return static_cast<double>(count(outcome)) / static_cast<double>(total_);
  }
  [[nodiscard]] std::int64_t total() const { return total_; }
  [[nodiscard]] const std::map<std::string, std::int64_t, std::less<>>& counts() const { return counts_; }

 private:
  std::map<std::string, std::int64_t, std::less<>> counts_;
  std::int64_t total_ = 0;
};

/// Converts weights to a law.
inline Law normalised(Law weights) {
  double total = 0;
  for (const auto& [outcome, weight] : weights) { total += weight; }
  for (auto& [outcome, weight] : weights) { weight /= total; }
  return weights;
}

/// Returns the law of integers in a range, all equally likely.
inline Law uniform(std::int64_t first, std::int64_t last) {
  Law law;
  for (auto i = first; i <= last; ++i) { law[std::to_string(i)] = 1.0 / static_cast<double>(last - first + 1); }
  return law;
}

/// Returns a law of numbers, by the index of its elements, as a law of outcomes. Impossible ones are left out.
inline Law by_index(const std::vector<double>& probabilities) {
  Law law;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    if (probabilities[i] > 0) { law[std::to_string(i)] = probabilities[i]; }
  }
  return law;
}

/// Returns the law of the sum of two independent numbers, each by index.
inline std::vector<double> sum_of(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> out(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) { out[i + j] += a[i] * b[j]; }
  }
  return out;
}

/// Returns the law of how many of n independent tries succeed.
inline std::vector<double> binomial(int n, double p) {
  std::vector<double> out{1.0};
  for (int i = 0; i < n; ++i) { out = sum_of(out, {1 - p, p}); }
  return out;
}

/// Returns the law of the sum of so many dice.
inline std::vector<double> dice(int count, int sides) {
  std::vector<double> die(static_cast<std::size_t>(sides) + 1, 1.0 / sides);
  die[0] = 0;
  std::vector<double> out{1.0};
  for (int i = 0; i < count; ++i) { out = sum_of(out, die); }
  return out;
}

inline double mean(const std::vector<double>& probabilities) {
  double out = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i) { out += static_cast<double>(i) * probabilities[i]; }
  return out;
}

/// Passes if the counts are likely under the law. Outcomes with fewer than ten expected are counted together, so that
/// the approximation holds far out in the tail. An outcome that the law does not have fails at once.
inline testing::AssertionResult follows(const Accumulator& accumulator, const Law& law) {
  for (const auto& [outcome, count] : accumulator.counts()) {
    if (law.find(outcome) == law.end()) {
      return testing::AssertionFailure() << "`" << outcome << "` came " << count << " times and is impossible";
    }
  }
  struct Cell {
    double expected = 0;
    double seen = 0;
    std::string name;
  };
  std::vector<Cell> cells;
  double total_probability = 0;
  const auto n = static_cast<double>(accumulator.total());
  for (const auto& [outcome, probability] : law) {
    cells.push_back({n * probability, static_cast<double>(accumulator.count(outcome)), outcome});
    total_probability += probability;
  }
  if (std::abs(total_probability - 1) > 1e-9) {
    return testing::AssertionFailure() << "the law sums to " << total_probability;
  }
  std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.expected > b.expected; });
  while (cells.size() > 1 && cells.back().expected < 10) {
    auto& next = cells[cells.size() - 2];
    next = {next.expected + cells.back().expected, next.seen + cells.back().seen, "the rare ones"};
    cells.pop_back();
  }
  if (cells.size() < 2) {
    return n > 0 ? testing::AssertionSuccess() : testing::AssertionFailure() << "nothing was counted";
  }
  double statistic = 0;
  std::string detail;
  for (const auto& cell : cells) {
    const auto part = (cell.seen - cell.expected) * (cell.seen - cell.expected) / cell.expected;
    statistic += part;
    if (part > 12) { detail += fmt::format("\n  {}: {} seen, {:.1f} expected", cell.name, cell.seen, cell.expected); }
  }
  const boost::math::chi_squared distribution(static_cast<double>(cells.size() - 1));
  const auto p_value = boost::math::cdf(boost::math::complement(distribution, statistic));
  const auto summary = fmt::format("chi-square {:.1f} with {} degrees of freedom, p {:.3g}, {} counted{}", statistic,
                                   cells.size() - 1, p_value, accumulator.total(), detail);
  return p_value > kAlpha ? testing::AssertionSuccess() << summary : testing::AssertionFailure() << summary;
}

/// Returns the law with six standard errors of a share moved from its likeliest outcomes to its least likely.
inline Law biased(Law law, std::int64_t rolls) {
  std::vector<double*> shares;
  for (auto& [outcome, share] : law) { shares.push_back(&share); }
  std::stable_sort(shares.begin(), shares.end(), [](const double* a, const double* b) { return *a < *b; });
  auto left = 6 / std::sqrt(static_cast<double>(rolls));
  for (std::size_t i = 0; i < shares.size() / 2; ++i) {
    auto& most = *shares[shares.size() - 1 - i];
    const auto shift = std::min(left, most / 2);
    most -= shift;
    *shares[i] += shift;
    left -= shift;
  }
  return law;
}

/// Expects that the tally follows the law, and that the test would notice a biased one.
inline void expect_law(const Accumulator& accumulator, const Law& law, std::string_view what) {
  EXPECT_TRUE(follows(accumulator, law)) << what;
  if (law.size() > 1) {
    EXPECT_FALSE(follows(accumulator, biased(law, accumulator.total()))) << what << ", the biased twin";
  }
}

}  // namespace spoils::packs
