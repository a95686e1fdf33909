// tests/odds/race_test.cpp
//
// Two engines at once for one question (api/race.h): when there are two, that an answer which is whole in time is that
// of one engine to the last bit, and that the bounds of the other hold closed forms. How much is explored depends on
// the clock; that bounds hold does not.
#include "api/race.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/likely_fields.h"
#include "spoils/odds.h"

namespace spoils {
namespace race_test {
namespace {

using Clock = std::chrono::steady_clock;
using likely_fields::kMany;

constexpr std::size_t kMemory = 1'000'000'000;
constexpr double kTime = 2;
constexpr double kLongTime = 600;

OddsTable answered(int count, double seconds, unsigned threads) {
  const auto pack = compiled(likely_fields::declarations(count));
  auto asked = likely_fields::question(count);
  asked.threads = threads;
  asked.stop_seconds = seconds;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  asked.stop = [end] { return Clock::now() > end; };
  auto table = exact_odds(pack, asked);
  EXPECT_TRUE(table) << table.error().text();
  return table ? std::move(*table) : OddsTable{};
}

TEST(Race, WhatIsWholeInTimeIsTheAnswerOfOneEngineToTheLastBit) {
  constexpr int kFew = 5;
  const auto alone = answered(kFew, kLongTime, 1);
  ASSERT_TRUE(alone.exact);
  ASSERT_EQ(alone.rows.size(), static_cast<std::size_t>(std::pow(11, kFew)));
  for (const unsigned threads : {2U, 8U}) {
    const auto raced = answered(kFew, kLongTime, threads);
    ASSERT_EQ(raced.rows.size(), alone.rows.size());
    EXPECT_TRUE(raced.exact);
    for (std::size_t i = 0; i < raced.rows.size(); ++i) {
      ASSERT_EQ(to_texts(raced.rows[i].values), to_texts(alone.rows[i].values));
      ASSERT_EQ(raced.rows[i].probability, alone.rows[i].probability);
    }
  }
}

TEST(Race, BoundsHoldWhereNothingIsWholeInTime) {
  const auto table = answered(kMany, kTime, 2);
  EXPECT_EQ(table.limit, OddsLimit::Stopped);
  EXPECT_LT(table.unexplored, 1 - likely_fields::odds_of_likeliest());
  likely_fields::expect_bounds(table, [](const Cells& row) { return likely_fields::odds_of(row); });
}

struct Limits {
  double seconds = 0;  // 0: no time
  unsigned threads = 2;
  std::size_t memory = kMemory;
};

/// Returns how many engines worked at once for the question how many different values the fields have.
std::size_t racers(int count, const Limits& limits) {
  std::string by = likely_fields::name(0);
  for (int i = 1; i < count; ++i) { by += ", " + likely_fields::name(i); }
  const auto pack = compiled(likely_fields::declarations(count) + "expect \"e\": odds(r: count(set(x in [" + by +
                             "]: x)) == 3) < 100%\n");
  program::WorkTime time;
  auto end = time.begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
  if (limits.seconds > 0) { time.stops_at = end; }
  const program::WorkScope::Stop stop = [](void* when) {
    return Clock::now() > *static_cast<Clock::time_point*>(when);
  };
  program::WorkScope scope(limits.memory, limits.seconds > 0 ? stop : nullptr, &end, time);
  api::Gate gate;
  const api::SideBySide how{scope, gate, limits.memory, limits.threads, false};
  odds::Budget budget;
  budget.bounds = odds::Bounds::Tight;
  budget.max_paths = 1'000'000;
  const auto& program = pack.data().program;
  api::Race<double> race(program, budget);
  static_cast<void>(race.answer(program.queries.at(0), {}, &how));
  return race.racers();
}

TEST(Race, HasTwoEnginesForWhatTakesLong) { EXPECT_EQ(racers(kMany, {.seconds = kTime}), 2U); }

TEST(Race, HasNoSecondOneForWhatIsDoneBeforeItBegins) { EXPECT_EQ(racers(1, {.seconds = kLongTime}), 1U); }

TEST(Race, IsNoneWithoutATime) { EXPECT_EQ(racers(kMany, {}), 0U); }

TEST(Race, IsNoneOnOneThread) { EXPECT_EQ(racers(kMany, {.seconds = kTime, .threads = 1}), 0U); }

TEST(Race, IsNoneWithoutMemoryForTwo) {
  EXPECT_EQ(racers(kMany, {.seconds = kTime, .threads = 2, .memory = 150'000'000}), 0U);
}

}  // namespace
}  // namespace race_test
}  // namespace spoils
