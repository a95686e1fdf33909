// Translation of formulas of boosts: operators with other names and the same meaning.
#include "importers/formula.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::importers {

namespace formula_test {

struct FormulaCase {
  std::string_view name;
  std::string_view text;
  std::string_view expression;
  std::string_view at_thirty;  // its value there, found by hand; as the pack shows it
};
class ReadFormula : public testing::TestWithParam<FormulaCase> {};

TEST_P(ReadFormula, AsAnExpressionOfTheSameValue) {
  const Formula formula = read_formula(GetParam().text, "level");
  ASSERT_EQ(formula.outcome, Formula::Outcome::Good) << formula.what;
  EXPECT_EQ(formula.expression, GetParam().expression);
  const auto loaded = Pack::compile(
      "test.loot", fmt::format("pack test \"Test\" 1.0\ninput level: 0..99 = 30\nrule it {{ value = {} }}\n"
                               "display it \"{{value}}\"\n",
                               formula.expression));
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  auto roller = Roller::make(*loaded.pack, "it", {});
  ASSERT_TRUE(roller);
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things) << things.error().text();
  for (const auto& thing : *things) { EXPECT_EQ(thing.name(), GetParam().at_thirty); }
}

INSTANTIATE_TEST_SUITE_P(
    , ReadFormula,
    testing::ValuesIn(std::to_array<FormulaCase>({
        {"Constant", "33", "33", "33"},
        {"Sum", "10 + mapLevel", "10 + level", "40"},
        {"OtherName", "10+itemLevel", "10 + level", "40"},
        {"Quadratic", "(60 * mapLevel + 3 * mapLevel^2) / 500", "(60 * level + 3 * level ^ 2) / 500", "9"},
        {"Left", "3 * mapLevel / 5", "3 * level / 5", "18"},
        {"Parentheses", "(20 + mapLevel) / 4", "(20 + level) / 4", "12.5"},
        {"RightOfMinus", "9 - (4 - 2)", "9 - (4 - 2)", "7"},
        {"LeftOfMinus", "9 - 4 - 2", "9 - 4 - 2", "3"},
        {"MinusPower", "-2^2", "-2 ^ 2", "-4"},
        {"PowerOfPower", "2^3^2", "2 ^ 3 ^ 2", "512"},
        {"PowerOfMinus", "2^-1", "2 ^ -1", "0.5"},
        {"Whole", "7 // 2", "7 // 2", "3"},
        {"Rest", "-7 % 3", "-7 mod 3", "2"},
        {"Absolute", "|3 - mapLevel|", "abs(3 - level)", "27"},
        {"Functions", "min(max(1, 5), floor(7 / 2))", "min(max(1, 5), floor(7 / 2))", "3"},
        {"TowardsZero", "int(-7 / 2)", "(if -7 / 2 < 0 then ceil(-7 / 2) else floor(-7 / 2))", "-3"},
        {"WholeAlready", "int(7)", "7", "7"},
        {"DiceOfOneSide", "1+2#1", "roll(1 + 2, 1)", "3"},
    })),
    [](const auto& row) { return std::string(row.param.name); });

TEST(FormulaReader, KnowsWhatDoesNotDependOnTheLevel) {
  EXPECT_EQ(read_formula("100", "level").constant, 100);
  EXPECT_EQ(read_formula("(20 + 4) / 3", "level").constant, 8);
  EXPECT_EQ(read_formula("mapLevel", "level").constant, std::nullopt);
  EXPECT_EQ(read_formula("1#6", "level").constant, std::nullopt);
}

struct Wrong {
  std::string_view name;
  std::string_view text;
  Formula::Outcome outcome;
  std::string_view what;
};
class ReadWrongFormula : public testing::TestWithParam<Wrong> {};

TEST_P(ReadWrongFormula, SaysWhy) {
  const Formula formula = read_formula(GetParam().text, "level");
  EXPECT_EQ(formula.outcome, GetParam().outcome);
  EXPECT_NE(formula.what.find(GetParam().what), std::string::npos) << formula.what;
}

constexpr auto kWrong = Formula::Outcome::Wrong;
constexpr auto kImpossible = Formula::Outcome::Impossible;

INSTANTIATE_TEST_SUITE_P(, ReadWrongFormula,
                         testing::ValuesIn(std::to_array<Wrong>({
                             {"Empty", "", kWrong, "ends"},
                             {"TwoFormulas", "2 3", kWrong, "`3`"},
                             {"UnknownName", "10 + depth", kWrong, "`depth`"},
                             {"UnknownFunction", "sqrt(4)", kWrong, "`sqrt`"},
                             {"Open", "(1 + 2", kWrong, "`)`"},
                             {"OpenBar", "|1", kWrong, "`|`"},
                             {"Half", "1 +", kWrong, "ends"},
                             {"Sign", "1 + $", kWrong, "`$`"},
                             {"ByZero", "1 / 0", kWrong, "divides by 0"},
                             {"Arguments", "floor(1, 2)", kWrong, "one value"},
                             {"Sine", "sin(mapLevel)", kImpossible, "`sin`"},
                             {"Pi", "2 * pi", kImpossible, "`pi`"},
                             {"Factorial", "5!", kImpossible, "factorial"},
                             {"Root", "4 ^ 0.5", kImpossible, "integer"},
                             {"WrongOutweighs", "sin(1) + depth", kWrong, "`depth`"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(FormulaReader, IsNoDeeperThanTheStack) {
  EXPECT_EQ(read_formula(std::string(100'000, '('), "level").outcome, kWrong);
  EXPECT_EQ(read_formula(std::string(100'000, '-') + '1', "level").outcome, kWrong);
  EXPECT_EQ(read_formula(std::string(100'000, '|'), "level").outcome, kWrong);
  for (const std::size_t powers : {500U, 100'000U}) {
    std::string text = "1";
    for (std::size_t i = 0; i < powers; ++i) { text += "^1"; }
    EXPECT_EQ(read_formula(text, "level").outcome, kWrong);
  }
}

}  // namespace formula_test

}  // namespace spoils::importers
