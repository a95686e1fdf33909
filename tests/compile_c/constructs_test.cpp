// tests/compile_c/constructs_test.cpp
//
// Small packs, each with one construct of the language, compiled to C and compared with the interpreter roll by roll,
// under the undefined behaviour sanitizer of the C compiler; random packs likewise; names that C reserves; and what is
// refused.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "compare.h"
#include "compiled.h"

namespace spoils {
namespace compile_c_constructs_test {

using namespace compiled_c;

struct Case {
  std::string_view name;
  std::string_view source;
};

class Construct : public testing::TestWithParam<Case> {};

TEST_P(Construct, RollsTheSame) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const auto pack = unchecked(GetParam().source);
  expect_same(pack, std::string(GetParam().source));
  expect_same(pack, std::string(GetParam().source), true);
}

constexpr Case kCases[] = {
    {"Arithmetic",
     "input n: int = 7\nrule r { a = pick -9..9; b = a // 4 + a mod 4 - -a * n; c = abs(a) + min(a, n) + max(a, 2)\n"
     "  d = a // -3 + a mod -5; e = 2 ^ (abs(a)) }"},
    {"InputsThatAreNone",
     "input n: 1..9 = none\ninput k: {a, b} = none\ninput f: flag = none\n"
     "rule r { a = n + d6; b = n == none; c = k == none; d = if f == none then 1 else 2 }"},
    {"NoneInASetOfTheWorld",
     "state k = 0\nstate q: set of symbol\nrule r { k += 1; q += pick {a, b}; q += none; n = count(q); m = k }"},
    {"NamesOfTheCode", "rule r(begun: int = 1) { flow = begun + d6 }"},
    {"RulesThatReadNothing",
     "rule r { do pick {gold, gone, over} }\nrule gold { n = d6 }\nrule gone { discard }\nrule over { stop }"},
    {"DivisionByZero", "rule r { a = pick 0..3; b = 7 // a }"},
    {"ModuloByZero", "rule r { a = pick 0..3; b = 7 mod a }"},
    {"Overflow", "rule r { a = pick 1..40; x = 1; repeat a { x = x * 5 } }"},
    {"OverflowOfSums", "input n: int = 9000000000000000000\nrule r { x = n + (pick 1..300) * 1000000000000000 }"},
    {"Numbers",
     "rule r { a = pick 1..9; b = a / 6; c = b * 2 + 1/3; d = floor(c); e = ceil(b); f = round(b); g = b < c\n"
     "  h = max(b, 0.5); i = min(b, 2) - a; j = abs(i); k = b == 1/2; l = (a / 3) ^ 3 }"},
    {"NumberByZero", "rule r { a = pick 0..3; b = 1 / a }"},
    {"Chances", "rule r { a = pick 1..9; b = chance a / 9; c = chance 30%; d = chance a * 10%; e = chance 1/1000000 }"},
    {"WideRange",
     "rule r { a = pick 0..9000000000000000000; b = pick -5000000000..5000000000\n"
     "  c = pick 0..9223372036854775807; d = pick -4611686018427387904..4611686018427387903 }"},
    {"PowersOfOne", "rule r { a = pick -1..1; n = pick 60..70; b = a ^ n; q = a / 1; c = q ^ n; d = 2 ^ n }"},
    {"NegativePowersOfOne", "rule r { q = (pick -1..2) / 1; n = pick -70..-60; c = q ^ n }"},
    {"RowsOfNoRecord",
     "collection c { rows part { n: number = 1 } }\nc a { }\nrule r { let k = pick c; x = sum(p in k.part: p.n) }"},
    {"MapsThatAreJoined",
     "field a: map of symbol to int\nrule r { a = {x 1}; a += {y (d3)}; if chance 50% { a -= {x 1} } }"},
    {"SizesThatCannotBe",
     "field l: list of int\nrule r { l += d6; a = count(l) == -3; b = count(l) < 0; c = count(l) >= 0 }"},
    {"EmptyRange", "rule r { a = pick 1..6; b = pick 4..a }"},
    {"Dice",
     "rule r { a = 3d6 + d20 - 2d4; n = pick 1..3; m = pick 2..8; b = roll(n, m)\n"
     "  c = max(d6, d20) * 10 - min(d4, d8); d = n - (pick 1..9) * n }"},
    {"ImpossibleDice", "rule r { a = pick 0..2; b = roll(2, a) }"},
    {"Conditions",
     "rule r { a = pick 1..9; b = pick 1..9; c = a < b and (chance 50% or b == 5); d = not c and a in 3..6\n"
     "  e = if c then a else pick 20..30 }"},
    {"Tables",
     "input level: 1..9 = 4\ntable t { 3 x; 5 y if level > 2; level z; 2 w if level > 5 else x }\n"
     "table u { 1000 p; 999 q; 7 s }\nrule r { a = pick t; b = pick u; c = pick { 1 3, 2 d6 } }"},
    {"Weights", "table t { 2.5 x; (1/3) y; 0.5 z }\nrule r { n = pick 0..2; a = pick t; b = pick { n x, (n * 2) y } }"},
    {"NothingToPick", "rule r { n = pick 0..2; b = pick { n x, (n * 2) y } }"},
    {"NegativeWeight", "rule r { n = pick -1..2; b = pick { n x, 1 y } }"},
    {"Records",
     "table t: cost, size, other { 3 a 10 big .; 2 b 20 small c; 1 c . big a }\n"
     "rule r { k = pick t; p = t[k].cost; s = t[k].size; o = t[k].other; q = t[o].cost + 1 }"},
    {"Where",
     "table t: cost { 3 a 10; 2 b 20; 1 c 5; 8 d 7 }\n"
     "rule r { n = pick 1..20; k = pick x in t where x.cost > n or nothing weight 3\n"
     "  l = pick x in t where x.cost < 15 weight x.cost * 2; m = pick x in t where x.cost > n + 5 or nothing }"},
    {"WhereOfLists",
     "table t: cost { 3 a 10; 2 b 20; 1 c 5; 8 d 7 }\n"
     "rule r { l = []; repeat 4 { let g = pick x in t where x.cost > 6 and not (x in l) or nothing; l += g } }"},
    {"WhereOfListsInDefs",
     "table t: cost { 3 a 10; 2 b 20; 1 c 5; 8 d 7 }\ndef fits(x, n, l) = t[x].cost > n and not (x in l)\n"
     "rule r { m = []; repeat 4 { let g = pick x in t where fits(x, 6, m) or nothing; if g != none { m += g } } }"},
    {"WhereOfFieldsInDefs",
     "table t: cost { 3 a 10; 2 b 20; 1 c 5; 8 d 7 }\nscratch m: list of symbol\nfield l: list of symbol\n"
     "def fits(x, n) = t[x].cost > n and not (x in m)\n"
     "rule r { repeat 3 { let g = pick x in t where fits(x, 6) or nothing; if g != none { m += g; l += g } } }"},
    {"WhereOfListsWithWeight",
     "table t: cost { 3 a 10; 2 b 20; 1 c 5; 8 d 7 }\n"
     "rule r { l = {}; repeat 3 { l += pick x in t where not (x in l) weight x.cost + count(l) } }"},
    {"Lists",
     "rule r { l = [1, 2, pick 3..5]; l += 9; s = {b, a}; s += pick {c, d}; n = count(l) + count(s); m = 9 in l\n"
     "  p = pick l; q = sum(x in l where x > 1: x * 2); c = count(x in l where x > 2); e = any(x in l: x == 4)\n"
     "  f = max(x in l: x); g = first(x in l where x > 2); s -= a; k = last(x in l) }"},
    {"Folds",
     "rule r { l = [1, 2, pick 3..5]; s = sum(x in l: x / 2); p = product(x in l: x); a = all(x in l: x < 5) }"},
    {"Loops",
     "rule r { n = 0; for i in 1..(pick 0..5) { n += i; if n > 7 { stop } }; for x in [3, 4] { n += x }\n"
     "  repeat 5 while n < 20 { n += 3 } }"},
    {"Retry",
     "state s: 0..1000 = 0\nrule r { retry max 5 { s += 1; a = pick 1..9; drop o } while a < 7 }\nrule o { x = 1 }"},
    {"RetryForEver", "rule r { retry { a = 3d6 } while a < 10; b = d4 }"},
    {"Discard",
     "rule r { hold o; hold o; a = 1; drop o }\nrule o { b = pick 1..3; hold p; if b == 2 { discard } }\nrule p { c = "
     "d6 }"},
    {"Held",
     "rule r { drop o; a = 1; hold o; drop p }\nrule o { b = pick 1..3; drop p; hold p }\nrule p { if chance 50% { c = "
     "d6 } }"},
    {"Rules",
     "rule r { a = pick {x, y}; do a; f(3, d4) }\nrule x { b = 1; if a == x { stop }; b = 2 }\nrule y(z: int = d6) { b "
     "= z }\n"
     "rule f(p: int, q: int) { c = p + q }"},
    {"With",
     "input level: 1..9 = 4\nrule r { a = level; with level = level + d4 { b = level; g() }; c = level }\n"
     "rule g { d = level; if chance 50% { stop }; d = 0 }"},
    {"StopInWith",
     "input level: 1..9 = 4\nrule r { f(); c = level }\nrule f { with level = 7 { if chance 50% { stop }; a = level } "
     "}"},
    {"Streams",
     "rule r { a = d100; with stream s { b = d100; with stream t { c = d100 }; with stream s { d = d100 } }; e = d100 "
     "}"},
    {"Generators",
     "rule r { a = d100; with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = a, skip = 3) {\n"
     "  b = d100; c = chance 30%; d = chance 1/3; e = pick {x, y, z} }; f = d100 }"},
    {"GeneratorOutOfRange",
     "rule r { a = pick 0..3; with stream lcg(bits = a, multiplier = 5, increment = 1, seed = 3) { b = d100 } }"},
    {"Worlds",
     "state n: 0..1000 = 0\ninput level: 1..9 = 4\nworld def form(k, l) = pick {x, y, z}\nworld def half(f) = d6\n"
     "rule r { n += 1; k = pick {p, q}; f = form(k, n mod 4); g = half(true) }"},
    {"WorldRules",
     "world rule gem(k, o: number) { worth = 3d100; size = 1/2 * d6; if chance 30% { cursed = true }\n"
     "  if chance 20% { stop }; hue = pick {red, blue}; l = [worth, d4]; if chance 10% { kind = x } }\n"
     "rule r { kind = pick {a, b, c}; cursed = chance 50%; size = 1/3; a = d100; gem(kind, 1/(d2)); b = d100\n"
     "  if chance 50% { drop s(kind) }; with stream t { gem(b1, 1); c = d20 } }\n"
     "rule s(field kind: symbol) { gem(kind, 1) }"},
    // The second of one name has a stream of its own (docs/determinism.md).
    {"WorldRuleAndDefOfOneName",
     "world def gem(k) = d1000\nworld rule gem(k) { worth = d1000; more = gem(k) }\nrule r { gem(x); a = gem(x) }"},
    {"WorldRulesInsideEachOther",
     "world def luck(k) = d1000\nworld rule gem(k) { worth = luck(k) + d6; twice(worth) }\n"
     "world rule twice(n) { more = n * d3 }\nrule r { gem(x); a = luck(x) }"},
    {"StateOutOfRange", "state n: 0..5 = 0\nrule r { n += d6; a = n }"},
    {"SetState",
     "state seen: set of symbol\nrule r { k = pick {a, b, c, d}; again = k in seen; seen += k; n = count(seen)\n"
     "  if n > 3 { seen = {} } }"},
    {"SelfComparison", "input n: int = 3\nrule r { a = d6; b = a == a; c = n < n; if n <= n { d = 1 } }"},
    {"MadeTexts",
     "input who: text = \"Bo\"\ndef f(t: text) = if t == \"a 3\" then 1 else 0\n"
     "rule r { n = pick -3..3; k = pick {magic_ring, elf}; b = chance 50%; q = n / 6; l = {ring, gem}\n"
     "  t = \"{n} {n:+} {k} {b} {q} {l} of {who}\"; u = capitalise(\"the {k}\"); v = titled(\"a MIGHTY {k}\")\n"
     "  w = \"{t}{u}\"; same = u == capitalise(\"the {k}\"); let g = [\"{k}\", t, who, \"{k}\"]; g += \"x\"\n"
     "  common = most_common(x in g: x); g2 = \"{g}\"; some = pick g; z = f(\"a {n}\"); h = polynomial_hash(t, 31); if "
     "b { x = who } }"},
    {"TextsInWorlds",
     "world def luck(t: text) = d1000\nrule r { k = pick {a, b}; x = luck(\"the {k}\"); y = luck(\"b\") }"},
    {"TooLongText",
     "rule r { n = pick 10..18; t = \"ab\"; repeat n { t = \"{t}{t}\" }; size = polynomial_hash(t, 1) }"},
    {"Maps",
     "field has: map of symbol to int\nfield of_numbers: map of int to int\n"
     "rule r { has = {gem 2, ring (pick -1..2), gem 1}; has[pick {gem, coin}] += pick -3..3; has[ring] = d2 - 1\n"
     "  n = has[gem]; of_numbers[d6] = d4; let more = {ring 1, elf 2}; has = has + more; has = has - {elf 1}\n"
     "  c = count(has); for k in has { x += has[k]; last = k }; t = \"{has} and {of_numbers}\"\n"
     "  same = has == {gem 3, elf 1, ring 1} }"},
    {"MapState",
     "state seen: map of symbol to int = {a 2}\nrule r { k = pick {a, b, c}; seen[k] += 1; n = seen[k]\n"
     "  if n > 4 { seen[k] = 0 } }"},
    {"MapOverflow",
     "field has: map of symbol to int\nrule r { has = {a 9000000000000000000}; has[pick {a, b}] += 9000000000000000000 "
     "}"},
    {"Distinct",
     "table t: cost { 3 a 10; 2 b 20; 1 c 5; 8 d 7 }\ntable u { 3 a; 2 b; 1 a; 0 c }\n"
     "rule r { n = pick 0..3; l = pick n distinct from t; q = pick 1 distinct from u; m = pick 2 distinct from x in t "
     "where x.cost > 6\n"
     "  o = pick n distinct from [4, 2, 7, 2, d3]; p = pick 9 distinct from t or fewer }"},
    {"TooFewDistinct", "table t { a, b, c }\nrule r { n = pick 0..5; l = pick n distinct from t }"},
    {"SymbolState", "state s: {x, y} = x\nrule r { a = s; s = pick {x, y} }"},
    {"Defs",
     "def f(x, y) = if x > y then x - y else g(y)\ndef g(x) = x * d6\nrule r { a = pick 1..6; b = f(a, f(3, a)) }"},
    {"DefsOfBlocks",
     "def f(n) { let s = 0; for i in 1..n { s += i; if s > 5 { give s } }; give 0 - s }\nrule r { a = f(d6) }"},
    {"ConstantDefs", "constant def f(n) = n * n + 1\nrule r { a = f(d6) }"},
    {"Keywords",
     "rule r { class = pick {int, double, class, UNSET, unset, none_}; struct = 1; new = d4; double = 2; made_by_ = 3 "
     "}"},
    {"UnsetNumbers",
     "rule r { if chance 1/2 { f = d4 / 3 }; a = f == none; if f != none { f = f + 1 }; b = none == f }"},
    {"ValueAfterARule",
     "state n: 0..99 = 3\nscratch c: int\nrule r { a = 1; c = 5; k = x; let v = a * 10 + n + c after s(2)\n"
     "  b = v; d = a + n + c; e = count(l) after s(3) }\n"
     "rule s(m: int) { a = d6 * m; n = d10; c += 1; l = [k, y]; drop o; if chance 1/3 { stop }; a += 100 }\n"
     "rule o { z = d4 }"},
    {"ValueOfANewThing",
     "scratch c: int\nrule r { a = d4; c = 2; f = 1/3; b = (if c == none then 100 else 0) + a of s(a + 1); g = f of "
     "s(0)\n"
     "  f = f + 1/2 after s(a) }\nrule s(m: int) { if f == none { f = 1/7 }; a = m * d6; f = f * d4 }"},
    {"ValueAfterADiscard",
     "input n: int = 4\nrule r { a = 1; with n = 9 { b = a + n after s() }; h = 1/2; h = h / 3 after s(); c = a; d = n "
     "}\n"
     "rule s { a = d6; hold o; if a > n // 2 { discard }; hold o }\nrule o { z = d4 }"},
    {"ValuesAfterRulesInEachOther",
     "world def w = pick 1..6\nrule r { a = 0; for i in 1..3 { let v = a after s(i); if v > 9 { a += v } }; b = w }\n"
     "rule s(m: int) { let v = a after t(); a += v + m }\nrule t { a += d6 + w }"},
    {"ValueAfterARuleWithAGenerator",
     "rule r { with stream lcg(bits = 32, multiplier = 1103515245, increment = 12345, seed = 7) {\n"
     "  a = a after s(); b = pick 0..999 } }\nrule s { a = pick 0..999; with stream other { a += d6 } }"},
    {"ValueAfterARuleThatFails",
     "rule r { a = 1; b = 7 // a after s() }\nrule s { a = pick 0..3; if a == 3 { a = 12 // (a - 3) } }"},
    {"TooManySteps", "rule r { n = 0; repeat 100000000 { n += 1 } }"},
};

INSTANTIATE_TEST_SUITE_P(, Construct, testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

// Each is refused with its place and exit code 4, none is compiled to something else.
// A loop in the block of a def may take more work than one roll has, as the interpreter counts it.
TEST(CompileToC, CountsLoopsOfDefs) {
  const auto header = [](const std::string& turns) {
    const auto pack = compiled("rule r { x = f(3) }\ndef f(n) {\n  let s = n\n  for i in 1.." + turns +
                               " { for j in 1..1000 { s = max(s, j) } }\n  give s\n}\n");
    return *compile_to_c(pack, {"loot", {"r"}});
  };
  EXPECT_NE(header("200000").find("loot_spend_("), std::string::npos);
  EXPECT_EQ(header("20").find("loot_spend_("), std::string::npos);
}

TEST(Refusals, HaveAPlace) {
  constexpr std::string_view kSources[] = {
      "rule r { k = pick {a, b}; l = [\"a {k}\", \"b\"] }",
      "rule r { n = pick 1..6; m = greatest(n + d6) }",
      "rule r { k = pick {a, b}; let l = {\"a {k}\", \"b\"}; n = count(l) }",
      "rule r(l: list of int) { n = count(l) }",
      "collection t { }\nt a { }\nt b { }\nworld def hue(k: t) distinct = pick {red, blue, green}\nrule r { h = hue(a) "
      "}",
      "world rule w(l: list of int) { x = count(l) + d6 }\nrule r { w([1, 2]) }",
  };
  for (const auto source : kSources) {
    const auto header = compile_to_c(compiled(source), {"loot", {"r"}});
    ASSERT_FALSE(header) << source;
    EXPECT_EQ(header.error().kind, Error::Kind::Limit) << source;
    EXPECT_TRUE(header.error().place) << source;
    EXPECT_TRUE(header.error().message.starts_with("cannot compile ")) << header.error().message;
  }
}

TEST(Options, AreChecked) {
  const auto pack = compiled("rule r { a = d6 }\nrule s { b = d6 }");
  EXPECT_EQ(compile_to_c(pack, {"my loot", {}}).error().kind, Error::Kind::BadValue);
  EXPECT_EQ(compile_to_c(pack, {"", {"q"}}).error().kind, Error::Kind::UnknownRule);
  const auto all = compile_to_c(pack);
  ASSERT_TRUE(all);
  EXPECT_NE(all->find("test_roll_r("), std::string::npos);
  EXPECT_NE(all->find("test_roll_s("), std::string::npos);
  EXPECT_EQ(compile_to_c(pack, {"", {"r"}})->find("test_roll_s("), std::string::npos);
}

// Returns what a main function of these statements prints; it rolls the rule `r` of a pack, under sanitizers.
std::string printed(std::string_view declarations, const std::string& statements) {
  const auto header = compile_to_c(compiled(std::string(declarations)), {"loot", {"r"}});
  EXPECT_TRUE(header);
  if (!header) { return ""; }
  const Folder folder;
  folder.write("loot.h", *header);
  folder.write("main.c",
               "#include <stdio.h>\n#include \"loot.h\"\nint main(void) {\n  loot_thing things[8];\n"
               "  loot_stream stream = {1, 0};\n  const loot_inputs inputs = loot_default_inputs();\n" +
                   statements + "  return 0;\n}\n");
  EXPECT_EQ(build(folder, "-fsanitize=address,undefined"), "");
  return run(folder.file("main") + " 2>&1").text;
}

// A roll must not write outside of the room that the caller gives.
TEST(Room, IsNotExceeded) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const auto text = printed("rule r { repeat 9 { drop o } }\nrule o { l = [1, 2, d6]; l += 4 }",
                            "  int64_t words[100];\n  int64_t few[20];\n"
                            "  loot_out out = {things, 8, words, 100, 0, 0, \"\"};\n"
                            "  printf(\"%d \", (int)loot_roll_r(&stream, &inputs, &out));\n"
                            "  out.words = few;\n  out.word_capacity = 20;\n"
                            "  printf(\"%d \", (int)loot_roll_r(&stream, &inputs, &out));\n"
                            "  out.words = NULL;\n  out.word_capacity = 0;\n"
                            "  printf(\"%d %d\", (int)loot_roll_r(&stream, &inputs, &out), (int)stream.index);\n");
  const auto no_things = static_cast<int>(program::Fault::Kind::TooManyThings);
  const auto no_text = static_cast<int>(program::Fault::Kind::TooMuchText);
  EXPECT_EQ(text, fmt::format("{} {} {} 0", no_things, no_text, no_text));
}

// A parameter without a value of its own takes none.
TEST(Parameters, WithoutAValueAreRefused) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const auto text = printed("rule r(w: int, k: {a, b} = b) { ww = w; kk = k }",
                            "  loot_out out = {things, 8, NULL, 0, 0, 0, \"\"};\n"
                            "  const int refused = (int)loot_roll_r(&stream, &inputs, LOOT_DEFAULT, LOOT_A, &out);\n"
                            "  const int fine = (int)loot_roll_r(&stream, &inputs, 3, LOOT_DEFAULT, &out);\n"
                            "  printf(\"%d %d %d %d\", refused == (int)loot_fault_bad_input, fine,\n"
                            "         (int)things[0].ww, things[0].kk == LOOT_B);\n");
  EXPECT_EQ(text, "1 0 3 1");
}

