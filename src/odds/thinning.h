// odds/thinning.h
//
// Thins distributions out at random, so that a rule is gone through with few states at once and yet every outcome keeps
// its probability on average: of the states that are too many, those above a threshold stay as they are, and of the
// others some stay, each with the threshold as its mass, as likely as its own mass is a part of that. This is the
// resampling of Fearnhead and Clifford (On-line inference for hidden Markov models via particle filters, Journal of the
// Royal Statistical Society B 65, 2003), with a random number for each state that stays instead of one for all. A
// program is linear in the masses of its states, as long as nothing that was thinned is used twice. Tests:
// tests/odds/thinning_test.cpp, tests/mutants/estimates.toml.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "odds/distribution.h"

namespace spoils::odds {

class Thinning {
 public:
  /// The random numbers of one pass: `number` of a seed.
  Thinning(std::uint64_t seed, std::uint64_t number) {
    std::seed_seq words{seed & 0xFFFFFFFF, seed >> 32, number};
    random_.seed(words);
  }

  /// Leaves at most `most` states of a larger distribution, in their order. Cost: sorts the states. Requires: most > 0.
  void thin(Distribution<double>& states, std::size_t most) {
    std::vector<double> masses(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) { masses[i] = states.mass(i); }
    const auto threshold = threshold_of(masses, most);
    ++count_;
    heaviest_ = std::max(heaviest_, threshold * scale_);
    Distribution<double> kept(states.width());
    // One draw in each stretch of masses as long as the threshold (stratified sampling). With one random number for all
    // stretches, states that alternate, as those of a bit do, would stay or go all together.
    double begin = 0;
    double next = threshold * unit();
    double passed = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (masses[i] >= threshold && masses[i] > 0) {
        kept.add(states.state(i), masses[i]);
        continue;
      }
      passed += masses[i];
      while (passed > next) {
        kept.add(states.state(i), threshold);
        begin += threshold;
        next = begin + threshold * unit();
      }
    }
    states = std::move(kept);
  }

  /// How often states were taken out.
  [[nodiscard]] std::uint64_t count() const { return count_; }

  /// The greatest mass that a state was given, as a part of all paths of the rule: an outcome that no pass shows may
  /// have about so much. 0: nothing was thinned.
  [[nodiscard]] double heaviest() const { return heaviest_; }

  /// From now on masses are parts of what has this mass now; returns what leave() takes.
  [[nodiscard]] double enter(double mass) { return std::exchange(scale_, scale_ * mass); }
  void leave(double scale) { scale_ = scale; }

 private:
  // The mass c for which the sum of min(1, mass / c) is `most`.
  static double threshold_of(std::vector<double> masses, std::size_t most) {
    std::sort(masses.begin(), masses.end());  // the least first, so that their sums are as exact as can be
    std::vector<double> sums{0};
    for (const auto mass : masses) { sums.push_back(sums.back() + mass); }
    // With the largest `whole` as they are, the others share the rest of the places.
    for (std::size_t whole = 0;; ++whole) {
      const auto others = masses.size() - whole;
      const auto threshold = sums[others] / static_cast<double>(most - whole);
      if (whole + 1 == most || masses[others - 1] < threshold) { return threshold; }
    }
  }

  // In [0, 1).
  double unit() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  std::mt19937_64 random_;
  double scale_ = 1;
  double heaviest_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace spoils::odds
