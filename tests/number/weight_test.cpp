// tests/number/weight_test.cpp
//
// Weights as integer shares: rows by hand, and the laws of proportion and scaling, against Boost.Multiprecision.
#include "number/weight.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace spoils::number {
namespace weight_test {

using Big = boost::multiprecision::cpp_int;

constexpr auto kMax = std::numeric_limits<std::int64_t>::max();

Rational ratio(std::int64_t numerator, std::int64_t denominator) {
  return Rational::make(numerator, denominator).value_or(Rational(-1));
}

struct SharesCase {
  std::string_view name;
  std::vector<Rational> weights;
  std::optional<std::vector<std::uint64_t>> parts;
};

class SharesOf : public testing::TestWithParam<SharesCase> {};

TEST_P(SharesOf, Weights) {
  const auto found = shares(GetParam().weights);
  ASSERT_EQ(found.has_value(), GetParam().parts.has_value());
  if (!found) { return; }
  EXPECT_EQ(found->parts, *GetParam().parts);
  std::uint64_t total = 0;
  for (const auto part : found->parts) { total += part; }
  EXPECT_EQ(found->total, total);
}

using Parts = std::vector<std::uint64_t>;

INSTANTIATE_TEST_SUITE_P(
    , SharesOf,
    testing::ValuesIn(std::vector<SharesCase>{
        {"None", {}, Parts{}},
        {"AllZero", {0, 0}, Parts{0, 0}},
        {"Integers", {1, 2, 3}, Parts{1, 2, 3}},
        {"CommonFactor", {10, 20, 0, 30}, Parts{1, 2, 0, 3}},
        {"One", {kMax}, Parts{1}},
        {"Percentages", {ratio(48, 1000), ratio(952, 1000)}, Parts{6, 119}},
        {"Fractions", {ratio(1, 2), ratio(1, 3)}, Parts{3, 2}},
        {"FractionsWithCommonFactors", {ratio(2, 3), ratio(4, 9)}, Parts{3, 2}},
        {"Negative", {1, -1}, std::nullopt},
        {"JustFits", {kMax - 1, 1}, Parts{static_cast<std::uint64_t>(kMax) - 1, 1}},
        {"JustTooMuch", {kMax - 1, 2, 1}, std::nullopt},
        {"TwiceTheGreatestIsTwoShares", {kMax, kMax}, Parts{1, 1}},
        {"DenominatorsOutgrow128Bits", {ratio(1, kMax), ratio(1, kMax - 1), ratio(1, kMax - 2)}, std::nullopt},
        // The common denominator is near 2^124, and so is the common factor that goes again.
        {"SameGreatDenominators", {ratio(1, kMax), ratio(1, kMax)}, Parts{1, 1}},
    }),
    [](const auto& row) { return std::string(row.param.name); });

RC_GTEST_PROP(SharesLaw, ProportionsStayAndNothingFitsThatShouldNot, ()) {
  const auto large = *rc::gen::element(false, false, true);
  const auto most = large ? kMax : 40;
  std::vector<Rational> weights;
  for (auto count = *rc::gen::inRange(0, large ? 4 : 12); count > 0; --count) {
    const auto numerator = *rc::gen::inRange<std::int64_t>(0, most);
    weights.push_back(ratio(numerator, *rc::gen::inRange<std::int64_t>(1, *rc::gen::element<std::int64_t>(2, most))));
  }

  // The oracle scales by the product of all denominators and then divides by the common factor of all.
  Big product = 1;
  for (const auto& weight : weights) { product *= weight.denominator(); }
  std::vector<Big> parts;
  Big factor = 0;
  for (const auto& weight : weights) {
    parts.push_back(Big(weight.numerator()) * (product / weight.denominator()));
    factor = gcd(factor, parts.back());
  }
  Big total = 0;
  for (auto& part : parts) {
    if (factor > 1) { part /= factor; }
    total += part;
  }

  const auto found = shares(weights);
  RC_ASSERT(found.has_value() == (total <= kMax));
  if (!found) { return; }
  RC_ASSERT(Big(found->total) == total);
  RC_ASSERT(found->parts.size() == parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) { RC_ASSERT(Big(found->parts[i]) == parts[i]); }
}

RC_GTEST_PROP(SharesLaw, ScalingEveryWeightChangesNothing, ()) {
  const auto some = [] {
    return ratio(*rc::gen::inRange<std::int64_t>(0, 50), *rc::gen::inRange<std::int64_t>(1, 20));
  };
  std::vector<Rational> weights;
  for (auto count = *rc::gen::inRange(1, 6); count > 0; --count) { weights.push_back(some()); }
  const auto factor = ratio(*rc::gen::inRange<std::int64_t>(1, 1000), *rc::gen::inRange<std::int64_t>(1, 1000));
  auto scaled = weights;
  for (auto& weight : scaled) { weight = multiply(weight, factor).value(); }
  RC_ASSERT(shares(weights).value().parts == shares(scaled).value().parts);
}

}  // namespace weight_test
}  // namespace spoils::number