// Inputs and worlds that the library would refuse; a number is reduced as there.
TEST(Inputs, AreCheckedAsByTheLibrary) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const auto text = printed(
      "input i: int = 5\ninput n: number = 1/3\nstate v: 0..5\nstate s: {x, y} = x\nstate q: set of symbol\n"
      "rule r(p: number = 1/3) { half = n == 1/2 and p == 1/2; m = i; q += pick {x, y}; v = min(5, v + 1); t = s }",
      "  loot_world world = loot_new_world(1);\n  loot_inputs given = inputs;\n  int64_t words[100];\n"
      "  loot_out out = {things, 8, words, 100, 0, 0, \"\"};\n"
      "  loot_number p = {3, 6};\n  given.n.numerator = 2; given.n.denominator = 4;\n"
      "  printf(\"%d\", (int)loot_roll_r(&stream, &given, p, &out));\n  printf(\" %d\", (int)things[0].half);\n"
      "  given.n.denominator = -4;\n"
      "  printf(\" %d\", loot_roll_r(&stream, &given, p, &out) == loot_fault_bad_input);\n"
      "  given.n.denominator = 0;\n"
      "  printf(\"%d\", loot_roll_r(&stream, &given, p, &out) == loot_fault_bad_input);\n"
      "  given = inputs; p.denominator = -6;\n"
      "  printf(\"%d\", loot_roll_r(&stream, &given, p, &out) == loot_fault_bad_input);\n"
      "  p.denominator = 0; given.i = LOOT_UNSET;\n"
      "  printf(\"%d\", loot_roll_r(&stream, &given, p, &out) == loot_fault_bad_input);\n"
      "  printf(\" %d\", (int)loot_roll_r_in(&world, &inputs, p, &out));\n"
      "  world.v = 99;\n  printf(\" %d\", loot_roll_r_in(&world, &inputs, p, &out) == loot_fault_bad_input);\n"
      "  world.v = 0; world.s = 4000;\n"
      "  printf(\"%d\", loot_roll_r_in(&world, &inputs, p, &out) == loot_fault_bad_input);\n"
      "  world.s = LOOT_X; world.q.members[0] = 4000;\n"
      "  printf(\"%d\", loot_roll_r_in(&world, &inputs, p, &out) == loot_fault_bad_input);\n"
      "  world.q.count = 4000;\n"
      "  printf(\"%d\", loot_roll_r_in(&world, &inputs, p, &out) == loot_fault_bad_input);\n");
  EXPECT_EQ(text, "0 1 1111 0 1111");
}

class Header : public testing::TestWithParam<Case> {};

// The header is C++ as well, and clang's, without a warning.
TEST_P(Header, CompilesEverywhere) {
  const auto pack = unchecked(GetParam().source);
  const auto header = compile_to_c(pack, {"loot", {"r"}});
  ASSERT_TRUE(header);
  const Folder folder;
  folder.write("loot.h", *header);
  folder.write("main.c", "#include \"loot.h\"\nint main(void) { return 0; }\n");
  folder.write("main.cpp", "#include \"loot.h\"\nint main() { return 0; }\n");
  for (const std::string compiler : {"gcc -std=c11", "clang -std=c11", "g++ -std=c++17", "clang++ -std=c++17"}) {
    if (run(compiler + " --version 2>&1").status != 0) { continue; }
    const auto file = folder.file(compiler.find("++") == std::string::npos ? "main.c" : "main.cpp");
    const auto made = run(compiler + " -O2 -Wall -Wextra -Wpedantic -Werror -fsyntax-only " + file + " 2>&1");
    EXPECT_EQ(made.status, 0) << compiler << made.text.substr(0, 2000);
  }
}

INSTANTIATE_TEST_SUITE_P(, Header, testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace compile_c_constructs_test
}  // namespace spoils
