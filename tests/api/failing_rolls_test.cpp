// tests/api/failing_rolls_test.cpp
//
// with_failing_rolls(): a roll that fails at an end of some input is a warning with the inputs that it needs; the roll
// that the help names fails so.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "packs/shipped.h"
#include "spoils/expectations.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace failing_rolls_test {

constexpr const char* kWares = R"(pack test "Test" 1.0
table ware: first { rope 1; lamp 1; net 5 }
field got: set of ware
)";

std::vector<Diagnostic> warnings(const std::string& more) {
  const auto loaded = with_failing_rolls(Pack::compile("test.loot", kWares + more));
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
  std::vector<Diagnostic> out;
  for (const auto& finding : loaded.findings.all()) {
    EXPECT_EQ(finding.severity, Severity::Warning);
    if (finding.code == "W0530") { out.push_back(finding); }
  }
  return out;
}

constexpr const char* kDay =
    "rule day { for n in 1..3 { let w = pick w in ware where w.first <= level and not w in got; got += w } }\n";

TEST(FailingRolls, NameTheInput) {
  const auto found = warnings(std::string("input level: 1..9 = 9\n") + kDay);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "a roll of `day` fails when `level` is 1: there is nothing to pick from here");
  EXPECT_EQ(found[0].location.line, 5U);
  EXPECT_EQ(found[0].help, "`explain` shows the roll: rule `day` with --set level=1 --seed 1 --index 0");
}

// The help is right: the roll fails with these inputs, and not with those at the beginning.
TEST(FailingRolls, AreAsTheHelpSays) {
  const auto pack = Pack::compile("test.loot", kWares + std::string("input level: 1..9 = 9\n") + kDay).pack;
  ASSERT_TRUE(pack);
  EXPECT_FALSE(Roller::make(*pack, "day", {{"level", "1"}})->roll(1, 0));
  EXPECT_TRUE(Roller::make(*pack, "day", {{"level", "9"}})->roll(1, 0));
}

