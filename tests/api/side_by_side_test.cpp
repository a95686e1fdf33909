// tests/api/side_by_side_test.cpp
//
// Parts of a call on several threads (api/side_by_side.h): each is done once, and those that their share of the memory
// held back once more, alone. Memory is not counted in this program, so the parts say what they hold.
#include "api/side_by_side.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace spoils::api {
namespace side_by_side_test {
namespace {

constexpr std::size_t kMemory = 300'000'000;
constexpr std::int64_t kMuch = 110'000'000;  // more than a third of kMemory, and less than what makes all of it short

// Does something that holds so many bytes for a while; returns whether it is short of memory.
bool holds(std::int64_t bytes) {
  program::WorkScope scope(kMemory, nullptr, nullptr);
  memory_account.held += bytes;
  const bool out = scope.is_short();
  memory_account.held -= bytes;
  return out;
}

TEST(SideBySide, APartThatIsShortOfMemoryIsDoneAgainAlone) {
  program::WorkScope scope(kMemory, nullptr, nullptr);
  Gate gate;
  std::vector<int> times(8);
  std::vector<bool> was_short(8);
  const auto alone = std::this_thread::get_id();
  std::thread::id last;
  side_by_side(8, {scope, gate, kMemory, 3}, [&](std::size_t number, std::size_t) {
    const bool is_short = holds(number == 3 ? kMuch : 0);
    const program::LockGuard<Gate> lock(gate);
    ++times[number];
    was_short[number] = is_short;
    last = std::this_thread::get_id();
  });
  EXPECT_EQ(times, (std::vector{1, 1, 1, 2, 1, 1, 1, 1}));
  EXPECT_FALSE(was_short[3]);
  EXPECT_EQ(last, alone);
  EXPECT_FALSE(scope.was_short());
}

TEST(SideBySide, APartThatCannotBeDoneAgainIsNoted) {
  program::WorkScope scope(kMemory, nullptr, nullptr);
  Gate gate;
  std::atomic<int> times = 0;
  side_by_side(8, {scope, gate, kMemory, 3, false}, [&](std::size_t number, std::size_t) {
    ++times;
    (void)holds(number == 3 ? kMuch : 0);
  });
  EXPECT_EQ(times, 8);
  EXPECT_TRUE(scope.was_short());
}

TEST(SideBySide, AFailedAllocationIsTooLittleMemory) {
  program::WorkScope scope(kMemory, nullptr, nullptr);
  Gate gate;
  const auto alone = std::this_thread::get_id();
  std::atomic<int> times = 0;
  side_by_side(4, {scope, gate, kMemory, 2}, [&](std::size_t, std::size_t) {
    ++times;
    if (std::this_thread::get_id() != alone) { throw std::bad_alloc(); }
  });
  EXPECT_EQ(times, 8);
}

TEST(SideBySide, AThreadHasAHundredMegabytesOrMore) {
  program::WorkScope scope(kMemory, nullptr, nullptr);
  Gate gate;
  const auto threads = [&](std::size_t parts, std::size_t memory, unsigned wanted) {
    return threads_for(parts, {scope, gate, memory, wanted});
  };
  EXPECT_EQ(threads(100, 1'000'000'000, 64), 10U);
  EXPECT_EQ(threads(100, 1'000'000'000, 3), 3U);
  EXPECT_EQ(threads(2, 1'000'000'000, 3), 2U);
  EXPECT_EQ(threads(0, 1'000'000'000, 3), 1U);
  EXPECT_EQ(threads(100, 60'000'000, 3), 1U);
  EXPECT_GE(threads(100, 1'000'000'000, 0), 1U);
}

TEST(SideBySide, AllPartsStopTogether) {
  std::atomic<bool> stops = false;
  const auto ask = [](void* context) { return static_cast<std::atomic<bool>*>(context)->load(); };
  program::WorkScope scope(kMemory, ask, &stops);
  Gate gate;
  std::atomic<int> stopped = 0;
  side_by_side(16, {scope, gate, kMemory, 2}, [&](std::size_t number, std::size_t) {
    program::WorkScope own(kMemory, nullptr, nullptr);
    if (number == 4) { stops = true; }
    if (own.is_stopped()) { ++stopped; }
  });
  EXPECT_GE(stopped, 11);  // at least it and those that began after it, but for one that was under way
  EXPECT_TRUE(scope.was_stopped());
}

}  // namespace
}  // namespace side_by_side_test
}  // namespace spoils::api
