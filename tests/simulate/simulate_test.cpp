// tests/simulate/simulate_test.cpp
//
// Whole runs against the same rolls, counted by the test; threads, parts and merges against one thread; and studies
// that are refused.
#include "spoils/simulate.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "affordable.h"
#include "agree.h"
#include "compiled.h"

namespace spoils {
namespace simulate_test {

constexpr auto kGame = R"(
input depth: 1..9 = 1
state dry: 0..9 = 0
rule run {
  levels = 0
  for d in 1..4 { levels += 1; with depth = d { drop room } }
  moody = chance 1/3
}
rule room {
  size = pick 1..3
  if chance(20% * (1 + dry)) { dry = 0; drop item } else { dry = min(9, dry + 1) }
  repeat size { hold rat }
}
rule rat { hp = 2d4; share = hp / 3 }
rule item {
  kind = pick { 6 dagger, 3 ring, 1 crown }
  worth = 10 * depth + d6
}
display item "& {kind}"
)";

Pack game() { return compiled(kGame); }

SimulationResult played(const Pack& pack, const Simulation& simulation, unsigned threads = 2) {
  SimulateOptions options;
  options.threads = threads;
  options.exact = false;
  auto found = simulate(pack, simulation, options);
  EXPECT_TRUE(found) << found.error().text();
  return found ? *found : SimulationResult{};
}

Error refused(const Pack& pack, const Simulation& simulation) {
  auto found = simulate(pack, simulation);
  EXPECT_FALSE(found);
  return found ? Error{} : found.error();
}

const ThingRow* row_of(const ThingCounts& table, const std::vector<std::string>& values) {
  for (const auto& row : table.rows) {
    if (to_texts(row.values) == values) { return &row; }
  }
  return nullptr;
}

TEST(Simulate, CountsWhatRollsGive) {
  const auto pack = game();
  Simulation simulation;
  simulation.seed = 7;
  simulation.runs = affordable(3000);
  simulation.tables = {
      {{"depth", "kind"}, "kind != none", {"worth"}}, {{"made_by"}, "", {}}, {{"name"}, "made_by != x", {}}};
  simulation.tables[2].where = "kind == crown";
  simulation.per_run = {"count(x in things where x.kind == ring)", "dry", "moody", "levels"};
  simulation.firsts = {{"kind == dagger", {1, 2}, "depth"}, {"hp == 8", {3}, ""}};
  const auto found = played(pack, simulation);

  auto roller = Roller::make(pack, "run");
  std::map<std::vector<std::string>, std::uint64_t> by_depth;
  std::map<std::vector<std::string>, std::int64_t> worth;
  std::map<std::vector<std::string>, std::uint64_t> in_runs;
  std::map<std::string, std::uint64_t> makers;
  std::map<std::string, std::uint64_t> rings;
  std::map<std::string, std::uint64_t> moods;
  std::map<std::string, std::uint64_t> second_dagger;
  std::uint64_t all = 0;
  std::uint64_t third_rat = 0;
  std::uint64_t crowns = 0;
  for (std::uint64_t run = 0; run < simulation.runs; ++run) {
    const auto things = roller->roll(simulation.seed, run);
    std::set<std::vector<std::string>> seen;
    std::uint64_t ring = 0;
    std::uint64_t daggers = 0;
    std::uint64_t rats = 0;
    for (const auto thing : *things) {
      ++all;
      ++makers[std::string(thing.made_by())];
      if (thing["hp"].is_set() && thing["hp"].integer() == 8) { ++rats; }
      if (!thing["kind"].is_set()) { continue; }
      const std::string kind(thing["kind"].text());
      const auto depth = std::to_string(thing.input(0).integer());
      ++by_depth[{depth, kind}];
      worth[{depth, kind}] += thing["worth"].integer();
      seen.insert({depth, kind});
      if (kind == "ring") { ++ring; }
      if (kind == "crown") { ++crowns; }
      if (kind == "dagger" && ++daggers == 2) { ++second_dagger[depth]; }
    }
    for (const auto& key : seen) { ++in_runs[key]; }
    ++rings[std::to_string(ring)];
    ++moods[(*things)[0]["moody"].flag() ? "true" : "false"];
    if (rats >= 3) { ++third_rat; }
  }
  EXPECT_EQ(found.runs, simulation.runs);
  EXPECT_EQ(found.things, all);
  EXPECT_TRUE(found.is_complete);
  ASSERT_EQ(found.tables[0].rows.size(), by_depth.size());
  for (const auto& [key, count] : by_depth) {
    const auto* row = row_of(found.tables[0], key);
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->things, count);
    EXPECT_EQ(row->runs, in_runs[key]);
    EXPECT_EQ(row->sums[0].total, std::to_string(worth[key]));
    EXPECT_DOUBLE_EQ(row->mean.value, static_cast<double>(count) / static_cast<double>(simulation.runs));
  }
  ASSERT_EQ(found.tables[1].rows.size(), makers.size());
  for (const auto& [maker, count] : makers) { EXPECT_EQ(row_of(found.tables[1], {maker})->things, count); }
  ASSERT_EQ(found.tables[2].rows.size(), 1u);
  EXPECT_EQ(to_text(found.tables[2].rows[0].values[0]), "a crown");
  EXPECT_EQ(found.tables[2].rows[0].things, crowns);
  const auto expect_rows = [](const ValueCounts& counts, const std::map<std::string, std::uint64_t>& wanted) {
    EXPECT_EQ(counts.rows.size(), wanted.size());
    for (const auto& row : counts.rows) { EXPECT_EQ(row.runs, wanted.at(to_text(row.value))) << to_text(row.value); }
  };
  expect_rows(found.per_run[0].values, rings);
  expect_rows(found.per_run[2].values, moods);
  expect_rows(found.per_run[3].values, {{"4", simulation.runs}});
  expect_rows(found.firsts[1].at, second_dagger);
  EXPECT_EQ(found.firsts[2].runs, third_rat);
}

