// bench/tweak_bench.cpp
//
// The costs of a tweak of a Pyrel item with 24 decisions, beside that of the explained roll: an edit and its undo, the
// choices of an affix, the odds if the dice of an affix, or an affix with its dice, were open.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "shipped.h"
#include "spoils/explain.h"
#include "spoils/tweak.h"

namespace spoils {
namespace {

constexpr std::uint64_t kIndex = 1;  // sling shots with five affixes
constexpr auto kAffix = "choose_affixes.1/turn.4/place.1/fill.1/choose.1/a.1";

struct Tweaking {
  Pack pack = shipped("pyrel");
  Roller roller = Roller::make(pack, "find", {{"t", "great"}, {"depth", "60"}}).value();
  Tweaker tweaker = Tweaker::make(roller, kSeed, kIndex).value();

  /// Returns the whole id of a decision that ends like this.
  [[nodiscard]] std::string id(const std::string& end) const {
    for (auto& each : tweaker.decisions()) {
      if (each.size() >= end.size() && each.compare(each.size() - end.size(), end.size(), end) == 0) { return each; }
    }
    std::abort();
  }
};

void explain(benchmark::State& state, ExplainOptions options) {
  Tweaking on;
  for (auto _ : state) { benchmark::DoNotOptimize(explain_roll(on.roller, kSeed, kIndex, options).steps.size()); }
}
BENCHMARK_CAPTURE(explain, plain, {})->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(explain, in_full, {1000, 200'000, true, true, true})->Unit(benchmark::kMicrosecond);

void tweak_edit(benchmark::State& state, const std::string& verb, const std::string& end, const std::string& rest) {
  Tweaking on;
  const auto edit = verb + on.id(end) + rest;
  for (auto _ : state) {
    if (on.tweaker.apply(edit)) { std::abort(); }
    state.PauseTiming();
    on.tweaker.undo();
    state.ResumeTiming();
  }
}
BENCHMARK_CAPTURE(tweak_edit, reroll_dice, "reroll ", "flame.effect.1/1d50.1", "")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(tweak_edit, reroll_affix, "reroll ", kAffix, "")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(tweak_edit, pin_level, "pin ", "levels.1/1d4.1", " = 3")->Unit(benchmark::kMicrosecond);

void tweak_choices(benchmark::State& state) {
  Tweaking on;
  const auto id = on.id(kAffix);
  for (auto _ : state) { benchmark::DoNotOptimize(on.tweaker.choices(id, 0, 151)->choices.size()); }
  state.counters["choices"] = static_cast<double>(on.tweaker.choices(id, 0, 151)->count);
}
BENCHMARK(tweak_choices)->Unit(benchmark::kMillisecond);

void tweak_outlook(benchmark::State& state, const std::string& end, bool is_step) {
  Tweaking on;
  auto id = on.id(end);
  if (is_step) { id = id.substr(0, id.find("turn.4") + 6); }
  bool is_exact = false;
  for (auto _ : state) { is_exact = on.tweaker.outlook(id, {"name"})->is_exact; }
  state.counters["exact"] = is_exact ? 1 : 0;
}
BENCHMARK_CAPTURE(tweak_outlook, dice, "flame.effect.1/1d50.1", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tweak_outlook, affix, kAffix, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tweak_outlook, affix_and_dice, kAffix, true)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace spoils
