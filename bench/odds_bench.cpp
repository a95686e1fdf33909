// bench/odds_bench.cpp
//
// The time of exact odds through the library, with a loaded pack; and the time of rolls that give the same knowledge.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "shipped.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace {

Marginal question(const std::string& rule, const std::vector<std::string>& by, const Values& values = {}) {
  Marginal out;
  out.rule = rule;
  out.by = by;
  out.values = values;
  out.reuse = false;
  return out;
}

void ask(benchmark::State& state, const Pack& pack, const Marginal& asked) {
  std::size_t rows = 0;
  for (auto _ : state) {
    const auto answer = exact_odds(pack, asked);
    if (!answer || !answer->exact) {
      state.SkipWithError("no exact answer");
      break;
    }
    rows = answer->rows.size();
  }
  state.counters["rows"] = static_cast<double>(rows);
}

void odds(benchmark::State& state, const std::string& pack, const Marginal& asked) { ask(state, shipped(pack), asked); }
BENCHMARK_CAPTURE(odds, rogue_item, "rogue",
                  question("floor", {"class", "kind", "cursed", "to_hit", "to_dam", "bonus", "armor_class"}))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(odds, powder_names, "powder", question("every_name", {"count(intrinsics)", "light", "carried"}))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(odds, crawl_item, "crawl", question("floor", {"class", "kind", "race", "brand"}, {{"depth", "10"}}))
    ->Unit(benchmark::kMillisecond);

void sweep(benchmark::State& state) {
  const auto pack = shipped("crawl");
  const auto asked = question("floor", {"class", "kind", "race", "brand"});
  for (auto _ : state) {
    const auto answer = exact_odds(pack, asked, {"depth", {}, {}});
    if (!answer) {
      state.SkipWithError("no answer");
      break;
    }
    benchmark::DoNotOptimize(answer->size());
  }
}
BENCHMARK(sweep)->Name("odds/crawl_item_all_depths")->Unit(benchmark::kMillisecond);

void dice(benchmark::State& state, const Marginal& asked) {
  ask(state, pack_at(std::string(SPOILS_BENCH_DIR) + "/dice.loot"), asked);
}
BENCHMARK_CAPTURE(dice, exploding_6d10, question("exploding", {"best"}))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(dice, three_best_of_6d10, question("keep_three", {"sum"}))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(dice, battle_10d6_10d6, question("battle", {"wins"}))->Unit(benchmark::kMillisecond);

// An outcome of probability p is known to a share e, with 95% confidence, after 1.96^2 (1 - p) / (p e^2) rolls: for
// p = 1e-5 and e = 1% that many.
constexpr double kRollsToKnow = 1.96 * 1.96 * (1 - 1e-5) / (1e-5 * 0.01 * 0.01);

/// The counter `to_know` is the time of those rolls, to be set against odds/rogue_item.
void rolling(benchmark::State& state) {
  const auto pack = shipped("rogue");
  auto roller = Roller::make(pack, "floor");
  std::uint64_t index = 0;
  for (auto _ : state) { benchmark::DoNotOptimize(roller->roll(kSeed, index++)->size()); }
  state.counters["to_know"] = benchmark::Counter(static_cast<double>(state.iterations()) / kRollsToKnow,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(rolling)->Name("rolling/rogue_item");

}  // namespace
}  // namespace spoils