TEST(Simulate, StatesAreAsTheRunLeavesThem) {
  const auto pack = compiled(
      "state left: 0..9 = 5\n"
      "rule run { repeat 3 { if chance 50% { left -= 1; drop hit } } }\nrule hit { kind = hit }\n");
  Simulation simulation;
  simulation.per_run = {"left", "count(things)"};
  const auto found = played(pack, simulation);
  ASSERT_EQ(found.per_run[0].values.rows.size(), 4u);
  EXPECT_EQ(to_text(found.per_run[0].values.rows.front().value), "2");  // every run begins with 5 again
  EXPECT_EQ(found.per_run[0].values.rows.front().runs, found.per_run[1].values.rows.back().runs);
}

std::string all_bytes(Simulator& simulator) {
  auto bytes = simulator.save();
  EXPECT_TRUE(bytes) << bytes.error().text();
  return bytes ? *bytes : "";
}

TEST(Simulate, ThreadsAndPartsMakeTheSameBytes) {
  const auto pack = game();
  Simulation simulation;
  simulation.seed = 3;
  simulation.runs = affordable(4000);
  simulation.tables = {{{"depth", "kind"}, "", {"worth"}}, {{"name", "share"}, "", {}}};
  simulation.per_run = {"sum(x in things: x.hp)", "dry"};
  simulation.firsts = {{"kind == crown", {1}, "depth"}};
  std::string wanted;
  for (const unsigned threads : {1U, 2U, 4U}) {
    auto simulator = Simulator::make(pack, simulation);
    ASSERT_TRUE(simulator);
    ASSERT_FALSE(simulator->play(0, simulation.runs, threads));
    EXPECT_EQ(simulator->played(), simulation.runs);
    const auto bytes = all_bytes(*simulator);
    if (threads == 1) { wanted = bytes; }
    EXPECT_EQ(bytes, wanted) << threads;
  }
  auto whole = Simulator::make(pack, simulation);
  for (const std::uint64_t part : {2U, 0U, 3U, 1U}) {
    auto simulator = Simulator::make(pack, simulation);
    ASSERT_FALSE(simulator->play(part * simulation.runs / 4, simulation.runs / 4, 1 + static_cast<unsigned>(part % 2)));
    ASSERT_FALSE(whole->merge(all_bytes(*simulator)));
    simulator->clear();
    EXPECT_EQ(simulator->played(), 0u);
  }
  EXPECT_EQ(all_bytes(*whole), wanted);
}

