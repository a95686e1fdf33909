// tests/number/agreement_test.cpp
//
// The statistical tests never exceed their stated risk. The oracle enumerates all counts of small cases, with the
// probability of each.
#include "number/agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace spoils::number {
namespace agreement_test {

/// Calls the function for every distribution of `all` trials among classes, with its probability.
void for_all_counts(std::uint64_t all, const std::vector<double>& probabilities,
                    const std::function<void(const std::vector<std::uint64_t>&, double)>& call) {
  std::vector<std::uint64_t> counts(probabilities.size(), 0);
  const std::function<void(std::size_t, std::uint64_t)> share = [&](std::size_t which, std::uint64_t left) {
    if (which + 1 == counts.size()) {
      counts[which] = left;
      double logarithm = std::lgamma(static_cast<double>(all) + 1);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto count = static_cast<double>(counts[i]);
        logarithm += count * std::log(probabilities[i]) - std::lgamma(count + 1);
      }
      call(counts, std::exp(logarithm));
      return;
    }
    for (std::uint64_t count = 0; count <= left; ++count) {
      counts[which] = count;
      share(which + 1, left - count);
    }
  };
  share(0, all);
}

TEST(Agreement, AFitIsAsBadAsItsChanceAtMost) {
  const std::vector<std::vector<double>> laws{
      {0.5, 0.5}, {0.01, 0.99}, {0.2, 0.3, 0.5}, {0.001, 0.004, 0.995}, {0.25, 0.25, 0.25, 0.25}};
  for (const auto& law : laws) {
    for (const std::uint64_t all : {1U, 7U, 30U}) {
      for (const double risk : {0.2, 1e-2, 1e-4, 1e-6}) {
        double wrongly = 0;
        double sum = 0;
        for_all_counts(all, law, [&](const auto& counts, double probability) {
          sum += probability;
          if (fit_of(counts, law).chance < risk) { wrongly += probability; }
        });
        EXPECT_NEAR(sum, 1, 1e-9);
        EXPECT_LE(wrongly, risk) << law.size() << " classes, " << all << " trials";
      }
    }
  }
}

TEST(Agreement, AFitIsTheLikelihoodRatio) {
  // 2 * (30 ln(30/25) + 20 ln(20/25)).
  const auto fit = fit_of({30, 20}, {0.5, 0.5});
  EXPECT_NEAR(fit.chi_square, 2 * (30 * std::log(1.2) + 20 * std::log(0.8)), 1e-12);
  EXPECT_EQ(fit.classes, 2u);
  EXPECT_EQ(fit_of({25, 25}, {0.5, 0.5}).chance, 1);
  EXPECT_LT(fit_of({900, 100}, {0.5, 0.5}).chance, 1e-60);
  EXPECT_EQ(fit_of({7}, {1}).classes, 1u);
  EXPECT_EQ(fit_of({7}, {1}).chance, 1);
  EXPECT_EQ(fit_of({}, {}).chance, 1);
}

TEST(Agreement, ABetWinsAsOftenAsItsRiskAtMost) {
  // Values 0 and 1/p with probability p: the widest that a mean of 1 allows.
  for (const double p : {0.5, 0.1, 0.01}) {
    for (const std::uint64_t all : {1U, 10U, 200U}) {
      for (const double risk : {0.2, 1e-3, 1e-6}) {
        double wrongly = 0;
        for_all_counts(all, {p, 1 - p}, [&](const auto& counts, double probability) {
          MeanBet bet(1);
          for (std::uint64_t i = 0; i < counts[0]; ++i) { bet.add(1 / p); }
          for (std::uint64_t i = 0; i < counts[1]; ++i) { bet.add(0); }
          if (bet.wins(risk)) { wrongly += probability; }
        });
        EXPECT_LE(wrongly, risk) << p;
      }
    }
  }
}

TEST(Agreement, ABetNoticesMore) {
  MeanBet same(2);
  MeanBet more(1.5);
  MeanBet none(0);
  for (int i = 0; i < 2000; ++i) {
    same.add(i % 5);
    more.add(i % 5);
    none.add(0);
  }
  EXPECT_FALSE(same.wins(1e-6));
  EXPECT_TRUE(more.wins(1e-6));
  EXPECT_FALSE(none.wins(1e-6));
  none.add(1);
  EXPECT_TRUE(none.wins(1e-6));
}

TEST(Agreement, BoundsAllowWhatIsBetween) {
  EXPECT_FALSE(is_outside(50, 100, 0.2, 0.8, 1e-6));
  EXPECT_FALSE(is_outside(19, 100, 0.2, 0.8, 1e-6));
  EXPECT_TRUE(is_outside(10, 1000, 0.2, 0.8, 1e-6));
  EXPECT_TRUE(is_outside(990, 1000, 0.2, 0.8, 1e-6));
  EXPECT_FALSE(is_outside(0, 0, 0.2, 0.8, 1e-6));
}

TEST(Agreement, RareOutcomesShareClasses) {
  EXPECT_EQ(pooled({10, 2, 7, 2, 2, 1}, 5), (std::vector<std::size_t>{0, 2, 1, 2, 2, 3}));
  EXPECT_EQ(pooled({}, 5), std::vector<std::size_t>{});
  EXPECT_EQ(pooled({0, 0}, 5), (std::vector<std::size_t>{0, 0}));
}

}  // namespace agreement_test
}  // namespace spoils::number
