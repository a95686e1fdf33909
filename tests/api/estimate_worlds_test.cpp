// tests/api/estimate_worlds_test.cpp
//
// Odds of many rolls that are too large to compute, by rolls of worlds: against closed forms, with fixed seeds.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "compiled.h"
#include "spoils/repeated.h"
#include "spoils/roll.h"

namespace spoils {
namespace estimate_worlds_test {

constexpr int kStamps = 20;

// One of 20 stamps comes in each roll: a million sets that one can own, far more than are followed.
std::string album() {
  std::string out = "state have: set of stamp\ntable stamp {";
  for (int i = 0; i < kStamps; ++i) { out += (i == 0 ? " s" : "; s") + std::to_string(i); }
  return out + " }\nrule open { kind = pick stamp; have += kind; full = count(have) == " + std::to_string(kStamps) +
         " }\n";
}

// The set of the first stamps.
std::string first_stamps(int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) { out += (i == 0 ? "s" : ", s") + std::to_string(i); }
  return out + "}";
}

// Inclusion and exclusion over the stamps that are missing.
double odds_of_all(int rolls) {
  double sum = 0;
  double ways = 1;
  for (int missing = 0; missing <= kStamps; ++missing) {
    sum += (missing % 2 == 0 ? 1 : -1) * ways * std::pow(1.0 - missing / static_cast<double>(kStamps), rolls);
    ways = ways * (kStamps - missing) / (missing + 1);
  }
  return sum;
}

Marginal question(std::uint64_t seed, std::uint64_t worlds = 2'000) {
  Marginal out;
  out.rule = "open";
  out.by = {"full"};
  out.estimate_rolls = worlds;
  out.estimate_seed = seed;
  return out;
}

const RepeatedRow* row_of(const RepeatedOdds& odds, const std::string& value) {
  for (const auto& row : odds.rows) {
    if (!row.values.empty() && to_text(row.values.front()) == value) { return &row; }
  }
  return nullptr;
}

// 20 intervals with 95% confidence: with a probability of 1.6% fewer than 17 of them hold, and the seeds are fixed.
TEST(EstimateWorlds, IntervalsHoldTheClosedForm) {
  const auto pack = compiled(album());
  constexpr int kRolls = 60;
  constexpr std::uint64_t kSeeds = 20;
  constexpr int kFewest = 17;
  const double truth = odds_of_all(kRolls);
  int held = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto odds = repeated_odds(pack, question(seed * 100'000), kRolls);
    ASSERT_TRUE(odds) << odds.error().text();
    EXPECT_FALSE(odds->exact);
    ASSERT_TRUE(odds->estimate);
    EXPECT_EQ(odds->estimate->worlds, 2'000U);
    const auto* row = row_of(*odds, "true");
    ASSERT_NE(row, nullptr);
    EXPECT_FALSE(row->is_mean_known);
    held += row->estimate->low <= truth && truth <= row->estimate->high ? 1 : 0;
  }
  EXPECT_GE(held, kFewest);
}

TEST(EstimateWorlds, AreTheSameForASeed) {
  const auto pack = compiled(album());
  const auto one = repeated_odds(pack, question(7, 300), 30);
  const auto other = repeated_odds(pack, question(7, 300), 30);
  ASSERT_TRUE(one && other);
  ASSERT_EQ(one->rows.size(), other->rows.size());
  for (std::size_t i = 0; i < one->rows.size(); ++i) {
    EXPECT_EQ(one->rows[i].at_least_once, other->rows[i].at_least_once);
  }
}

TEST(EstimateWorlds, AreMadeWhereTheyAreWantedAndNeeded) {
  const auto pack = compiled(album());
  const auto refused = repeated_odds(pack, question(1, 0), 60);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Error::Kind::Limit);
  auto small = question(1);
  small.states = {{"have", first_stamps(16)}};
  const auto exact = repeated_odds(pack, small, 60);
  ASSERT_TRUE(exact) << exact.error().text();
  EXPECT_TRUE(exact->exact);
  EXPECT_FALSE(exact->estimate);
}

// The same worlds, rolled one by one: state of every kind, an input and a parameter.
TEST(EstimateWorlds, AreThoseThatARollerMakes) {
  constexpr std::uint64_t kWorlds = 40;
  constexpr std::uint64_t kRolls = 12;
  constexpr std::uint64_t kSeed = 5;
  constexpr std::uint64_t kStride = 0x9E3779B97F4A7C15;
  const auto pack = compiled(
      "input luck: 1..9 = 2\nstate many: 0..1000000000\nstate have: set of hue\nstate tally: map of hue to int\n"
      "state last: {red, blue, green} = red\ntable hue { red; blue; green }\n"
      "rule open(more: 0..9 = 1) {\n  many += d1000000\n  let k = pick hue\n  have += k\n  tally[k] += luck + more\n"
      "  full = count(have) == 3 and tally[red] > 20 and last == k\n  last = k\n}\n");
  auto asked = question(kSeed, kWorlds);
  asked.max_paths = 10'000;
  asked.values = {{"luck", "3"}, {"more", "4"}};
  asked.states = {{"have", "{blue}"}, {"tally", "{red 2}"}, {"last", "green"}};
  const auto odds = repeated_odds(pack, asked, kRolls);
  ASSERT_TRUE(odds) << odds.error().text();
  ASSERT_TRUE(odds->estimate);
  const auto* row = row_of(*odds, "true");
  ASSERT_NE(row, nullptr);
  auto roller = Roller::make(pack, "open", {{"luck", "3"}, {"more", "4"}});
  ASSERT_TRUE(roller);
  int worlds = 0;
  int times = 0;
  for (std::uint64_t number = 0; number < kWorlds; ++number) {
    const auto text = R"({"schema":"spoils.world","version":1,"pack":"test","seed":")" +
                      std::to_string(kSeed + number * kStride) +
                      R"(","next":0,"state":{"have":["blue"],"tally":{"red":2},"last":"green"}})";
    auto world = World::restore(pack, text);
    ASSERT_TRUE(world) << world.error().text();
    int hits = 0;
    for (std::uint64_t roll = 0; roll < kRolls; ++roll) {
      const auto things = roller->roll(*world);
      ASSERT_TRUE(things) << things.error().text();
      hits += (*things)[0]["full"].flag() ? 1 : 0;
    }
    worlds += hits > 0 ? 1 : 0;
    times += hits;
  }
  EXPECT_GT(worlds, 0);
  EXPECT_DOUBLE_EQ(row->at_least_once, static_cast<double>(worlds) / static_cast<double>(kWorlds));
  EXPECT_DOUBLE_EQ(row->expected, static_cast<double>(times) / static_cast<double>(kWorlds));
}

