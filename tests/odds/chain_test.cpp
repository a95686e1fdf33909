// tests/odds/chain_test.cpp
//
// Markov chains of random transitions: first passage and long-run shares. The oracles are systems of linear equations
// that the test solves by Gauss's elimination over fractions, with pivots and subtraction, and averages over many
// steps.
#include "odds/chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "odds/mass.h"
#include "odds/waiting.h"

namespace spoils::odds {
namespace chain_test {

using Matrix = std::vector<std::vector<Exact>>;

double number(const Exact& value) { return value.convert_to<double>(); }

/// Solves a * x = b. Requires: there is one solution.
std::vector<Exact> solve(Matrix a, std::vector<Exact> b) {
  const auto n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    auto pivot = k;
    while (a[pivot][k] == 0) { ++pivot; }
    std::swap(a[pivot], a[k]);
    std::swap(b[pivot], b[k]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a[i][k] == 0) { continue; }
      const Exact factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) { a[i][j] -= factor * a[k][j]; }
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) { b[k] /= a[k][k]; }
  return b;
}

/// A chain of random transitions, some of them as unlikely as 10^-12; all states can be reached, and state 0 from all.
Chain<Exact> random_chain(std::mt19937& numbers, std::size_t n) {
  Chain<Exact> out;
  out.edges.resize(n);
  for (std::size_t from = 0; from < n; ++from) {
    std::vector<Exact> weights;
    const std::size_t count = 2 + numbers() % 4;
    Exact all = 0;
    for (std::size_t k = 0; k < count; ++k) {
      weights.push_back(numbers() % 4 == 0 ? Exact(1, 1'000'000'000'000) : Exact(1 + numbers() % 9));
      all += weights.back();
    }
    for (std::size_t k = 0; k < count; ++k) {
      const auto to = k == 0 ? (from + 1) % n : numbers() % n;
      const auto label = static_cast<std::int32_t>(numbers() % 4) - 1;
      out.edges[from].push_back({static_cast<std::uint32_t>(to), label, weights[k] / all, Exact(1)});
    }
  }
  out.edges[0][0].label = 0;
  return out;
}

Chain<double> in_doubles(const Chain<Exact>& chain) {
  Chain<double> out;
  for (const auto& edges : chain.edges) {
    auto& made = out.edges.emplace_back();
    for (const auto& e : edges) { made.push_back({e.to, e.label, number(e.mass), number(e.amount)}); }
  }
  return out;
}

ChainBudget ample() {
  ChainBudget out;
  out.left = 1'000'000'000;
  return out;
}

TEST(Chain, FirstPassageSolvesItsEquations) {
  std::mt19937 numbers(1);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 1 + numbers() % 12;
    const auto chain = random_chain(numbers, n);
    // Mean steps from each state: m = 1 + sum over edges without the label of mass * m[to].
    Matrix a(n, std::vector<Exact>(n, Exact(0)));
    for (std::size_t i = 0; i < n; ++i) {
      a[i][i] += 1;
      for (const auto& e : chain.edges[i]) {
        if (e.label != 0) { a[i][e.to] -= e.mass; }
      }
    }
    const auto means = solve(a, std::vector<Exact>(n, Exact(1)));
    auto budget = ample();
    const auto exact = first_passage(chain, 0, budget);
    ASSERT_TRUE(exact.is_known && exact.is_certain);
    EXPECT_EQ(exact.mean, means[0]);
    EXPECT_EQ(exact.ever, 1);
    const auto found = first_passage(in_doubles(chain), 0, budget);
    ASSERT_TRUE(found.is_known);
    EXPECT_NEAR(found.mean / number(means[0]), 1, 1e-12);
  }
}

