// tests/odds/divided_time_test.cpp
//
// Passes that divide the time of an answer (odds/work_meter.h, Interpreter::divided_pass). The packs are products of
// independent draws, so that each outcome has a closed form, while the states are too many for any time. How much a
// pass explores depends on the clock; that its bounds hold does not.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "odds/likely_fields.h"
#include "program/work_scope.h"
#include "spoils/odds.h"

namespace spoils {
namespace divided_time_test {
namespace {

using namespace std::chrono_literals;

using likely_fields::kMany;

// A kind, and many fields, which are set by a rule that is summarised for each kind.
std::string declarations() {
  std::string out = likely_fields::kTable;
  out += "rule r { kind = pick {6 p, 3 q, 1 s}; seen = kind; fill() }\nrule fill {\n";
  for (int i = 0; i < kMany; ++i) { out += "  if kind != none { " + likely_fields::name(i) + " = pick t }\n"; }
  return out + "}\n";
}

Marginal question() {
  auto out = likely_fields::question(kMany);
  out.by.insert(out.by.begin(), "kind");
  return out;
}

double odds_of(const Cells& row) {
  const auto kind = to_text(row[0]);
  return (kind == "p" ? 0.6 : kind == "q" ? 0.3 : 0.1) * likely_fields::odds_of(row, 1);
}

TEST(DividedTime, GivesBoundsOfWhatIsLikely) {
  const auto pack = compiled(declarations());
  auto asked = question();
  // The whole pass has 1.2 s of these, the one after it the rest.
  asked.stop_seconds = 2;
  const auto begin = std::chrono::steady_clock::now();
  asked.stop = [begin] { return std::chrono::steady_clock::now() - begin > 2s; };
  const auto table = exact_odds(pack, asked);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_EQ(table->limit, OddsLimit::Stopped);
  EXPECT_LT(table->unexplored, 1 - likely_fields::odds_of_likeliest());
  likely_fields::expect_bounds(*table, odds_of);
}

// The number of divided passes of a question of a pack that has so much time.
std::uint64_t divided_passes(const Pack& pack, std::chrono::milliseconds time) {
  auto end = std::chrono::steady_clock::now() + time;
  program::WorkTime limits;
  limits.stops_at = end;
  const program::WorkScope::Stop stop = [](void* when) {
    return std::chrono::steady_clock::now() > *static_cast<std::chrono::steady_clock::time_point*>(when);
  };
  program::WorkScope scope(program::kUsualMemory, stop, &end, limits);
  odds::Budget budget;
  budget.bounds = odds::Bounds::Tight;
  odds::Interpreter<double> interpreter(pack.data().program, budget);
  static_cast<void>(interpreter.answer(pack.data().program.queries[0], {}));
  return interpreter.counters().divided_passes;
}

std::string expecting_a_sum() {
  // The sum needs the values of all fields at once.
  std::string sum = "0";
  for (int i = 0; i < kMany; ++i) {
    sum += " + (if " + likely_fields::name(i) + " == a then " + std::to_string(i) + "^3 else 0)";
  }
  return "expect \"e\": odds(r: " + sum + " == 7) < 100%\n";
}

TEST(DividedTime, FollowsAPassThatCouldNotBeWhole) {
  EXPECT_EQ(divided_passes(compiled(declarations() + expecting_a_sum()), 2500ms), 1);
}

TEST(DividedTime, IsNotForShortTimes) {
  EXPECT_EQ(divided_passes(compiled(declarations() + expecting_a_sum()), 300ms), 0);
}

TEST(DividedTime, IsNotForWhatIsWholeInTime) {
  EXPECT_EQ(divided_passes(compiled("rule r { x = d6; y = d6 }\nexpect \"e\": odds(r: x + y == 3) < 100%\n"), 60s), 0);
}

}  // namespace
}  // namespace divided_time_test
}  // namespace spoils
