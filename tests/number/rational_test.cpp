// tests/number/rational_test.cpp
//
// Fractions of two 64-bit integers, their arithmetic, rounding and text, against Boost.Multiprecision.
#include "number/rational.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace spoils::number {
namespace rational_test {

using Big = boost::multiprecision::cpp_int;
using BigRational = boost::multiprecision::cpp_rational;

constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
constexpr auto kMax = std::numeric_limits<std::int64_t>::max();

Rational ratio(std::int64_t numerator, std::int64_t denominator) {
  const auto value = Rational::make(numerator, denominator);
  EXPECT_TRUE(value) << numerator << "/" << denominator;
  return value.value_or(Rational());
}

BigRational big(const Rational& value) { return BigRational(Big(value.numerator()), Big(value.denominator())); }

// The oracle: cpp_rational is always in lowest terms with a positive denominator.
std::optional<Rational> narrowed(const BigRational& value) {
  const Big top = numerator(value);
  const Big bottom = denominator(value);
  if (top < kMin || top > kMax || bottom > kMax) { return std::nullopt; }
  return Rational::make(top.convert_to<std::int64_t>(), bottom.convert_to<std::int64_t>());
}

// Small, middling and extreme numbers, so that results within 64 bits and overflows are both common.
std::int64_t some_integer() {
  switch (*rc::gen::inRange(0, 5)) {
    case 0: return *rc::gen::inRange<std::int64_t>(-20, 21);
    case 1: return *rc::gen::inRange<std::int64_t>(-(std::int64_t{1} << 33), std::int64_t{1} << 33);
    case 2: return *rc::gen::element(kMin, kMin + 1, kMax, kMax - 1, kMax / 2, kMin / 2);
    case 3: return (std::int64_t{1} << *rc::gen::inRange(0, 63)) * *rc::gen::element<std::int64_t>(1, -1);
    default: return *rc::gen::inRange(kMin, kMax);
  }
}

Rational some_rational() {
  while (true) {
    const auto numerator = some_integer();
    const auto denominator = some_integer();
    if (const auto value = Rational::make(numerator, denominator)) { return *value; }
  }
}

RC_GTEST_PROP(RationalMake, LowestTermsOrNothing, ()) {
  const auto numerator = some_integer();
  const auto denominator = some_integer();
  const auto made = Rational::make(numerator, denominator);
  if (denominator == 0) {
    RC_ASSERT(!made);
    return;
  }
  const BigRational expected = BigRational(Big(numerator)) / BigRational(Big(denominator));
  const bool expected_fits = boost::multiprecision::numerator(expected) >= kMin &&
                             boost::multiprecision::numerator(expected) <= kMax &&
                             boost::multiprecision::denominator(expected) <= kMax;
  RC_ASSERT(made.has_value() == expected_fits);
  if (made) {
    RC_ASSERT(Big(made->numerator()) == boost::multiprecision::numerator(expected));
    RC_ASSERT(Big(made->denominator()) == boost::multiprecision::denominator(expected));
  }
}

TEST(RationalMake, Extremes) {
  EXPECT_EQ(Rational::make(kMin, -1), std::nullopt);
  EXPECT_EQ(Rational::make(1, kMin), std::nullopt);
  EXPECT_EQ(Rational::make(kMin, kMin), Rational(1));
  EXPECT_EQ(Rational::make(2, kMin), Rational::make(-1, std::int64_t{1} << 62));
  EXPECT_EQ(Rational::make(0, -5), Rational(0));
  EXPECT_EQ(Rational::make(5, 0), std::nullopt);
  EXPECT_EQ(Rational::make(0, 0), std::nullopt);
}

RC_GTEST_PROP(RationalArithmetic, IsExactOrNothing, ()) {
  const auto a = some_rational();
  const auto b = some_rational();
  RC_ASSERT(add(a, b) == narrowed(big(a) + big(b)));
  RC_ASSERT(subtract(a, b) == narrowed(big(a) - big(b)));
  RC_ASSERT(multiply(a, b) == narrowed(big(a) * big(b)));
  RC_ASSERT(divide(a, b) == (b == Rational(0) ? std::nullopt : narrowed(big(a) / big(b))));
}

RC_GTEST_PROP(RationalArithmetic, OrderIsThatOfTheNumbers, ()) {
  const auto a = some_rational();
  const auto b = some_rational();
  RC_ASSERT((a < b) == (big(a) < big(b)));
  RC_ASSERT((a > b) == (big(a) > big(b)));
  RC_ASSERT((a == b) == (big(a) == big(b)));
  RC_ASSERT((a <=> a) == std::strong_ordering::equal);
}

RC_GTEST_PROP(RationalPower, IsRepeatedMultiplication, ()) {
  const auto base = *rc::gen::element(0, 1, 2) == 0
                        ? some_rational()
                        : ratio(*rc::gen::inRange<std::int64_t>(-9, 10), *rc::gen::inRange<std::int64_t>(1, 10));
  const auto exponent = *rc::gen::inRange<std::int64_t>(-64, 65);
  std::optional<Rational> expected;
  const bool stays_small = base == Rational(0) || base == Rational(1) || base == Rational(-1);
  const bool is_in_reach = stays_small || (exponent >= -62 && exponent <= 62);
  if (is_in_reach && (exponent >= 0 || base != Rational(0))) {
    BigRational product = 1;
    for (auto i = exponent < 0 ? -exponent : exponent; i > 0; --i) { product *= big(base); }
    expected = narrowed(exponent < 0 ? 1 / product : product);
  }
  RC_ASSERT(power(base, exponent) == expected);
}

TEST(RationalPower, Extremes) {
  EXPECT_EQ(power(Rational(0), 0), Rational(1));
  EXPECT_EQ(power(Rational(0), -1), std::nullopt);
  EXPECT_EQ(power(Rational(2), 62), Rational(std::int64_t{1} << 62));
  EXPECT_EQ(power(Rational(2), -62), Rational::make(1, std::int64_t{1} << 62));
  EXPECT_EQ(power(Rational(-8), 21), Rational(kMin));
  EXPECT_EQ(power(Rational(-8), -21), std::nullopt);
  EXPECT_EQ(power(Rational(3), 63), std::nullopt);
  EXPECT_EQ(power(ratio(1, 2), kMin), std::nullopt);
  for (const auto exponent : {std::int64_t{63}, std::int64_t{64}, kMax - 1, kMax, kMin, kMin + 1}) {
    EXPECT_EQ(power(Rational(1), exponent), Rational(1)) << exponent;
    EXPECT_EQ(power(Rational(-1), exponent), Rational(exponent % 2 == 0 ? 1 : -1)) << exponent;
    EXPECT_EQ(power(Rational(0), exponent), exponent > 0 ? std::optional(Rational(0)) : std::nullopt) << exponent;
  }
  EXPECT_EQ(power(ratio(-2, 3), 3), ratio(-8, 27));
  EXPECT_EQ(power(ratio(-2, 3), -3), ratio(-27, 8));
}

Big big_floor(const BigRational& value) {
  const Big top = numerator(value);
  const Big bottom = denominator(value);
  const Big quotient = top / bottom;  // towards 0
  return top % bottom < 0 ? Big(quotient - 1) : quotient;
}

RC_GTEST_PROP(RationalRounding, AgreesWithTheDefinition, ()) {
  const auto value = some_rational();
  const auto exact = big(value);
  RC_ASSERT(Big(floor(value)) == big_floor(exact));
  RC_ASSERT(Big(ceil(value)) == -big_floor(-exact));
  const BigRational half(1, 2);
  RC_ASSERT(Big(round(value)) == (exact < 0 ? Big(-big_floor(-exact + half)) : big_floor(exact + half)));
}

struct RoundCase {
  std::string_view name;
  std::int64_t numerator, denominator;
  std::int64_t floor, ceil, round;
};

class RationalRound : public testing::TestWithParam<RoundCase> {};

TEST_P(RationalRound, FloorCeilRound) {
  const auto value = ratio(GetParam().numerator, GetParam().denominator);
  EXPECT_EQ(floor(value), GetParam().floor);
  EXPECT_EQ(ceil(value), GetParam().ceil);
  EXPECT_EQ(round(value), GetParam().round);
}

INSTANTIATE_TEST_SUITE_P(, RationalRound,
                         testing::ValuesIn(std::to_array<RoundCase>({
                             {"Zero", 0, 1, 0, 0, 0},
                             {"HalfUp", 5, 2, 2, 3, 3},
                             {"HalfDown", -5, 2, -3, -2, -3},
                             {"BelowHalf", 7, 3, 2, 3, 2},
                             {"NegativeBelowHalf", -7, 3, -3, -2, -2},
                             {"AboveHalf", -8, 3, -3, -2, -3},
                             {"Greatest", kMax, 1, kMax, kMax, kMax},
                             {"Least", kMin, 1, kMin, kMin, kMin},
                             {"HalfOfGreatest", kMax, 2, kMax / 2, kMax / 2 + 1, kMax / 2 + 1},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

RC_GTEST_PROP(FloorDivide, QuotientAndRemainder, ()) {
  const auto a = some_integer();
  const auto b = some_integer();
  const auto quotient = floor_divide(a, b);
  const auto rest = modulo(a, b);
  if (b == 0) {
    RC_ASSERT(!quotient && !rest);
    return;
  }
  const Big expected = big_floor(BigRational(Big(a)) / BigRational(Big(b)));
  RC_ASSERT(quotient.has_value() == (expected <= kMax));
  if (quotient) { RC_ASSERT(Big(*quotient) == expected); }
  RC_ASSERT(rest.has_value());
  RC_ASSERT(Big(*rest) == Big(a) - expected * b);
}

TEST(FloorDivide, Extremes) {
  EXPECT_EQ(floor_divide(kMin, -1), std::nullopt);
  EXPECT_EQ(modulo(kMin, -1), 0);
  EXPECT_EQ(floor_divide(-7, 2), -4);
  EXPECT_EQ(modulo(-7, 2), 1);
  EXPECT_EQ(floor_divide(7, -2), -4);
  EXPECT_EQ(modulo(7, -2), -1);
}

RC_GTEST_PROP(IntegerArithmetic, NoticesOverflow, ()) {
  const auto a = some_integer();
  const auto b = some_integer();
  const auto check = [](std::optional<std::int64_t> found, const Big& exact) {
    RC_ASSERT(found.has_value() == (exact >= kMin && exact <= kMax));
    if (found) { RC_ASSERT(Big(*found) == exact); }
  };
  check(add(a, b), Big(a) + b);
  check(subtract(a, b), Big(a) - b);
  check(multiply(a, b), Big(a) * b);
}

struct ParseCase {
  std::string_view name;
  std::string text;
  std::optional<Rational> value;
};

class ParseDecimal : public testing::TestWithParam<ParseCase> {};

TEST_P(ParseDecimal, Decimal) { EXPECT_EQ(Rational::parse(GetParam().text), GetParam().value); }

INSTANTIATE_TEST_SUITE_P(, ParseDecimal,
                         testing::ValuesIn(std::vector<ParseCase>{
                             {"Whole", "4", Rational(4)},
                             {"Quarter", "0.25", Rational::make(1, 4)},
                             {"LeadingZeros", "000012", Rational(12)},
                             {"ManyTrailingZeros", "1.5" + std::string(1000, '0'), Rational::make(3, 2)},
                             {"Greatest", "9223372036854775807", Rational(kMax)},
                             {"TooGreat", "9223372036854775808", std::nullopt},
                             {"GreatestWithAPoint", "9223372036854775807.0", Rational(kMax)},
                             {"TooGreatWithAPoint", "9223372036854775807.5", std::nullopt},
                             {"EighteenPlaces", "0.000000000000000001", Rational::make(1, 1'000'000'000'000'000'000)},
                             {"NineteenPlaces", "0.0000000000000000001", std::nullopt},
                             // 2^-62 has 62 decimal places; intermediate results would need far more than 128 bits.
                             {"PowerOfTwo", "0.00000000000000000021684043449710088680149056017398834228515625",
                              Rational::make(1, std::int64_t{1} << 62)},
                             {"HalfOfThat", "0.000000000000000000108420217248550443400745280086994171142578125",
                              std::nullopt},
                             {"Empty", "", std::nullopt},
                             {"PointAlone", ".", std::nullopt},
                             {"NothingBefore", ".5", std::nullopt},
                             {"NothingAfter", "5.", std::nullopt},
                             {"TwoPoints", "1.2.3", std::nullopt},
                             {"Sign", "-1", std::nullopt},
                             {"Space", " 1", std::nullopt},
                             {"Exponent", "1e3", std::nullopt},
                         }),
                         [](const auto& row) { return std::string(row.param.name); });

RC_GTEST_PROP(ParseDecimalLaw, FindsWhateverFits, ()) {
  const auto digits = [](std::size_t most) {
    const auto length = *rc::gen::inRange<std::size_t>(1, most);
    return *rc::gen::container<std::string>(length, rc::gen::elementOf(std::string("0123456789500")));
  };
  const auto whole = digits(22);
  const auto fraction = digits(30);
  Big scale = 1;
  for (std::size_t i = 0; i < fraction.size(); ++i) { scale *= 10; }
  const auto number = [](const std::string& text) {
    Big value = 0;  // not by Big's own reading, which takes a leading 0 for octal
    for (const char digit : text) { value = value * 10 + (digit - '0'); }
    return value;
  };
  RC_ASSERT(Rational::parse(whole + "." + fraction) == narrowed(BigRational(number(whole + fraction), scale)));
}

struct TextCase {
  std::string_view name;
  std::int64_t numerator, denominator;
  std::string_view text;
};

class RationalText : public testing::TestWithParam<TextCase> {};

TEST_P(RationalText, Exact) {
  EXPECT_EQ(to_text(ratio(GetParam().numerator, GetParam().denominator)), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(, RationalText,
                         testing::ValuesIn(std::to_array<TextCase>({
                             {"Zero", 0, 1, "0"},
                             {"Whole", 3, 1, "3"},
                             {"NegativeWhole", -3, 1, "-3"},
                             {"Least", kMin, 1, "-9223372036854775808"},
                             {"Quarter", 1, 4, "0.25"},
                             {"NegativeQuarter", -1, 4, "-0.25"},
                             {"MoreThanOne", 25, 2, "12.5"},
                             {"SixPlaces", 1, 1'000'000, "0.000001"},
                             {"SixPlacesOfTwo", 1, 64, "0.015625"},
                             {"SevenPlaces", 1, 128, "1/128"},
                             {"Third", 1, 3, "1/3"},
                             {"NegativeThird", -4, 3, "-4/3"},
                             {"GreatestHalves", kMax, 2, "4611686018427387903.5"},
                             {"GreatestMillionths", kMax, 1'000'000, "9223372036854.775807"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

RC_GTEST_PROP(RationalTextLaw, ReadsBackAsItself, ()) {
  const auto value = some_rational();
  const auto text = to_text(value);
  const auto slash = text.find('/');
  const bool negative = text[0] == '-';
  if (slash != std::string::npos) {
    RC_ASSERT(std::stoll(text) == value.numerator());
    RC_ASSERT(std::stoll(text.substr(slash + 1)) == value.denominator());
  } else if (value.numerator() != kMin) {  // which has no magnitude
    const auto magnitude = Rational::parse(text.substr(negative ? 1 : 0));
    RC_ASSERT(magnitude.has_value());
    RC_ASSERT(multiply(*magnitude, negative ? -1 : 1) == value);
  }
}

}  // namespace rational_test
}  // namespace spoils::number
