// tests/text/figures_test.cpp
//
// Figures as text: four digits, probabilities never 0% or 100% by rounding. Boost.Multiprecision is the oracle.
#include "text/plain/figures.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace spoils::text {
namespace figures_test {

using BigRational = boost::multiprecision::cpp_rational;

struct FigureCase {
  std::string_view name;
  double value;
  std::string_view text;
};

class Percent : public testing::TestWithParam<FigureCase> {};

TEST_P(Percent, Text) { EXPECT_EQ(percent(GetParam().value), GetParam().text); }

INSTANTIATE_TEST_SUITE_P(, Percent,
                         testing::ValuesIn(std::to_array<FigureCase>({
                             {"Impossible", 0.0, "0%"},
                             {"NegativeZero", -0.0, "0%"},
                             {"Certain", 1.0, "100%"},
                             {"Half", 0.5, "50%"},
                             {"Eighth", 0.125, "12.5%"},
                             {"Thirtieth", 1.0 / 30, "3.333%"},
                             {"NineteenOf24", 19.0 / 24, "79.17%"},
                             {"TwoThirds", 2.0 / 3, "66.67%"},
                             {"Percent29", 0.29, "29%"},
                             {"HalvesGoUp", 0.100005, "10%"},
                             {"HalvesOfTheLastDigitGoUp", 0.12345, "12.35%"},
                             {"JustBelowAHalf", 0.1234499999, "12.34%"},
                             {"RoundsIntoMoreDigits", 0.099996, "10%"},
                             {"OnePercent", 0.01, "1%"},
                             {"BelowOnePercent", 0.007, "0.7% (1 in 142.9)"},
                             {"JustBelowOnePercent", 0.009999, "0.9999% (1 in 100)"},
                             {"RoundsToOnePercent", 0.00999999, "1% (1 in 100)"},
                             {"OneIn2400", 1.0 / 2400, "0.04167% (1 in 2400)"},
                             {"OneIn12345", 1.0 / 12345, "0.0081% (1 in 12350)"},
                             {"OneInAMillion", 1e-6, "0.0001% (1 in 1000000)"},
                             {"RareAsARoll", 1.0 / 12'345'678, "0.0000081% (1 in 12350000)"},
                             {"RarestInDigits", 1e-9, "0.0000001% (1 in 1000000000)"},
                             {"Rarer", 0.5e-9, "<0.0000001% (1 in 2000000000)"},
                             {"RarestWithAnN", 1.25e-15, "<0.0000001% (1 in 800000000000000)"},
                             {"TooRareForAnN", 1e-30, "<0.0000001% (1 in 10^30)"},
                             {"Least", std::numeric_limits<double>::denorm_min(),
                              "<0.0000001% (less than 1 in 10^300)"},
                             {"AlmostSure", 1 - 1e-16, ">99.99%"},
                             {"RoundsToSure", 0.99995, ">99.99%"},
                             {"JustNotRoundingToSure", 0.99994, "99.99%"},
                             {"MoreThanSure", 1.5, "150%"},
                             {"MoreThanSureByLittle", 1.000001, "100%"},
                             {"Hundredfold", 123.45, "12350%"},
                             {"Negative", -0.25, "-25%"},
                             {"Infinite", std::numeric_limits<double>::infinity(), "inf%"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

class FourDigits : public testing::TestWithParam<FigureCase> {};

TEST_P(FourDigits, Text) { EXPECT_EQ(four_digits(GetParam().value), GetParam().text); }

INSTANTIATE_TEST_SUITE_P(, FourDigits,
                         testing::ValuesIn(std::to_array<FigureCase>({
                             {"Nothing", 0, "0"},
                             {"NegativeZero", -0.0, "0"},
                             {"Whole", 7, "7"},
                             {"Rounded", 1234.5, "1235"},
                             {"Large", 12'345'678, "12350000"},
                             {"Small", 0.00012345, "0.0001235"},
                             {"SmallestWithoutExponent", 1e-9, "0.000000001"},
                             {"WithExponent", 1.5e-12, "1.5e-12"},
                             {"Negative", -2.5, "-2.5"},
                             {"Infinite", -std::numeric_limits<double>::infinity(), "-inf"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

class Amount : public testing::TestWithParam<FigureCase> {};

TEST_P(Amount, Text) { EXPECT_EQ(amount(GetParam().value), GetParam().text); }

INSTANTIATE_TEST_SUITE_P(, Amount,
                         testing::ValuesIn(std::to_array<FigureCase>({
                             {"Nothing", 0, "0"},
                             {"Small", 0.00012345, "0.0001235"},
                             {"FourDigits", 1234.5, "1235"},
                             {"WholeNumber", 12'347, "12347"},
                             {"RoundedToAWholeNumber", 12'347.4, "12347"},
                             {"HalvesGoUp", 12'347.5, "12348"},
                             {"RoundsIntoMoreDigits", 9999.95, "10000"},
                             {"AllTwelveDigits", 123'456'789'012, "123456789012"},
                             {"Larger", 1.5e15, "1500000000000000"},
                             {"Negative", -12'347, "-12347"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

class Mean : public testing::TestWithParam<FigureCase> {};

TEST_P(Mean, Text) { EXPECT_EQ(mean(GetParam().value), GetParam().text); }

INSTANTIATE_TEST_SUITE_P(, Mean,
                         testing::ValuesIn(std::to_array<FigureCase>({
                             {"Third", 1.0 / 3, "0.3333"},
                             {"Whole", 12'345, "12345"},
                             {"MoreThanTwelveDigits", 1'000'000'000'001, "1000000000001"},
                             {"Negative", -123'456'789'012'346, "-123456789012346"},
                             {"BetweenWholeNumbers", 1'000'000'000'000.5, "1000000000000"},
                             {"Largest", 9'007'199'254'740'991, "9007199254740991"},
                             {"BeyondTheDigitsOfADouble", 9'007'199'254'740'992, "9007199254740000"},
                             {"BeyondADouble", 1e17, "100000000000000000"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

class AmountAtLeast : public testing::TestWithParam<FigureCase> {};

TEST_P(AmountAtLeast, Text) { EXPECT_EQ(amount(GetParam().value, Rounding::Down), GetParam().text); }

INSTANTIATE_TEST_SUITE_P(, AmountAtLeast,
                         testing::ValuesIn(std::to_array<FigureCase>({
                             {"Nothing", 0, "0"},
                             {"TwoThirds", 2.0 / 3, "0.6666"},
                             {"Half", 0.5, "0.5"},
                             {"Digit", 0.1, "0.1"},
                             {"BelowAWholeNumber", 12'346.9, "12346"},
                             {"Negative", -2.0 / 3, "-0.6667"},
                             {"HardlyAny", 1e-12, "0"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

struct BetweenCase {
  std::string_view name;
  double low;
  double high;
  std::string_view text;
};

class PercentBetween : public testing::TestWithParam<BetweenCase> {};

TEST_P(PercentBetween, Text) { EXPECT_EQ(percent_between(GetParam().low, GetParam().high), GetParam().text); }

INSTANTIATE_TEST_SUITE_P(, PercentBetween,
                         testing::ValuesIn(std::to_array<BetweenCase>({
                             {"Outwards", 0.66666, 0.66669, "66.66% to 66.67%"},
                             {"ExactDigits", 0.25, 0.5, "25% to 50%"},
                             {"All", 0, 1, "0% to 100%"},
                             {"NearlyAll", 1e-12, 1 - 1e-12, "<0.0000001% (1 in 1000000000000) to >99.99%"},
                             {"RoundingAlone", 0.980197, 0.980197 * (1 + 1e-13), "98.02%"},
                             {"RoundingAcrossADigit", 0.123450 * (1 - 1e-11), 0.123450, "12.34% to 12.35%"},
                             {"NarrowButNotRounding", 0.980197, 0.9801971, "98.01% to 98.02%"},
                             {"OneIn", 0.0003, 0.0007, "0.03% (1 in 3334) to 0.07% (1 in 1428)"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

struct EstimateCase {
  std::string_view name;
  double value;
  double low;
  double high;
  Unit unit;
  std::string_view text;
};

class Estimate : public testing::TestWithParam<EstimateCase> {};

TEST_P(Estimate, Text) {
  const auto& row = GetParam();
  EXPECT_EQ(estimate(row.value, row.low, row.high, row.unit), row.text);
}

INSTANTIATE_TEST_SUITE_P(, Estimate,
                         testing::ValuesIn(std::to_array<EstimateCase>({
                             {"Wide", 0.5, 0.4, 0.58, Unit::Share, "50% +- 10%"},
                             {"Rounded", 0.12341, 0.12, 0.1264, Unit::Share, "12.34% +- 0.35%"},
                             {"MoreDigits", 2.0 / 3, 2.0 / 3 - 2e-6, 2.0 / 3 + 2e-6, Unit::Share,
                              "66.6667% +- 0.00024%"},
                             {"NoWidth", 1.0 / 3, 1.0 / 3, 1.0 / 3, Unit::Share, "33.33% +- 0.0034%"},
                             {"NoWidthAndNothingLost", 0.25, 0.25, 0.25, Unit::Share, "25% +- 0%"},
                             {"NeverSeen", 0, 0, 0.00012345, Unit::Share, "below 0.01235%"},
                             {"NearlySure", 0.9999999, 0.99999, 1, Unit::Share, ">99.99% +- 0.00099%"},
                             {"Amount", 1.5, 1.4, 1.6, Unit::Amount, "1.5 +- 0.1"},
                             {"LargeAmount", 12'345.6, 12'345.504, 12'345.696, Unit::Amount, "12345.60 +- 0.096"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

// A probability that is too small for a double has its logarithm.
TEST(OneIn, OfALogarithm) {
  EXPECT_EQ(one_in(0, -400.5), "1 in 3.162 x 10^400");
  EXPECT_EQ(one_in(0, -399.99999), "1 in 10^400");
  EXPECT_EQ(one_in(0.25, std::log10(0.25)), "1 in 4");
}

// A greater probability is 1 in fewer.
TEST(OneIn, RoundsTheProbability) {
  EXPECT_EQ(one_in(0, -400.5, Rounding::Up), "1 in 3.162 x 10^400");  // 3.16227...
  EXPECT_EQ(one_in(0, -400.5, Rounding::Down), "1 in 3.163 x 10^400");
  EXPECT_EQ(one_in(0, -399.99999, Rounding::Up), "1 in 9.999 x 10^399");
  EXPECT_EQ(one_in(0, -399.99999, Rounding::Down), "1 in 10^400");
}

// Below 1e-9 a bound is rounded outwards as above it.
TEST(SmallAmount, IsRoundedOutwards) {
  EXPECT_EQ(amount(1.2343e-14, Rounding::Up), "1.235e-14");
  EXPECT_EQ(amount(1.2343e-14, Rounding::Nearest), "1.234e-14");
  EXPECT_EQ(amount(1.2343e-14, Rounding::Down), "0");
}

// Bounds and intervals as they read hold what they are of.
RC_GTEST_PROP(Shown, HoldsWhatItIsOf, ()) {
  const auto unit = [] { return static_cast<double>(*rc::gen::inRange<std::uint64_t>(1, 1'000'000'000)) / 1e9; };
  const double value = unit() * std::pow(10, -*rc::gen::inRange(0, 5));
  const double half = std::min(value, 1 - value) * unit() * std::pow(10, -*rc::gen::inRange(0, 6));
  const auto read = [](const std::string& text, std::size_t at) {
    return std::strtod(text.c_str() + at, nullptr) / 100;
  };
  const auto between = percent_between(value - half, value + half);
  if (between.find(" to ") == std::string::npos) {
    RC_ASSERT(half <= 1e-11 * value);
    RC_ASSERT(between == percent(value));
  } else if (between.find('<') == std::string::npos && between.find('>') == std::string::npos) {
    RC_ASSERT(read(between, 0) <= (value - half) * (1 + 1e-11));
    RC_ASSERT(read(between, between.find(" to ") + 4) >= (value + half) * (1 - 1e-11));
  }
  const auto estimated = estimate(value, value - half, value + half, Unit::Share);
  if (estimated.find('<') != std::string::npos || estimated.find('>') != std::string::npos) { return; }
  const double shown = read(estimated, 0);
  const double width = read(estimated, estimated.find("+-") + 2);
  RC_ASSERT(shown - width <= value - half + 1e-11 * value);
  RC_ASSERT(shown + width >= value + half - 1e-11 * value);
  RC_ASSERT(width <= half * 1.7 + 1e-11 * value);  // half a unit of its first digit, and two digits of its own
}

// The number in the text is within half a unit of its fourth digit, and only 0 and 1 are written as 0% and 100%.
RC_GTEST_PROP(PercentLaw, FourDigitsAndNeverALie, ()) {
  const auto denominator =
      *rc::gen::inRange<std::int64_t>(2, *rc::gen::element<std::int64_t>(100, 1'000'000, 1LL << 50U));
  const auto numerator =
      *rc::gen::inRange<std::int64_t>(0, *rc::gen::element<std::int64_t>(2, denominator)) % denominator;
  const BigRational exact = BigRational(numerator) * 100 / denominator;
  const auto text = percent(static_cast<double>(numerator) / static_cast<double>(denominator));
  RC_ASSERT((text == "0%") == (numerator == 0));
  RC_ASSERT(text != "100%");
  RC_ASSERT((text.find(" (1 in ") != std::string::npos) == (numerator != 0 && exact < 1));
  if (numerator == 0) { return; }
  if (text[0] == '<') {
    RC_ASSERT(exact < BigRational(1, 10'000'000));
  } else if (text[0] == '>') {
    RC_ASSERT(exact >= BigRational(99'995, 1000));
  } else {
    const auto number = text.substr(0, text.find('%'));
    const auto point = std::min(number.find('.'), number.size());
    BigRational shown(number.substr(0, point));
    BigRational unit(1);
    for (auto at = point + 1; at < number.size(); ++at) {
      unit /= 10;
      shown += unit * (number[at] - '0');
    }
    BigRational half_unit(1, 2);  // of the fourth digit of a number of four places before the point
    for (BigRational scale = 1000; scale > exact; scale /= 10) { half_unit /= 10; }
    // Twelve digits are rounded first.
    RC_ASSERT(abs(BigRational(shown - exact)) <= half_unit + exact / 1'000'000'000'000);
  }
}

RC_GTEST_PROP(PercentLaw, GreaterIsNeverShownAsLess, ()) {
  const auto denominator = *rc::gen::inRange<std::int64_t>(2, 100'000);
  const auto a = *rc::gen::inRange<std::int64_t>(0, denominator);
  const auto shown = [&](std::int64_t numerator) {
    const auto text = percent(static_cast<double>(numerator) / static_cast<double>(denominator));
    return text[0] == '>' ? 99.995 : std::stod(text);
  };
  RC_ASSERT(shown(a) <= shown(a + 1));
}

}  // namespace figures_test
}  // namespace spoils::text
