// tests/odds/distinct_def_test.cpp
//
// `world def NAME(x: collection) distinct`: odds of small packs in fractions computed by hand, rolls against these
// odds, and that all records of a world have different values, in whatever order they are read.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace distinct_def_test {

using Fraction = boost::multiprecision::cpp_rational;
using Odds = std::map<std::string, Fraction>;

struct Row {
  std::string name;
  std::string source;
  std::string by;
  Odds odds;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class DistinctDefs : public testing::TestWithParam<Row> {};

constexpr const char* kRecords = "collection ring { cost = 1 }\nring iron { }\nring jade { cost = 2 }\nring gold { }\n";

TEST_P(DistinctDefs, HaveDifferentValues) {
  const auto pack = compiled(kRecords + GetParam().source);
  Marginal question;
  question.rule = "r";
  question.by = {GetParam().by};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  Odds found;
  for (const auto& row : table->rows) { found[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  EXPECT_EQ(found, GetParam().odds);
  const auto rolled = verify_odds(pack, question, *table);
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

INSTANTIATE_TEST_SUITE_P(
    , DistinctDefs,
    testing::ValuesIn(std::vector<Row>{
        {"TheFirst",
         "world def f(x: ring) distinct = pick {a, 3 b}\nrule r { z = f(iron) }",
         "z",
         {{"a", {1, 4}}, {"b", {3, 4}}}},
        {"TheSecond",
         "world def f(x: ring) distinct = pick {a, 3 b}\nrule r { z = f(jade) }",
         "z",
         {{"b", {1, 4}}, {"a", {3, 4}}}},
        // The first takes one of 1..4, the second one of the others: the third has each alike.
        {"TheThird",
         "world def f(x: ring) distinct = pick 1..4\nrule r { z = f(gold) }",
         "z",
         {{"1", {1, 4}}, {"2", {1, 4}}, {"3", {1, 4}}, {"4", {1, 4}}}},
        // a b, a c, b a, b c, c a, c b with 2/4 1/2, 2/4 1/2, 1/4 2/3, 1/4 1/3, 1/4 2/3, 1/4 1/3.
        {"ByTheOrderOfTheRecords",
         "world def f(x: ring) distinct = pick {b, c, 2 a}\nrule r { z = f(gold) }",
         "z",
         {{"a", {1, 6}}, {"b", {5, 12}}, {"c", {5, 12}}}},
        {"WhicheverIsAskedForFirst",
         "world def f(x: ring) distinct = pick {b, c, 2 a}\nrule r { z = f(jade); y = f(iron); v = z != y }",
         "v",
         {{"true", 1}}},
        {"Both",
         "world def f(x: ring) distinct = pick {b, c, 2 a}\nrule r { z = \"{f(jade)} {f(iron)}\" }",
         "z",
         {{"b a", {1, 4}}, {"c a", {1, 4}}, {"a b", {1, 6}}, {"c b", {1, 12}}, {"a c", {1, 6}}, {"b c", {1, 12}}}},
        {"ItStays", "world def f(x: ring) distinct = d6\nrule r { z = f(jade) - f(jade) }", "z", {{"0", 1}}},
        {"ValuesOfTheRecord",
         "world def f(x: ring) distinct = d2 * x.cost\nrule r { z = f(jade) }",
         "z",
         {{"2", {1, 4}}, {"4", {3, 4}}}},
        {"Texts",
         "world def f(x: ring) distinct = \"{pick {a, b}}{pick {c, d}}\"\nrule r { z = f(iron) == f(jade) }",
         "z",
         {{"false", 1}}},
        {"DrawnRecords",
         "world def f(x: ring) distinct = d3\nrule r { z = f(pick {iron, jade}) == f(pick {iron, jade}) }",
         "z",
         {{"true", {1, 2}}, {"false", {1, 2}}}},
        {"NoRecord",
         "world def f(x: ring) distinct = d3\nrule r { k = none; z = f(k) == none; k = iron }",
         "z",
         {{"true", 1}}},
        {"BlockOfADef",
         "world def f(x: ring) distinct { let n = d2; if n == 1 { give a }; give pick {a, b} }\nrule r { z = f(jade) }",
         "z",
         {{"b", {3, 4}}, {"a", {1, 4}}}},
    }),
    [](const auto& row) { return row.param.name; });

TEST(DistinctDef, EndsWhereNothingIsLeft) {
  const auto pack =
      compiled(std::string(kRecords) +
               "world def f(x: ring) distinct = pick {a, b}\nrule r { y = f(jade) }\nrule s { y = f(gold) }");
  auto roller = Roller::make(pack, "r");
  EXPECT_TRUE(roller->roll(1, 1));
  roller = Roller::make(pack, "s");
  const auto things = roller->roll(1, 1);
  ASSERT_FALSE(things);
  EXPECT_NE(things.error().text().find("a record found no value in 1000 draws"), std::string::npos)
      << things.error().text();
  Marginal question;
  question.rule = "s";
  question.by = {"y"};
  EXPECT_FALSE(exact_odds(pack, question));
}

TEST(DistinctDef, IsTheSameHoweverItIsAskedFor) {
  std::string source = "collection kind { n = 0 }\n";
  for (int i = 0; i < 60; ++i) { source += "kind k" + std::to_string(i) + " { n = " + std::to_string(i) + " }\n"; }
  const auto pack = compiled(source +
                             "world def f(x: kind) distinct = d70\nrule r(a: kind = k0) { y = f(a) }\n"
                             "rule all { for k in kind { drop r(k) } }");
  World world(pack, 5);
  auto roller = Roller::make(pack, "all");
  const auto things = roller->roll(world);
  ASSERT_TRUE(things) << things.error().text();
  std::vector<std::int64_t> listed;
  for (const auto& thing : *things) { listed.push_back(thing["y"].integer()); }
  EXPECT_EQ(std::set<std::int64_t>(listed.begin(), listed.end()).size(), 60U);
  for (const int record : {59, 3, 20}) {
    World same(pack, 5);
    auto one = Roller::make(pack, "r");
    ASSERT_FALSE(one->set("a", "k" + std::to_string(record)));
    const auto alone = one->roll(same);
    ASSERT_TRUE(alone) << alone.error().text();
    EXPECT_EQ((*alone)[0]["y"].integer(), listed[static_cast<std::size_t>(record)]);
  }
}

}  // namespace distinct_def_test
}  // namespace spoils
