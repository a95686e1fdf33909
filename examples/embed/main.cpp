// Rolls the contents of a cellar, three levels down, and prints their names.
#include <spoils/roll.h>

#include <cstdio>

constexpr auto kCellar = R"(
  pack cellar "The cellar" 1.0
  input depth: 1..9 = 1
  rule find { kind = pick {5 rat, 3 bottle, 1 ghost}; quantity = d2 + depth // 3 }
  display find "& {kind}~"
)";

int fail(const std::string& why) { return std::fputs((why + "\n").c_str(), stderr), 1; }

int main() {
  const auto loaded = spoils::Pack::compile("cellar.loot", kCellar);  // Pack::load(path) reads a file or a folder
  if (!loaded.pack) { return fail(loaded.findings.text()); }

  auto roller = spoils::Roller::make(*loaded.pack, "find", {{"depth", "3"}});  // one a thread; they share the pack
  if (!roller) { return fail(roller.error().text()); }

  for (std::uint64_t index = 0; index < 5; ++index) {
    const auto things = roller->roll(spoils::seed_from_text("my game"), index);
    if (!things) { return fail(things.error().text()); }
    for (const auto thing : things.value()) { std::printf("%s\n", thing.name().c_str()); }
  }
}
