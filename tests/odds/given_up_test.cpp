// tests/odds/given_up_test.cpp
//
// Counts of things of which some are discarded. A discarded thing takes the things that it holds with it. Things that
// it or those dropped stay, and count once, at any depth of drops.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {
namespace given_up_test {

struct Row {
  std::string name;
  std::string rules;  // the first is asked about
  std::map<std::string, double> expected;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class GivenUp : public testing::TestWithParam<Row> {};

TEST_P(GivenUp, CountsWhatStays) {
  const auto pack = compiled(GetParam().rules);
  Count question;
  question.rule = "a";
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  std::map<std::string, double> found;
  for (const auto& row : table->rows) { found[to_text(row.values[0])] = row.probability; }
  EXPECT_EQ(found, GetParam().expected);
  auto roller = Roller::make(pack, "a");
  for (std::uint64_t index = 0; index < 20; ++index) {
    const auto things = roller->roll(1, index);
    ASSERT_TRUE(things);
    EXPECT_EQ(found.count(std::to_string(things->size())), 1U);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Things, GivenUp,
    testing::ValuesIn(std::vector<Row>{
        {"DroppedWithinDropped",
         "rule a { x = 1; hold b }\nrule b { y = 2; hold c; discard }\nrule c { z = 1; drop d }\n"
         "rule d { w = 1; drop e }\nrule e { u = 1 }\n",
         {{"3", 1.0}}},
        {"ThreeDeep",
         "rule a { x = 1; hold b }\nrule b { y = 2; drop d; discard }\nrule d { w = 1; drop e }\n"
         "rule e { u = 1; drop f }\nrule f { t = 1 }\n",
         {{"4", 1.0}}},
        {"GivenUpWithinDropped",
         "rule a { x = 1; hold b }\nrule b { y = 2; drop d; discard }\nrule d { w = 1; hold g }\n"
         "rule g { v = 1; drop e; discard }\nrule e { u = 1; drop f }\nrule f { t = 1 }\n",
         {{"4", 1.0}}},
        {"TheDroppedOneIsGivenUp",
         "rule a { x = 1; hold b }\nrule b { y = 2; drop d; discard }\nrule d { w = 1; drop e; discard }\n"
         "rule e { u = 1; drop f }\nrule f { t = 1 }\n",
         {{"3", 1.0}}},
        {"ByChance",
         "rule a { x = 1; hold b }\nrule b { y = 2; drop d; if chance 1/2 { discard } }\n"
         "rule d { w = 1; drop e }\nrule e { u = 1 }\n",
         {{"3", 0.5}, {"4", 0.5}}},
        {"TheFirstIsGivenUp",
         "rule a { x = 1; drop d; hold b; discard }\nrule b { y = 2; drop d }\nrule d { w = 1; drop e }\n"
         "rule e { u = 1 }\n",
         {{"4", 1.0}}},
    }),
    [](const auto& row) { return row.param.name; });

}  // namespace given_up_test
}  // namespace spoils