// Runs that draw nothing are not made again, so nothing of theirs is cleared in between.
TEST(Simulate, TextsOfQuestionsDoNotPileUp) {
  const auto pack = compiled("rule main { kind = stone; n = 5 }\n");
  Simulation simulation;
  simulation.rule = "main";
  simulation.runs = affordable(50'000);
  simulation.tables = {{{"kind"}, "\"{n}" + std::string(2000, 'x') + "\" != \"a\"", {}}};
  EXPECT_EQ(played(pack, simulation, 1).things, simulation.runs);
}

TEST(Simulate, StoppedEarlyIsAsIfFewerWereAskedFor) {
  const auto pack = game();
  Simulation simulation;
  simulation.runs = 1'000'000'000;
  SimulateOptions options;
  int asked = 0;
  options.go_on = [&](const SimulateProgress&) { return ++asked < 3; };
  const auto found = simulate(pack, simulation, options);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_complete);
  EXPECT_EQ(found->asked_runs, simulation.runs);
  simulation.runs = found->runs;
  const auto fewer = played(pack, simulation);
  ASSERT_EQ(fewer.tables[0].rows.size(), found->tables[0].rows.size());
  for (std::size_t i = 0; i < fewer.tables[0].rows.size(); ++i) {
    EXPECT_EQ(fewer.tables[0].rows[i].things, found->tables[0].rows[i].things);
  }
}

TEST(Simulate, TheRunThatFailsFirstIsTold) {
  const auto pack = compiled("rule run { x = 6 / (pick 1..500 - 1) }\n");
  Simulation simulation;
  simulation.runs = 100'000;
  simulation.per_run = {"x"};
  auto roller = Roller::make(pack, "run");
  std::uint64_t first = 0;
  while (roller->roll(simulation.seed, first)) { ++first; }
  for (const unsigned threads : {1U, 2U, 4U}) {
    SimulateOptions options;
    options.threads = threads;
    const auto found = simulate(pack, simulation, options);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, Error::Kind::Fault);
    EXPECT_NE(found.error().help.find("index " + std::to_string(first)), std::string::npos) << found.error().help;
  }
}

TEST(Simulate, LimitsAreErrors) {
  const auto pack = game();
  Simulation simulation;
  simulation.tables = {{{"worth"}, "", {}}};
  simulation.max_keys = 5;
  EXPECT_EQ(refused(pack, simulation).kind, Error::Kind::Limit);
  simulation = {};
  simulation.per_run = {"if moody then 9000000000000000000 else 1"};
  simulation.runs = 100;
  EXPECT_EQ(refused(pack, simulation).kind, Error::Kind::Limit);
}

