// tests/program/choice_test.cpp
//
// The weights of filtered choices (program/choice.h): rows of one outcome, the best of them, given weights, the weight
// of nothing and its `total`. The oracle: fractions computed by hand, in exact odds, and the same outcomes in rolls.
// Each pack comes with a filter that is planned (it reads the list that the thing has) and with one that is not, which
// are two sources of candidates for one template.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <ostream>
#include <string>

#include "affordable.h"
#include "agree.h"
#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {
namespace choice_test {

struct Row {
  std::string name;
  std::string records;                          // of the collection `k`
  std::string pick;                             // after `pick x in k at 3 where ...`
  std::map<std::string, std::string> expected;  // by the word of the record
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

class Weights : public testing::TestWithParam<Row> {};

// A wrong program passes, and a right one fails, with a probability below 1e-8 for each row.
void expect_weights(const std::string& filter) {
  constexpr std::uint64_t kRolls = affordable(4'000);
  const auto& row = Weights::GetParam();
  const auto pack = compiled(
      "input low = 2\ncollection k { bad: set of symbol = {dull}; c: int = 1; rows allocate { q: int = 1 } }\n" +
      row.records + "\nrule r {\n  had = [sharp]\n  let x = pick x in k at 3 where " + filter + row.pick +
      "\n  s = x.name\n}\n");
  Marginal question;
  question.rule = "r";
  question.by = {"s"};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().message;
  std::map<std::string, std::string> found;
  for (const auto& each : table->rows) { found[to_text(each.values[0])] = each.fraction->text(); }
  EXPECT_EQ(found, row.expected) << filter;
  auto roller = Roller::make(pack, "r", {});
  ASSERT_TRUE(roller);
  Counts counts;
  for (std::uint64_t i = 0; i < kRolls; ++i) {
    const auto things = roller->roll(7, i);
    ASSERT_TRUE(things) << things.error().message;
    ++counts[text_of((*things)[0]["s"])];
  }
  EXPECT_EQ(disagreement(counts, table.value(), kRolls, 1e-8), "") << filter;
}

TEST_P(Weights, AsByHandWithoutAPlan) { expect_weights("x.c > 0"); }
TEST_P(Weights, AsByHandWithAPlan) { expect_weights("x.c > 0 and count(y in had where y in x.bad) == 0"); }

INSTANTIATE_TEST_SUITE_P(
    Choice, Weights,
    testing::Values(Row{"CommonIsTheWeight",
                        "k one { allocate 1.. common 3 }\nk two { allocate 1.. common 1 }",
                        "",
                        {{"one", "3/4"}, {"two", "1/4"}}},
                    Row{"TheBestRowCounts",  // 5 and not 3 or 3 + 5
                        "k one { allocate 1.. common 3; allocate 2..4 common 5 }\nk two { allocate 1.. common 1 }",
                        "",
                        {{"one", "5/6"}, {"two", "1/6"}}},
                    Row{"TheBestRowThatMatchesCounts",
                        "k one { allocate 1.. common 3; allocate 4.. common 5 }\nk two { allocate 1.. common 1 }",
                        "",
                        {{"one", "3/4"}, {"two", "1/4"}}},
                    Row{"TheFirstOfEqualRowsCounts",  // 2 of the first, 7 of the second
                        "k one { allocate 1.. common 3 q 2; allocate 2..4 common 3 q 7 }\nk two { allocate 1.. q 6 }",
                        " weight x.q",
                        {{"one", "1/4"}, {"two", "3/4"}}},
                    Row{"TheBestRowGivesTheWeight",
                        "k one { allocate 1.. common 3 q 2; allocate 2..4 common 5 q 7 }\nk two { allocate 1.. q 1 }",
                        " weight x.q",
                        {{"one", "7/8"}, {"two", "1/8"}}},
                    Row{"WhatTheFilterLeavesOutWeighsNothing",
                        "k one { c = 0; allocate 1.. common 3 }\nk two { allocate 1.. common 1 }",
                        "",
                        {{"two", "1/1"}}},
                    Row{"NothingByTheTotal",  // 4 / 2 of 6
                        "k one { allocate 1.. common 3 }\nk two { allocate 1.. common 1 }",
                        " or nothing weight total / 2",
                        {{"one", "1/2"}, {"two", "1/6"}, {"none", "1/3"}}},
                    Row{"TheTotalIsOfGivenWeights",  // (2 + 4) / 2 of 9
                        "k one { allocate 1.. common 3 q 2 }\nk two { allocate 1.. common 1 q 4 }",
                        " weight x.q or nothing weight total / 2",
                        {{"one", "2/9"}, {"two", "4/9"}, {"none", "1/3"}}},
                    // A commonness below 0 is no weight where the only row of a record has another.
                    Row{"CommonOfTheOnlyRowIsNotAsked",
                        "k one { allocate 1.. common (low - 5) q 2 }\nk two { allocate 1.. common 1 q 4 }",
                        " weight x.q or nothing weight total / 2",
                        {{"one", "2/9"}, {"two", "4/9"}, {"none", "1/3"}}}),
    name_of);

}  // namespace choice_test
}  // namespace spoils