// A world may take more work than all rolls may: then there is no estimate, in time.
TEST(EstimateWorlds, EndWithinOneWorld) {
  const auto odds = repeated_odds(compiled(album()), question(1), 100'000'000'000);
  ASSERT_FALSE(odds);
  EXPECT_EQ(odds.error().kind, Error::Kind::Limit);
  EXPECT_NE(odds.error().text().find("too many values"), std::string::npos) << odds.error().text();
}

// The last stamp alone is missing, and comes in a twentieth of the rolls.
TEST(EstimateWorlds, BeginWithTheStateOfTheQuestion) {
  const auto pack = compiled(album() + "state many: 0..1000000000\nrule more { open(); many += d1000000 }\n");
  auto asked = question(1, 20'000);
  asked.rule = "more";
  asked.states = {{"have", first_stamps(kStamps - 1)}};
  const auto odds = repeated_odds(pack, asked, 20);
  ASSERT_TRUE(odds) << odds.error().text();
  const auto* row = row_of(*odds, "true");
  ASSERT_NE(row, nullptr);
  const double truth = 1 - std::pow(1 - 1.0 / kStamps, 20);
  EXPECT_NEAR(row->at_least_once, truth, 0.015);  // four standard deviations
  EXPECT_NEAR(row->first, 1.0 / kStamps, 0.007);  // likewise
}

// A value that a world settles is drawn once for all of its rolls.
TEST(EstimateWorlds, SettleAWorldOnce) {
  const auto pack = compiled(
      "table hue { red; blue }\nworld def sky(k: hue) = pick hue\nstate many: 0..1000000000\n"
      "rule open { many += d1000000; full = sky(red) == blue }\n");
  const auto odds = repeated_odds(pack, question(1, 20'000), 10);
  ASSERT_TRUE(odds) << odds.error().text();
  const auto* row = row_of(*odds, "true");
  ASSERT_NE(row, nullptr);
  EXPECT_NEAR(row->at_least_once, 0.5, 0.015);  // four standard deviations; 99.9% if each roll drew anew
  EXPECT_NEAR(row->expected, 5, 0.15);
}

TEST(EstimateWorlds, CountThings) {
  const auto pack = compiled(
      "state many: 0..1000000000\nrule open { many += d1000000; repeat 3 { drop gem } }\n"
      "rule gem { kind = pick {1 ruby, 9 glass}; size = many }\n");
  Count asked;
  asked.rule = "open";
  asked.condition = "kind == ruby and size > 0";
  asked.estimate_rolls = 20'000;
  const auto odds = repeated_odds(pack, asked, 5);
  ASSERT_TRUE(odds) << odds.error().text();
  ASSERT_TRUE(odds->estimate);
  ASSERT_EQ(odds->rows.size(), 1U);
  EXPECT_TRUE(odds->rows[0].values.empty());
  EXPECT_NEAR(odds->rows[0].at_least_once, 1 - std::pow(0.9, 15), 0.012);  // four standard deviations
  EXPECT_NEAR(odds->rows[0].expected, 1.5, 0.035);                         // likewise
}

TEST(EstimateWorlds, TellOfARollThatFails) {
  const auto pack = compiled(
      "state many: 0..1000000000\nstate left = 3\n"
      "rule open { many += d1000000; left -= 1; full = 6 // left > 2 and many > 0 }\n");
  const auto odds = repeated_odds(pack, question(1), 5);
  ASSERT_FALSE(odds);
  EXPECT_NE(odds.error().text().find("divides by zero"), std::string::npos) << odds.error().text();
}

}  // namespace estimate_worlds_test
}  // namespace spoils
