// tests/api/expectations_test.cpp
//
// Verdicts on `expect` lines where one side fails or has no figure, where settings read inputs, and of `about`. The
// oracle is arithmetic by hand.
#include "spoils/expectations.h"

#include <gtest/gtest.h>

#include <string>

#include "judged.h"

namespace spoils {
namespace expectations_test {

// 1 of 8 rolls takes out all three members, and divides by none.
constexpr const char* kMayFail = R"(
field l: list of int
rule a { drop x }
rule x { repeat 3 { l += d2 }; l -= 1; l -= 1; l -= 1; worth = 6 // count(l) }
rule b { drop y }
rule y { worth = 2 }
)";

class FaultOfASide : public testing::TestWithParam<const char*> {};

TEST_P(FaultOfASide, IsReportedWhateverTheOtherSidesAre) {
  const auto result = judged(kMayFail + std::string("expect \"E\": ") + GetParam() + "\n");
  EXPECT_FALSE(result.holds);
  EXPECT_NE(result.fault.find("divides by zero"), std::string::npos) << result.fault << result.found;
}

INSTANTIATE_TEST_SUITE_P(Sides, FaultOfASide,
                         testing::Values("mean(a: sum(t in things: t.worth)) <= mean(b: sum(t in things: t.worth))",
                                         "mean(b: sum(t in things: t.worth)) <= mean(a: sum(t in things: t.worth))",
                                         "mean(a: sum(t in things: t.worth)) in 0..mean(b: sum(t in things: t.worth))",
                                         "mean(b: sum(t in things: t.worth)) in 0..mean(a: sum(t in things: t.worth))",
                                         "odds(x: worth > 10) < odds(b: count(things) == 2)",
                                         "odds(b: count(things) == 9) < odds(x: worth > 10)"));

class SideWithoutAFigure : public testing::TestWithParam<const char*> {};

TEST_P(SideWithoutAFigure, IsNeverMet) {
  const auto result = judged("rule b { w = 3; v = pick {1, 2} }\nexpect \"E\": " + std::string(GetParam()) + "\n");
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.found, "that what is given never holds");
}

INSTANTIATE_TEST_SUITE_P(
    Sides, SideWithoutAFigure,
    testing::Values("odds(b: w == 3 given w == 9) == 0", "odds(b: w == 5) == odds(b: w == 3 given w == 9)",
                    "odds(b: w == 5) in odds(b: w == 3 given w == 9)..1",
                    "odds(b: w == 5) in 0..odds(b: w == 3 given w == 9)", "mean(b: w given w == 9) == 0",
                    "mean(b: sum(t in things: t.w) given w == 9) == 0", "odds(b by v given w == 9) == {1, 2}"));

struct AlikeCase {
  const char* expectation;
  const char* found;
};

class FiguresThatReadAlike : public testing::TestWithParam<AlikeCase> {};

// The parity of 70 throws of 1/4 is (1 - 2^-70) / 2; 2^71 is 2361183241434822606848.
TEST_P(FiguresThatReadAlike, AreTold) {
  const auto result = judged(std::string("rule par { p = false; repeat 70 { if chance 1/4 { p = not p } } }\n"
                                         "rule two { k = pick {1000000 a, 999998 b}; n = if k == a then 3 else 1 }\n"
                                         "expect \"E\": ") +
                             GetParam().expectation + "\n");
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.found, GetParam().found);
}

