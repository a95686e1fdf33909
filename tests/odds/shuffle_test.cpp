// tests/odds/shuffle_test.cpp
//
// `shuffle`: odds against an enumeration of all n! orders in the test, and against closed forms (a place of a shuffled
// list is uniform; fixed points have rencontres numbers); rolls against the odds; the limit; a declared generator.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace shuffle_test {

std::string listed(const std::vector<std::string>& members) {
  std::string out;
  for (const auto& member : members) { out += (out.empty() ? "[" : ", ") + member; }
  return out.empty() ? "[]" : out + "]";
}

// The chance of each list, by all orders of its places.
FractionOdds all_orders(const std::vector<std::string>& members) {
  std::vector<std::size_t> places(members.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::map<std::string, int> counts;
  int all = 0;
  do {
    std::vector<std::string> order;
    for (const auto place : places) { order.push_back(members[place]); }
    ++counts[listed(order)];
    ++all;
  } while (std::next_permutation(places.begin(), places.end()));
  FractionOdds out;
  for (const auto& [order, count] : counts) { out[order] = Fraction(count, all); }
  return out;
}

struct Row {
  std::string name;
  std::string source;                // of the list
  std::vector<std::string> members;  // as odds write them
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class ShuffleOf : public testing::TestWithParam<Row> {};

TEST_P(ShuffleOf, HasTheOddsOfAllOrders) {
  const auto pack = compiled(
      "collection k { worth: int = 0 }\nk gem { worth = 5 }\nk orb { worth = 7 }\nfield n: list of int\n"
      "rule r { u = \"a1\"; l = shuffle " +
      GetParam().source + " }");
  EXPECT_EQ(odds_of(pack, "l"), all_orders(GetParam().members));
  const auto question = question_by("l");
  const auto rolled = verify_odds(pack, question, *exact_odds(pack, question));
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

INSTANTIATE_TEST_SUITE_P(, ShuffleOf,
                         testing::ValuesIn(std::vector<Row>{
                             {"Symbols", "[a, b, c]", {"a", "b", "c"}},
                             {"OneOfEach", "[a, b, c, d, e]", {"a", "b", "c", "d", "e"}},
                             {"Equals", "[b, a, b, c, a, b]", {"b", "a", "b", "c", "a", "b"}},
                             {"AllEqual", "[a, a, a, a]", {"a", "a", "a", "a"}},
                             {"Integers", "[3, 1, 3]", {"3", "1", "3"}},
                             {"Flags", "[true, false]", {"true", "false"}},
                             {"Texts", "[\"b\", \"a\", \"b\"]", {"b", "a", "b"}},
                             {"EqualTextsThatAreMadeWhileRolling", "[u, \"a{0 + 1}\", \"b\"]", {"a1", "a1", "b"}},
                             {"Unset", "[a, none, a]", {"a", "none", "a"}},
                             {"Records", "[gem, orb, gem]", {"gem", "orb", "gem"}},
                             {"ASet", "{b, a, b}", {"a", "b"}},
                             {"ARange", "2..4", {"2", "3", "4"}},
                             {"ARangeThatIsComputed", "count([a, b])..3", {"2", "3"}},
                             {"AFunction", "list(x in 1..5 where x mod 2 == 1)", {"1", "3", "5"}},
                             {"DistinctDraws", "pick 3 distinct from {1 a, 2 b, 3 c}", {"a", "b", "c"}},
                             {"AShuffledList", "shuffle [a, b, b]", {"a", "b", "b"}},
                             {"OneMember", "[a]", {"a"}},
                             {"NoMember", "list(x in [1] where x > 5)", {}},
                             {"AnUnsetList", "n", {}},
                         }),
                         [](const auto& row) { return row.param.name; });

// A drawn member weighs as in the product of both draws.
TEST(Shuffle, OfDrawnMembers) {
  FractionOdds expected;
  for (const auto* drawn : {"a", "b"}) {
    for (const auto& [order, chance] : all_orders({drawn, "a", "c"})) {
      expected[order] += chance * (*drawn == 'a' ? Fraction(3, 4) : Fraction(1, 4));
    }
  }
  EXPECT_EQ(odds_of(compiled("rule r { l = shuffle [pick {3 a, 1 b}, a, c] }"), "l"), expected);
}

// Closed forms of what is read of a shuffled list of n members.
TEST(Shuffle, EveryPlaceIsUniform) {
  const std::string head = "rule r { l = shuffle [a, b, c, d, d, d]; x = ";
  const FractionOdds place{{"a", Fraction(1, 6)}, {"b", Fraction(1, 6)}, {"c", Fraction(1, 6)}, {"d", Fraction(1, 2)}};
  for (const auto* read : {"first(l)", "last(l)", "l[1]", "l[4]", "first(shuffle l)"}) {
    EXPECT_EQ(odds_of(compiled(head + read + " }"), "x"), place) << read;
  }
  EXPECT_EQ(odds_of(compiled(head + "l[7] }"), "x"), (FractionOdds{{"none", 1}}));
  EXPECT_EQ(odds_of(compiled(head + "d in l and not e in l }"), "x"), (FractionOdds{{"true", 1}}));
  EXPECT_EQ(odds_of(compiled(head + "most_common(l) }"), "x"), (FractionOdds{{"d", 1}}));
  EXPECT_EQ(odds_of(compiled(head + "l == [a, b, c, d, d, d] }"), "x")["true"], Fraction(6, 720));
  EXPECT_EQ(odds_of(compiled(head + "count(x in l) }"), "x"), (FractionOdds{{"6", 1}}));
}

// Two members are next to each other in 2 (n - 1)! of n! orders.
TEST(Shuffle, NeighboursAreAsLikelyAsCounted) {
  const auto pack = compiled("rule r { l = shuffle 1..6; x = any(i in 1..5: abs(l[i] - l[i + 1]) == 5) }");
  EXPECT_EQ(odds_of(pack, "x")["true"], Fraction(2, 6));
}

// k of n members keep their places in C(n, k) D(n - k) orders, where D(m) = m D(m - 1) + (-1)^m counts derangements.
TEST(Shuffle, FixedPointsHaveRencontresNumbers) {
  for (int n = 2; n <= 7; ++n) {
    std::vector<std::int64_t> derangements{1};
    for (int m = 1; m <= n; ++m) { derangements.push_back(m * derangements.back() + (m % 2 == 0 ? 1 : -1)); }
    std::int64_t all = 1;
    for (int m = 2; m <= n; ++m) { all *= m; }
    FractionOdds expected;
    std::int64_t binomial = 1;
    for (int k = 0; k <= n; ++k) {
      const auto count = binomial * derangements[static_cast<std::size_t>(n - k)];
      if (count > 0) { expected[std::to_string(k)] = Fraction(count, all); }
      binomial = binomial * (n - k) / (k + 1);
    }
    const auto last = std::to_string(n);
    const auto pack =
        compiled("rule r { l = shuffle 1.." + last + "; x = count(i in 1.." + last + " where l[i] == i) }");
    EXPECT_EQ(odds_of(pack, "x"), expected) << n;
  }
}

// 20 members of which 10 are equal to each other and 10 to each other have C(20, 10) = 184,756 orders, and not 20!,
// which are far beyond the limit.
TEST(ShuffleLimit, CountsDifferentOrders) {
  const auto pack = compiled("rule r { l = shuffle list(i in 1..20: i mod 2); x = first(l) }");
  auto question = question_by("x");
  question.fractions = false;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_NEAR(table->rows[0].probability, 0.5, 1e-12);
}

// 9 different members are enumerated, 10 and more are given up at once: the answer is bounds, however many there are.
TEST(ShuffleLimit, GivesBoundsBeyondNineDifferentMembers) {
  for (const auto* last : {"9", "10", "52", "100000"}) {
    const auto pack =
        compiled("input n: 1..100000 = " + std::string(last) + "\nrule r { l = shuffle 1..n; x = first(l) == 1 }");
    auto question = question_by("x");
    question.fractions = false;
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_EQ(table->exact, std::string(last) == "9") << last;
    if (table->exact) { continue; }
    EXPECT_NEAR(table->unexplored, 1, 1e-12) << last;
    EXPECT_EQ(table->limit, OddsLimit::Draw) << last;
  }
}

// A declared generator fixes the order: odds have one row, and it is the rolled one.
TEST(Shuffle, FollowsADeclaredGenerator) {
  const auto pack = compiled(
      "rule r { with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = 3) {\n"
      "  l = shuffle 1..8; x = d100 } }");
  auto roller = Roller::make(pack, "r");
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  const auto& thing = (*things)[0];
  std::vector<std::string> members;
  const auto list = thing["l"];
  for (const auto& member : list.members()) { members.push_back(std::to_string(member.integer())); }
  EXPECT_EQ(odds_of(pack, "l"), (FractionOdds{{listed(members), 1}}));
  EXPECT_EQ(odds_of(pack, "x"), (FractionOdds{{std::to_string(thing["x"].integer()), 1}}));
}

}  // namespace shuffle_test
}  // namespace spoils