TEST(Simulate, WrongQuestionsAreRefused) {
  const auto pack = game();
  const auto with = [](auto change) {
    Simulation simulation;
    change(simulation);
    return simulation;
  };
  for (const auto& simulation : {
           with([](Simulation& s) { s.runs = 0; }),
           with([](Simulation& s) {
             s.tables = {{{"knid"}, "", {}}};
           }),
           with([](Simulation& s) {
             s.tables = {{{"kind"}, "kind == dager", {}}};
           }),
           with([](Simulation& s) {
             s.tables = {{{"kind"}, "", {"kind"}}};
           }),
           with([](Simulation& s) {
             s.tables = {{{"kind"}, "kind ==", {}}};
           }),
           with([](Simulation& s) {
             s.tables = {{{"kind", "count(held)"}, "", {}}};
           }),
           with([](Simulation& s) { s.per_run = {"d6"}; }),
           with([](Simulation& s) { s.per_run = {"name"}; }),
           with([](Simulation& s) { s.per_run = {"made_by"}; }),
           with([](Simulation& s) {
             s.firsts = {{"", {1}, ""}};
           }),
           with([](Simulation& s) {
             s.firsts = {{"kind == crown", {0}, ""}};
           }),
           with([](Simulation& s) {
             s.firsts = {{"kind == crown", {}, ""}};
           }),
           with([](Simulation& s) {
             s.values = {{"depth", "99"}};
           }),
       }) {
    EXPECT_EQ(refused(pack, simulation).kind, Error::Kind::BadValue);
  }
  EXPECT_EQ(refused(pack, with([](Simulation& s) { s.rule = "rnu"; })).kind, Error::Kind::UnknownRule);
}

// Each thing is made in a state of its own, and keeps none: the one at the end of the run is that of none of them.
TEST(Simulate, ThingsAreNotToldApartByStates) {
  const auto pack = game();
  for (const std::string read : {"dry", "dry + 1", "if dry > 2 then kind else none"}) {
    Simulation simulation;
    simulation.tables = {{{"kind", read}, "", {}}};
    EXPECT_NE(refused(pack, simulation).message.find("`dry` is a state"), std::string::npos) << read;
    simulation.per_run = {"dry"};  // which a run has
    EXPECT_NE(refused(pack, simulation).message.find("`dry` is a state"), std::string::npos) << read;
    simulation.tables = {};
    simulation.firsts = {{"kind == crown", {1}, read}};
    EXPECT_NE(refused(pack, simulation).message.find("`dry` is a state"), std::string::npos) << read;
    simulation.firsts = {};
    simulation.runs = 10;
    EXPECT_FALSE(played(pack, simulation).per_run.empty());
  }
  const auto worked = compiled("scratch part: int\nrule run { drop one() }\nrule one { part = d6; kind = axe }\n");
  Simulation simulation;
  simulation.tables = {{{"part"}, "", {}}};
  EXPECT_NE(refused(worked, simulation).message.find("`part` is a scratch value"), std::string::npos);
}

TEST(Simulate, CountsOfAnotherStudyAreRefused) {
  const auto pack = game();
  Simulation simulation;
  auto one = Simulator::make(pack, simulation);
  simulation.seed = 1;
  auto other = Simulator::make(pack, simulation);
  const auto bytes = all_bytes(*one);
  EXPECT_EQ(other->merge(bytes)->kind, Error::Kind::File);
  EXPECT_FALSE(one->merge(bytes));
  for (const std::size_t at : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
    auto broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 1);
    EXPECT_EQ(one->merge(broken)->kind, Error::Kind::File);
  }
  EXPECT_EQ(one->merge(bytes.substr(0, 30))->kind, Error::Kind::File);
}

// Nothing cancels of numbers that are large and close.
TEST(Simulate, LargeFractionsHaveTheirDeviation) {
  for (const char* base : {"1000000000", "30000000", "0"}) {
    const auto pack = compiled("rule run { x = " + std::string(base) + " + d2 / 3 }\n");
    Simulation simulation;
    simulation.runs = 10'000;
    simulation.per_run = {"x"};
    const auto results = played(pack, simulation);
    const auto& values = results.per_run[0].values;
    EXPECT_NEAR(values.deviation, 1.0 / 6, 1e-3) << base;
    ASSERT_TRUE(values.mean);
    const double exact = std::stod(base) + 0.5;
    EXPECT_LE(values.mean->low, exact + 0.001);
    EXPECT_GE(values.mean->high, exact - 0.001);
    EXPECT_NEAR(values.mean->error, 1.0 / 600, 1e-4);
  }
}

