// Translation of dice and numbers in the data to expressions of a pack.
#include "importers/dice.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace spoils::importers {

namespace dice_test {

struct DiceCase {
  std::string_view name;
  std::string_view text;
  std::string_view expression;  // empty: no dice
};
class ReadDice : public testing::TestWithParam<DiceCase> {};

TEST_P(ReadDice, AsAnExpression) {
  const auto dice = read_dice(GetParam().text);
  ASSERT_EQ(dice.has_value(), !GetParam().expression.empty());
  if (dice) { EXPECT_EQ(dice_expression(*dice, "level"), GetParam().expression); }
}

INSTANTIATE_TEST_SUITE_P(, ReadDice,
                         testing::ValuesIn(std::to_array<DiceCase>({
                             {"Empty", "", "0"},
                             {"Constant", "7", "7"},
                             {"Negative", "-20", "-20"},
                             {"Zero", "0", "0"},
                             {"Dice", "2d6", "2d6"},
                             {"OneDie", "d8", "d8"},
                             {"OneDieSaid", "1d8", "d8"},
                             {"NegativeDie", "-d2", "-d2"},
                             {"NegativeDice", "-10d5", "-10d5"},
                             {"ConstantAndDice", "10+2d4", "10 + 2d4"},
                             {"ConstantBelowZero", "-1+d2", "-1 + d2"},
                             {"NegativeDiceBehind", "5+-3d2", "5 - 3d2"},
                             {"All", "10+2d4M20", "10 + 2d4 + growing(20, level)"},
                             {"Growth", "M60", "growing(60, level)"},
                             {"ConstantAndGrowth", "1+M5", "1 + growing(5, level)"},
                             {"DiceAndGrowth", "1d6M4", "d6 + growing(4, level)"},
                             {"NegativeGrowth", "d4M-3", "d4 + growing(-3, level)"},
                             {"NoDice", "0d6", "0"},
                             {"MinusDice", "5-d3", ""},
                             {"ConstantBehind", "2d3+4", ""},
                             {"NoSides", "2d", ""},
                             {"LoneD", "d", ""},
                             {"LoneMinus", "-", ""},
                             {"EmptyGrowth", "4d6M", ""},
                             {"Fraction", "1.5", ""},
                             {"TwoSums", "1+2+d4", ""},
                             {"LonePlus", "3+", ""},
                             {"Words", "many", ""},
                             {"Blank", "2d6 ", ""},
                             {"SidesOfZero", "2d0", ""},
                             {"TooMany", "10001d2", ""},
                             {"TooLarge", "99999999999999999999", ""},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(DiceExpression, GrowsNotWhereNoLevelIsHandedOver) {
  EXPECT_EQ(dice_expression(*read_dice("-1+d2M5"), {}), "-1 + d2");
  EXPECT_EQ(dice_expression(*read_dice("M5"), {}), "0");
}

TEST(NumberExpression, IsExactWhereItCan) {
  EXPECT_EQ(number_expression("3"), "3");
  EXPECT_EQ(number_expression("-2"), "-2");
  EXPECT_EQ(number_expression("0.25"), "0.25");
  EXPECT_EQ(number_expression("3.0"), "3");
  EXPECT_EQ(number_expression("0.0006666"), "0.0006666");
  EXPECT_EQ(number_expression("0.26666666666666666"), "(4/15)");
  EXPECT_EQ(number_expression("0.006666666666666667"), "(1/150)");
  EXPECT_EQ(number_expression("1e-3"), "(1/1000)");
  EXPECT_EQ(number_expression("0.00006666666666"), "(1/15000)");
  // Smaller than the least fraction, and not nothing.
  EXPECT_EQ(number_expression("0.00003333333333"), "(1/30000)");
  EXPECT_EQ(number_expression("-3.3333333333e-5"), "(-1/30000)");
  EXPECT_EQ(number_expression("1e-30"), "(1/1000000000)");
  EXPECT_EQ(number_expression("0.0"), "0");
  // Python's Fraction.limit_denominator(20000).
  EXPECT_EQ(number_expression("0.70710678118654752"), "(13860/19601)");
  EXPECT_EQ(number_expression("0.3636400001"), "(7271/19995)");
  EXPECT_EQ(number_expression("0.36363637999"), "(4/11)");
  EXPECT_EQ(number_expression("1e300"), std::nullopt);
  EXPECT_EQ(number_expression("many"), std::nullopt);
}

TEST(Addition, TakesAwayWhatIsNegative) {
  EXPECT_EQ(addition("worth", "3"), "worth += 3");
  EXPECT_EQ(addition("worth", "-3"), "worth -= 3");
  EXPECT_EQ(addition("worth", "-1 + d2"), "worth += -1 + d2");
}

}  // namespace dice_test

}  // namespace spoils::importers
