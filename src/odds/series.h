// odds/series.h
//
// A mass that is a generating function: the sum over n of P(n) x^n, where n is what accumulators have grown to (several
// are several variables). Masses multiply as statements follow each other, and a product of generating functions is
// the convolution of two distributions, so the totals of counts and sums are no part of a state. Eisner, "Parameter
// estimation for probabilistic finite-state transducers", ACL 2002 (any commutative semiring will do); Feller, An
// Introduction to Probability Theory, volume 1, XI. tests/odds/series_test.cpp.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>
#include <vector>

#include "odds/mass.h"
#include "program/value.h"

namespace spoils::odds {

/// The most accumulators of one series.
inline constexpr std::size_t kMostAccumulators = 4;

/// Totals that do not fit into the exponents of a series: the question is answered with totals in states instead.
class SeriesOverflow : public std::exception {};

class Series {
 public:
  /// A coefficient, and the exponents of its variables as one word, of which each has as many bits.
  struct Term {
    program::Word key = 0;
    double mass = 0;
  };

  Series() = default;
  template <class Number, class = std::enable_if_t<std::is_constructible_v<double, Number>>>
  explicit Series(const Number& probability) : total_(static_cast<double>(probability)) {}
  /// A thing that makes accumulators grow by these exponents.
  Series(double probability, program::Word key, std::size_t accumulators);

  /// Returns the exponents of one variable alone; keys are added up. Errors: SeriesOverflow.
  [[nodiscard]] static program::Word key_of(program::Word amount, std::size_t accumulator, std::size_t accumulators);
  /// Returns the exponents, one a variable.
  [[nodiscard]] static std::vector<program::Word> amounts_of(program::Word key, std::size_t accumulators);

  /// The sum of all coefficients: the probability, whatever was counted.
  [[nodiscard]] double total() const { return total_; }
  /// The coefficients, ascending by key; none: all of it has the key 0.
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  /// The part of the sum that no coefficient has, since it was left out (ShortTails).
  [[nodiscard]] double left_out() const;
  /// How many products of coefficients the last operation took.
  [[nodiscard]] std::uint64_t work() const { return work_; }

  Series& operator+=(const Series& other);
  Series& operator-=(const Series& other) { return *this += other * Series(-1); }
  /// The convolution. Cost: the product of the numbers of terms. Errors: SeriesOverflow.
  Series& operator*=(const Series& other);
  /// Divides by a probability: of the other series the sum alone counts.
  Series& operator/=(const Series& other);

  friend Series operator+(Series a, const Series& b) { return a += b; }
  friend Series operator-(Series a, const Series& b) { return a -= b; }
  friend Series operator*(Series a, const Series& b) { return a *= b; }
  friend Series operator/(Series a, const Series& b) { return a /= b; }
  friend bool operator<(const Series& a, const Series& b) { return a.total_ < b.total_; }
  friend bool operator>(const Series& a, const Series& b) { return b < a; }

 private:
  [[nodiscard]] bool is_constant() const { return terms_.empty(); }
  void fit_box();
  void make_terms(std::size_t accumulators);
  bool add_to_known(const Series& other);
  void scale(double factor);
  void multiply_dense(const Series& other, const std::vector<std::size_t>& sizes, std::vector<Term>& out) const;
  void multiply_sparse(const Series& other, std::vector<Term>& out) const;

  double total_ = 0;
  program::Word low_ = 0;  // the least exponent of each variable, and the greatest
  program::Word high_ = 0;
  std::vector<Term> terms_;
  std::uint64_t work_ = 0;
  std::size_t accumulators_ = 0;
};

/// While it exists, products of this thread leave out all coefficients below a least one, so that totals that hardly
/// ever occur together take no time. The sum of all coefficients stays what it is, so Series::left_out() bounds the
/// loss.
class ShortTails {
 public:
  explicit ShortTails(double least);
  ~ShortTails();
  ShortTails(const ShortTails&) = delete;
  ShortTails& operator=(const ShortTails&) = delete;
  [[nodiscard]] static bool is_active();

 private:
  double before_;
};

template <>
inline constexpr bool kCarries<Series> = false;
template <>
inline constexpr bool kIsExact<Series> = false;
template <>
inline constexpr bool kCounts<Series> = true;
template <>
inline constexpr bool kIsSeries<Series> = true;

/// Products of coefficients that take as long as one way.
inline constexpr std::uint64_t kProductsOfWay = 64;

template <>
[[nodiscard]] inline Series without_amount(const Series& mass) {
  return Series(mass.total());
}
template <>
[[nodiscard]] inline double likelihood(const Series& mass) {
  return mass.total();
}
template <>
[[nodiscard]] inline std::uint64_t paths_of_product(const Series& mass) {
  return mass.work() / kProductsOfWay;
}

}  // namespace spoils::odds
