// tests/odds/distinct_test.cpp
//
// `pick N distinct from`: odds against an enumeration of all orders in fractions, which does not use sets; rolls
// against the odds; and packs that are refused.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace distinct_test {

using Fraction = boost::multiprecision::cpp_rational;

// The chance of each set of letters, by all orders in which they can be drawn.
void enumerate(const std::vector<int>& weights, std::size_t wanted, std::vector<bool>& taken, const Fraction& chance,
               std::map<std::string, Fraction>& out) {
  if (wanted == 0) {
    std::string set;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if (taken[i]) { set += (set.empty() ? "" : ", ") + std::string(1, static_cast<char>('a' + i)); }
    }
    out["{" + set + "}"] += chance;
    return;
  }
  int left = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) { left += taken[i] ? 0 : weights[i]; }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (taken[i] || weights[i] == 0) { continue; }
    taken[i] = true;
    enumerate(weights, wanted - 1, taken, chance * Fraction(weights[i], left), out);
    taken[i] = false;
  }
}

OddsTable answered(const Pack& pack, const std::string& by, std::uint64_t ways = 1'000'000) {
  Marginal question;
  question.rule = "r";
  question.by = {by};
  question.fractions = true;
  question.max_paths = ways;
  auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << table.error().text();
  return table ? *table : OddsTable{};
}

std::map<std::string, Fraction> fractions_of(const OddsTable& table) {
  std::map<std::string, Fraction> out;
  for (const auto& row : table.rows) { out[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  return out;
}

class Distinct : public testing::TestWithParam<std::pair<std::vector<int>, std::size_t>> {};

TEST_P(Distinct, HasTheOddsOfAllOrders) {
  const auto& weights = GetParam().first;
  const auto wanted = GetParam().second;
  std::map<std::string, Fraction> expected;
  std::vector<bool> taken(weights.size(), false);
  enumerate(weights, wanted, taken, 1, expected);
  std::string rows;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    rows += std::to_string(weights[i]) + " " + std::string(1, static_cast<char>('a' + i)) + "; ";
  }
  const auto count = std::to_string(wanted);
  for (const auto& source : {"t", "x in t", "x in u weight x.w"}) {
    const auto pack =
        compiled("table t { " + rows + "}\ntable u: w { " +
                 [&] {
                   std::string out;
                   for (std::size_t i = 0; i < weights.size(); ++i) {
                     out += std::string(1, static_cast<char>('a' + i)) + " " + std::to_string(weights[i]) + "; ";
                   }
                   return out;
                 }() +
                 "}\nrule r { s = pick " + count + " distinct from " + source + " }");
    EXPECT_EQ(fractions_of(answered(pack, "s")), expected) << source;
    Marginal question;
    question.rule = "r";
    question.by = {"s"};
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table);
    const auto rolled = verify_odds(pack, question, *table);
    ASSERT_TRUE(rolled);
    EXPECT_EQ(rolled->rolls, 4096U);
    EXPECT_TRUE(rolled->agrees()) << source << ": " << rolled->discrepancies.front().what;
  }
}

INSTANTIATE_TEST_SUITE_P(Weights, Distinct,
                         testing::Values(std::pair{std::vector<int>{3, 2, 1}, 2U},
                                         std::pair{std::vector<int>{1, 1, 1, 1}, 2U},
                                         std::pair{std::vector<int>{5, 0, 1, 7, 2}, 3U},
                                         std::pair{std::vector<int>{5, 0, 1}, 2U}, std::pair{std::vector<int>{4}, 1U},
                                         std::pair{std::vector<int>{1, 2, 3, 4, 5, 6}, 4U}));

// 8 of 16 are 12,870 sets and 518,918,400 orders: within this number of paths only the sets can be enumerated.
TEST(DistinctSets, TakeThePlaceOfOrders) {
  const auto pack = compiled("rule r { s = pick 8 distinct from 1..16; x = sum(n in s: n) >= 68 }");
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  question.max_paths = 200'000;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  ASSERT_EQ(table->rows.size(), 2U);
  // The other eight numbers make the sum up to 136: more than 68 is as likely as less.
  EXPECT_GT(table->rows[0].probability, 0.5);
}

