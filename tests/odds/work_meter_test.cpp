// tests/odds/work_meter_test.cpp
//
// The part of a pass that is done, by paths and by time; sums by hand.
#include "odds/work_meter.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace spoils::odds {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kMost = 1'000'000;
constexpr auto kBegin = WorkMeter::Clock::time_point(1h);

TEST(WorkMeter, CountsPathsAloneWithoutATime) {
  WorkMeter meter;
  meter.begin(kMost, kBegin, std::nullopt);
  EXPECT_EQ(meter.done(123), 123u);
  meter.look(5'000, kBegin + 10s);
  EXPECT_EQ(meter.done(5'001), 5'001u);
  EXPECT_DOUBLE_EQ(meter.paths_until(6'000, 5'000), 1'000);
  EXPECT_DOUBLE_EQ(meter.paths_until(4'000, 5'000), 0);
  EXPECT_FALSE(meter.is_short_of_time(5'000));
}

TEST(WorkMeter, CountsTheTimeThatIsOver) {
  WorkMeter meter;
  meter.begin(kMost, kBegin, kBegin + 10s);
  meter.look(2'000, kBegin + 4s);
  EXPECT_EQ(meter.done(2'000), 400'000u);
  EXPECT_TRUE(meter.is_short_of_time(2'000));
  // 400,000 for 2,000 paths: 200 for each, until the clock is looked at again.
  EXPECT_EQ(meter.done(2'010), 402'000u);
  EXPECT_DOUBLE_EQ(meter.paths_until(500'000, 2'000), 500);
  meter.look(2'010, kBegin + 5s);
  EXPECT_EQ(meter.done(2'010), 500'000u);
}

TEST(WorkMeter, NeverCountsPathsForLessThanOne) {
  WorkMeter meter;
  meter.begin(kMost, kBegin, kBegin + 10s);
  meter.look(300'000, kBegin + 1s);
  EXPECT_EQ(meter.done(300'000), 300'000u);
  EXPECT_FALSE(meter.is_short_of_time(300'000));
  EXPECT_DOUBLE_EQ(meter.paths_until(400'000, 300'000), 100'000);
}

TEST(WorkMeter, TakesAnEarlierEndAndNoLaterOne) {
  WorkMeter meter;
  meter.begin(kMost, kBegin, kBegin + 10s);
  meter.end_by(kBegin + 20s);
  meter.look(2'000, kBegin + 4s);
  EXPECT_EQ(meter.done(2'000), 400'000u);
  meter.end_by(kBegin + 5s);
  meter.look(2'000, kBegin + 4s);
  EXPECT_EQ(meter.done(2'000), 800'000u);
}

TEST(WorkMeter, IsDoneWhereTheTimeWasOverFromTheBegin) {
  WorkMeter meter;
  meter.begin(kMost, kBegin, kBegin - 1s);
  meter.look(0, kBegin);
  EXPECT_GE(meter.done(0), kMost);
  EXPECT_DOUBLE_EQ(meter.paths_until(kMost, 0), 0);
  meter.forget_time();
  EXPECT_EQ(meter.done(7), 7u);
}

}  // namespace
}  // namespace spoils::odds
