// tests/simulate/misuse_test.cpp
//
// Misuse of the simulation library is reported and harmless: simulators that were moved from, and simulations that the
// caller has changed so that their rows do not fit their tables.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "api/misused.h"
#include "compiled.h"
#include "spoils/results.h"
#include "spoils/simulate.h"

namespace spoils {
namespace simulate_misuse_test {

constexpr const char* kPack = R"(
table kind { 3 sword; 1 bow }
rule floor { kind = pick kind; worth = d6 }
)";

using Kind = Error::Kind;

Simulation study() {
  Simulation out;
  out.runs = 100;
  out.tables.push_back({{"kind", "worth"}, "", {"worth"}});
  out.per_run = {"worth", "worth / 4"};
  out.firsts.push_back({"worth == 6", {1}, "worth"});
  return out;
}

TEST(MisuseOfSimulate, MovedFromSimulators) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto made = Simulator::make(pack, study());
  Simulator kept = std::move(*made);
  EXPECT_EQ(made->play(0, 10)->kind, Kind::Misuse);
  EXPECT_EQ(made->played(), 0);
  EXPECT_EQ(made->save().error().kind, Kind::Misuse);
  EXPECT_EQ(made->merge("")->kind, Kind::Misuse);
  made->clear();
  EXPECT_EQ(made->result().error().kind, Kind::Misuse);
  EXPECT_EQ(reports.take().size(), 6);
  EXPECT_EQ(kept.play(std::numeric_limits<std::uint64_t>::max(), 2)->kind, Kind::Misuse);
  EXPECT_EQ(reports.take().size(), 1);
  EXPECT_FALSE(kept.play(0, 10, 1));
  EXPECT_FALSE(kept.play(10, 0));
  EXPECT_EQ(kept.played(), 10);
}

TEST(MisuseOfSimulate, StudiesOutOfRange) {
  const auto pack = compiled(kPack);
  auto wrong = study();
  wrong.max_keys = 0;
  EXPECT_FALSE(simulate(pack, wrong));
  wrong = study();
  wrong.firsts[0].nth = {0};
  EXPECT_FALSE(simulate(pack, wrong));
  wrong = study();
  wrong.tables[0].by = {""};
  static_cast<void>(simulate(pack, wrong));
  wrong = study();
  wrong.per_run = {""};
  static_cast<void>(simulate(pack, wrong));
  wrong = study();
  wrong.runs = 0;
  static_cast<void>(simulate(pack, wrong));
}

TEST(MisuseOfSimulate, SimulationsThatDoNotFit) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  const auto sound = simulate(pack, study());
  ASSERT_TRUE(sound);
  EXPECT_FALSE(draw_results(*sound).empty());
  EXPECT_GT(compare_results(*sound, *sound).compared, 0);
  EXPECT_TRUE(reports.take().empty());
  const std::vector<std::function<void(SimulationResult&)>> changes{
      [](auto& it) { it.tables[0].rows[0].values.pop_back(); },
      [](auto& it) { it.tables[0].rows[0].sums.clear(); },
      [](auto& it) { it.tables[0].by.emplace_back("more"); },
      [](auto& it) { it.tables[0].asked.sums.clear(); },
      [](auto& it) { it.tables[0].rows[0].values[1]->text = "no number"; },
      [](auto& it) { it.tables[0].rows[0].values[1]->text = "99999999999999999999"; },
      [](auto& it) { it.tables[0].rows[0].mean.value = std::numeric_limits<double>::infinity(); },
      [](auto& it) { it.per_run[0].values.greatest.reset(); },
      [](auto& it) { std::swap(it.per_run[0].values.least, it.per_run[0].values.greatest); },
      [](auto& it) { it.per_run[0].values.rows[0].value->text = ""; },
      [](auto& it) { it.per_run[0].values.rows[0].last.reset(); },
      [](auto& it) { it.firsts[0].chance.low = std::numeric_limits<double>::quiet_NaN(); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto wrong = *sound;
    changes[i](wrong);
    EXPECT_TRUE(draw_results(wrong).empty()) << i;
    EXPECT_TRUE(draw_results(*sound, &wrong).empty()) << i;
    EXPECT_EQ(compare_results(wrong, *sound).compared, 0) << i;
    EXPECT_EQ(compare_results(*sound, wrong).compared, 0) << i;
    EXPECT_EQ(write_results({wrong, "", ""}, "/nowhere/at/all")->kind, Kind::Misuse) << i;
    EXPECT_EQ(reports.take().size(), 5) << i;
  }
}

TEST(MisuseOfSimulate, SpreadsOfNothing) {
  MisuseReports reports;
  ValueCounts counts;
  EXPECT_FALSE(spread_of(counts));
  counts.mean = Estimate();
  counts.rows.emplace_back();
  EXPECT_FALSE(spread_of(counts));
  EXPECT_EQ(reports.take().size(), 1);
  counts.set = 1000;  // more than the rows hold
  EXPECT_TRUE(spread_of(counts));
}

}  // namespace simulate_misuse_test
}  // namespace spoils