// A declared generator fixes the order, and so the set: here nothing is merged.
TEST(DistinctSets, AreNotMergedForADeclaredGenerator) {
  const auto pack = compiled(
      "rule r { with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = 3) {\n"
      "  s = pick 2 distinct from {3 a, 2 b, 1 c} } }");
  const auto table = answered(pack, "s");
  ASSERT_EQ(table.rows.size(), 1U);
  auto roller = Roller::make(pack, "r");
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  std::string rolled;
  const auto set = (*things)[0]["s"];
  for (const auto& member : set.members()) { rolled += (rolled.empty() ? "" : ", ") + std::string(member.text()); }
  EXPECT_EQ(to_text(table.rows[0].values[0]), "{" + rolled + "}");
}

TEST(DistinctSets, HaveBoundsAboveALimit) {
  const auto pack = compiled("rule r { s = pick 6 distinct from 1..49 }");
  Marginal question;
  question.rule = "r";
  question.by = {"s"};
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_FALSE(table->exact);
  EXPECT_EQ(table->limit, OddsLimit::Draw);
}

struct Row {
  std::string name;
  std::string rules;
  std::map<std::string, std::string> expected;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class DistinctOf : public testing::TestWithParam<Row> {};

TEST_P(DistinctOf, AsByHand) {
  std::map<std::string, std::string> found;
  for (const auto& row : answered(compiled(GetParam().rules), "s").rows) {
    found[to_text(row.values[0])] = row.fraction->text();
  }
  EXPECT_EQ(found, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Sources, DistinctOf,
    testing::ValuesIn(std::vector<Row>{
        {"AListWithEquals",
         "rule r { s = pick 2 distinct from [a, b, b, c] }",
         {{"{a, b}", "1/3"}, {"{a, c}", "1/3"}, {"{b, c}", "1/3"}}},
        {"RowsOfOneOutcome", "rule r { s = pick 1 distinct from {1 a, 2 b, 1 a} }", {{"{a}", "1/2"}, {"{b}", "1/2"}}},
        {"None", "rule r { s = pick 1 distinct from {1 a, 2 none, 1 b} }", {{"{a}", "1/2"}, {"{b}", "1/2"}}},
        {"AllOfThem", "rule r { s = pick 2 distinct from {1 a, 5 b} }", {{"{a, b}", "1/1"}}},
        {"Fewer", "rule r { s = pick 3 distinct from {1 a, 5 b} or fewer }", {{"{a, b}", "1/1"}}},
        {"NoneOfThem", "rule r { n = 0; s = pick n distinct from {1 a, 5 b} }", {{"{}", "1/1"}}},
        {"LessThanNone", "rule r { n = -3; s = pick n distinct from {1 a, 5 b} }", {{"{}", "1/1"}}},
        {"NothingOrFewer",
         "rule r { s = pick 2 distinct from x in t where x.w > 5 or fewer }\ntable t: w { a 1; b 2 }",
         {{"{}", "1/1"}}},
        {"ACountThatIsDrawn",
         "rule r { s = pick d2 distinct from {1 a, 1 b} }",
         {{"{a}", "1/4"}, {"{b}", "1/4"}, {"{a, b}", "1/2"}}},
        {"ACountThatIsDrawnAndTooSmallForAll",
         "rule r { s = pick d2 distinct from {1 a, 1 b, 1 c} }",
         {{"{a}", "1/6"}, {"{b}", "1/6"}, {"{c}", "1/6"}, {"{a, b}", "1/6"}, {"{a, c}", "1/6"}, {"{b, c}", "1/6"}}},
        {"AWhere",
         "rule r { s = pick 1 distinct from x in t where x.w > 1 weight x.w }\ntable t: w { a 1; b 2; c 3 }",
         {{"{b}", "2/5"}, {"{c}", "3/5"}}},
        {"RecordsAtALevel",
         "collection k { rows allocate { } }\nk one { allocate 1..5 common 3 }\nk two { allocate 2.. common 1 }\n"
         "k far { allocate 9.. common 1 }\nrule r { s = pick 1 distinct from x in k at 3 }",
         {{"{one}", "3/4"}, {"{two}", "1/4"}}},
    }),
    [](const auto& row) { return row.param.name; });

// Fewer than are wanted: a roll and the odds end alike. The check does not count the members of a list that grows.
TEST(DistinctSets, AreRefusedAlike) {
  const auto pack = compiled("input n: 1..9 = 5\nrule r { let l = [a]; l += b; s = pick n distinct from l }");
  Marginal question;
  question.rule = "r";
  question.by = {"s"};
  EXPECT_FALSE(exact_odds(pack, question));
  auto roller = Roller::make(pack, "r");
  EXPECT_FALSE(roller->roll(1, 0));
  question.values = {{"n", "2"}};
  EXPECT_TRUE(exact_odds(pack, question));
}

}  // namespace distinct_test
}  // namespace spoils
