// tests/number/probability_test.cpp
//
// Percentages as text: at most four digits, never 0% or 100% by rounding. Boost.Multiprecision is the oracle.
#include "number/probability.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace spoils::number {
namespace probability_test {

using Big = boost::multiprecision::cpp_int;
using BigRational = boost::multiprecision::cpp_rational;

constexpr auto kMax = std::numeric_limits<std::int64_t>::max();

struct PercentCase {
  std::string_view name;
  std::int64_t numerator, denominator;
  std::string_view text;
};

class Percent : public testing::TestWithParam<PercentCase> {};

TEST_P(Percent, OfAFraction) {
  const auto value = Rational::make(GetParam().numerator, GetParam().denominator);
  ASSERT_TRUE(value);
  EXPECT_EQ(percent(*value), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(, Percent,
                         testing::ValuesIn(std::to_array<PercentCase>({
                             {"Impossible", 0, 1, "0%"},
                             {"Certain", 1, 1, "100%"},
                             {"Half", 1, 2, "50%"},
                             {"Eighth", 1, 8, "12.5%"},
                             {"Thirtieth", 1, 30, "3.333%"},
                             {"NineteenOf24", 19, 24, "79.17%"},
                             {"SeventyNineOf300", 79, 300, "26.33%"},
                             {"TwoThirds", 2, 3, "66.67%"},
                             {"HalvesGoUp", 100'005, 1'000'000, "10%"},
                             {"HalvesOfTheLastDigitGoUp", 12'345, 100'000, "12.35%"},
                             {"JustBelowAHalf", 1'234'499'999, 10'000'000'000, "12.34%"},
                             {"RoundsIntoMoreDigits", 99'996, 1'000'000, "10%"},
                             {"OnePercent", 1, 100, "1%"},
                             {"BelowOnePercent", 7, 1000, "0.7% (1 in 142.9)"},
                             {"JustBelowOnePercent", 9'999, 1'000'000, "0.9999% (1 in 100)"},
                             {"RoundsToOnePercent", 999'999, 100'000'000, "1% (1 in 100)"},
                             {"OneIn2400", 1, 2400, "0.04167% (1 in 2400)"},
                             {"OneIn12345", 1, 12345, "0.0081% (1 in 12350)"},
                             {"OneInAMillion", 1, 1'000'000, "0.0001% (1 in 1000000)"},
                             {"SmallDigits", 1'234, 1'000'000'000, "0.0001234% (1 in 810400)"},
                             {"JustBelowAMillionth", 1, 1'000'001, "<0.0001% (1 in 1000000)"},
                             {"RareAsARoll", 1, 12'345'678, "<0.0001% (1 in 12350000)"},
                             {"RarestOfAll", 1, kMax, "<0.0001% (1 in 9223000000000000000)"},
                             {"AlmostSure", kMax - 1, kMax, ">99.99%"},
                             {"RoundsToSure", 99'995, 100'000, ">99.99%"},
                             {"JustNotRoundingToSure", 999'949, 1'000'000, "99.99%"},
                             {"MoreThanSure", 3, 2, "150%"},
                             {"MoreThanSureByLittle", 1'000'001, 1'000'000, "100%"},
                             {"Hundredfold", 12'345, 100, "12350%"},
                             {"Negative", -1, 4, "-25%"},
                             {"Greatest", kMax, 1, "922300000000000000000%"},
                             {"Least", std::numeric_limits<std::int64_t>::min(), 1, "-922300000000000000000%"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

struct DoubleCase {
  std::string_view name;
  double probability;
  std::string_view text;
};

class PercentOfDouble : public testing::TestWithParam<DoubleCase> {};

TEST_P(PercentOfDouble, Text) { EXPECT_EQ(percent(GetParam().probability), GetParam().text); }

INSTANTIATE_TEST_SUITE_P(, PercentOfDouble,
                         testing::ValuesIn(std::to_array<DoubleCase>({
                             {"Impossible", 0.0, "0%"},
                             {"NegativeZero", -0.0, "0%"},
                             {"Certain", 1.0, "100%"},
                             {"Eighth", 0.125, "12.5%"},
                             {"Third", 1.0 / 3, "33.33%"},
                             {"Percent29", 0.29, "29%"},
                             {"OnePercent", 0.01, "1%"},
                             {"BelowOnePercent", 0.007, "0.7% (1 in 142.9)"},
                             {"OneIn2400", 1.0 / 2400, "0.04167% (1 in 2400)"},
                             {"OneInAMillion", 1e-6, "0.0001% (1 in 1000000)"},
                             {"Rarer", 1e-7, "<0.0001% (1 in 10000000)"},
                             {"TooRareForAnN", 1e-30, "<0.0001%"},
                             {"Least", std::numeric_limits<double>::denorm_min(), "<0.0001%"},
                             {"AlmostSure", 1 - 1e-16, ">99.99%"},
                             {"JustNotRoundingToSure", 0.99994, "99.99%"},
                             {"MoreThanSure", 1.5, "150%"},
                             {"Negative", -0.25, "-25%"},
                             {"Infinite", std::numeric_limits<double>::infinity(), "inf%"},
                             {"InfiniteAsAPercentage", -std::numeric_limits<double>::max(),
                              "-1.7976931348623157e+308%"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

// The number in the text is within half a unit of its fourth digit, and only 0 and 1 are written as 0% and 100%.
RC_GTEST_PROP(PercentLaw, FourDigitsAndNeverALie, ()) {
  const auto denominator = *rc::gen::inRange<std::int64_t>(1, *rc::gen::element<std::int64_t>(100, 1'000'000, kMax));
  const auto numerator =
      *rc::gen::inRange<std::int64_t>(0, *rc::gen::element<std::int64_t>(2, denominator)) % denominator;
  const auto value = Rational::make(numerator, denominator).value();
  const BigRational exact(Big(numerator) * 100, Big(denominator));
  const auto text = percent(value);
  RC_ASSERT((text == "0%") == (numerator == 0));
  RC_ASSERT(text != "100%");
  RC_ASSERT((text.find(" (1 in ") != std::string::npos) == (numerator != 0 && exact < 1));
  if (numerator == 0) { return; }
  if (text[0] == '<') {
    RC_ASSERT(exact < BigRational(1, 10'000));
  } else if (text[0] == '>') {
    RC_ASSERT(exact >= BigRational(99'995, 1000));
  } else {
    const auto shown = Rational::parse(text.substr(0, text.find('%'))).value();
    const BigRational error = abs(BigRational(Big(shown.numerator()), Big(shown.denominator())) - exact);
    BigRational half_unit(1, 2);  // of the fourth digit of a number of four places before the point
    for (BigRational scale = 1000; scale > exact; scale /= 10) { half_unit /= 10; }
    RC_ASSERT(error <= half_unit);
  }
}

RC_GTEST_PROP(PercentLaw, GreaterIsNeverShownAsLess, ()) {
  const auto denominator = *rc::gen::inRange<std::int64_t>(2, 100'000);
  const auto a = *rc::gen::inRange<std::int64_t>(0, denominator);
  const auto shown = [&](std::int64_t numerator) {
    auto text = percent(Rational::make(numerator, denominator).value());
    if (text[0] == '<') { return 0.00005; }
    if (text[0] == '>') { return 99.995; }
    return std::stod(text);
  };
  RC_ASSERT(shown(a) <= shown(a + 1));
}

RC_GTEST_PROP(PercentLaw, DoublesReadAsFractionsDo, ()) {
  // Denominators of few digits, so that a fraction is a half of the fourth digit or far from it.
  const auto denominator = *rc::gen::inRange<std::int64_t>(1, 1000);
  const auto numerator = *rc::gen::inRange<std::int64_t>(0, denominator + 1);
  RC_ASSERT(percent(static_cast<double>(numerator) / static_cast<double>(denominator)) ==
            percent(Rational::make(numerator, denominator).value()));
}

}  // namespace probability_test
}  // namespace spoils::number