TEST(Chain, LongRunSharesSolveTheBalance) {
  std::mt19937 numbers(2);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 1 + numbers() % 12;
    const auto chain = random_chain(numbers, n);
    Matrix a(n, std::vector<Exact>(n, Exact(0)));
    std::vector<Exact> b(n, Exact(0));
    for (std::size_t i = 0; i < n; ++i) {
      a[i][i] -= 1;
      for (const auto& e : chain.edges[i]) { a[e.to][i] += e.mass; }
    }
    for (std::size_t i = 0; i < n; ++i) { a[n - 1][i] = 1; }
    b[n - 1] = 1;
    const auto shares = solve(a, b);
    auto budget = ample();
    const auto exact = long_run(chain, budget);
    ASSERT_TRUE(exact.is_known);
    EXPECT_EQ(exact.share, shares);
    EXPECT_EQ(exact.classes, 1u);
    EXPECT_EQ(exact.recurrent, n);
    const auto found = long_run(in_doubles(chain), budget);
    for (std::size_t i = 0; i < n; ++i) { EXPECT_NEAR(found.share[i] / number(shares[i]), 1, 1e-12); }
  }
}

TEST(Chain, AStateThatIsSeldomLeftKeepsItsPrecision) {
  // 0 -> 1 with 1e-15, 1 -> 0 with 1e-9: differences of doubles would lose all digits of the first.
  Chain<double> chain;
  chain.edges.resize(2);
  chain.edges[0] = {{0, -1, 1 - 1e-15, 1}, {1, -1, 1e-15, 1}};
  chain.edges[1] = {{1, -1, 1 - 1e-9, 1}, {0, 0, 1e-9, 1}};
  auto budget = ample();
  const auto passage = first_passage(chain, 0, budget);
  EXPECT_NEAR(passage.mean / (1e15 + 1e9), 1, 1e-14);
  const auto shares = long_run(chain, budget).share;
  EXPECT_NEAR(shares[1] / (1e-15 / (1e-15 + 1e-9)), 1, 1e-14);
}

TEST(Chain, PowersAndStepsAgree) {
  std::mt19937 numbers(3);
  for (int round = 0; round < 20; ++round) {
    const std::size_t n = 2 + numbers() % 6;
    const auto chain = in_doubles(random_chain(numbers, n));
    const std::vector<bool> explored(n, true);
    const Horizon horizon{chain, explored, true};
    constexpr std::uint64_t kSteps = 300'000;  // as many take powers
    auto budget = ample();
    const auto passage = first_passage(chain, 0, budget);
    const auto waited = wait_for(horizon, 0, {kSteps}, passage, budget);
    const auto amounts = expected_amounts(horizon, 3, kSteps, budget);
    ASSERT_TRUE(!waited.within.empty() && amounts);
    // The same step by step, by code of the test.
    std::vector<double> now(n, 0.0);
    std::vector<double> waits(n, 0.0);
    now[0] = waits[0] = 1;
    std::vector<double> sums(3, 0.0);
    double came = 0;
    std::array<double, 3> points{};
    for (std::uint64_t step = 1; step <= kSteps; ++step) {
      std::vector<double> next(n, 0.0);
      std::vector<double> still(n, 0.0);
      for (std::size_t i = 0; i < n; ++i) {
        for (const auto& e : chain.edges[i]) {
          next[e.to] += now[i] * e.mass;
          if (e.label >= 0) { sums[static_cast<std::size_t>(e.label)] += now[i] * e.mass; }
          (e.label == 0 ? came : still[e.to]) += waits[i] * e.mass;
        }
      }
      now = next;
      waits = still;
      for (std::size_t k = 0; k < 3; ++k) {
        if (points[k] == 0 && came >= kWaitingPoints[k] - 1e-12) { points[k] = static_cast<double>(step); }
      }
    }
    EXPECT_NEAR(waited.within.front().low, came, 1e-9);
    EXPECT_EQ(waited.within.front().high, waited.within.front().low);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR((*amounts)[k], sums[k], 1e-9 * static_cast<double>(kSteps));
      if (points[k] > 0) { EXPECT_EQ(waited.points[k].rolls, points[k]); }
    }
  }
}

