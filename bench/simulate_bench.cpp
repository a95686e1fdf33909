// bench/simulate_bench.cpp
//
// Whole runs with everything that a study counts, on one thread and on two.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "shipped.h"
#include "spoils/simulate.h"

namespace spoils {
namespace {

constexpr std::uint64_t kRunsAtOnce = 20'000;

/// Plays runs that count things by kind, one stretch of runs after the other.
void simulate_runs(benchmark::State& state, const std::string& pack, const std::string& rule, const Values& values) {
  Simulation study;
  study.rule = rule;
  study.values = values;
  study.seed = kSeed;
  study.tables.push_back({{"kind"}, "", {}});
  auto simulator = Simulator::make(shipped(pack), study);
  if (!simulator) { std::abort(); }
  const auto threads = static_cast<unsigned>(state.range(0));
  std::uint64_t first = 0;
  for (auto _ : state) {
    if (simulator->play(first, kRunsAtOnce, threads)) { std::abort(); }
    first += kRunsAtOnce;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(first));
}
#define SPOILS_RUNS(name, ...)                        \
  BENCHMARK_CAPTURE(simulate_runs, name, __VA_ARGS__) \
      ->Arg(1)                                        \
      ->Arg(2)                                        \
      ->ArgName("threads")                            \
      ->Unit(benchmark::kMillisecond)                 \
      ->UseRealTime()
SPOILS_RUNS(rogue_level_10, "rogue", "level", {{"level", "10"}});
SPOILS_RUNS(crawl_level_10, "crawl", "level", {{"depth", "10"}});
#undef SPOILS_RUNS

}  // namespace
}  // namespace spoils
