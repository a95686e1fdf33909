// odds/mass.h
//
// The weight of a state. Five kinds, all with the arithmetic of probabilities:
//   double          a probability; sums carry their rounding error (Neumaier's variant of Kahan's compensated sum)
//   Exact           a probability as a fraction of any size
//   Mean<T>         a probability p, and m, the part of an expectation that comes from here: the sum of probability
//                   times amount. Two of them multiply as p + m e with e * e = 0 (dual numbers), so the expectation of
//                   what a whole roll counts is found without keeping the count in the state.
//   ExpectedCounts  the same for many counts at once, by key: a thing counts 1 for its own
//   Series          the distribution of what a whole roll counts (odds/series.h)
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "number/rational.h"
#include "program/value.h"

namespace spoils::odds {

/// Integers and exact probabilities of any size.
using Integer = boost::multiprecision::cpp_int;
using Exact = boost::multiprecision::cpp_rational;

template <class T>
struct Mean {
  T p{0};
  T m{0};

  Mean() = default;
  template <class Number, class = std::enable_if_t<std::is_constructible_v<T, Number>>>
  explicit Mean(const Number& probability) : p(static_cast<T>(probability)) {}
  template <class Number>
  Mean(const Number& probability, const Number& amount) : p(static_cast<T>(probability)), m(static_cast<T>(amount)) {}

  Mean& operator+=(const Mean& other) {
    p += other.p;
    m += other.m;
    return *this;
  }
  Mean& operator-=(const Mean& other) {
    p -= other.p;
    m -= other.m;
    return *this;
  }
  Mean& operator*=(const Mean& other) {
    m = T(m * other.p) + T(p * other.m);
    p *= other.p;
    return *this;
  }
  Mean& operator/=(const Mean& other) {
    p /= other.p;
    m = T(m - T(p * other.m)) / other.p;
    return *this;
  }
  friend Mean operator+(Mean a, const Mean& b) { return a += b; }
  friend Mean operator-(Mean a, const Mean& b) { return a -= b; }
  friend Mean operator*(Mean a, const Mean& b) { return a *= b; }
  friend Mean operator/(Mean a, const Mean& b) { return a /= b; }
  // They are ordered by how likely they are.
  friend bool operator<(const Mean& a, const Mean& b) { return a.p < b.p; }
  friend bool operator>(const Mean& a, const Mean& b) { return b.p < a.p; }
};

/// The accumulator of an expectation, and its amount.
struct Part {
  program::Word key = 0;
  double amount = 0;
};

struct ExpectedCounts {
  double p = 0;
  std::vector<Part> parts;  // ascending by key

  ExpectedCounts() = default;
  template <class Number, class = std::enable_if_t<std::is_constructible_v<double, Number>>>
  explicit ExpectedCounts(const Number& probability) : p(static_cast<double>(probability)) {}
  ExpectedCounts(program::Word probability, program::Word key) : p(static_cast<double>(probability)), parts{{key, p}} {}

  ExpectedCounts& operator+=(const ExpectedCounts& other) {
    p += other.p;
    add_parts(other, 1);
    return *this;
  }
  ExpectedCounts& operator-=(const ExpectedCounts& other) {
    p -= other.p;
    add_parts(other, -1);
    return *this;
  }
  ExpectedCounts& operator*=(const ExpectedCounts& other) {
    const double share = p;
    scale_parts(other.p);
    add_parts(other, share);
    p *= other.p;
    return *this;
  }
  ExpectedCounts& operator/=(const ExpectedCounts& other) {
    add_parts(other, -p / other.p);
    scale_parts(1 / other.p);
    p /= other.p;
    return *this;
  }
  friend ExpectedCounts operator+(ExpectedCounts a, const ExpectedCounts& b) { return a += b; }
  friend ExpectedCounts operator-(ExpectedCounts a, const ExpectedCounts& b) { return a -= b; }
  friend ExpectedCounts operator*(ExpectedCounts a, const ExpectedCounts& b) { return a *= b; }
  friend ExpectedCounts operator/(ExpectedCounts a, const ExpectedCounts& b) { return a /= b; }
  friend bool operator<(const ExpectedCounts& a, const ExpectedCounts& b) { return a.p < b.p; }
  friend bool operator>(const ExpectedCounts& a, const ExpectedCounts& b) { return b.p < a.p; }

  /// Adds what the other counts, so many times. Cost: linear in the parts of both.
  void add_parts(const ExpectedCounts& other, double factor);