TEST(Chain, SlowPointsAreThoseOfTheGeometricLaw) {
  for (const double p : {1e-3, 1e-6, 1e-9, 1e-12}) {
    Chain<double> chain;
    chain.edges.resize(2);
    chain.edges[0] = {{1, -1, 1 - p, 1}, {0, 0, p, 1}};
    chain.edges[1] = {{0, -1, 1 - p, 1}, {1, 0, p, 1}};
    const std::vector<bool> explored(2, true);
    auto budget = ample();
    const auto passage = first_passage(chain, 0, budget);
    const auto waited = wait_for({chain, explored, true}, 0, {}, passage, budget);
    for (std::size_t k = 0; k < 3; ++k) {
      const double wanted = std::ceil(std::log1p(-kWaitingPoints[k]) / std::log1p(-p));
      EXPECT_NEAR(waited.points[k].rolls / wanted, 1, 1e-9) << p;
      if (p > 1e-7) { EXPECT_EQ(waited.points[k].rolls, wanted) << p; }
    }
  }
}

TEST(Chain, WithoutBudgetNothingIsKnown) {
  std::mt19937 numbers(4);
  const auto chain = in_doubles(random_chain(numbers, 12));
  ChainBudget none;
  EXPECT_FALSE(first_passage(chain, 1, none).is_known);
  EXPECT_FALSE(long_run(chain, none).is_known);
  const std::vector<bool> explored(12, true);
  const auto waited = wait_for({chain, explored, true}, 0, {10}, {}, none);
  EXPECT_TRUE(waited.within.empty());
  EXPECT_EQ(waited.points[2].kind, Wait::Kind::Unknown);
  EXPECT_FALSE(expected_amounts({chain, explored, true}, 3, 10, none));
}

// A chain without one of its states, and with parts of some transitions missing: the bounds hold the whole chain's
// answer, by single steps and by powers of the matrix.
TEST(Waiting, BoundsOfAPartHoldTheWhole) {
  std::mt19937 numbers(7);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 2 + numbers() % 8;
    const auto chain = in_doubles(random_chain(numbers, n));
    std::vector<bool> explored(n, true);
    auto part = chain;
    const auto lost = numbers() % n;
    if (lost > 0) {
      part.edges[lost].clear();
      explored[lost] = false;
    }
    for (auto& edge : part.edges[0]) { edge.mass *= numbers() % 2 == 0 ? 1.0 : 0.75; }
    const std::vector<std::uint64_t> steps{1, 2, 5, 60, 1'000'000};
    for (std::int32_t label = 0; label < 3; ++label) {
      auto budget = ample();
      const auto passage = first_passage(chain, label, budget);
      const auto whole = wait_for({chain, std::vector<bool>(n, true), true}, label, steps, passage, budget);
      const Horizon horizon{part, explored, lost == 0, false};
      const auto bounds = wait_for(horizon, label, steps, {}, budget);
      const auto others = wait_for(horizon, kNoLabel, steps, {}, budget);
      ASSERT_EQ(whole.within.size(), steps.size());
      ASSERT_EQ(bounds.within.size(), steps.size());
      ASSERT_EQ(others.within.size(), steps.size());
      for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_LE(bounds.within[i].low, whole.within[i].low);
        EXPECT_GE(bounds.within[i].high, whole.within[i].high);
        EXPECT_EQ(others.within[i].low, 0);
        EXPECT_LE(bounds.within[i].high - bounds.within[i].low, others.within[i].high + 1e-5);
      }
    }
  }
}

// Half of each step is missing: 1/4 of all paths have the label at the first step, 1/16 at the second, and so on.
TEST(Waiting, WhatIsMissingMayHaveTheLabel) {
  Chain<double> chain;
  chain.edges = {{{0, 0, 0.25, 1}, {0, -1, 0.25, 1}}};
  const std::vector<bool> explored{true};
  auto budget = ample();
  const auto waited = wait_for({chain, explored, true, false}, 0, {1, 2, 3}, {}, budget);
  ASSERT_EQ(waited.within.size(), 3U);
  EXPECT_NEAR(waited.within[0].low, 0.25, 1e-9);
  EXPECT_NEAR(waited.within[0].high, 0.75, 1e-9);
  EXPECT_NEAR(waited.within[1].low, 0.3125, 1e-9);
  EXPECT_NEAR(waited.within[1].high, 0.9375, 1e-9);
  EXPECT_NEAR(waited.within[2].low, 0.328125, 1e-9);
  EXPECT_NEAR(waited.within[2].high, 0.984375, 1e-9);
}

}  // namespace chain_test
}  // namespace spoils::odds
