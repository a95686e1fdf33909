// tests/regression/untrusted_pack_test.cpp
//
// Packs that were made to harm, each of which once crashed, hung or took all memory. The worst outcome of loading a
// stranger's pack must be a refusal or a failed roll, after a short time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace untrusted_pack_test {

/// The outcome of a pack.
enum class End : std::uint8_t {
  Refused,  // it does not compile
  Fails,    // the rolls of its first rule end with a fault or at a limit
  Rolls,
};

struct HarmfulPack {
  std::string_view name;
  End end;
  std::function<std::string()> source;  // without the `pack` line
};

std::string join(int count, const std::function<std::string(int)>& part) {
  std::string out;
  for (int i = 0; i < count; ++i) { out += part(i); }
  return out;
}

std::string times(int count, std::string_view text) {
  return join(count, [&](int) { return std::string(text); });
}

class UntrustedPack : public testing::TestWithParam<HarmfulPack> {};

TEST_P(UntrustedPack, DoesNoHarm) {
  const auto loaded = Pack::compile("harm.loot", "pack harm \"Harm\" 1.0\n" + GetParam().source());
  EXPECT_EQ(loaded.pack.has_value(), loaded.findings.errors() == 0);
  if (!loaded.pack) {
    EXPECT_EQ(GetParam().end, End::Refused) << loaded.findings.text();
    EXPECT_LE(loaded.findings.all().size(), 2000u);
    return;
  }
  auto roller = Roller::make(*loaded.pack);
  ASSERT_TRUE(roller) << roller.error().text();
  const auto things = roller->roll(1, 0);
  if (!things) {
    EXPECT_EQ(GetParam().end, End::Fails) << things.error().text();
    return;
  }
  EXPECT_EQ(GetParam().end, End::Rolls);
  for (const auto& thing : *things) { static_cast<void>(thing.name()); }
}

