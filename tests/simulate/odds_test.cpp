// tests/simulate/odds_test.cpp
//
// The comparison of estimates with exact odds: estimates of shipped packs agree, and a study that rolls another pack
// than that of the odds does not.
#include "spoils/odds.h"

#include <gtest/gtest.h>

#include <string>

#include "affordable.h"
#include "compiled.h"
#include "spoils/simulate.h"

namespace spoils {
namespace odds_test {

struct Case {
  std::string pack;
  std::string rule;
  Values values;
  std::vector<std::string> by;
  std::string per_run;
  std::string first;
  std::size_t compared;  // at least so many values are exact
};

std::ostream& operator<<(std::ostream& out, const Case& row) { return out << row.pack; }

class Shipped : public testing::TestWithParam<Case> {};

// The stated risk is one in a million for a whole study, and seeds are fixed.
TEST_P(Shipped, EstimatesAgreeWithOdds) {
  const auto& row = GetParam();
  // To compile the large packs once more for each question takes a minute there.
  if (kIsSanitized && (row.pack == "crawl" || row.pack == "pyrel")) { GTEST_SKIP(); }
  const auto loaded = Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + row.pack, {SPOILS_PACKS_DIR});
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  Simulation simulation;
  simulation.rule = row.rule;
  simulation.values = row.values;
  simulation.seed = 20;
  simulation.runs = affordable(3000);
  simulation.tables = {{row.by, "", {}}};
  if (!row.per_run.empty()) { simulation.per_run = {row.per_run}; }
  if (!row.first.empty()) { simulation.firsts = {{row.first, {1, 2}, ""}}; }
  const auto found = simulate(*loaded.pack, simulation);
  ASSERT_TRUE(found) << found.error().text();
  for (const auto& wrong : found->disagreements) {
    ADD_FAILURE() << wrong.what << ": " << wrong.estimate << ", exactly " << wrong.exact;
  }
  EXPECT_GE(found->compared, row.compared);
  // About one in twenty intervals misses; more than one in five is no chance.
  std::size_t missed = 0;
  std::size_t exact = 0;
  for (const auto& thing : found->tables[0].rows) {
    if (!thing.mean.exact) { continue; }
    ++exact;
    if (*thing.mean.exact < thing.mean.low || *thing.mean.exact > thing.mean.high) { ++missed; }
  }
  EXPECT_LE(missed, 2 + exact / 5);
}

INSTANTIATE_TEST_SUITE_P(, Shipped,
                         testing::Values(Case{"hello", "floor", {{"depth", "9"}}, {"kind"}, "count(things)", "", 4},
                                         Case{"rogue",
                                              "level",
                                              {{"level", "5"}},
                                              {"class", "kind"},
                                              "count(x in things where x.class == food)",
                                              "class == potion",
                                              20},
                                         Case{"rogue_game", "floor", {{"level", "9"}}, {"class"}, "", "", 5},
                                         Case{"powder", "item", {}, {"kind"}, "", "", 20},
                                         Case{"crawl", "floor", {{"depth", "7"}}, {"class"}, "", "class == potion", 5},
                                         Case{"pyrel", "floor", {{"depth", "3"}}, {"kind"}, "", "", 20}),
                         [](const auto& row) { return row.param.pack; });

TEST(Compare, ExactValuesAreThoseOfOdds) {
  const auto pack = compiled(
      "rule run { repeat 4 while chance 50% { drop thing } }\nrule thing { kind = pick { 3 common, 1 rare } }\n");
  Simulation simulation;
  simulation.runs = affordable(20'000);
  simulation.tables = {{{"kind"}, "", {}}};
  simulation.per_run = {"count(things)"};
  simulation.firsts = {{"kind == rare", {1, 3}, ""}};
  const auto found = simulate(pack, simulation);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_TRUE(found->disagreements.empty());
  // One thing has 1/2, two have 1/4 and so on, at most four: 1/2 + 1/4 + 1/8 + 1/16 on average.
  EXPECT_DOUBLE_EQ(found->tables[0].rows[1].mean.exact.value_or(0), 15.0 / 16 / 4);
  EXPECT_DOUBLE_EQ(found->per_run[0].values.mean->exact.value_or(0), 15.0 / 16);
  EXPECT_DOUBLE_EQ(found->per_run[0].values.rows[4].share.exact.value_or(0), 1.0 / 16);
  // The third rare one: three of three things, or three or four of four.
  const double third = 1.0 / 16 / 64 + 1.0 / 16 * (4 * 27.0 / 4 / 4 / 4 / 4 / 9 + 1.0 / 256);
  EXPECT_NEAR(found->firsts[1].chance.exact.value_or(0), third, 1e-12);
}

// One run in 100,000 has ten thousand coins, so that the exact mean is 1.1, and most studies see one coin a run.
TEST(Compare, RunsTooRareToBeSeenAreNoDisagreement) {
  const auto pack =
      compiled("rule run { repeat if chance 1/100000 then 10000 else 1 { drop coin } }\nrule coin { kind = coin }\n");
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Simulation simulation;
    simulation.runs = 1'000;
    simulation.seed = seed;
    simulation.tables = {{{"kind"}, "", {}}};
    const auto found = simulate(pack, simulation);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_TRUE(found->disagreements.empty());
    EXPECT_NEAR(found->tables[0].rows[0].mean.exact.value_or(0), 1.09999, 1e-6);
  }
}

TEST(Compare, UnsetFlagsHaveARowOfTheirOwn) {
  // As a condition an unset flag is equal to `false`; the coin has none, and the run is not lucky nine times in ten.
  const auto pack =
      compiled("rule run { lucky = chance 10%; if lucky { drop coin } }\nrule coin { kind = pick { gold, silver } }\n");
  Simulation simulation;
  simulation.runs = 1000;
  simulation.tables = {{{"lucky"}, "", {}}};
  const auto found = simulate(pack, simulation);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_TRUE(found->disagreements.empty());
  ASSERT_EQ(found->tables[0].rows.size(), 3);
  for (const auto& row : found->tables[0].rows) {
    EXPECT_NEAR(row.mean.exact.value_or(-1), to_text(row.values[0]) == "false" ? 0.9 : 0.1, 1e-12)
        << to_text(row.values[0]);
  }
}

TEST(Compare, UnsetIntegersHaveARowOfTheirOwn) {
  // Each of the two things has both columns 0 in a quarter of the runs, and so on; the run has neither.
  const auto pack = compiled(
      "rule run { kind = root; drop it; drop it }\nrule it { kind = it; n = pick 0..1; if chance 1/2 { m = 0 } }\n");
  Simulation simulation;
  simulation.runs = 2000;
  simulation.tables = {{{"n", "m"}, "", {}}, {{"made_by", "m"}, "made_by == it", {}}};
  const auto found = simulate(pack, simulation);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_TRUE(found->disagreements.empty());
  EXPECT_TRUE(found->uncompared.empty());
  ASSERT_EQ(found->tables[0].rows.size(), 5);
  for (const auto& row : found->tables[0].rows) {
    EXPECT_NEAR(row.mean.exact.value_or(-1), row.values[0] ? 0.5 : 1, 1e-12) << to_text(row.values[0]);
  }
  ASSERT_EQ(found->tables[1].rows.size(), 2);
  for (const auto& row : found->tables[1].rows) { EXPECT_NEAR(row.mean.exact.value_or(-1), 1, 1e-12); }
}

TEST(Compare, RowsThatAreTooManyAreNamed) {
  const auto pack = compiled("rule run { size = d65 }\n");
  Simulation simulation;
  simulation.runs = 10'000;
  simulation.tables = {{{"size"}, "", {}}};
  const auto found = simulate(pack, simulation);
  ASSERT_TRUE(found) << found.error().text();
  ASSERT_EQ(found->tables[0].rows.size(), 65);
  EXPECT_EQ(std::count_if(found->tables[0].rows.begin(), found->tables[0].rows.end(),
                          [](const auto& row) { return row.mean.exact.has_value(); }),
            64);
  EXPECT_EQ(found->uncompared,
            std::vector<std::string>{"things by size: only the 64 most frequent of its 65 rows are compared"});
}

// `gold` is a field, too, and `made_by` a name that is always known: `kind == gold` would compare with that.
TEST(Compare, WordsThatAreNamesTooAreWords) {
  const auto pack = compiled("rule run { gold = d6; kind = pick { 1 gold, 3 made_by, 2 'none', 1 things, 1 none } }\n");
  Simulation simulation;
  simulation.runs = 1000;
  simulation.tables = {{{"kind"}, "", {}}};
  const auto found = simulate(pack, simulation);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_TRUE(found->disagreements.empty());
  ASSERT_EQ(found->tables[0].rows.size(), 5U);
  for (const auto& row : found->tables[0].rows) {
    const auto kind = to_text(row.values[0]);
    ASSERT_TRUE(row.mean.exact) << kind;
    EXPECT_DOUBLE_EQ(*row.mean.exact, kind == "made_by" ? 3.0 / 8 : kind == "'none'" ? 1.0 / 4 : 1.0 / 8) << kind;
  }
}

TEST(Compare, WhatCannotBeToldInTimeHasNoExactValue) {
  const auto pack = compiled("rule run { a = 0; for i in 1..40 { a = (a * 31 + d6 * i) mod 1000003 } }\n");
  Simulation simulation;
  simulation.runs = 1000;
  simulation.per_run = {"a mod 7 == 3"};
  const auto found = simulate(pack, simulation);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_TRUE(found->disagreements.empty());
}

// Half of the rolls give up their thing, whose fields were set: so they are none, as odds have it.
TEST(PerRun, AThingThatWasGivenUpHasNoFields) {
  const auto pack = compiled(
      "state seen: 0..1 = 0\n"
      "rule d { kind = pick {red, blue}; v = d4; seen = 1; if chance 1/2 { discard } }\n");
  Simulation simulation;
  simulation.runs = affordable(4000);
  simulation.per_run = {"kind", "v", "seen"};
  const auto found = simulate(pack, simulation);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->disagreements.size(), 0U);
  const auto& kinds = found->per_run[0].values.rows;
  ASSERT_EQ(kinds.size(), 3U);
  for (const auto& row : kinds) { EXPECT_EQ(row.share.exact, row.value ? 0.25 : 0.5); }
  EXPECT_EQ(found->per_run[1].values.mean->exact, 2.5);  // of those that have it
  ASSERT_EQ(found->per_run[2].values.rows.size(), 1U);   // state stays, whatever becomes of the thing
}

}  // namespace odds_test
}  // namespace spoils
