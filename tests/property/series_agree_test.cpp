// tests/property/series_agree_test.cpp
//
// Odds of totals of random packs, with the totals in the states and with generating functions as masses: the two must
// agree. tests/reference compares the first with brute force. Seeds are fixed.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "affordable.h"
#include "property/two_ways.h"

namespace spoils {
namespace series_agree_test {

constexpr std::uint64_t kPacks = affordable(150);

TEST(SeriesAgree, WithTotalsInStates) {
  std::uint64_t compared = 0;
  const auto ask = [](const Pack&, const std::string& rule) {
    std::string out;
    for (const auto* asked :
         {" by count(x in things) * 1000 + count(x in things where axe in x.marks)) == {1 0}",
          " by sum(x in things: count(x.marks) - x.n0)) == {1 0}", ": any(x in things: bow in x.marks)) == 1",
          ": all(x in things: x.level > 1)) == 1", " by count(x in held)) == {1 0}"}) {
      out += "\nexpect \"e\": odds(" + rule + asked;
    }
    return out;
  };
  for_each_random_query(23, kPacks, ask, [&](const program::Program& program, const program::Query& query) {
    odds::Budget budget;
    budget.max_paths = 200'000;
    budget.paths_with_totals = 0;
    const auto with = answered(program, query, budget);
    budget.paths_with_totals = 200'000;
    const auto without = answered(program, query, budget);
    ASSERT_EQ(without.counters.series_answers, 0U);
    if (agree(with.answer, without.answer)) { compared += with.counters.series_answers; }
  });
  EXPECT_GT(compared, kPacks);
}

}  // namespace series_agree_test
}  // namespace spoils
