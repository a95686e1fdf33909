// tests/compile_c/cache_test.cpp
//
// The cache of candidates changes no roll, whatever its size: keys of words and fractions, values that change within a
// roll, arguments of defs, candidates that fail, faults. expect_same() rolls without a cache, with a small and with a
// large one; a program here counts what is found again.
#include <gtest/gtest.h>

#include <string>

#include "compare.h"

namespace spoils {
namespace compile_c_cache_test {

using namespace compiled_c;

const std::string kTable = "table t: cost, size { 3 a 10 1; 2 b 20 2; 1 c 5 3; 8 d 7 1; 4 e 12 2; 1 f 30 3 }\n";

TEST(Cache, ChangesNoRoll) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  int with_cache = 0;
  for (const std::string source : {
           // Two values decide, one of them set within the roll.
           "input level: 1..9 = 4\nrule r { l = []; repeat 6 { let n = pick 1..20\n"
           "  let g = pick x in t where x.cost > n and x.size <= level mod 4 + 1 and not (x in l) or nothing; l += g\n"
           "  with level = d9 { h = pick x in t where x.size <= level and x.cost > n and not (x in l) or nothing\n"
           "    weight t[x].cost * level } } }",
           // A fraction, and a def whose arguments are bound first.
           "scratch q: number\nrule r { l = []; repeat 6 { q = (pick 1..5) / (pick 1..3)\n"
           "  let g = pick x in t where x.cost > q * 9 and not (x in l) or nothing weight t[x].cost * q; l += g } }",
           "def fits(x, n, l) = t[x].cost > n and not (x in l)\n"
           "rule r { l = []; repeat 6 { let n = pick 1..20; l += pick x in t where fits(x, n, l) or nothing } }",
           // Weights that read lists are never stored; nothing may come.
           "rule r { l = []; repeat 5 { let n = pick 1..9\n"
           "  l += pick x in t where x.cost > n and not (x in l) or nothing weight n } }",
           "rule r { l = {}; repeat 4 { let n = pick 1..9\n"
           "  l += pick x in t where x.cost > n and not (x in l) weight t[x].cost + count(l) } }",
           // A part that may fail, where the whole condition does not.
           "rule r { l = []; repeat 5 { let n = pick 0..2\n"
           "  l += pick x in t where not (x in l) and (n == 0 or 20 // n > x.size) or nothing } }",
           "rule r { l = []; repeat 5 { let n = pick 0..2; l += pick x in t where not (x in l) and 20 // n > x.size } "
           "}",
       }) {
    const auto pack = unchecked(kTable + source);
    const auto header = compile_to_c(pack, {"loot", {"r"}});
    ASSERT_TRUE(header) << header.error().text();
    with_cache += has_cache(*header) ? 1 : 0;
    expect_same(pack, source);
    expect_same(pack, source, true);
  }
  EXPECT_GE(with_cache, 6);
}

TEST(Cache, FindsWhatWasFound) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const auto pack = unchecked(kTable +
                              "rule r { l = []; repeat 4 { let n = pick 1..9; l += pick x in t where x.cost > n and "
                              "not (x in l) or nothing } }");
  auto header = compile_to_c(pack, {"loot", {"r"}});
  ASSERT_TRUE(header);
  const Folder folder;
  folder.write("loot.h", *header);
  folder.write(
      "main.c",
      "#include <stdio.h>\n#include \"loot.h\"\nint main(void) {\n  loot_thing things[1];\n"
      "  int64_t words[100];\n  static uint64_t cache[2001];\n  uint64_t taken = 0;\n"
      "  loot_stream stream = {1, 0};\n  const loot_inputs inputs = loot_default_inputs();\n"
      "  loot_out out = {things, 1, words, 100, 0, 0, \"\", cache, 2000};\n  int i;\n"
      "  for (i = 0; i < 1000; ++i) {\n    if (loot_roll_r(&stream, &inputs, &out) != loot_fault_ok) { return 1; }\n"
      "    if (i == 100) { taken = cache[0]; }\n  }\n"
      "  printf(\"%d %d\", taken == cache[0], (int)cache[2000]);\n  return 0;\n}\n");
  ASSERT_EQ(build(folder, "-fsanitize=address,undefined"), "");
  EXPECT_EQ(run(folder.file("main") + " 2>&1").text, "1 0");
}

}  // namespace compile_c_cache_test
}  // namespace spoils
