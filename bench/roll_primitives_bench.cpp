// bench/roll_primitives_bench.cpp
//
// The cost of a random number: a Philox block, a bounded draw, a weighted pick.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <vector>

#include "roll/lcg.h"
#include "roll/philox.h"
#include "roll/pick.h"
#include "roll/stream.h"

namespace spoils::roll {
namespace {

constexpr std::uint64_t kKey = 0x0123456789abcdef;

// Each counter is made from the last block, so that nothing overlaps: the worst case.
void philox_block_latency(benchmark::State& state) {
  std::array<std::uint32_t, 4> counter{};
  for (auto _ : state) {
    counter = philox4x32_10(counter, {1, 2});
    benchmark::DoNotOptimize(counter);
  }
}
BENCHMARK(philox_block_latency);

void philox_block(benchmark::State& state) {
  std::uint32_t block = 0;
  for (auto _ : state) {
    auto words = philox4x32_10({block++, 0, 0, 0}, {1, 2});
    benchmark::DoNotOptimize(words);
  }
}
BENCHMARK(philox_block);

void stream_below(benchmark::State& state) {
  Stream stream(kKey, 0);
  const auto n = static_cast<std::uint64_t>(state.range(0));
  for (auto _ : state) { benchmark::DoNotOptimize(stream.below(n)); }
}
BENCHMARK(stream_below)->ArgName("n")->Arg(100)->Arg(3'000'000'000)->Arg(std::int64_t{3} << 61);

// Whole rolls of so many draws: here a block that is begun and not used up shows.
void stream_roll(benchmark::State& state) {
  Stream stream(kKey, 0);
  std::uint64_t index = 0;
  for (auto _ : state) {
    stream.restart(kKey, index++);
    for (std::int64_t i = 0; i < state.range(0); ++i) { benchmark::DoNotOptimize(stream.below(100)); }
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(stream_roll)->ArgName("draws")->Arg(1)->Arg(4)->Arg(6)->Arg(12)->Arg(40);

void lcg_below(benchmark::State& state) {
  Lcg lcg({15, 1103515245, 12345}, 14043, 3);
  for (auto _ : state) { benchmark::DoNotOptimize(lcg.below(100)); }
}
BENCHMARK(lcg_below);

// 1000 rows; their shares add up to no more than 4096 (direct table) if `largest` is 6, else a guide table is used.
void weighted_pick(benchmark::State& state) {
  constexpr int kRows = 1000;
  const auto largest = static_cast<std::uint64_t>(state.range(0));
  Stream stream(kKey, 0);
  std::vector<std::uint64_t> shares;
  shares.reserve(kRows);
  for (int i = 0; i < kRows; ++i) { shares.push_back(1 + stream.below(largest)); }
  const WeightedPick pick(shares);
  for (auto _ : state) { benchmark::DoNotOptimize(pick.row(stream.below(pick.total()))); }
}
BENCHMARK(weighted_pick)->ArgName("largest")->Arg(6)->Arg(1000)->Arg(std::int64_t{1} << 40);

void weighted_pick_assign(benchmark::State& state) {
  const std::vector<std::uint64_t> shares(static_cast<std::size_t>(state.range(0)), 7);
  WeightedPick pick;
  for (auto _ : state) {
    pick.assign(shares);
    benchmark::DoNotOptimize(pick.total());
  }
}
BENCHMARK(weighted_pick_assign)->ArgName("rows")->Arg(10)->Arg(1000);

}  // namespace
}  // namespace spoils::roll

BENCHMARK_MAIN();
