// bench/pack_bench.cpp
//
// The costs of loot for a game that uses the library: loading a pack, rolling its rules, naming the things.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "shipped.h"
#include "spoils/pack.h"
#include "spoils/precomputed.h"
#include "spoils/roll.h"

namespace spoils {
namespace {

void load(benchmark::State& state, const std::string& pack) {
  for (auto _ : state) {
    auto loaded = Pack::load(shipped_path(pack));
    benchmark::DoNotOptimize(loaded.pack.has_value());
  }
}
BENCHMARK_CAPTURE(load, rogue, "rogue")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(load, powder, "powder")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(load, crawl, "crawl")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(load, pyrel, "pyrel")->Unit(benchmark::kMillisecond);

void first_roll(benchmark::State& state) {
  const auto pack = shipped("rogue");
  for (auto _ : state) {
    auto roller = Roller::make(pack, "floor");
    benchmark::DoNotOptimize(roller->roll(kSeed, 0)->size());
  }
}
BENCHMARK(first_roll)->Unit(benchmark::kMicrosecond);

/// Rolls one index after the other and counts the things.
void roll(benchmark::State& state, const std::string& pack_name, const std::string& rule, const Values& values) {
  const auto pack = shipped(pack_name);
  auto roller = Roller::make(pack, rule, values);
  std::uint64_t index = 0;
  std::int64_t things = 0;
  for (auto _ : state) { things += static_cast<std::int64_t>(roller->roll(kSeed, index++)->size()); }
  state.SetItemsProcessed(things);
}
BENCHMARK_CAPTURE(roll, rogue_floor, "rogue", "floor", {});
BENCHMARK_CAPTURE(roll, rogue_level_1, "rogue", "level", {{"level", "1"}});
BENCHMARK_CAPTURE(roll, rogue_level_26, "rogue", "level", {{"level", "26"}});
BENCHMARK_CAPTURE(roll, rogue_descent, "rogue", "descent", {});
BENCHMARK_CAPTURE(roll, powder_item, "powder", "item", {});
BENCHMARK_CAPTURE(roll, powder_artifact, "powder", "artifact", {});
BENCHMARK_CAPTURE(roll, powder_artifact_class, "powder", "artifact", {{"class", "weapon"}});
BENCHMARK_CAPTURE(roll, crawl_floor_10, "crawl", "floor", {{"depth", "10"}});
BENCHMARK_CAPTURE(roll, crawl_game_floor_10, "crawl_game", "floor", {{"depth", "10"}});
BENCHMARK_CAPTURE(roll, pyrel_good_30, "pyrel", "find", {{"t", "good"}, {"depth", "30"}});
BENCHMARK_CAPTURE(roll, pyrel_great_60, "pyrel", "find", {{"t", "great"}, {"depth", "60"}});
BENCHMARK_CAPTURE(roll, powder_artifact_named, "powder", "artifact", {{"name", "Treyslug"}, {"class", "weapon"}});

/// Artifacts from one given name after the other: so many different ones, each as often as the others.
void roll_names(benchmark::State& state) {
  const auto pack = shipped("powder");
  auto namer = Roller::make(pack, "every_name");
  std::set<std::string> known;
  std::vector<std::string> names;
  for (std::uint64_t index = 0; names.size() < static_cast<std::size_t>(state.range(0)); ++index) {
    std::string name((*namer->roll(kSeed, index))[0]["name"].text());
    if (known.insert(name).second) { names.push_back(std::move(name)); }
  }
  auto roller = Roller::make(pack, "artifact", {{"class", "weapon"}});
  std::uint64_t index = 0;
  std::int64_t things = 0;
  for (auto _ : state) {
    if (roller->set("name", names[index % names.size()])) { std::abort(); }
    things += static_cast<std::int64_t>(roller->roll(kSeed, index++)->size());
  }
  state.SetItemsProcessed(things);
}
BENCHMARK(roll_names)->Arg(8)->Arg(1'000)->Arg(11'132);

/// The same for fused rules, whose outcomes were computed before.
void fused(benchmark::State& state, const std::string& pack_name, const std::string& rule, const Values& values) {
  const auto pack = shipped(pack_name);
  auto roller = PrecomputedRoller::make(pack, rule, values);
  if (!roller) {
    state.SkipWithError(roller.error().text().c_str());
    return;
  }
  std::uint64_t index = 0;
  std::int64_t things = 0;
  for (auto _ : state) { things += static_cast<std::int64_t>(roller->roll(kSeed, index++)->size()); }
  state.SetItemsProcessed(things);
  state.counters["outcomes"] = static_cast<double>(roller->outcomes());
}
BENCHMARK_CAPTURE(fused, rogue_floor, "rogue", "floor", {});
BENCHMARK_CAPTURE(fused, powder_plain_item, "powder", "plain_item", {});
BENCHMARK_CAPTURE(fused, crawl_floor_10, "crawl", "floor", {{"depth", "10"}});

/// The work that is done before.
void fuse(benchmark::State& state, const std::string& pack_name, const std::string& rule, const Values& values) {
  const auto pack = shipped(pack_name);
  for (auto _ : state) {
    const auto roller = PrecomputedRoller::make(pack, rule, values);
    benchmark::DoNotOptimize(roller.ok());
  }
}
BENCHMARK_CAPTURE(fuse, rogue_floor, "rogue", "floor", {})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fuse, crawl_floor_10, "crawl", "floor", {{"depth", "10"}})->Unit(benchmark::kMillisecond);

/// The same with the names of all things.
void roll_and_name(benchmark::State& state, const std::string& pack_name, const std::string& rule) {
  const auto pack = shipped(pack_name);
  auto roller = Roller::make(pack, rule);
  std::uint64_t index = 0;
  std::int64_t things = 0;
  std::string name;
  for (auto _ : state) {
    const auto rolled = *roller->roll(kSeed, index++);
    for (const auto& thing : rolled) {
      name.clear();
      thing.append_name(name);
      benchmark::DoNotOptimize(name.data());
      ++things;
    }
  }
  state.SetItemsProcessed(things);
}
BENCHMARK_CAPTURE(roll_and_name, rogue_floor, "rogue", "floor");
BENCHMARK_CAPTURE(roll_and_name, rogue_level, "rogue", "level");
BENCHMARK_CAPTURE(roll_and_name, powder_artifact, "powder", "artifact");

/// A typical use of an item by a game: two of its fields, by number.
void read_fields(benchmark::State& state) {
  const auto pack = shipped("rogue");
  auto roller = Roller::make(pack, "floor");
  std::size_t kind = 0;
  std::size_t worth = 0;
  for (std::size_t i = 0; i < pack.fields().size(); ++i) {
    if (pack.fields()[i].name == "kind") { kind = i; }
    if (pack.fields()[i].name == "worth") { worth = i; }
  }
  std::uint64_t index = 0;
  for (auto _ : state) {
    const auto things = *roller->roll(kSeed, index++);
    auto text = things[0].text(kind);
    auto value = things[0].integer(worth);
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(value);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(read_fields);

}  // namespace
}  // namespace spoils
