// Plays a thousand descents and prints the number of crowns on each level, with the interval of each figure.
#include <spoils/simulate.h>

#include <cstdio>

constexpr auto kDescent = R"(
  pack descent "A descent" 1.0
  input depth: 1..5 = 1
  rule run { for level in 1..5 { with depth = level { drop find } } }
  rule find { kind = pick { 9 coin, (depth) crown } }
)";

int fail(const std::string& why) { return std::fputs((why + "\n").c_str(), stderr), 1; }

int main() {
  const auto loaded = spoils::Pack::compile("descent.loot", kDescent);
  if (!loaded.pack) { return fail(loaded.findings.text()); }

  spoils::Simulation simulation;
  simulation.seed = spoils::seed_from_text("my game");
  simulation.tables.push_back({{"depth"}, "kind == crown", {}});
  const auto found = spoils::simulate(*loaded.pack, simulation);
  if (!found) { return fail(found.error().text()); }

  for (const auto& row : found->tables[0].rows) {
    std::printf("%s: %.3f (%.3f..%.3f), exactly %.3f\n", to_text(row.values[0]).c_str(), row.mean.value, row.mean.low,
                row.mean.high, row.mean.exact.value_or(-1));
  }
}
