// bench/capi_bench.cpp
//
// Rolls through the C interface, beside those of pack_bench.cpp: what checking the arguments and catching exceptions
// costs.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "shipped.h"
#include "spoils/spoils.h"

namespace spoils {
namespace {

void must(spoils_error* error) {
  if (error != nullptr) { std::abort(); }
}

spoils_text text_of(const std::string& text) { return {text.data(), text.size()}; }

/// A roller of a shipped pack, for as long as the object exists.
struct Rolling {
  Rolling(const std::string& pack_name, const std::string& rule, const std::vector<spoils_setting>& settings) {
    must(spoils_pack_load(text_of(shipped_path(pack_name)), nullptr, &pack, nullptr));
    must(spoils_roller_new(pack, text_of(rule), settings.data(), settings.size(), &roller));
  }
  Rolling(const Rolling&) = delete;
  Rolling& operator=(const Rolling&) = delete;
  ~Rolling() {
    spoils_free(roller);
    spoils_free(pack);
  }

  [[nodiscard]] std::size_t field(const std::string& name) const {
    std::size_t out = 0;
    must(spoils_pack_find(pack, SPOILS_FIELDS, text_of(name), &out));
    return out;
  }

  spoils_pack* pack = nullptr;
  spoils_roller* roller = nullptr;
};

void roll_in_c(benchmark::State& state, const std::string& pack, const std::string& rule,
               const std::vector<spoils_setting>& settings) {
  const Rolling rolling(pack, rule, settings);
  std::uint64_t index = 0;
  std::int64_t all = 0;
  for (auto _ : state) {
    std::size_t things = 0;
    must(spoils_roll(rolling.roller, kSeed, index++, &things));
    all += static_cast<std::int64_t>(things);
  }
  state.SetItemsProcessed(all);
}
BENCHMARK_CAPTURE(roll_in_c, rogue_floor, "rogue", "floor", {});
BENCHMARK_CAPTURE(roll_in_c, rogue_level_26, "rogue", "level", {{SPOILS_TEXT("level"), SPOILS_TEXT("26")}});
BENCHMARK_CAPTURE(roll_in_c, powder_artifact, "powder", "artifact", {});
BENCHMARK_CAPTURE(roll_in_c, crawl_floor_10, "crawl", "floor", {{SPOILS_TEXT("depth"), SPOILS_TEXT("10")}});

void read_fields_in_c(benchmark::State& state) {
  const Rolling rolling("rogue", "floor", {});
  const auto kind = rolling.field("kind");
  const auto worth = rolling.field("worth");
  std::uint64_t index = 0;
  std::int64_t all = 0;
  for (auto _ : state) {
    std::size_t things = 0;
    must(spoils_roll(rolling.roller, kSeed, index++, &things));
    for (std::size_t thing = 0; thing < things; ++thing) {
      spoils_text text;
      std::int64_t number = 0;
      must(spoils_thing_text(rolling.roller, thing, kind, &text));
      must(spoils_thing_integer(rolling.roller, thing, worth, &number));
      benchmark::DoNotOptimize(text.data);
      benchmark::DoNotOptimize(number);
      ++all;
    }
  }
  state.SetItemsProcessed(all);
}
BENCHMARK(read_fields_in_c);

void batch_in_c(benchmark::State& state, bool with_names) {
  const Rolling rolling("rogue", "floor", {});
  const std::size_t fields[] = {rolling.field("kind"), rolling.field("worth")};
  std::uint64_t index = 0;
  std::int64_t all = 0;
  for (auto _ : state) {
    spoils_batch* batch = nullptr;
    spoils_batch_info info;
    must(spoils_roll_batch(rolling.roller, kSeed, index, 10'000, fields, 2, with_names ? 1 : 0, &batch));
    must(spoils_batch_info_of(batch, &info));
    index += 10'000;
    all += static_cast<std::int64_t>(info.things);
    spoils_free(batch);
  }
  state.SetItemsProcessed(all);
}
BENCHMARK_CAPTURE(batch_in_c, fields, false);
BENCHMARK_CAPTURE(batch_in_c, fields_and_names, true);

}  // namespace
}  // namespace spoils
