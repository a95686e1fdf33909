// odds/mass.h
//
// What a state weighs. Three kinds, all with the arithmetic of probabilities:
//   double   a probability; sums of many carry what rounding took (Neumaier's variant of Kahan's sum)
//   Exact    a probability as a fraction of any size
//   Mean<T>  a probability p, and m, the part of an expectation that comes from here: the sum of probability times
//            amount. Two of them multiply as p + m e with e * e = 0 (dual numbers), so the expectation of what a whole
//            roll counts is found without keeping the count in the state.
//   Means    the same for many counts at once: an amount is the number of the count that goes up by one
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "number/rational.h"
#include "program/value.h"

namespace spoils::odds {

/// Exact probabilities of any size.
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

/// How many counts one question can ask for; a few more than the classes of things that games have.
inline constexpr std::size_t kMostMeans = 16;

struct Means {
  double p = 0;
  std::array<double, kMostMeans> m{};

  Means() = default;
  template <class Number, class = std::enable_if_t<std::is_constructible_v<double, Number>>>
  explicit Means(const Number& probability) : p(static_cast<double>(probability)) {}
  /// `count` from 1; 0 for none.
  Means(program::Word probability, program::Word count) : p(static_cast<double>(probability)) {
    if (count >= 1 && count <= static_cast<program::Word>(kMostMeans)) { m[static_cast<std::size_t>(count - 1)] = p; }
  }

  Means& operator+=(const Means& other) {
    p += other.p;
    for (std::size_t i = 0; i < kMostMeans; ++i) { m[i] += other.m[i]; }
    return *this;
  }
  Means& operator-=(const Means& other) {
    p -= other.p;
    for (std::size_t i = 0; i < kMostMeans; ++i) { m[i] -= other.m[i]; }
    return *this;
  }
  Means& operator*=(const Means& other) {
    for (std::size_t i = 0; i < kMostMeans; ++i) { m[i] = m[i] * other.p + p * other.m[i]; }
    p *= other.p;
    return *this;
  }
  Means& operator/=(const Means& other) {
    p /= other.p;
    for (std::size_t i = 0; i < kMostMeans; ++i) { m[i] = (m[i] - p * other.m[i]) / other.p; }
    return *this;
  }
  friend Means operator+(Means a, const Means& b) { return a += b; }
  friend Means operator-(Means a, const Means& b) { return a -= b; }
  friend Means operator*(Means a, const Means& b) { return a *= b; }
  friend Means operator/(Means a, const Means& b) { return a /= b; }
  friend bool operator<(const Means& a, const Means& b) { return a.p < b.p; }
  friend bool operator>(const Means& a, const Means& b) { return b.p < a.p; }
};

template <class Mass>
inline constexpr bool kCounts = false;
template <class T>
inline constexpr bool kCounts<Mean<T>> = true;
template <>
inline constexpr bool kCounts<Means> = true;

/// Returns a fraction as a probability of any kind.
template <class Mass>
[[nodiscard]] Mass mass_of(const number::Rational& value) {
  return Mass(value.numerator()) / Mass(value.denominator());
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
inline void add_carefully(Means& total, Means& carry, const Means& value) {
  add_carefully(total.p, carry.p, value.p);
  for (std::size_t i = 0; i < kMostMeans; ++i) { add_carefully(total.m[i], carry.m[i], value.m[i]); }
}

}  // namespace spoils::odds
