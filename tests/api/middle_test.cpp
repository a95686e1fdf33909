// tests/api/middle_test.cpp
//
// The mean and the median of answers, against closed forms: where amounts of both signs cancel, where a half is missed
// by less than doubles tell, with a condition and with rows that are unset.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"

namespace spoils {
namespace middle_test {

struct Case {
  std::string rule;
  std::optional<double> mean;
  std::optional<std::int64_t> median;
  std::string where;
};

std::ostream& operator<<(std::ostream& out, const Case& row) { return out << row.rule << " " << row.where; }

OddsTable answered(const Case& row, bool fractions) {
  Marginal question;
  question.by = {"n"};
  question.where = row.where;
  question.fractions = fractions;
  const auto table = exact_odds(compiled("field n: int\nfield kind: symbol\nrule r { " + row.rule + " }\n"), question);
  EXPECT_TRUE(table) << table.error().text();
  return table ? *table : OddsTable{};
}

class Middle : public testing::TestWithParam<Case> {};

TEST_P(Middle, IsThatOfTheClosedForm) {
  for (const bool fractions : {false, true}) {
    const auto table = answered(GetParam(), fractions);
    ASSERT_TRUE(table.middle);
    ASSERT_TRUE(table.middle->mean);
    EXPECT_DOUBLE_EQ(*table.middle->mean, *GetParam().mean);
    EXPECT_EQ(table.middle->median, GetParam().median);
  }
}

INSTANTIATE_TEST_SUITE_P(
    , Middle,
    testing::Values(Case{"n = d6", 3.5, 3, ""}, Case{"n = pick {-9, 1, 2, 3, 3}", 0, 2, ""},
                    Case{"n = pick -3..3", 0, 0, ""},
                    // The sum of 20 bets of 10, 100 or 1000 on either side.
                    Case{"repeat 20 { n += pick {-1000, -100, -10, 10, 100, 1000} }", 0, 0, ""},
                    // Each of seven amounts is 1/3 on the average, beside 10^15 of both signs.
                    Case{"repeat 7 { n += pick {1000000000000000, -1000000000000000, 1} }", 7.0 / 3, 3, ""},
                    Case{"n = pick {1000000000000000, -1000000000000000, 1}", 1.0 / 3, 1, ""},
                    Case{"n = pick {123456789012345, 123456789012347}", 123456789012346, 123456789012345, ""},
                    // A half that is missed by 10^-12, met, and exceeded by as much.
                    Case{"n = pick {499999999999 0, 500000000001 1}", 0.500000000001, 1, ""},
                    Case{"n = pick {500000000000 0, 500000000000 1}", 0.5, 0, ""},
                    Case{"n = pick {500000000001 0, 499999999999 1}", 0.499999999999, 0, ""},
                    Case{"n = (pick {499999999999 0, 500000000001 20}) + d12", 16.50000000002, 21, ""},
                    // 1/3 each; the two halves of what is left are ties.
                    Case{"n = pick {-1, 0, 1}", 0, -1, "n != 0"}, Case{"n = pick {-2, 0, 1}", -0.5, -2, "n != 0"},
                    // The unset half counts for nothing.
                    Case{"if chance 1/2 { n = pick {-7, 7, 8, 9} }", 17.0 / 4, 7, ""}, Case{"n = -3", -3, -3, ""},
                    Case{"n = 0", 0, 0, ""}));

TEST(MiddleOf, AnswersWithoutOne) {
  EXPECT_FALSE(answered({"kind = pick {a, b}", {}, {}, ""}, false).middle);  // n is never set
  const auto pack =
      compiled("field n: int\nfield kind: symbol\nfield half: number\nrule r { n = d6; kind = axe; half = n / 2 }\n");
  for (const auto& by : std::vector<std::vector<std::string>>{{"kind"}, {"half"}, {"n", "kind"}, {"n > 3"}, {"name"}}) {
    Marginal question;
    question.by = by;
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_FALSE(table->middle) << by.front();
  }
  Marginal open;
  open.by = {"n"};
  open.max_paths = 3;
  const auto bounds = exact_odds(pack, open);
  ASSERT_TRUE(bounds) << bounds.error().text();
  EXPECT_FALSE(bounds->exact);
  EXPECT_FALSE(bounds->middle);
}

// Fractions of so many states were too much work, so the mean stays open: doubles would say some 10^-13.
TEST(MiddleOf, TooManyNumbersForFractions) {
  const auto table = answered({"n = pick -6000..6000", {}, {}, ""}, false);
  ASSERT_TRUE(table.middle);
  EXPECT_FALSE(table.middle->mean);
  EXPECT_EQ(table.middle->median, 0);
  const auto one_side = answered({"n = pick 0..12000", {}, {}, ""}, false);
  ASSERT_TRUE(one_side.middle);
  ASSERT_TRUE(one_side.middle->mean);
  EXPECT_NEAR(*one_side.middle->mean, 6000, 6000 * 1e-12);
}

TEST(MiddleOf, EachValueOfASweep) {
  const auto pack = compiled(
      "input stake: 1..3 = 1\nfield n: int\n"
      "rule r { repeat 20 { n += pick {(-1000 * stake), (-10 * stake), (10 * stake), (1000 * stake)} } }\n");
  Marginal question;
  question.by = {"n"};
  const auto swept = exact_odds(pack, question, Sweep{"stake", {}, {}});
  ASSERT_TRUE(swept) << swept.error().text();
  ASSERT_EQ(swept->size(), 3U);
  for (const auto& one : *swept) {
    const auto& middle = one.table.middle;
    ASSERT_TRUE(middle);
    EXPECT_EQ(middle->mean, 0) << one.value;
    EXPECT_EQ(middle->median, 0) << one.value;
  }
}

}  // namespace middle_test
}  // namespace spoils