// Integers have a fold of another type.
TEST(Simulate, FractionsSpreadAsTheirNumerators) {
  const auto pack = compiled("rule run { x = pick 1..100; if x > 10 { y = x / 3 } }\n");
  Simulation simulation;
  simulation.runs = 2000;
  simulation.per_run = {"if x > 10 then x else none", "y"};
  const auto found = played(pack, simulation);
  const auto& whole = found.per_run[0].values;
  const auto wholes = spread_of(whole);
  const auto thirds = spread_of(found.per_run[1].values);
  const auto third = [](std::int64_t number) {
    return number % 3 == 0 ? std::to_string(number / 3) : std::to_string(number) + "/3";
  };
  ASSERT_TRUE(wholes && thirds);
  EXPECT_EQ(thirds->least, third(*whole.least));
  EXPECT_EQ(thirds->greatest, third(*whole.greatest));
  for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
    EXPECT_EQ(wholes->quantiles[i].value, std::to_string(whole.quantiles[i]));
    EXPECT_EQ(thirds->quantiles[i].value, third(whole.quantiles[i]));
    const auto third_of = [&](const std::string& end) { return end.empty() ? end : third(std::stoll(end)); };
    EXPECT_EQ(thirds->quantiles[i].low, third_of(wholes->quantiles[i].low));
    EXPECT_EQ(thirds->quantiles[i].high, third_of(wholes->quantiles[i].high));
  }
}

TEST(Simulate, IntervalsOfQuantilesHoldThemAsOftenAsTheySay) {
  const auto pack = compiled("rule run { x = pick 1..1000 }\n");
  const std::uint64_t studies = affordable(400);
  std::array<std::uint64_t, kQuantiles.size()> held{};
  for (std::uint64_t seed = 0; seed < studies; ++seed) {
    Simulation simulation;
    simulation.runs = 500;
    simulation.seed = seed;
    simulation.per_run = {"x"};
    const auto spread = spread_of(played(pack, simulation).per_run[0].values);
    ASSERT_TRUE(spread);
    for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
      const double truth = 1000 * kQuantiles[i];
      const bool holds = std::stod(spread->quantiles[i].low) <= truth && truth <= std::stod(spread->quantiles[i].high);
      held[i] += holds ? 1 : 0;
    }
  }
  // 95% of them, less 5 standard deviations: fewer by chance for one seed in a million; at 1% and 99% the normal law
  // holds but roughly.
  const auto n = static_cast<double>(studies);
  for (std::size_t i = 1; i + 1 < kQuantiles.size(); ++i) {
    EXPECT_GE(static_cast<double>(held[i]), 0.95 * n - 5 * std::sqrt(n * 0.95 * 0.05)) << kQuantiles[i];
  }
}

TEST(Simulate, QuantilesAndWaitsAreThoseOfTheCounts) {
  const auto pack = compiled("rule run { x = pick 1..100; rare = chance 1/4 }\n");
  Simulation simulation;
  simulation.runs = affordable(200'000);
  simulation.per_run = {"x"};
  simulation.firsts = {{"rare", {1}, ""}};
  const auto found = played(pack, simulation);
  const auto& x = found.per_run[0].values;
  // A quantile of 200000 draws is within one of a hundred even values; by chance not once in a billion studies.
  for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(x.quantiles[i]), 100 * kQuantiles[i], kIsSanitized ? 3 : 1);
  }
  EXPECT_NEAR(x.mean->value, 50.5, 6 * x.mean->error);
  EXPECT_NEAR(x.deviation, std::sqrt((100.0 * 100 - 1) / 12), 0.5);
  const auto& rare = found.firsts[0];
  EXPECT_NEAR(rare.wait->value, 4, 6 * rare.wait->error);
  EXPECT_EQ(rare.wait_points, (std::array<double, 3>{3, 9, 17}));  // 0.75^3 < 0.5, 0.75^9 < 0.1, 0.75^17 < 0.01
  EXPECT_LT(*rare.first_run, 100u);
}

}  // namespace simulate_test
}  // namespace spoils