const auto kPacks = std::to_array<HarmfulPack>({
    // Small texts that cause an exponential amount of work.
    {"DefsThatDouble", End::Fails,
     [] {
       return "rule r { x = def60() }\ndef def0() = pick 1..2\n" +
              join(60, [](int i) { return fmt::format("def def{}() = def{}() + def{}()\n", i + 1, i, i); });
     }},
    {"TablesThatDouble", End::Fails,
     [] {
       return "rule r { x = pick t60 }\ntable t0 { 1 1, 1 2 }\n" +
              join(60, [](int i) { return fmt::format("table t{} {{ 1 (pick t{} + pick t{}) }}\n", i + 1, i, i); });
     }},
    {"CellsThatDouble", End::Fails,
     [] {
       return "rule r { x = t60[a].c }\ntable t0: c { 1 a (pick 1..2) }\n" + join(60, [](int i) {
                return fmt::format("table t{}: c {{ 1 a (t{}[a].c + t{}[a].c) }}\n", i + 1, i, i);
              });
     }},
    {"MeasuresThatDouble", End::Refused,
     [] {
       return "rule r { x = 1 }\nmeasure m0 = x\ndisplay r \"{m60}\"\n" +
              join(60, [](int i) { return fmt::format("measure m{} = m{} + m{}\n", i + 1, i, i); });
     }},
    {"RangesThatDouble", End::Refused,
     [] {
       return "rule r { x = pick def60 }\ndef def0 = 1..2\n" +
              join(60, [](int i) { return fmt::format("def def{} = 1..(pick def{} + pick def{})\n", i + 1, i, i); });
     }},
    {"DisplayThatDoubles", End::Rolls,
     [] {
       return "rule r { x = 1 }\ndef def0() = x\ndisplay r \"{def40()}\"\n" +
              join(40, [](int i) { return fmt::format("def def{}() = def{}() + def{}()\n", i + 1, i, i); });
     }},
    {"DefsThatDoubleInEveryRule", End::Rolls,
     [] {
       return "rule r { " + join(100, [](int i) { return fmt::format("x = def12() + {}\n", i); }) +
              "}\ndef def0() = 1\n" +
              join(12, [](int i) { return fmt::format("def def{}() = def{}() + def{}()\n", i + 1, i, i); });
     }},
    {"FoldsInFolds", End::Fails,
     [] {
       return std::string(
           "rule r {\n  l += 1\n  repeat 12 { l += l }\n"
           "  x = sum(a in l: sum(b in l: sum(c in l: a * b * c mod 2)))\n}\nfield l: list of int\n");
     }},
    {"MembersAllTheTime", End::Fails,
     [] {
       return std::string(
           "rule r {\n  l += 1\n  repeat 20 { l += l }\n  repeat 9000000 { f = 2 in l }\n}\nfield l: list of int\n");
     }},
    {"LoopsInLoops", End::Fails,
     [] { return "rule r { " + times(20, "repeat 1000 { ") + "x += 1" + times(20, " }") + " }\n"; }},
    {"SkipsAllTheTime", End::Fails,
     [] {
       return std::string(
           "rule r { repeat 9000000 { with stream lcg(bits = 15, multiplier = 5, increment = 3, seed = 1, "
           "skip = 1000000) { x = d6 } } }\n");
     }},
    {"DiceAllTheTime", End::Fails, [] { return std::string("rule r { repeat 9000000 { x = 10000d6 } }\n"); }},

    {"RowsThatAllInherit", End::Refused,
     [] {
       return "rule r { x = 1 }\ncollection c { rows part { a: int } }\nabstract c all {\n" +
              join(2000, [](int) { return std::string("  part 1\n"); }) + "}\n" +
              join(2000, [](int i) { return fmt::format("c r{} : all {{ }}\n", i); });
     }},
    {"RecordsInAChain", End::Refused,
     [] {
       return "rule r { x = 1 }\ncollection c { }\nc r0 { }\n" +
              join(20000, [](int i) { return fmt::format("c r{} : r{} {{ }}\n", i + 1, i); });
     }},
    {"DefaultsThatDouble", End::Refused,
     [] {
       return "rule r { x = 1 }\nc one { }\ncollection c {\n  f0: int = 1\n" +
              join(40, [](int i) { return fmt::format("  f{}: int = f{} + f{}\n", i + 1, i, i); }) + "}\n";
     }},
    {"DefsInFiltersThatDouble", End::Refused,
     [] {
       return "rule r { x = 1 }\ncollection c { on: filter }\nc one { on = {(def40)} }\ndef def0 = {a, b}\n" +
              join(40, [](int i) { return fmt::format("def def{} = {{(def{}), (def{})}}\n", i + 1, i, i); });
     }},

    // Small texts that cause a large use of memory.
    {"ListsThatDouble", End::Fails,
     [] { return std::string("rule r { l += 1; repeat 60 { l += l } }\nfield l: list of int\n"); }},
    {"TextsThatDouble", End::Fails,
     [] { return std::string("rule r { t = \"abc\"; repeat 60 { t = \"{t}{t}\" } }\n"); }},
    {"CapitalsAllTheTime", End::Fails,
     [] {
       return std::string(
           "rule r { t = \"abcdefgh\"; repeat 12 { t = \"{t}{t}\" }; repeat 999999 { u = capitalise(t) } }\n");
     }},
    {"LongListAsText", End::Fails,
     [] {
       return std::string(
           "rule r { l += word_of_some_length; repeat 20 { l += l }; t = \"{l}{l}{l}\" }\nfield l: list of symbol\n");
     }},
    {"ThingsWithoutEnd", End::Fails,
     [] { return std::string("rule r { repeat 9000000 { drop s } }\nrule s { x = 1 }\n"); }},
    {"OutcomesFarApart", End::Rolls,
     [] {
       return "rule r { x = pick {1 1, 1 999999} }\n" +
              join(50, [](int i) { return fmt::format("table t{} {{ 1 1, 1 999999 }}\n", i); });
     }},
    {"OutcomesAtBothEnds", End::Rolls,
     [] {
       return std::string("rule r { x = pick t }\ntable t { 1 9223372036854775807, 1 (-9223372036854775807) }\n");
     }},
    {"OutcomeAtTheEnd", End::Rolls,
     [] { return std::string("rule r { x = pick t }\ntable t { 1 9223372036854775807 }\n"); }},
    {"KeysAtBothEnds", End::Refused,
     [] {
       return std::string(
           "rule r { x = pick g[1] }\ngrid g[k] {\n  a b\n  9223372036854775807 1 2\n  (-9223372036854775807) 3 "
           "4\n}\n");
     }},

    // Deep nesting.
    {"ChainOfDefs", End::Refused,
     [] {
       return "rule r { x = def30000() }\ndef def0() = pick 1..2\n" +
              join(30000, [](int i) { return fmt::format("def def{}() = 1 + def{}()\n", i + 1, i); });
     }},
    {"ChainOfDefsBackwards", End::Refused,
     [] {
       return "rule r { x = def0() }\n" +
              join(30000, [](int i) { return fmt::format("def def{}() = 1 + def{}()\n", i, i + 1); }) +
              "def def30000() = pick 1..2\n";
     }},
    {"ChainOfTables", End::Refused,
     [] {
       return "rule r { x = pick t30000 }\ntable t0 { 1 a }\n" +
              join(30000, [](int i) { return fmt::format("table t{} {{ 1 (pick t{}) }}\n", i + 1, i); });
     }},
    {"ChainOfRules", End::Refused,
     [] {
       return join(9000, [](int i) { return fmt::format("rule r{} {{ r{}() }}\n", i, i + 1); }) +
              "rule r9000 { x = 1 }\n";
     }},
    {"ChainOfRulesBackwards", End::Refused,
     [] {
       return "rule r0 { x = 1 }\n" + join(9000, [](int i) { return fmt::format("rule r{} {{ r{}() }}\n", i + 1, i); });
     }},
    {"BracketsInBrackets", End::Refused,
     [] { return "rule r { x = " + times(100000, "(") + "1" + times(100000, ")") + " }\n"; }},
    {"BlocksInBlocks", End::Refused,
     [] { return "rule r { " + times(100000, "if true { ") + times(100000, "}") + " }\n"; }},
    {"TextsInTexts", End::Refused,
     [] { return "rule r { x = " + times(5000, "\"{") + "1" + times(5000, "}\"") + " }\n"; }},
    {"ManyArms", End::Refused,
     [] {
       return "rule r {\n  x = pick 1..9\n  match x {\n" +
              join(100000, [](int i) { return fmt::format("    {}: {{ y = {} }}\n", i, i); }) + "  }\n}\n";
     }},
    {"ArmsInArms", End::Refused,
     [] {
       std::string inner = "y = 1";
       for (int depth = 0; depth < 90; ++depth) {
         inner = "match x {\n" + join(60, [](int i) { return fmt::format("{}: {{ y = {} }}\n", i, i); }) + "else: { " +
                 inner + " }\n}\n";
       }
       return "rule r { x = pick 1..9\n" + inner + " }\n";
     }},
    {"GridInTableInGrid", End::Refused,
     [] {
       return std::string(
           "rule r { x = pick g[1] }\ngrid g[k] {\n  a  (pick t)\n  1  1  1\n}\ntable t { 1 (pick g[1]) }\n");
     }},

    // Numbers at the ends of their range.
    {"LoopToTheLastInteger", End::Rolls,
     [] { return std::string("rule r { for i in 9223372036854775800..9223372036854775807 { x = i } }\n"); }},
    {"RangeOfAllIntegers", End::Fails,
     [] {
       return std::string(
           "rule r { a = pick {-9223372036854775807}; b = pick {9223372036854775807}; x = pick a..b }\n");
     }},
    {"EveryOperatorAtTheEnds", End::Refused,
     [] {
       return std::string(
           "rule r { a = pick {-9223372036854775807}; b = pick {9223372036854775807, 9223372036854775806}\n"
           "  c = -a; d = abs(a); e = a // -1; f = a mod -1; g = b / 3 * 2; x = a - b }\n");
     }},
});

INSTANTIATE_TEST_SUITE_P(, UntrustedPack, testing::ValuesIn(kPacks),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace untrusted_pack_test
}  // namespace spoils
