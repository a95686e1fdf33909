// tests/limits/pack_limits_test.cpp
//
// The limits of packs: at each limit a pack compiles, and one beyond it is refused with the documented code.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "lang/parser.h"
#include "limits/source.h"
#include "program/limits.h"
#include "spoils/roll.h"
#include "text/read_pack.h"

namespace spoils {
namespace pack_limits_test {

using namespace program;

struct PackLimit {
  std::string_view name;
  std::size_t limit;      // the most that compiles
  std::size_t beyond;     // the least that is refused; mostly one more
  std::string_view code;  // with which
  std::string (*source)(std::size_t count);
};

class PackLimits : public testing::TestWithParam<PackLimit> {};

TEST_P(PackLimits, HoldAtTheLimit) { EXPECT_EQ(refusal(GetParam().source(GetParam().limit)), ""); }
TEST_P(PackLimits, RefuseBeyond) { EXPECT_EQ(refusal(GetParam().source(GetParam().beyond)), GetParam().code); }

std::string rule(const std::string& body) { return "rule floor { " + body + " }\n"; }

std::string names(std::size_t count, std::string_view prefix, std::string_view between) {
  return each(count, [&](std::size_t i) { return fmt::format("{}{}{}", i > 0 ? between : "", prefix, i); });
}

/// Defs that call each other in a chain, the last one a number.
std::string chain_of_defs(std::size_t count, const std::string& around) {
  return each(count, [&](std::size_t i) {
    const auto next = i + 1 < count ? fmt::format("def_{}", i + 1) : std::string("depth");
    return fmt::format("def def_{} = {}{}\n", i, next, around);
  });
}

/// Rules that run each other, by a call or by `do`, each within so many blocks.
std::string nested_through_rules(std::size_t blocks, std::string_view block, bool by_do = false) {
  return each(kMaxCallDepth - 1,
              [&](std::size_t i) {
                const auto run = fmt::format(fmt::runtime(by_do ? "do pick {{r{}}}" : "r{}()"), i + 1);
                return fmt::format("rule r{} {{ {}{}{} }}\n", i, times(blocks, block), run, times(blocks, " }"));
              }) +
         fmt::format("rule r{} {{ x = d6 }}\n", kMaxCallDepth - 1);
}

constexpr auto kPackLimits = std::to_array<PackLimit>({
    {"Parentheses", 98, 99, "E0204", [](std::size_t n) { return rule("x = " + times(n, "(") + "1" + times(n, ")")); }},
    {"Blocks", 98, 99, "E0204", [](std::size_t n) { return rule(times(n, "if true { ") + "x = 1" + times(n, " }")); }},
    {"Minuses", 98, 99, "E0204", [](std::size_t n) { return rule("x = " + times(n, "- ") + "1"); }},
    {"TextsInHoles", 9, 10, "E0204",
     [](std::size_t n) { return rule("y = 1; x = " + times(n, "\"{") + "y" + times(n, "}\"")); }},
    {"Terms", 500, 501, "E0204",
     [](std::size_t n) { return "input depth: 1..9 = 1\n" + rule("x = " + times(n - 1, "depth + ") + "depth"); }},
    {"Symbols", kMaxSymbols - 2, kMaxSymbols + 1, "E0508",
     [](std::size_t n) { return rule("kind = pick {" + names(n, "s", ", ") + "}"); }},
    {"Slots", kMaxSlots - 10, kMaxSlots, "E0508",
     [](std::size_t n) { return rule(each(n, [](std::size_t i) { return fmt::format("x{} = 1; ", i); })); }},
    {"Ancestors", kMaxAncestors + 1, kMaxAncestors + 2, "E0508",
     [](std::size_t n) {
       return rule("x = 1") + "collection c { }\nc r0 { }\n" +
              each(n - 1, [](std::size_t i) { return fmt::format("c r{} : r{} {{ }}\n", i + 1, i); });
     }},
    {"TextParts", kMaxTextParts, kMaxTextParts + 1, "E0508",
     [](std::size_t n) { return rule("y = 1; x = \"" + times(n, "{y}") + "\""); }},
    {"Members", kMaxMembers, kMaxMembers + 1, "E0508",
     [](std::size_t n) { return rule("y = 1; x = [" + times(n - 1, "y, ") + "y]"); }},
    {"RulesThatRunEachOther", kMaxCallDepth, kMaxCallDepth + 1, "E0322",
     [](std::size_t n) {
       return each(n - 1, [](std::size_t i) { return fmt::format("rule r{} {{ r{}() }}\n", i, i + 1); }) +
              fmt::format("rule r{} {{ x = 1 }}\n", n - 1);
     }},
    {"DefsThatRunEachOther", kMaxCallDepth, kMaxCallDepth + 1, "E0322",
     [](std::size_t n) { return "input depth: 1..9 = 1\n" + chain_of_defs(n, "") + rule("x = def_0"); }},
    {"ExpressionsThroughDefs", 1, 2, "E0204",
     [](std::size_t n) {
       return "input depth: 1..9 = 1\n" + chain_of_defs(n, times(450, " + 1 * depth")) + rule("x = def_0");
     }},
    {"DefParameters", kMaxDefParameters, kMaxDefParameters + 1, "E0508",
     [](std::size_t n) {
       return "def f(" + names(n, "a", ", ") + ") = a0\n" + rule("x = f(" + times(n - 1, "1, ") + "1)");
     }},
    {"RuleParameters", kMaxRuleParameters, kMaxRuleParameters + 1, "E0508",
     [](std::size_t n) {
       return rule("f(" + times(n - 1, "1, ") + "1)") + "rule f(" + names(n, "a", ", ") + ") { x = a0 }\n";
     }},
    {"CasesOfAStatement", kMaxCases, kMaxCases + 1, "E0508",
     [](std::size_t n) {
       return rule("kind = pick {a, b}\nmatch kind {\n" +
                   each(n, [](std::size_t i) { return fmt::format("s{}: {{ x = 1 }}\n", i); }) + "}");
     }},
    {"CasesOfAValue", 500, 700, "E0204",
     [](std::size_t n) {
       return rule("kind = pick {a, b}\nx = match kind {\n" +
                   each(n, [](std::size_t i) { return fmt::format("s{}: 1\n", i); }) + "}");
     }},
    {"Rules", kMaxRules, kMaxRules + 1, "E0508",
     [](std::size_t n) { return each(n, [](std::size_t i) { return fmt::format("rule r{} {{ x = 1 }}\n", i); }); }},
    {"KeysOfATable", kMaxKeys, kMaxKeys + 1, "E0508",
     [](std::size_t n) { return fmt::format("table t: c {{ 1 1 5, 1 {} 6 }}\n", n) + rule("x = pick t"); }},
    {"KeysOfAllTables", kMaxAllKeys / kMaxKeys, kMaxAllKeys / kMaxKeys + 1, "E0508",
     [](std::size_t n) {
       return each(n, [](std::size_t i) { return fmt::format("table t{}: c {{ 1 1 5, 1 1000000 6 }}\n", i); }) +
              rule("x = pick t0");
     }},
    {"KeysOfAGrid", kMaxKeys, kMaxKeys + 1, "E0508",
     [](std::size_t n) { return fmt::format("grid g[k] {{\n a b\n 1 5 6\n {} 7 8\n}}\n", n) + rule("x = pick g[1]"); }},
    {"BlocksThroughRules", 8, 10, "E0204", [](std::size_t n) { return nested_through_rules(n, "if chance 50% { "); }},
    {"BlocksThroughDo", 8, 10, "E0204",
     [](std::size_t n) { return nested_through_rules(n, "if chance 50% { ", true); }},
    {"StreamsThroughRules", 8, 10, "E0204",
     [](std::size_t n) { return nested_through_rules(n, "with stream other { "); }},
    {"FieldsOfAllRules", 1'300, 1'400, "E0508",
     [](std::size_t n) {
       return each(n, [](std::size_t i) { return fmt::format("rule r{} {{ big() }}\n", i); }) + "rule big { " +
              each(3'000, [](std::size_t i) { return fmt::format("x{} = 1; ", i); }) + "}\n";
     }},
    {"BytesOfAText", kMaxTextBytes, kMaxTextBytes + 1, "E0106",
     [](std::size_t n) { return rule("x = \"" + std::string(n, 'a') + "\""); }},
    {"DiceOfAThrow", static_cast<std::size_t>(kMaxDice), static_cast<std::size_t>(kMaxDice) + 1, "E0211",
     [](std::size_t n) { return rule(fmt::format("x = {}d6", n)); }},
    {"StepsOfTypes", 90, 110, "E0420",
     [](std::size_t n) {
       return rule(each(n, [](std::size_t i) { return fmt::format("x{} = x{}\n", i, i + 1); }) +
                   fmt::format("x{} = 1", n));
     }},
    {"Bits", 63, 64, "E0509",
     [](std::size_t n) {
       return rule(fmt::format(
           "with stream lcg(bits = {}, multiplier = 3, increment = 1, seed = 5) {{ x = pick 1..6 }}", n));
     }},
    {"Skip", static_cast<std::size_t>(kMaxSkip), static_cast<std::size_t>(kMaxSkip) + 1, "E0509",
     [](std::size_t n) {
       return rule(fmt::format(
           "with stream lcg(bits = 15, multiplier = 3, increment = 1, seed = 5, skip = {}) {{ x = pick 1..6 }}", n));
     }},
});

INSTANTIATE_TEST_SUITE_P(, PackLimits, testing::ValuesIn(kPackLimits),
                         [](const auto& row) { return std::string(row.param.name); });

// Twenty measures, each of which is twice the one before, would expand to two million nodes and more.
TEST(PackSize, OfMeasuresThatDouble) {
  const auto source = [](std::size_t n) {
    return rule("x = 1") + "measure m0 = x + x\n" +
           each(n, [](std::size_t i) { return fmt::format("measure m{} = m{} + m{}\n", i + 1, i, i); });
  };
  EXPECT_EQ(refusal(source(12)), "");
  EXPECT_EQ(refusal(source(60)), "E0508");
}

TEST(PackSize, OfWordsAndMarks) {
  EXPECT_EQ(refusal(rule("x = [" + times(200'000, "1, ") + "1]")), "");
  EXPECT_EQ(refusal(rule("x = [" + times(lang::kMaxTokens / 2, "1, ") + "1]")), "E0508");
}

TEST(PackSize, OfAFile) {
  const std::string source = rule("x = 1") + "#";
  const std::string header = "pack limit\n";
  EXPECT_EQ(refusal(source + std::string(text::kMaxFileBytes - source.size() - header.size(), '#')), "");
  EXPECT_EQ(refusal(source + std::string(text::kMaxFileBytes - source.size() - header.size() + 1, '#')), "E0002");
}

TEST(PackSize, OfRulesThatDoMayRun) {
  const auto source = [](std::size_t n) {
    return rule(each(n, [](std::size_t) { return "do pick t\n"; })) + "table t { " + names(2'000, "r", ", ") + " }\n" +
           each(2'000, [](std::size_t i) { return fmt::format("rule r{} {{ x = 1 }}\n", i); });
  };
  EXPECT_EQ(refusal(source(kMaxDispatches / 2'000)), "");
  EXPECT_EQ(refusal(source(kMaxDispatches / 2'000 + 1)), "E0508");
}

TEST(BlocksThroughRules, AreRolledWithinTheStack) {
  for (const std::string_view block : {"if true { ", "with stream other { ", "repeat 1 { "}) {
    const auto loaded = Pack::compile("nested.loot", "pack limit\n" + nested_through_rules(8, block));
    ASSERT_TRUE(loaded.pack) << loaded.findings.text();
    EXPECT_TRUE(Roller::make(*loaded.pack, "r0")->roll(1, 0)) << block;
  }
}

// Nonsense of the greatest size is read to its end, with a limited number of findings.
TEST(PackSize, OfNonsense) {
  const auto loaded = Pack::compile("nonsense.loot", std::string(text::kMaxFileBytes, '$'));
  EXPECT_FALSE(loaded.pack);
  EXPECT_GE(loaded.findings.errors(), 1u);
  const auto braces = Pack::compile("braces.loot", "pack limit\nrule floor {" + std::string(900'000, '{'));
  EXPECT_FALSE(braces.pack);
  EXPECT_LE(braces.findings.all().size(), 2'000u);
}

}  // namespace pack_limits_test
}  // namespace spoils
