// tests/odds/narrower_passes_test.cpp
//
// Narrower passes after one that was abandoned (odds/interpret_passes.h, Interpreter::tighten). The odds of the packs
// here are products of independent draws, so that each outcome has a closed form, while the states are too many for any
// budget.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "odds/likely_fields.h"
#include "spoils/odds.h"

namespace spoils {
namespace narrower_passes_test {
namespace {

using likely_fields::kMany;

std::string declarations() { return likely_fields::declarations(kMany); }

Marginal question() {
  auto out = likely_fields::question(kMany);
  out.max_paths = 200'000;
  return out;
}

// Checks each row against its closed form, and returns what is unexplored.
double checked(const Result<OddsTable, Error>& table) {
  EXPECT_TRUE(table) << (table ? "" : table.error().text());
  if (!table) { return 1; }
  likely_fields::expect_bounds(*table, [](const Cells& row) { return likely_fields::odds_of(row); });
  return table->unexplored;
}

TEST(NarrowerPasses, TightenTheBoundsWhenPathsEnd) {
  const auto pack = compiled(declarations());
  auto asked = question();
  const auto unexplored = checked(exact_odds(pack, asked));
  EXPECT_LT(unexplored, 1 - likely_fields::odds_of_likeliest());
  asked.tighten = false;
  EXPECT_GT(checked(exact_odds(pack, asked)), unexplored);
}

TEST(NarrowerPasses, AnswerWhenTheWorkIsStopped) {
  const auto pack = compiled(declarations());
  auto asked = question();
  asked.max_paths = OddsSettings{}.max_paths;
  // The narrowest pass takes a millisecond of the time for the end, which is two thirds of a second. A machine that
  // runs other programs meanwhile may use that up; then there is another try.
  const auto once = [&] {
    const auto begin = std::chrono::steady_clock::now();
    asked.stop = [begin] { return std::chrono::steady_clock::now() - begin > std::chrono::seconds(1); };
    return exact_odds(pack, asked);
  };
  auto table = once();
  for (int tries = 1; tries < 5 && !table; ++tries) { table = once(); }
  EXPECT_LT(checked(table), 1 - likely_fields::odds_of_likeliest());
  ASSERT_TRUE(table);
  EXPECT_EQ(table->limit, OddsLimit::Stopped);
}

// A budget that suffices is used by one pass; so is one that ends by the number of states, which drops the least likely
// ones anyway.
TEST(NarrowerPasses, AreNotMadeIfNothingWasAbandoned) {
  const auto pack = compiled("rule r { x = d6; y = d6; z = d6 }\nexpect \"e\": odds(r: x + y + z == 3) == 1/216\n");
  const auto& program = pack.data().program;
  for (const std::size_t states : {1'000'000U, 40U}) {
    odds::Budget budget;
    budget.bounds = odds::Bounds::Tight;
    budget.max_states = states;
    odds::Interpreter<double> interpreter(program, budget);
    static_cast<void>(interpreter.answer(program.queries[0], {}));
    EXPECT_EQ(interpreter.counters().narrower_passes, 0) << states;
  }
}

// One roll of 10,000 goes 300 * 300 ways where the others go one. All of it is less likely than one of 4,096 equal
// states, so a pass with so many does not follow it, and has the paths for what is likely.
TEST(NarrowerPasses, DoNotFollowWhatAddsUpToNextToNothing) {
  const auto pack = compiled(
      "rule r { a = d300; n = if chance 1/10000 then 1 else 0; if n == 1 { b = a + d300; c = a * b + d300 }; e = d2 }");
  Marginal asked;
  asked.rule = "r";
  asked.by = {"a", "n", "b", "c", "e"};
  asked.max_paths = 200'000;
  const auto table = exact_odds(pack, asked);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_NEAR(table->unexplored, 1e-4, 1e-6);
  ASSERT_EQ(table->rows.size(), 600);
  for (const auto& row : table->rows) {
    EXPECT_EQ(to_text(row.values[1]), "0");
    EXPECT_NEAR(row.low, (1 - 1e-4) / 600, 1e-12);
  }
}

// The pass that may be exact follows everything.
TEST(NarrowerPasses, AloneLeaveOutWhatAddsUpToNextToNothing) {
  const auto pack = compiled(
      "rule r { a = d300; n = if chance 1/1000000000 then 1 else 0; if n == 1 { b = a + d3; c = b + d3 }; e = d2 }");
  Marginal asked;
  asked.rule = "r";
  asked.by = {"a", "n", "b", "c", "e"};
  const auto table = exact_odds(pack, asked);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_EQ(table->unexplored, 0);
  EXPECT_EQ(table->rows.size(), 2 * 300 * (1 + 3 * 3));
}

// Each part that is given up is rounded up. However little is explored, no bound is above 1.
TEST(NarrowerPasses, BoundsAreNeverAboveOne) {
  const auto pack = compiled("rule r { repeat 3 { let x = d20; n += x * x; if x > 3 { m += d12 } } }");
  for (std::uint64_t paths = 10; paths < 3'000; paths += 97) {
    for (const bool tighten : {false, true}) {
      Marginal asked;
      asked.rule = "r";
      asked.by = {"n", "m"};
      asked.max_paths = paths;
      asked.tighten = tighten;
      const auto table = exact_odds(pack, asked);
      if (!table) { continue; }
      EXPECT_LE(table->unexplored, 1) << paths;
      for (const auto& row : table->rows) {
        EXPECT_LE(row.low, row.high) << paths;
        EXPECT_LE(row.high, 1) << paths;
      }
    }
  }
}

}  // namespace
}  // namespace narrower_passes_test
}  // namespace spoils
