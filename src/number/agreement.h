// number/agreement.h
//
// Tests whether counts of independent trials agree with probabilities. All bounds hold for every number of trials, not
// only for large ones, so the actual risk never exceeds the stated one: Chernoff's bound for one outcome, its
// counterpart for the likelihood-ratio chi-square G of several, and a bet at fair odds for a mean without further
// assumptions.
// Read by sim (estimates beside odds) and by api (odds beside rolls); tests/number/agreement_test.cpp enumerates all
// counts of small cases.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spoils::number {

/// Returns whether `hits` of `all` differ from a probability by more than happens with a probability of `risk`.
[[nodiscard]] bool differs(std::uint64_t hits, std::uint64_t all, double probability, double risk);

/// Returns the same for a probability with known bounds.
[[nodiscard]] bool is_outside(std::uint64_t hits, std::uint64_t all, double low, double high, double risk);

/// Groups outcomes into classes: each outcome that is expected `least` times has a class of its own; rarer ones share
/// classes with their neighbours, so that every class but perhaps the last is expected that often.
/// Returns the class of each outcome, numbered from 0. Requires: outcomes in an order that no count has influenced.
[[nodiscard]] std::vector<std::size_t> pooled(const std::vector<double>& expected, double least);

/// The goodness of fit of counts.
struct Fit {
  double chi_square = 0;    // G = 2 * sum of count * ln(count / expected)
  std::size_t classes = 0;  // with a probability above 0
  double chance = 1;        // upper bound on the probability that counts fit this badly or worse
};

/// Returns the fit of one count a class. The bound on its chance is that of Agrawal, "Finite-Sample Concentration of
/// the Multinomial in Relative Entropy", 2020, theorem 1.2. Requires: as many counts as probabilities, whose sum is 1.
[[nodiscard]] Fit fit_of(const std::vector<std::uint64_t>& counts, const std::vector<double>& probabilities);

/// Tests whether values that are never negative have a greater mean than claimed. Each value is a bet that is fair if
/// the mean is right; the winnings of the bets measure the deviation (Ville's inequality). A mean that is smaller than
/// claimed is not detected: without a bound on the values, rare large ones may be missing.
class MeanBet {
 public:
  explicit MeanBet(double mean) : mean_(mean) {}
  void add(double value);
  /// Returns whether the bets won more than happens with a probability of `risk`.
  [[nodiscard]] bool wins(double risk) const;

 private:
  static constexpr std::array<double, 5> kStakes{0.5, 0.2, 0.05, 0.02, 0.005};
  double mean_;
  bool is_impossible_ = false;                   // there was a value although the mean is 0
  std::array<double, kStakes.size()> wealth_{};  // logarithms
};

}  // namespace spoils::number