INSTANTIATE_TEST_SUITE_P(Cases, FiguresThatReadAlike,
                         testing::Values(AlikeCase{"odds(par: p) == 1/2", "50% (less by 1 in 2.361 x 10^21)"},
                                         AlikeCase{"odds(par: not p) <= 0.5", "50% (more by 1 in 2.361 x 10^21)"},
                                         AlikeCase{"odds(two: k == a) in 49%..50%", "50% (more by 1 in 2000000)"},
                                         AlikeCase{"odds(two: k == b) in 50%..51%", "50% (less by 1 in 2000000)"},
                                         AlikeCase{"mean(two: n) == 2", "2 (more by 1e-06)"},
                                         AlikeCase{"odds(two by k) == {1 a, 1 b}", "a with 50% (more by 1 in 2000000)"},
                                         AlikeCase{"odds(par by p) == {1 false, 1 true}",
                                                   "false with 50% (more by 1 in 2.361 x 10^21)"},
                                         AlikeCase{"odds(two by k) == {1 a, 3 b}", "a with 50%"},
                                         AlikeCase{"odds(two: k == a) > 0.6", "50%"},
                                         AlikeCase{"odds(par: p or not p) < 1", "100% (exactly as much)"}));

// Each sets an input by another one, or by itself: w is 1 for one value of that alone.
class InputThatASettingReads : public testing::TestWithParam<const char*> {};

TEST_P(InputThatASettingReads, IsOpen) {
  const std::string pack =
      "input depth: 1..4 = 1\ninput luck: 1..3 = 1\nrule b { w = depth }\nrule c(n: int) { w = n }\n";
  const auto result = judged(pack + "expect \"E\": " + GetParam() + "\n");
  EXPECT_FALSE(result.holds) << result.where;
  EXPECT_TRUE(result.fault.empty()) << result.fault;
}

INSTANTIATE_TEST_SUITE_P(Inputs, InputThatASettingReads,
                         testing::Values("odds(b: w == 1, depth = luck) == 1", "mean(b: w, depth = luck + 1) == 2",
                                         "odds(c(luck): w == 1) == 1", "odds(b: w == 1, depth = min(4, depth)) == 1",
                                         "odds(c(depth): w == 1, depth = luck) == 1"));

TEST(Inputs, ThatAreSetAreNotOpen) {
  const std::string pack = "input depth: 1..4 = 1\ninput luck: 1..3 = 1\nrule b { w = depth + luck }\n";
  const auto result = judged(pack + "expect \"E\": odds(b: w == 4, depth = luck, luck = 2) == 0\n");
  // depth is luck as it was before it was set: 1, 2 or 3, so that w is 4 if it was 2.
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.where, "luck = 2");
  EXPECT_TRUE(judged(pack + "expect \"E\": odds(b: w == 4, luck = 2, depth = luck) == 1\n").holds);
}

TEST(Inputs, OfNumbersAreShownAsTheyAre) {
  const std::string pack = "input q: number = 1/2\nrule r { z = q }\n";
  const auto wrong = judged(pack + "expect \"E\": odds(r: z == 1) == 1\n");
  EXPECT_FALSE(wrong.holds);
  EXPECT_EQ(wrong.where, "q = 0.5");
  EXPECT_EQ(judged(pack + "expect \"E\": odds(r: z == 1/2) == 1\n").assumed, "q = 0.5");
}

// The mean is -2/3, a third of the rolls are 0.
TEST(About, ComparesAsManyDigitsAsAreWritten) {
  const std::string pack = "rule b { v = pick {-1, -1, 0} }\n";
  const auto holds = [&](const std::string& line) { return judged(pack + "expect \"E\": " + line + "\n").holds; };
  EXPECT_TRUE(holds("mean(b: v) about -0.7"));
  EXPECT_TRUE(holds("mean(b: v) about -0.67"));
  EXPECT_FALSE(holds("mean(b: v) about -0.66"));
  EXPECT_FALSE(holds("mean(b: v) about -0.9"));
  EXPECT_TRUE(holds("mean(b: v) about -1"));
  EXPECT_TRUE(holds("mean(b: v) about (-67%)"));
  EXPECT_FALSE(holds("mean(b: v) about -66%"));
  EXPECT_TRUE(holds("odds(b: v == 0) about 33.3%"));
}

}  // namespace expectations_test
}  // namespace spoils
