// tests/limits/roll_limits_test.cpp
//
// The limits of one roll: at each limit it ends well, beyond it with a Limit or Fault that names the place, and soon.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "limits/source.h"
#include "program/limits.h"

namespace spoils {
namespace roll_limits_test {

using namespace program;

// The checker evaluates constants and inputs, but not the hash of a text that the caller gives. The hash of a text of
// `letters` bytes, each with the value 1, is their count; so a test can hide a number from the checker.
constexpr std::string_view kLetters = "input letters: text = \"\"\ndef count_given() = polynomial_hash(letters, 1)\n";

std::string given(std::size_t count) { return std::string(count, '\x01'); }

struct RollLimit {
  std::string_view name;
  std::size_t limit;
  std::size_t beyond;
  std::string_view message;  // the beginning of what is said beyond the limit
  std::string (*source)(std::size_t count);
};

class RollLimits : public testing::TestWithParam<RollLimit> {};

TEST_P(RollLimits, HoldAtTheLimit) { EXPECT_EQ(outcome(GetParam().source(GetParam().limit)), ""); }

TEST_P(RollLimits, EndBeyond) {
  const auto found = outcome(GetParam().source(GetParam().beyond));
  EXPECT_EQ(found.substr(0, GetParam().message.size()), GetParam().message) << found;
  EXPECT_NE(found.find(" limit.loot:"), std::string::npos) << found;
}

std::string rule(const std::string& body) { return "rule floor {\n  " + body + "\n}\n"; }

constexpr auto kRollLimits = std::to_array<RollLimit>({
    {"TurnsOfRepeat", kMaxSteps - 1, kMaxSteps, "limit: limit.loot:3:3: one roll took more than 10 million steps",
     [](std::size_t n) { return rule(fmt::format("repeat {} {{ }}", n)); }},
    {"TurnsOfARange", kMaxSteps - 1, kMaxSteps, "limit: limit.loot:3:3: one roll took more than 10 million steps",
     [](std::size_t n) { return rule(fmt::format("for i in 1..{} {{ }}", n)); }},
    {"TurnsOfLists", 3, 4, "limit: limit.loot:",
     [](std::size_t n) {
       return rule("let l = [" + times(199, "1, ") + "1]\n" +
                   each(n, [](std::size_t i) { return fmt::format("for x{} in l {{ ", i); }) + times(n, "}"));
     }},
    {"Tries", 1'000, 10'000'000,
     "limit: limit.loot:", [](std::size_t n) { return rule(fmt::format("retry max {} {{ x = 1 }} while x == 1", n)); }},
    {"Things", kMaxThings - 1, kMaxThings, "limit: limit.loot:5:6: one roll made more than 100000 things",
     [](std::size_t n) { return rule(fmt::format("repeat {} {{ drop coin }}", n)) + "rule coin { kind = gold }\n"; }},
    {"FieldsOfThings", 5'000, 5'500, "limit: limit.loot:",
     [](std::size_t n) {
       return rule(fmt::format("repeat {} {{ drop big }}", n)) + "rule big { kind = gold; if letters == \"all\" { " +
              each(3'000, [](std::size_t i) { return fmt::format("x{} = 1; ", i); }) +
              "} }\ninput letters: text = \"\"\n";
     }},
    {"DiceOfAllThrows", kMaxWork / kMaxDice / 10, kMaxWork / kMaxDice + 1,
     "limit: limit.loot:3:", [](std::size_t n) { return rule(fmt::format("repeat {} {{ x = roll(10000, 6) }}", n)); }},
    {"BytesOfOneText", 16, 17, "limit: limit.loot:4:",
     [](std::size_t n) { return rule(fmt::format("x = \"a\"\nrepeat {} {{ x = \"{{x}}{{x}}\" }}", n)); }},
    {"BytesOfAllTexts", 1'000, 1'100, "limit: limit.loot:5:",
     [](std::size_t n) {
       return rule(fmt::format("x = \"a\"\nrepeat 16 {{ x = \"{{x}}{{x}}\" }}\nrepeat {} {{ y = \"{{x}}\" }}", n));
     }},
    {"MembersOfAllLists", 3'900, 4'200, "limit: limit.loot:4:",
     [](std::size_t n) { return "field l: list of int\n" + rule(fmt::format("repeat {} {{ l += 1 }}", n)); }},
    {"MembersOfShuffledLists", 30, 60, "limit: limit.loot:3:",
     [](std::size_t n) { return rule(fmt::format("repeat {} {{ x = count(shuffle 1..100000) }}", n)); }},
    {"DefsThatDouble", 15, 60, "limit: limit.loot:",
     [](std::size_t n) {
       return "input depth: 1..9 = 1\n" +
              each(n, [](std::size_t i) { return fmt::format("def f{} = max(f{}, f{})\n", i, i + 1, i + 1); }) +
              fmt::format("def f{} = polynomial_hash(letters, 1)\ninput letters: text = \"\"\n", n) + rule("x = f0");
     }},
    {"TurnsInADef", kMaxWork - 10, kMaxWork, "limit: limit.loot:2:",
     [](std::size_t n) {
       return fmt::format("def f(n) {{ repeat n {{ }}; give 1 }}\nrule floor {{ x = f({}) }}\n", n);
     }},
    {"ListsOfADef", 3'900, 4'200, "limit: limit.loot:2:",
     [](std::size_t n) {
       return fmt::format(
           "def f(n) {{ let l = [1]; repeat n {{ l += 1 }}; give count(l) }}\nrule floor {{ x = f({}) }}\n", n);
     }},
    {"ValuesOfConstantDefs", kMaxConstants, kMaxConstants + 1, "limit: limit.loot:3:",
     [](std::size_t n) {
       return fmt::format("constant def f(n) = n + 1\nrule floor {{ for i in 1..{} {{ x = f(i) }} }}\n", n);
     }},
    {"MembersOfConstantDefs", 8, 12, "limit: limit.loot:3:",
     [](std::size_t n) {
       return fmt::format(
           "constant def f(n) = list(i in 1..100000: i + n)\n"
           "rule floor {{ for i in 1..{} {{ x = count(f(i)) }} }}\n",
           n);
     }},
    {"FoldsInFolds", 2, 4, "limit: limit.loot:",
     [](std::size_t n) {
       return rule("let l = [" + times(499, "1, ") + "1]\nx = " +
                   each(n, [](std::size_t i) { return fmt::format("sum(x{} in l: ", i); }) + "1" + times(n, ")"));
     }},
    {"Warming", 100, 101, "limit: limit.loot:3:",
     [](std::size_t n) {
       return rule(fmt::format(
           "repeat {} {{ with stream lcg(bits = 15, multiplier = 3, increment = 1, seed = 5, skip = 1000000) "
           "{{ x = pick 1..6 }} }}",
           n));
     }},
});

INSTANTIATE_TEST_SUITE_P(, RollLimits, testing::ValuesIn(kRollLimits),
                         [](const auto& row) { return std::string(row.param.name); });

struct Fault {
  std::string_view name;
  std::size_t limit;
  std::size_t beyond;
  std::string_view message;
  std::string_view statement;  // n is the number of letters given
};

class Faults : public testing::TestWithParam<Fault> {};

TEST_P(Faults, OnlyBeyondTheLimit) {
  const auto source = std::string(kLetters) + rule("let n = count_given()\n  " + std::string(GetParam().statement)) +
                      "state s: 0..5 = 0\nstate mood: {calm, angry} = calm\ntable t { (n_of()) a, (n_of() - 3) b "
                      "}\ndef n_of() = count_given()\n";
  EXPECT_EQ(outcome(source, {{"letters", given(GetParam().limit)}}), "");
  EXPECT_EQ(outcome(source, {{"letters", given(GetParam().beyond)}}),
            "fault: limit.loot:" + std::string(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    , Faults,
    testing::ValuesIn(std::to_array<Fault>({
        {"Dice", 10'000, 10'001, "6:7: these dice cannot be rolled", "x = roll(n, 6)"},
        {"Sides", 1, 0, "6:7: these dice cannot be rolled", "x = roll(2, n)"},
        {"Division", 1, 0, "6:7: this divides by zero", "x = 5 // n"},
        {"Remainder", 1, 0, "6:7: this divides by zero", "x = 5 mod n"},
        {"Fraction", 1, 0, "6:7: this divides by zero", "x = 5 / n"},
        {"Power", 62, 63, "6:7: the number leaves 64 bits here", "x = 2 ^ n"},
        {"Product", 1, 2, "6:7: the number leaves 64 bits here", "x = n * 9223372036854775807"},
        {"Range", 5, 6, "6:7: the range to pick from ends before it begins", "x = pick n..5"},
        {"Rows", 3, 2, "10:23: this weight is negative", "x = pick t"},
        {"State", 5, 6,
         "6:3: the state `s` would be 6, outside of 0..5 (`min(5, ...)` around the value would keep it inside)",
         "s = n"},
        {"Skip", 1, 2, "6:3: the stream has bits outside 1..63 or a skip outside 0..1000000",
         "with stream lcg(bits = 15, multiplier = 3, increment = 1, seed = 5, skip = n * 1000000) { x = pick 1..6 }"},
        {"Bits", 63, 64, "6:3: the stream has bits outside 1..63 or a skip outside 0..1000000",
         "with stream lcg(bits = n, multiplier = 3, increment = 1, seed = 5) { x = pick 1..6 }"},
    })),
    [](const auto& row) { return std::string(row.param.name); });

// The last value of a range may be the greatest number there is.
TEST(RollLimit, RangeUpToTheGreatestNumber) {
  EXPECT_EQ(outcome(rule("for i in 9223372036854775800..9223372036854775807 { x = i }")), "");
}

// A text from outside is bounded like one that is made inside.
TEST(RollLimit, TextFromOutside) {
  const auto loaded = Pack::compile("limit.loot", "pack limit\ninput t: text = \"\"\nrule floor { x = \"{t}\" }\n");
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  auto roller = Roller::make(*loaded.pack);
  ASSERT_TRUE(roller);
  EXPECT_FALSE(roller->set("t", std::string(kMaxTextBytes, 'a')));
  EXPECT_TRUE(roller->roll(1, 0));
  const auto refused = roller->set("t", std::string(kMaxTextBytes + 1, 'a'));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, Error::Kind::BadValue);
}

// After a roll that went too far the next one is as good as ever.
TEST(RollLimit, TheNextRollGoesOn) {
  const auto loaded =
      Pack::compile("limit.loot", "pack limit\ninput n: 1..20000000 = 1\nrule floor { repeat n { x = 1 } }\n");
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  auto roller = Roller::make(*loaded.pack, {}, {{"n", "20000000"}});
  ASSERT_TRUE(roller);
  const auto failed = roller->roll(1, 0);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, Error::Kind::Limit);
  ASSERT_FALSE(roller->set("n", "3"));
  EXPECT_TRUE(roller->roll(1, 0));
}

// The limits of a roll do not depend on the tables that other rolls have prepared.
TEST(RollLimit, IsTheSameAtEveryIndex) {
  const auto loaded = Pack::compile(
      "limit.loot",
      "pack limit\ninput depth: 1..9 = 1\n" + rule("repeat 2000 { x = pick t }") + "table t {\n" +
          times(600, "(sum(x in [depth, depth, depth, depth, depth, depth, depth, depth, depth, depth]: x)) a\n") +
          "}\n");
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  auto roller = Roller::make(*loaded.pack);
  ASSERT_TRUE(roller);
  const auto first = roller->roll(1, 0);
  const auto second = roller->roll(1, 0);
  ASSERT_EQ(first.ok(), second.ok());
  auto other = Roller::make(*loaded.pack);
  ASSERT_TRUE(other->roll(1, 7).ok() == first.ok());
}

// A name that would take for ever shows nothing in that place.
TEST(RollLimit, NameThatTakesForEver) {
  const auto loaded =
      Pack::compile("limit.loot", "pack limit\nfield l: list of int\n" + rule("kind = gold; repeat 300 { l += 1 }") +
                                      "measure m = sum(a in l: sum(b in l: sum(c in l: sum(d in l: 1))))\n"
                                      "display floor \"{kind} {m}\"\n");
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  auto roller = Roller::make(*loaded.pack);
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  EXPECT_EQ((*things)[0].name().substr(0, 4), "gold");
}

}  // namespace roll_limits_test
}  // namespace spoils
