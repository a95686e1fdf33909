// odds/distribution.h
//
// States with their probabilities. Equal states are one: adding a state that is there adds to its probability.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "number/rational.h"
#include "program/value.h"

namespace spoils::odds {

/// Exact probabilities of any size.
using Exact = boost::multiprecision::cpp_rational;

/// Returns a fraction as a probability of either kind.
template <class Mass>
[[nodiscard]] Mass mass_of(const number::Rational& value) {
  return static_cast<Mass>(value.numerator()) / static_cast<Mass>(value.denominator());
}

/// A finite distribution over states of equal width. States keep the order in which they first came, so every result is
/// the same on every machine.
template <class Mass>
class Distribution {
 public:
  explicit Distribution(std::size_t width = 0) : width_(width) {}

  [[nodiscard]] std::size_t size() const { return masses_.size(); }
  [[nodiscard]] bool empty() const { return masses_.empty(); }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] const program::Word* state(std::size_t i) const { return words_.data() + i * width_; }
  [[nodiscard]] const Mass& mass(std::size_t i) const { return masses_[i]; }

  void add(const program::Word* state, const Mass& mass) {
    if (masses_.size() * 2 >= index_.size()) { grow(); }
    auto at = hash(state) & (index_.size() - 1);
    for (; index_[at] != 0; at = (at + 1) & (index_.size() - 1)) {
      const auto known = index_[at] - 1;
      if (std::equal(state, state + width_, words_.data() + known * width_)) {
        masses_[known] += mass;
        return;
      }
    }
    words_.insert(words_.end(), state, state + width_);
    masses_.push_back(mass);
    index_[at] = static_cast<std::uint32_t>(masses_.size());
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
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return masses_[b] < masses_[a]; });
    Distribution kept(width_);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i < most) {
        kept.add(state(order[i]), masses_[order[i]]);
      } else {
        dropped += masses_[order[i]];
      }
    }
    *this = std::move(kept);
    return dropped;
  }

 private:
  [[nodiscard]] std::size_t hash(const program::Word* state) const {
    std::uint64_t h = 0x9E3779B97F4A7C15;
    for (std::size_t i = 0; i < width_; ++i) {
      h ^= static_cast<std::uint64_t>(state[i]);
      h *= 0xBF58476D1CE4E5B9;
      h ^= h >> 31;
    }
    return static_cast<std::size_t>(h);
  }

  void grow() {
    index_.assign(std::max<std::size_t>(16, index_.size() * 2), 0);
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      auto at = hash(state(i)) & (index_.size() - 1);
      while (index_[at] != 0) { at = (at + 1) & (index_.size() - 1); }
      index_[at] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::size_t width_;
  std::vector<program::Word> words_;
  std::vector<Mass> masses_;
  std::vector<std::uint32_t> index_;  // open addressing; 0: free, else number of the state + 1
};

}  // namespace spoils::odds
