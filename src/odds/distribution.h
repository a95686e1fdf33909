// odds/distribution.h
//
// A finite distribution: states with their probabilities. Adding a state that is present adds to its probability.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "odds/mass.h"
#include "odds/state_index.h"

namespace spoils::odds {

/// A finite distribution over states of equal width. States keep the order in which they first came, so every result is
/// the same on every machine.
template <class Mass>
class Distribution {
 public:
  explicit Distribution(std::size_t width = 0) : states_(width) {}

  [[nodiscard]] std::size_t size() const { return masses_.size(); }
  [[nodiscard]] bool empty() const { return masses_.empty(); }
  [[nodiscard]] std::size_t width() const { return states_.width(); }
  [[nodiscard]] const program::Word* state(std::size_t i) const { return states_.state(i); }
  /// The reference stays good until a state is added.
  [[nodiscard]] std::conditional_t<kCarries<Mass>, Mass, const Mass&> mass(std::size_t i) const {
    if constexpr (kCarries<Mass>) {
      return Mass(masses_[i] + carries_[i]);
    } else {
      return masses_[i];
    }
  }

  void add(const program::Word* state, const Mass& mass) {
    const auto [number, is_new] = states_.number_of(state);
    if (is_new) {
      make_room(masses_, 1);
      masses_.push_back(mass);
      if constexpr (kCarries<Mass>) {
        make_room(carries_, 1);
        carries_.push_back(Mass(0));
      }
    } else if constexpr (kCarries<Mass>) {
      add_carefully(masses_[number], carries_[number], mass);
    } else {
      masses_[number] += mass;
    }
  }

  void add_all(Distribution&& other) {
    if (empty() && width() == other.width()) {
      *this = std::move(other);
    } else {
      add_all(static_cast<const Distribution&>(other));
    }
  }
  void add_all(const Distribution& other) {
    for (std::size_t i = 0; i < other.size(); ++i) { add(other.state(i), other.mass(i)); }
  }

  /// Drops the least likely states beyond `most`; returns their probability.
  Mass prune(std::size_t most) {
    Mass dropped(0);
    if (size() <= most) { return dropped; }
    std::vector<std::uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0u);
    // Fractions are compared as doubles: of two that differ less than these tell either may go.
    std::vector<double> likely(size());
    for (std::size_t i = 0; i < size(); ++i) { likely[i] = likelihood(mass(i)); }
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return likely[b] < likely[a]; });
    Distribution kept(width());
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i < most) {
        kept.add(state(order[i]), mass(order[i]));
      } else {
        dropped += mass(order[i]);
      }
    }
    *this = std::move(kept);
    return dropped;
  }

 private:
  StateIndex states_;
  std::vector<Mass> masses_;
  std::vector<Mass> carries_;
};

}  // namespace spoils::odds