TEST(FailingRolls, NeedTwoInputs) {
  const auto found = warnings(
      "input a: 0..9 = 5\ninput b: {low, mid, high} = mid\ninput c: flag = true\n"
      "rule r { let l = list(w in ware where a < 9 or b != high: w); kind = pick l }\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].message.find("when `a` is 9 and `b` is high:"), std::string::npos) << found[0].message;
}

TEST(FailingRolls, WithTheFirstInputs) {
  const auto found = warnings("rule r { let l = list(w in ware where w.first > 5: w); kind = pick l }\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message.find(" when "), std::string::npos) << found[0].message;
}

TEST(FailingRolls, OfNoRuleThatAnotherOneRuns) {
  const std::string visit = "rule visit(a: symbol = none) { let l = list(w in ware where w == a: w); kind = pick l }\n";
  EXPECT_EQ(warnings(visit).size(), 1U);
  EXPECT_EQ(warnings("rule r { visit(net) }\n" + visit).size(), 0U);
  EXPECT_EQ(warnings("rule r { drop visit(net) }\n" + visit).size(), 0U);
}

TEST(FailingRolls, OfARuleThatNeedsAValueAreNotTried) {
  EXPECT_EQ(warnings("rule r(a: symbol) { let l = list(w in ware where w == a: w); kind = pick l }\n").size(), 0U);
}

// An input that is not set has its own value: a text, one that other inputs give, or none.
TEST(FailingRolls, LeaveOtherInputsAsTheyAre) {
  EXPECT_EQ(warnings("rule r(t: text = \"x\") { let l = list(w in ware where t == \"x\": w); kind = pick l }\n").size(),
            0U);
  const std::string fails = "{ let l = list(w in ware where w.first > 5: w); kind = pick l }\n";
  for (const std::string inputs : {"", "n: int = 2 * 3", "n: 1..9 = level", "n: set of symbol = {}",
                                   "n: list of int = []", "n: symbol = pick ware"}) {
    const auto found =
        warnings("input level: 1..9 = 3\ninput class: {mage, thief} = none\nrule r(" + inputs + ") " + fails);
    ASSERT_EQ(found.size(), 1U) << inputs;
    EXPECT_EQ(found[0].message, "a roll of `r` fails: there is nothing to pick from here") << inputs;
  }
}

// A required value is in the command, and in the message if another one helps.
TEST(FailingRolls, GiveWhatIsRequired) {
  const auto always = warnings("rule r(n: 1..9) { let l = list(w in ware where w.first > 5: w); kind = pick l }\n");
  ASSERT_EQ(always.size(), 1U);
  EXPECT_EQ(always[0].message, "a roll of `r` fails: there is nothing to pick from here");
  EXPECT_EQ(always[0].help, "`explain` shows the roll: rule `r` with --set n=1 --seed 1 --index 0");
  const auto at_nine =
      warnings("rule r(n: 1..9) { let l = list(w in ware where w.first < 9 - n: w); kind = pick l }\n");
  ASSERT_EQ(at_nine.size(), 1U);
  EXPECT_NE(at_nine[0].message.find("when `n` is 9:"), std::string::npos) << at_nine[0].message;
}

// Forty inputs, of which the first and the last must be at their greatest together.
TEST(FailingRolls, NeedTwoOfManyInputs) {
  std::string pack;
  for (int i = 0; i < 40; ++i) { pack += "input i" + std::to_string(i) + ": 0..9 = 5\n"; }
  const auto found = warnings(pack + "rule r { let l = list(w in ware where i0 < 9 or i39 < 9: w); kind = pick l }\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "a roll of `r` fails when `i0` is 9 and `i39` is 9: there is nothing to pick from here");
}

TEST(FailingRolls, AtEachPlace) {
  EXPECT_EQ(warnings("rule r {\n  let l = list(w in ware where w == axe: w)\n"
                     "  if chance 1/2 { kind = pick l } else { kind = pick l }\n}\n")
                .size(),
            2U);
}

// with_doubts() reports `doubts` that fail, and a used pack has a check of its own.
TEST(FailingRolls, OfDoubtsAreThere) {
  EXPECT_EQ(warnings("rule doubts { let l = list(w in ware where w == axe: w); kind = pick l }\n").size(), 0U);
}

TEST(FailingRolls, OfAUsedPackAreThere) {
  PackSource source;
  source.folder = "packs";
  source.read = [](const std::string& name) -> Result<std::vector<PackFile>, std::string> {
    if (name == "test.loot") { return std::vector<PackFile>{{name, "pack test \"Test\" 1.0\nuse used\n"}}; }
    if (name != "used" && name != "used.loot") { return std::vector<PackFile>{}; }
    return std::vector<PackFile>{{"used.loot",
                                  "pack used \"Used\" 1.0\ntable ware { rope }\n"
                                  "rule r { let l = list(w in ware where w == axe: w); kind = pick l }\n"}};
  };
  const auto loaded = Pack::load(source, "test.loot", {});
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  for (const auto& finding : with_failing_rolls(loaded).findings.all()) { EXPECT_NE(finding.code, "W0530"); }
}

TEST(FailingRolls, OncePerPlace) {
  EXPECT_EQ(warnings("input a: 0..9 = 5\nrule r { l(); x = a }\nrule s { l() }\n"
                     "rule l { let l = list(w in ware where w == axe: w); kind = pick l }\n")
                .size(),
            1U);
}

TEST(FailingRolls, OfNoShippedPack) {
  for (const auto* const name :
       {"hello", "rogue", "rogue_game", "powder", "crawl_game", "pyrel", "hoard", "boosters"}) {
    const auto loaded = with_failing_rolls(Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + name));
    for (const auto& finding : loaded.findings.all()) { EXPECT_NE(finding.code, "W0530") << name << finding.message; }
  }
}

}  // namespace failing_rolls_test
}  // namespace spoils