 private:
  void scale_parts(double factor) {
    for (auto& part : parts) { part.amount *= factor; }
  }
};

/// Bounds allow for masses that are wrong by so much: each addition of positive doubles adds at most 2^-53 of the sum
/// to the error, so that some 10,000 paths may do this (Higham, *Accuracy and Stability of Numerical Algorithms*, 2002,
/// chapter 4). Beyond, the error that so many paths may have counts as unexplored.
inline constexpr double kRoundingOfMasses = 1e-12;
inline constexpr double kRoundingOfSum = 0x1p-53;

/// Doubles below have fewer digits, or none. Many times the least one, so that no sum of what is lost reaches it.
inline constexpr double kLeastMass = 1e-300;

/// Returns whether a double may have lost digits of a probability, or all of it.
[[nodiscard]] inline bool is_lost(double mass) { return mass < kLeastMass; }
[[nodiscard]] inline bool is_lost(const Exact&) { return false; }

/// Whether sums of many round, so that what rounding took is carried beside them.
template <class Mass>
inline constexpr bool kCarries = true;
template <>
inline constexpr bool kCarries<Exact> = false;
template <>
inline constexpr bool kCarries<Mean<Exact>> = false;

/// Whether masses are fractions, which never round.
template <class Mass>
inline constexpr bool kIsExact = !kCarries<Mass>;

/// The probability alone of a mass, as draws have it: with it the evaluator is compiled twice, not once a kind of mass.
template <class Mass>
using ProbabilityOf = std::conditional_t<kIsExact<Mass>, Exact, double>;

/// Whether a mass holds what accumulators have grown to, so that states do not.
template <class Mass>
inline constexpr bool kCounts = false;
template <class T>
inline constexpr bool kCounts<Mean<T>> = true;
template <>
inline constexpr bool kCounts<ExpectedCounts> = true;

/// Whether it holds their distribution, so that outcomes can be read from it.
template <class Mass>
inline constexpr bool kIsSeries = false;

/// Returns a fraction as a probability of any kind.
template <class Mass>
[[nodiscard]] Mass mass_of(const number::Rational& value) {
  return Mass(value.numerator()) / Mass(value.denominator());
}

/// Returns a probability as a mass with which nothing was counted.
template <class Mass>
[[nodiscard]] decltype(auto) mass_of_probability(const ProbabilityOf<Mass>& probability) {
  if constexpr (std::is_same_v<Mass, ProbabilityOf<Mass>>) {
    return (probability);
  } else {
    return Mass(probability);
  }
}

/// Returns the probability alone, without what was counted on the way.
template <class Mass>
[[nodiscard]] Mass without_amount(const Mass& mass) {
  if constexpr (kCounts<Mass>) {
    return Mass(mass.p);
  } else {
    return mass;
  }
}

/// Returns the probability as a double, for telling the likely from the unlikely.
template <class Mass>
[[nodiscard]] double likelihood(const Mass& mass) {
  if constexpr (kCounts<Mass>) {
    return likelihood(mass.p);
  } else if constexpr (std::is_same_v<Mass, double>) {
    return mass;
  } else {
    return mass.template convert_to<double>();
  }
}

/// Returns how many ways take as long as one product or sum with a mass: 0, but for large fractions, whose common
/// divisors take time by the square of their length.
template <class Mass>
[[nodiscard]] std::uint64_t paths_of_product(const Mass& mass) {
  if constexpr (std::is_same_v<Mass, Exact>) {
    const auto words = [](const auto& number) { return static_cast<std::uint64_t>(number.size()); };
    std::uint64_t n = 0;
    if constexpr (requires { mass.backend().num(); }) {
      n = words(mass.backend().num()) + words(mass.backend().denom());
    } else {
      n = words(mass.backend().data().numerator().backend()) + words(mass.backend().data().denominator().backend());
    }
    constexpr std::uint64_t kWordsOfWay = 8;
    return n / kWordsOfWay + n * n / (kWordsOfWay * kWordsOfWay);
  } else if constexpr (kCounts<Mass> && !std::is_same_v<Mass, ExpectedCounts>) {
    return paths_of_product(mass.p) + paths_of_product(mass.m);
  } else {
    return 0;
  }
}

/// Adds to a sum of which `carry` holds what rounding took; the sum is then total + carry.
template <class T>
void add_carefully(T& total, T& carry, const T& value) {
  if constexpr (std::is_same_v<T, double>) {
    const double sum = total + value;
    carry += std::abs(total) >= std::abs(value) ? (total - sum) + value : (value - sum) + total;
    total = sum;
  } else {
    total += value;
  }
}
template <class T>
void add_carefully(Mean<T>& total, Mean<T>& carry, const Mean<T>& value) {
  add_carefully(total.p, carry.p, value.p);
  add_carefully(total.m, carry.m, value.m);
}
inline void add_carefully(ExpectedCounts& total, ExpectedCounts& carry, const ExpectedCounts& value) {
  add_carefully(total.p, carry.p, value.p);
  total.add_parts(value, 1);
}

}  // namespace spoils::odds
