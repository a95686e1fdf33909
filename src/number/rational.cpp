// number/rational.cpp
//
// Fractions in lowest terms by Euclid's algorithm on 128-bit intermediates; a result that does not fit 64 bits is
// reported, never rounded. tests/number/rational_test.cpp compares it with Boost.Multiprecision.
#include "number/rational.h"

#include <fmt/format.h>

#include <limits>
#include <numeric>

#include "number/wide.h"

namespace spoils::number {
namespace {

constexpr Wide kMin = std::numeric_limits<std::int64_t>::min();
constexpr Wide kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMaxExponent = 62;

bool fits(Wide value) { return value >= kMin && value <= kMax; }

UnsignedWide magnitude(Wide value) {
  return value < 0 ? UnsignedWide{0} - static_cast<UnsignedWide>(value) : static_cast<UnsignedWide>(value);
}

// Division of 128 bits is slow, so it stops as soon as 64 bits are enough.
UnsignedWide greatest_common_divisor(UnsignedWide a, UnsignedWide b) {
  constexpr UnsignedWide kMax64 = std::numeric_limits<std::uint64_t>::max();
  while (b != 0) {
    if (a <= kMax64 && b <= kMax64) { return std::gcd(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)); }
    const auto rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

}  // namespace

struct LowestTerms {
  // Requires: both above -2^127, so that they have a negative.
  static std::optional<Rational> make(Wide numerator, Wide denominator) {
    if (denominator == 0) { return std::nullopt; }
    // Without the least integer, whose magnitude does not fit.
    if (fits(numerator) && numerator != kMin && fits(denominator) && denominator > 0) [[likely]] {
      const auto above = static_cast<std::int64_t>(numerator);
      const auto below = static_cast<std::int64_t>(denominator);
      if (below == 1) { return Rational(above); }
      const auto divisor = std::gcd(above, below);
      return Rational::in_lowest_terms(above / divisor, below / divisor);
    }
    const auto divisor = static_cast<Wide>(greatest_common_divisor(magnitude(numerator), magnitude(denominator)));
    numerator /= denominator < 0 ? -divisor : divisor;
    denominator /= denominator < 0 ? -divisor : divisor;
    if (!fits(numerator) || !fits(denominator)) { return std::nullopt; }
    return Rational::in_lowest_terms(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
  }
};

std::optional<Rational> Rational::make(std::int64_t numerator, std::int64_t denominator) {
  return LowestTerms::make(numerator, denominator);
}

std::optional<Rational> Rational::parse(std::string_view decimal) {
  const auto is_digits = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const auto point = decimal.find('.');
  const auto whole_digits = decimal.substr(0, point);
  if (!is_digits(whole_digits)) { return std::nullopt; }
  Rational fraction;
  if (point != std::string_view::npos) {
    auto digits = decimal.substr(point + 1);
    if (!is_digits(digits)) { return std::nullopt; }
    // From the last digit, in lowest terms all the way: no denominator on the way is greater than the final one, so
    // whatever fits is found, however many digits it takes to write (2^-62 takes 62).
    for (; !digits.empty(); digits.remove_suffix(1)) {
      const Wide digit = digits.back() - '0';
      const auto next = LowestTerms::make(digit * fraction.denominator_ + fraction.numerator_,
                                          static_cast<Wide>(fraction.denominator_) * 10);
      if (!next) { return std::nullopt; }
      fraction = *next;
    }
  }
  std::int64_t whole = 0;
  for (const char digit : whole_digits) {
    if (__builtin_mul_overflow(whole, 10, &whole) || __builtin_add_overflow(whole, digit - '0', &whole)) {
      return std::nullopt;
    }
  }
  return number::add(Rational(whole), fraction);
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  const auto left = static_cast<Wide>(a.numerator_) * b.denominator_;
  const auto right = static_cast<Wide>(b.numerator_) * a.denominator_;
  if (left == right) { return std::strong_ordering::equal; }
  return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
}

// Products of two 64-bit numbers are at most 2^126, so sums of two of them fit. A sum with a whole number has the
// denominator of the other number, and is in lowest terms as that was.

namespace {

std::optional<Rational> with_denominator(Wide numerator, std::int64_t denominator) {
  if (!fits(numerator)) { return std::nullopt; }
  return Rational::in_lowest_terms(static_cast<std::int64_t>(numerator), denominator);
}

}  // namespace

std::optional<Rational> add(const Rational& a, const Rational& b) {
  if (a.is_whole() && b.is_whole()) {
    const auto sum = add(a.numerator(), b.numerator());
    return sum ? std::optional<Rational>(*sum) : std::nullopt;
  }
  if (b.is_whole()) {
    return with_denominator(a.numerator() + static_cast<Wide>(b.numerator()) * a.denominator(), a.denominator());
  }
  if (a.is_whole()) {
    return with_denominator(static_cast<Wide>(a.numerator()) * b.denominator() + b.numerator(), b.denominator());
  }
  return LowestTerms::make(
      static_cast<Wide>(a.numerator()) * b.denominator() + static_cast<Wide>(b.numerator()) * a.denominator(),
      static_cast<Wide>(a.denominator()) * b.denominator());
}

std::optional<Rational> subtract(const Rational& a, const Rational& b) {
  if (a.is_whole() && b.is_whole()) {
    const auto difference = subtract(a.numerator(), b.numerator());
    return difference ? std::optional<Rational>(*difference) : std::nullopt;
  }
  if (b.is_whole()) {
    return with_denominator(a.numerator() - static_cast<Wide>(b.numerator()) * a.denominator(), a.denominator());
  }
  if (a.is_whole()) {
    return with_denominator(static_cast<Wide>(a.numerator()) * b.denominator() - b.numerator(), b.denominator());
  }
  return LowestTerms::make(
      static_cast<Wide>(a.numerator()) * b.denominator() - static_cast<Wide>(b.numerator()) * a.denominator(),
      static_cast<Wide>(a.denominator()) * b.denominator());
}

std::optional<Rational> multiply(const Rational& a, const Rational& b) {
  if (a.is_whole() && b.is_whole()) {
    const auto product = multiply(a.numerator(), b.numerator());
    return product ? std::optional<Rational>(*product) : std::nullopt;
  }
  return LowestTerms::make(static_cast<Wide>(a.numerator()) * b.numerator(),
                           static_cast<Wide>(a.denominator()) * b.denominator());
}

std::optional<Rational> divide(const Rational& a, const Rational& b) {
  return LowestTerms::make(static_cast<Wide>(a.numerator()) * b.denominator(),
                           static_cast<Wide>(a.denominator()) * b.numerator());
}

std::optional<Rational> power(const Rational& base, std::int64_t exponent) {
  if (exponent < -kMaxExponent || exponent > kMaxExponent) {
    // A higher power fits for 1, 0 and -1 alone, and is the same as two powers below it.
    const bool repeats = base.denominator() == 1 && base.numerator() >= -1 && base.numerator() <= 1;
    if (!repeats) { return std::nullopt; }
    exponent = exponent % 2 + (exponent < 0 ? -2 : 2);
  }
  // Magnitudes only grow on the way, so an overflow on the way is one of the result.
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
  for (auto left = exponent < 0 ? -exponent : exponent; left > 0; --left) {
    if (__builtin_mul_overflow(numerator, base.numerator(), &numerator)) { return std::nullopt; }
    if (__builtin_mul_overflow(denominator, base.denominator(), &denominator)) { return std::nullopt; }
  }
  return exponent < 0 ? Rational::make(denominator, numerator) : Rational::make(numerator, denominator);
}

std::int64_t floor(const Rational& value) {
  const auto quotient = value.numerator() / value.denominator();
  const bool below = value.numerator() % value.denominator() < 0;
  return below ? quotient - 1 : quotient;
}

std::int64_t ceil(const Rational& value) {
  const auto quotient = value.numerator() / value.denominator();
  const bool above = value.numerator() % value.denominator() > 0;
  return above ? quotient + 1 : quotient;
}

std::int64_t round(const Rational& value) {
  const Wide twice = static_cast<Wide>(value.numerator()) * 2;
  const Wide half_up = twice < 0 ? twice - value.denominator() : twice + value.denominator();
  return static_cast<std::int64_t>(half_up / (static_cast<Wide>(value.denominator()) * 2));
}

std::optional<std::int64_t> floor_divide(std::int64_t a, std::int64_t b) {
  if (b == 0) { return std::nullopt; }
  if (b == -1) { return subtract(std::int64_t{0}, a); }
  const auto quotient = a / b;
  const bool inexact_below = a % b != 0 && (a < 0) != (b < 0);
  return inexact_below ? quotient - 1 : quotient;
}

std::optional<std::int64_t> modulo(std::int64_t a, std::int64_t b) {
  if (b == 0) { return std::nullopt; }
  if (b == -1) { return 0; }  // the processor would trap at the least integer
  const auto rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

std::string to_text(const Rational& value) {
  constexpr std::int64_t kMillion = 1'000'000;
  if (value.is_whole()) { return fmt::format("{}", value.numerator()); }
  if (kMillion % value.denominator() != 0) { return fmt::format("{}/{}", value.numerator(), value.denominator()); }
  const auto millionths = magnitude(static_cast<Wide>(value.numerator()) * (kMillion / value.denominator()));
  auto text =
      fmt::format("{}{}.{:06}", value.numerator() < 0 ? "-" : "", static_cast<std::uint64_t>(millionths / kMillion),
                  static_cast<std::uint64_t>(millionths % kMillion));
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

}  // namespace spoils::number
