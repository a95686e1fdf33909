// number/rational.h
//
// Exact fractions of 64-bit integers: weights, chances and every number of the language that is not an integer.
// An operation whose result does not fit gives nothing; nothing is ever rounded.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spoils::number {

/// A fraction in lowest terms with a positive denominator.
class Rational {
 public:
  constexpr Rational() = default;
  constexpr Rational(std::int64_t whole) : numerator_(whole) {}  // NOLINT: integers are fractions

  /// Returns numerator / denominator in lowest terms; nothing if the denominator is 0 or the result does not fit.
  [[nodiscard]] static std::optional<Rational> make(std::int64_t numerator, std::int64_t denominator);

  /// Returns numerator / denominator. Requires: they are in lowest terms, and the denominator is positive.
  [[nodiscard]] static constexpr Rational in_lowest_terms(std::int64_t numerator, std::int64_t denominator) {
    Rational result(numerator);
    result.denominator_ = denominator;
    return result;
  }

  /// Reads digits with an optional point between two of them ("4", "0.25"), exactly; nothing if the text has another
  /// form or does not fit.
  [[nodiscard]] static std::optional<Rational> parse(std::string_view decimal);

  [[nodiscard]] constexpr std::int64_t numerator() const { return numerator_; }
  [[nodiscard]] constexpr std::int64_t denominator() const { return denominator_; }  ///< at least 1
  [[nodiscard]] constexpr bool is_whole() const { return denominator_ == 1; }

  friend constexpr bool operator==(const Rational&, const Rational&) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

 private:
  friend struct LowestTerms;  // builds fractions from 128-bit intermediates, in rational.cpp

  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
};

/// Each returns the exact result; nothing if it does not fit or the divisor is 0.
[[nodiscard]] std::optional<Rational> add(const Rational& a, const Rational& b);
[[nodiscard]] std::optional<Rational> subtract(const Rational& a, const Rational& b);
[[nodiscard]] std::optional<Rational> multiply(const Rational& a, const Rational& b);
[[nodiscard]] std::optional<Rational> divide(const Rational& a, const Rational& b);
/// Nothing if the power is too large, as every one beyond the 62nd of a number other than 1, 0 and -1; anything to the
/// power 0 is 1; 0 to a negative power gives nothing.
[[nodiscard]] std::optional<Rational> power(const Rational& base, std::int64_t exponent);

/// The greatest integer not above; the least not below; the nearest, halves away from 0.
[[nodiscard]] std::int64_t floor(const Rational& value);
[[nodiscard]] std::int64_t ceil(const Rational& value);
[[nodiscard]] std::int64_t round(const Rational& value);

/// Floored division of integers and its remainder (sign of the divisor). Nothing for a divisor of 0 or on overflow.
[[nodiscard]] std::optional<std::int64_t> floor_divide(std::int64_t a, std::int64_t b);
[[nodiscard]] std::optional<std::int64_t> modulo(std::int64_t a, std::int64_t b);

/// Integer arithmetic that notices overflow.
[[nodiscard]] inline std::optional<std::int64_t> add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) { return std::nullopt; }
  return sum;
}
[[nodiscard]] inline std::optional<std::int64_t> subtract(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference)) { return std::nullopt; }
  return difference;
}
[[nodiscard]] inline std::optional<std::int64_t> multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) { return std::nullopt; }
  return product;
}

/// Returns the shortest exact text: "3", "0.25" where decimals end within 6 places, else "1/3".
[[nodiscard]] std::string to_text(const Rational& value);

}  // namespace spoils::number
